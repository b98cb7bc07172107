//! `generate`: writes a generated corpus to standard output.

mod search;

use super::{Exit, Failure, interrupt, names, number};
use crate::catalogue::Config;
use crate::generate::{ClueOptions, CorpusSpec, Effort, GenerateError, Kind, Pattern};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// The arguments of `generate`.
#[derive(Debug, clap::Args)]
pub(super) struct GenerateArgs {
    /// The kind of puzzle
    #[arg(value_parser = names::puzzle_kind(), required_unless_present_any = ["hard_for", "separate"])]
    kind: Option<&'static Kind>,
    /// The number of puzzles (--hard-for: for each config; --separate: in each direction)
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::whole::<u64>(0..=u64::MAX))]
    count: u64,
    /// The seed: the same seed gives the same puzzles
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed)]
    seed: u64,
    /// The number of clues, for the kind unique (below 22 this takes long)
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(17..=81))]
    clues: Option<usize>,
    /// A symmetry of the pattern of clues, for the kind unique
    #[arg(long, value_name = "NAME", value_parser = names::pattern())]
    symmetry: Option<&'static Pattern>,
    /// Search for minimal puzzles that are hard for these configs, by removing and adding clues
    #[arg(long, value_name = "CONFIG", value_delimiter = ',', value_parser = names::config())]
    #[arg(hide_possible_values = true, conflicts_with_all = ["kind", "clues", "symmetry", "separate"])]
    hard_for: Vec<Config>,
    /// Search for minimal puzzles that separate two configs: easy for A and hard for B, then the
    /// reverse
    #[arg(long, num_args = 2, value_names = ["A", "B"], value_parser = names::config())]
    #[arg(hide_possible_values = true, conflicts_with_all = ["kind", "clues", "symmetry"])]
    separate: Vec<Config>,
    /// The counter that a search maximises [default: guesses; --separate: nodes]
    #[arg(long, value_enum, conflicts_with = "kind")]
    by: Option<By>,
    /// The length of a search, in rounds of 256 puzzles
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::whole::<u64>(0..=1_000_000_000))]
    #[arg(conflicts_with = "kind")]
    rounds: u64,
    /// The node limit for each puzzle of a search
    #[arg(long, value_name = "N", default_value = "1000000", conflicts_with = "kind")]
    #[arg(value_parser = number::whole::<NonZeroU64>(1..=u64::MAX))]
    node_limit: NonZeroU64,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads())]
    threads: Option<NonZeroUsize>,
}

/// The counter that a search maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Guesses: branches that were not the last alternative
    Guesses,
    /// Nodes
    Nodes,
}

impl From<By> for Effort {
    fn from(by: By) -> Self {
        match by {
            By::Guesses => Self::Guesses,
            By::Nodes => Self::Nodes,
        }
    }
}

/// Writes the corpus.
pub(super) fn execute(args: &GenerateArgs) -> Result<Exit, Failure> {
    let pool = crate::solve::pool(args.threads)?;
    match args.kind {
        Some(kind) => pool.install(|| of_kind(args, kind)),
        None => pool.install(|| search::execute(args)),
    }
}

/// Writes puzzles of a kind; an interrupt keeps the finished puzzles.
fn of_kind(args: &GenerateArgs, kind: &'static Kind) -> Result<Exit, Failure> {
    let clue_options = ClueOptions { clues: args.clues, symmetry: args.symmetry };
    if !kind.takes_clue_options && (clue_options.clues.is_some() || clue_options.symmetry.is_some())
    {
        let message = format!("--clues and --symmetry are for the kind unique, not {}", kind.name);
        return Err(Failure::usage(message));
    }
    if let (Some(clues), Some(symmetry)) = (args.clues, args.symmetry)
        && !symmetry.allows(clues)
    {
        let [less, more] = [-1, 1].map(|step| nearest(symmetry, clues, step));
        let near: Vec<_> = [less, more].into_iter().flatten().map(|n| n.to_string()).collect();
        let message = format!(
            "--clues {clues}: no pattern of the symmetry {} has them; expected e.g. {}",
            symmetry.name,
            near.join(" or ")
        );
        return Err(Failure::usage(message));
    }
    let stop = interrupt::stop("writing the finished puzzles")?;
    let spec = CorpusSpec { kind, clue_options, count: args.count, seed: args.seed };
    let bar = bar(args.count, "{wide_bar} {pos} of {len} puzzles  {eta} left");
    let mut out = BufWriter::new(io::stdout());
    let written = spec.write(&mut out, |made| {
        bar.set_position(made);
        match stop.load(Ordering::SeqCst) && made < args.count {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    written.map_err(|error| match error {
        GenerateError::Write(error) => Failure::stdout(error),
        GenerateError::Wrong(_) => Failure::failed(error),
    })?;
    out.flush().map_err(Failure::stdout)?;
    let is_whole = bar.position() == args.count;
    bar.finish_and_clear();
    Ok(if is_whole { Exit::Done } else { Exit::Interrupted })
}

/// The nearest number of clues that a pattern of the symmetry can have, in steps of -1 or 1.
fn nearest(symmetry: &Pattern, clues: usize, step: isize) -> Option<usize> {
    let numbers = std::iter::successors(Some(clues), |clues| clues.checked_add_signed(step));
    numbers.take_while(|clues| (17..=81).contains(clues)).find(|&clues| symmetry.allows(clues))
}

/// A progress bar, hidden if standard error is not a terminal.
fn bar(length: u64, template: &str) -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let style = ProgressStyle::with_template(template).expect("a template of known keys");
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}
