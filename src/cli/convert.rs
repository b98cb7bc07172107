//! `convert`: any readable corpus as lines, CSV or grids, filtered, in its order.
//!
//! ```text
//! windows -> [clues, unique, fingerprint: on all cores] -> [duplicates] -> [sample] -> written
//! ```
//!
//! A corpus is streamed. Memory holds a window, the sample if one is taken, and 16 bytes per kept puzzle
//! if duplicates are left out. Stored answers and labels are kept.

use super::hardest::{self, Selection};
use super::solve::RejectedLines;
use super::{Exit, Failure, names, number, output};
use crate::catalogue;
use crate::corpus::{Format, ReadOptions, Reader, Reservoir, Source, Window, Writer};
use crate::goal::Goal;
use crate::solve::filter::{ClueRange, Filter, Passed};
use crate::text::{counted, grouped};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(super) struct ConvertArgs {
    /// The corpora; - is standard input
    #[arg(default_value = "-", conflicts_with = "hardest")]
    corpus: Vec<PathBuf>,
    /// Instead of corpora: the puzzles of a run on which --config needed most, the hardest first
    /// [default: of the newest run under results/]
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    hardest: Option<Option<PathBuf>>,
    #[command(flatten)]
    selection: Selection,
    /// The format in which the puzzles are written
    #[arg(long, visible_alias = "to", value_name = "NAME", default_value = "lines")]
    #[arg(value_parser = names::written_format())]
    output_format: &'static Writer,
    /// The format in which the corpora are read [default: detected by content]
    #[arg(long, visible_alias = "input-format", value_name = "NAME", value_parser = names::input_format(), conflicts_with = "hardest")]
    format: Option<&'static Format>,
    /// Only puzzles with exactly one solution
    #[arg(long)]
    unique: bool,
    /// Only puzzles with this number of clues: 17..22, both included, or 17
    #[arg(long, value_name = "RANGE", value_parser = ClueRange::parse)]
    clues: Option<ClueRange>,
    /// Leave out puzzles that are equal to an earlier one
    #[arg(long)]
    dedup: bool,
    /// Leave out puzzles that are isomorphic to an earlier one
    #[arg(long)]
    dedup_isomorphs: bool,
    /// Only a random sample of N of the puzzles that are left
    #[arg(long, value_name = "N", value_parser = number::whole::<u64>(1..=100_000_000))]
    sample: Option<u64>,
    /// The seed of the sample
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed)]
    seed: u64,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads())]
    threads: Option<NonZeroUsize>,
    /// Fail if a line is not a puzzle
    #[arg(long)]
    strict: bool,
}

/// Puzzles read at a time.
const WINDOW: usize = 65_536;

/// Writes the puzzles that pass the filters.
pub(super) fn execute(args: &ConvertArgs) -> Result<Exit, Failure> {
    if args.hardest.is_none() && args.selection.is_given() {
        let message = "--config, --count, --by and --corpus select puzzles of a run: expected \
                       --hardest, too";
        return Err(Failure::usage(message));
    }
    let options = ReadOptions { format: args.format, ..ReadOptions::default() };
    let filter = Filter {
        clues: args.clues,
        unique: args.unique.then(|| Box::new(|count| catalogue::fastest(Goal::Unique, count)) as _),
        dedup: args.dedup,
        dedup_isomorphs: args.dedup_isomorphs,
    };
    let pool = crate::solve::pool(args.threads)?;
    let mut conversion = Conversion::of(args, filter).map_err(Failure::stdout)?;
    let mut is_rejected = false;
    let mut take = |source: &Source| -> Result<(), Failure> {
        let mut reader = source.open_with(&options).map_err(Failure::failed)?;
        pool.install(|| conversion.take(source, &mut reader))?;
        is_rejected |= reader.rejected() > 0;
        Ok(())
    };
    match &args.hardest {
        Some(dir) => take(&hardest::source(dir.as_deref(), &args.selection)?)?,
        None => {
            for argument in &args.corpus {
                super::corpora::of(argument, &options)?.iter().try_for_each(&mut take)?;
            }
        }
    }
    conversion.finish().map_err(Failure::stdout)?;
    Ok(if args.strict && is_rejected { Exit::Failed } else { Exit::Done })
}

/// A running conversion.
struct Conversion {
    writer: &'static Writer,
    filter: Filter,
    seen: Passed,
    sample: Option<Reservoir>,
    out: BufWriter<io::Stdout>,
    read: u64,
    written: u64,
}

impl Conversion {
    fn of(args: &ConvertArgs, filter: Filter) -> io::Result<Self> {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
        args.output_format.begin(&mut out)?;
        let count = args.sample.map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        Ok(Self {
            writer: args.output_format,
            filter,
            seen: Passed::default(),
            sample: count.map(|count| Reservoir::new(count, args.seed)),
            out,
            read: 0,
            written: 0,
        })
    }

    /// Takes all puzzles of a corpus.
    fn take(&mut self, source: &Source, reader: &mut Reader) -> Result<(), Failure> {
        let mut rejected = RejectedLines::of(source);
        let mut window = Window::new();
        loop {
            let more = reader.read_window(WINDOW, &mut window);
            window.rejected().iter().for_each(|line| rejected.add(line));
            self.read += window.len() as u64;
            let kept = self.filter.kept(&window, &mut self.seen)?;
            for position in (0..window.len()).filter(|&position| kept[position]) {
                match &mut self.sample {
                    Some(sample) => sample.offer(&window, position),
                    None => self.write(&window, position).map_err(Failure::stdout)?,
                }
            }
            if !more.map_err(Failure::failed)? {
                break;
            }
        }
        rejected.warn();
        rejected.warn_of(reader);
        if reader.puzzles() == 0 { Err(rejected.no_puzzle()) } else { Ok(()) }
    }

    fn write(&mut self, window: &Window, position: usize) -> io::Result<()> {
        self.written += 1;
        self.writer.write(self.written, window, position, &mut self.out)
    }

    /// Writes the sample, and reports the number of kept puzzles if some were left out.
    fn finish(mut self) -> io::Result<()> {
        if let Some(sample) = self.sample.take() {
            let window = sample.into_window();
            (0..window.len()).try_for_each(|position| self.write(&window, position))?;
        }
        self.out.flush()?;
        if self.written < self.read {
            let read = counted(self.read, "puzzle");
            output::note(format!("{} of {read} written", grouped(self.written)));
        }
        Ok(())
    }
}
