//! The rows of the merged run: those of the shards, block by block in turn.

use super::checkpoint;
use super::error::MergeError;
use super::part::Part;
use super::records::{MOST_OPEN, Records};
use crate::bench::Meta;
use crate::bench::folder::{self, Folder};
use crate::run_files::blocks::Block;
use crate::run_files::checkpoint::RuleCosts;
use crate::run_files::shard::BLOCK;
use crate::run_files::{blocks, puzzles, rejected, runs};
use crate::stats::summary::ConfigSummary;
use std::io::Read;
use std::iter::Peekable;

/// A window of the merged run is written when it has this many bytes.
const WINDOW: usize = 4 << 20;

/// Writes the rows of a merged run.
pub(super) struct Rows<'a> {
    parts: &'a [Part],
    meta: &'a Meta,
    rule_costs: &'a RuleCosts,
    summaries: &'a [Vec<ConfigSummary>],
    files: Vec<Files<'a>>,
    folder: Folder,
    window: folder::Rows,
    windows: u64,
}

/// The files of a shard.
struct Files<'a> {
    part: &'a Part,
    runs: Records,
    puzzles: Records,
    blocks: Peekable<csv::DeserializeRecordsIntoIter<Box<dyn Read + Send>, Block<String>>>,
    /// What is added to the numbers of its windows.
    first_window: u64,
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        parts: &'a [Part],
        meta: &'a Meta,
        folder: Folder,
        rule_costs: &'a RuleCosts,
        summaries: &'a [Vec<ConfigSummary>],
    ) -> Result<Self, MergeError> {
        let stays_open = parts.len() <= MOST_OPEN;
        let mut first_window = 0;
        let files = parts.iter().map(|part| {
            let files = Files::open(part, stays_open, first_window);
            first_window += part.checkpoint.windows;
            files
        });
        let files = files.collect::<Result<_, _>>()?;
        let window = folder::Rows::default();
        Ok(Self { parts, meta, rule_costs, summaries, files, folder, window, windows: 0 })
    }

    /// Writes all rows. Returns the folder, which is not published.
    pub(super) fn write(mut self) -> Result<Folder, MergeError> {
        self.rejected()?;
        for corpus in 0..self.meta.corpora.len() {
            if !self.meta.plan.summary_only {
                self.puzzles(corpus)?;
            }
            self.blocks(corpus)?;
        }
        for files in &mut self.files {
            files.check_end()?;
        }
        self.commit()?;
        let Self { meta, windows, rule_costs, summaries, mut folder, .. } = self;
        folder.save(|| checkpoint(meta, windows, rule_costs, summaries))?;
        Ok(folder)
    }

    /// The rejected lines, which the first shard has.
    fn rejected(&mut self) -> Result<(), MergeError> {
        for part in self.parts {
            let read = part.open(rejected::FILE, false);
            let mut file = read.map_err(|error| part.unread(rejected::FILE, error))?;
            while !file.is_at_end().map_err(|error| part.unread(rejected::FILE, error))? {
                let taken = file.take(1, &mut self.window.rejected);
                taken.map_err(|error| part.unread(rejected::FILE, error))?;
                self.commit_if_large()?;
            }
        }
        Ok(())
    }

    /// The rows of the puzzles of a corpus, a block from each shard in turn.
    fn puzzles(&mut self, corpus: usize) -> Result<(), MergeError> {
        let total = self.parts[0].meta.corpora[corpus].of.unwrap_or(0);
        let versions = self.meta.plan.isomorph_numbers().len() as u64;
        let rows = versions * self.meta.configs.len() as u64;
        let of = u64::from(self.parts[0].shard.of);
        for round in 0..total.div_ceil(BLOCK * of) {
            for at in 0..self.files.len() {
                let number = u64::from(self.files[at].part.shard.number);
                let start = BLOCK * (round * of + number);
                let count = total.saturating_sub(start).min(BLOCK);
                let Files { part, runs, puzzles, .. } = &mut self.files[at];
                runs.take(rows * count, &mut self.window.runs)
                    .map_err(|error| part.unread(runs::FILE, error))?;
                puzzles
                    .take(count, &mut self.window.puzzles)
                    .map_err(|error| part.unread(puzzles::FILE, error))?;
                self.commit_if_large()?;
            }
        }
        Ok(())
    }

    /// The timed blocks of a corpus, shard by shard. Their windows are numbered through the run.
    fn blocks(&mut self, corpus: usize) -> Result<(), MergeError> {
        let name = &self.meta.corpora[corpus].name;
        for at in 0..self.files.len() {
            while let Some(block) = self.files[at].block_of(name)? {
                let row = Block {
                    corpus: &*block.corpus,
                    config: &*block.config,
                    engine: &*block.engine,
                    window: self.files[at].first_window + block.window,
                    block: block.block,
                    pass: block.pass,
                    thread: block.thread,
                    puzzles: block.puzzles,
                    elapsed_ns: block.elapsed_ns,
                };
                blocks::push_row(&mut self.window.blocks, &row);
                self.commit_if_large()?;
            }
        }
        Ok(())
    }

    fn commit_if_large(&mut self) -> Result<(), MergeError> {
        let folder::Rows { runs, blocks, puzzles, rejected, .. } = &self.window;
        let bytes = runs.len() + blocks.len() + puzzles.len() + rejected.len();
        if bytes >= WINDOW { self.commit() } else { Ok(()) }
    }

    fn commit(&mut self) -> Result<(), MergeError> {
        let Self { meta, windows, rule_costs, summaries, folder, window, .. } = self;
        folder.append_window(window, *windows)?;
        *windows += 1;
        let has_puzzles = meta.corpora.iter().any(|corpus| corpus.puzzles > 0);
        folder.commit(has_puzzles, || checkpoint(meta, *windows, rule_costs, summaries))?;
        window.clear();
        Ok(())
    }
}

impl<'a> Files<'a> {
    fn open(part: &'a Part, stays_open: bool, first_window: u64) -> Result<Self, MergeError> {
        let open = |name| part.open(name, stays_open).map_err(|error| part.unread(name, error));
        let rows = csv::ReaderBuilder::new()
            .has_headers(false)
            .buffer_capacity(BLOCKS_BUFFER)
            .from_reader(open(blocks::FILE)?.into_reader());
        Ok(Self {
            part,
            runs: open(runs::FILE)?,
            puzzles: open(puzzles::FILE)?,
            blocks: rows.into_deserialize().peekable(),
            first_window,
        })
    }

    /// The next timed block, if it is one of this corpus.
    fn block_of(&mut self, corpus: &str) -> Result<Option<Block<String>>, MergeError> {
        let is_of = |next: &Result<Block<String>, _>| {
            next.as_ref().map_or(true, |block| block.corpus == corpus)
        };
        let next = self.blocks.next_if(is_of).transpose();
        next.map_err(|error| self.part.unread(blocks::FILE, error.into()))
    }

    /// All rows must have been taken.
    fn check_end(&mut self) -> Result<(), MergeError> {
        let part = self.part;
        for (records, name) in [(&mut self.runs, runs::FILE), (&mut self.puzzles, puzzles::FILE)] {
            if !records.is_at_end().map_err(|error| part.unread(name, error))? {
                return Err(part.surplus(name));
            }
        }
        if self.blocks.next().is_some() { Err(part.surplus(blocks::FILE)) } else { Ok(()) }
    }
}

/// The bytes that are read of `blocks.csv` at a time.
const BLOCKS_BUFFER: usize = 8 * 1024;
