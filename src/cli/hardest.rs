//! `hardest`: the puzzles of a run on which a config needed most, as a corpus.

use super::{Exit, Failure, number, run_folder};
use crate::corpus::{Source, Window, Writer};
use crate::grid::Puzzle;
use crate::named::UnknownName;
use crate::run_files::puzzles::{PuzzleRow, PuzzleTable};
use crate::stats::hardest::{Need, metric, needs};
use crate::stats::run::Run;
use crate::stats::run_table::{Column, CorpusTable, Metric};
use crate::text::printable;
use clap::ValueEnum;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The arguments of `hardest`.
#[derive(Debug, clap::Args)]
pub(super) struct HardestArgs {
    /// The run's folder [default: the newest run under results/]
    dir: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
}

/// Which puzzles of a run.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Selection {
    /// The config that needed most on them [default: the only config of the run]
    #[arg(long, value_name = "CONFIG")]
    config: Option<String>,
    /// The number of puzzles [default: 50]
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(1..=u64::MAX))]
    count: Option<usize>,
    /// What the config needed most of [default: nodes, or time if nodes are not counted]
    #[arg(long, value_enum, value_name = "METRIC")]
    by: Option<By>,
    /// Only puzzles of this corpus of the run [default: of all its corpora]
    #[arg(id = "corpus_of_run", long = "corpus", value_name = "NAME")]
    corpus: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    Nodes,
    Time,
}

/// The number of puzzles where none is given.
const COUNT: usize = 50;

impl Selection {
    /// Whether any of it is given.
    pub(super) fn is_given(&self) -> bool {
        self.config.is_some() || self.count.is_some() || self.by.is_some() || self.corpus.is_some()
    }
}

/// Prints the puzzles as lines.
pub(super) fn execute(args: &HardestArgs) -> Result<Exit, Failure> {
    let lines = lines(args.dir.as_deref(), &args.selection)?;
    std::io::stdout().write_all(&lines).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}

/// The puzzles as a corpus in memory.
pub(super) fn source(dir: Option<&Path>, selection: &Selection) -> Result<Source, Failure> {
    Ok(Source::Memory("hardest".to_owned(), lines(dir, selection)?.into()))
}

/// The puzzles as lines, the hardest first. A label has what the config needed, the corpus, the line,
/// and the puzzle's own label.
fn lines(dir: Option<&Path>, selection: &Selection) -> Result<Vec<u8>, Failure> {
    let folder = run_folder::given_or_newest(dir)?;
    let run = run_folder::read(&folder)?;
    let config = config(selection, &run)?;
    let corpora = corpora(selection, &run)?;
    let columns: Vec<(&CorpusTable, &Column)> = corpora
        .into_iter()
        .filter_map(|corpus| {
            let column = corpus.columns.iter().find(|column| column.label() == config)?;
            Some((corpus, column))
        })
        .collect();
    let by = match selection.by {
        Some(By::Nodes) => Metric::Nodes,
        Some(By::Time) => Metric::Time,
        None if columns.iter().any(|(_, column)| column.knows(Metric::Nodes)) => Metric::Nodes,
        None => columns.first().map_or(Metric::Nodes, |(_, column)| metric(column)),
    };
    let of = |(corpus, column): &(&CorpusTable, &Column)| -> Vec<(String, Need)> {
        needs(column, by).into_iter().map(|need| (corpus.name.clone(), need)).collect()
    };
    let mut hardest: Vec<_> = columns.iter().flat_map(of).collect();
    if hardest.is_empty() {
        return Err(Failure::failed(format!(
            "{}: {config} has no {} of a puzzle; expected a config whose searches are counted, or \
             timed puzzle by puzzle",
            folder.display(),
            by.name()
        )));
    }
    hardest.sort_by(|(_, a), (_, b)| a.hardest_first(b));
    hardest.truncate(selection.count.unwrap_or(COUNT));
    write(&run, by, &hardest)
}

/// The config that is asked for.
fn config(selection: &Selection, run: &Run) -> Result<String, Failure> {
    if let Some(name) = &selection.config {
        return run_folder::label(name, run);
    }
    let labels = run.labels();
    match &labels[..] {
        [only] => Ok(only.clone()),
        _ => Err(Failure::usage(format!(
            "expected --config with one of the configs of the run: {}",
            labels.join(", ")
        ))),
    }
}

fn corpora<'a>(selection: &Selection, run: &'a Run) -> Result<Vec<&'a CorpusTable>, Failure> {
    let corpora = &run.table.corpora;
    let Some(name) = &selection.corpus else { return Ok(corpora.iter().collect()) };
    let found: Vec<_> = corpora.iter().filter(|corpus| corpus.name == *name).collect();
    if found.is_empty() {
        let known = corpora.iter().map(|corpus| corpus.name.as_str());
        return Err(Failure::usage(UnknownName::new("corpus of this run", name, known)));
    }
    Ok(found)
}

fn write(run: &Run, by: Metric, hardest: &[(String, Need)]) -> Result<Vec<u8>, Failure> {
    let open = |folder: &Path, file: &str| run.extent.open(folder, file);
    let table = PuzzleTable::read(&run.folder, open).map_err(Failure::failed)?;
    let mut window = Window::new();
    for (corpus, need) in hardest {
        let puzzles = table.of(corpus);
        let found = puzzles.binary_search_by_key(&need.puzzle_index, |puzzle| puzzle.puzzle_index);
        let row = found.ok().map(|at| &puzzles[at]);
        let puzzle = row.and_then(|row| Some((row, Puzzle::try_from(row.puzzle.as_bytes()).ok()?)));
        let Some((row, puzzle)) = puzzle else {
            let index = need.puzzle_index;
            return Err(Failure::failed(format!(
                "{}: puzzles.csv has no puzzle {index} of {corpus}; expected a row for each puzzle \
                 of runs.csv",
                run.folder.display()
            )));
        };
        window.add(need.puzzle_index, row.line, &puzzle, label(need, by, row).as_bytes());
    }
    let writer = Writer::all().next().expect("lines are written");
    let mut lines = Vec::new();
    for position in 0..window.len() {
        writer
            .write(position as u64 + 1, &window, position, &mut lines)
            .expect("writing to memory succeeds");
    }
    Ok(lines)
}

/// What the config needed, the corpus and line, and the label.
fn label(need: &Need, by: Metric, row: &PuzzleRow) -> String {
    let bound = if need.cut > 0 { ">" } else { "" };
    let unit = if by.is_time() { "ns" } else { by.name() };
    let rest = if row.label.is_empty() { String::new() } else { format!(" {}", row.label) };
    format!("{bound}{:.0} {unit} {}:{}{rest}", need.mean, printable(&row.corpus), row.line)
}
