//! The options that define a run, and which of them were typed.

use super::duration;
use crate::bench::Plan;
use crate::catalogue::{BranchingEntry, EngineEntry, Preset, PruningEntry, TieEntry, ValueEntry};
use crate::catalogue::{Config, OrderAndTie};
use crate::cli::{names, number};
use crate::corpus::Format;
use crate::counters::RuleCost;
use crate::goal::Goal;
use crate::isa::Isa;
use crate::run_files::compress::Compress;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches};
use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

/// What defines a run. An experiment file can hold each of these under the same name.
#[derive(Debug, clap::Args)]
pub(super) struct DefinitionArgs {
    /// Corpora: files, or - for standard input; the bundled ones if none is named
    pub(super) corpora: Vec<PathBuf>,
    /// The format in which the corpora are read [default: detected by content]
    #[arg(long, visible_alias = "input-format", value_name = "NAME", value_parser = names::format())]
    pub(super) format: Option<&'static Format>,
    /// Configs: ORDER[:TIE]/VALUE/PRUNING[/two_way], see below
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::config(), hide_possible_values = true)]
    pub(super) config: Vec<Config>,
    /// Variable orderings, ORDER[:TIE], combined with --tie, --value, --prune and --branching
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::order(), hide_possible_values = true)]
    pub(super) order: Vec<OrderAndTie>,
    /// Tie-breaks of the orderings that name none
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::tie(), hide_possible_values = true)]
    pub(super) tie: Vec<&'static TieEntry>,
    /// Value orderings
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::value(), hide_possible_values = true)]
    pub(super) value: Vec<&'static ValueEntry>,
    /// Pruning levels
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::pruning(), hide_possible_values = true)]
    pub(super) prune: Vec<&'static PruningEntry>,
    /// Branchings: d_way, two_way (levels from naked up) [default: d_way]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::branching(), hide_possible_values = true)]
    pub(super) branching: Vec<&'static BranchingEntry>,
    /// Presets: the searches of the original programs
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::preset(), hide_possible_values = true)]
    pub(super) preset: Vec<&'static Preset>,
    /// Other engines
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::engine(), hide_possible_values = true)]
    pub(super) engine: Vec<&'static EngineEntry>,
    /// The goal: first, unique, count:K or max_score [default: the goal of the presets, or
    /// unique]
    #[arg(long, value_parser = names::goal(), hide_possible_values = true)]
    pub(super) goal: Option<Goal>,
    /// Timed passes; 0: only count
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::whole::<u32>(Plan::PASSES))]
    pub(super) passes: u32,
    /// The node limit of a run, or none [default: 100000]
    #[arg(long, value_name = "N", value_parser = duration::node_limit)]
    pub(super) node_limit: Option<duration::NodeLimit>,
    /// The time limit per puzzle, config and pass, e.g. 5s
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(super) time_limit: Option<Duration>,
    /// Take the first N puzzles of each corpus
    #[arg(long, value_name = "N", value_parser = number::whole::<NonZeroU64>(1..=u64::MAX))]
    pub(super) take: Option<NonZeroU64>,
    /// Take a random sample of N puzzles of each corpus
    #[arg(long, value_name = "N", value_parser = number::whole::<u64>(Plan::SAMPLE))]
    pub(super) sample: Option<u64>,
    /// Take the puzzles of each corpus in random order, kept in memory; implied by --budget
    #[arg(long, overrides_with = "no_shuffle")]
    pub(super) shuffle: bool,
    /// Take the puzzles in the order of the corpus, also with --budget
    #[arg(long)]
    pub(super) no_shuffle: bool,
    /// Solve N random isomorphs of each puzzle instead of the puzzle itself
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u32>(Plan::ISOMORPHS))]
    pub(super) isomorphs: u32,
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed)]
    pub(super) seed: u64,
    /// Prune max_score by a bound
    #[arg(long)]
    pub(super) bound: bool,
    /// Measure the cost and effect of each pruning rule in a separate pass: rules.csv
    #[arg(long, long_help = rule_costs_help())]
    pub(super) rule_costs: bool,
    /// Keep the solutions in runs.csv
    #[arg(long)]
    pub(super) solutions: bool,
    /// Compress runs.csv and puzzles.csv: runs.csv.zst and puzzles.csv.zst
    #[arg(long, value_enum, value_name = "NAME")]
    pub(super) compress: Option<CompressName>,
    /// Write no rows of puzzles and blocks, only summary.csv, rejected.csv and meta.json: for runs of
    /// many millions of puzzles
    #[arg(long, conflicts_with = "solutions")]
    pub(super) summary_only: bool,
    /// Run every config twice, under two names
    #[arg(long)]
    pub(super) aa: bool,
    /// Fail if a line is rejected
    #[arg(long)]
    pub(super) strict: bool,
    /// The most puzzles in a block of engines that solve many at once [default: a thread's share]
    #[arg(long, value_name = "N", value_parser = number::whole::<NonZeroU64>(1..=u64::MAX))]
    pub(super) block: Option<NonZeroU64>,
    /// The instruction set [default: the best of this CPU]
    #[arg(long, value_parser = names::isa())]
    pub(super) isa: Option<Isa>,
}

/// How the large files of a run are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum CompressName {
    Zstd,
}

impl CompressName {
    pub(super) const fn compress(self) -> Compress {
        match self {
            Self::Zstd => Compress::Zstd,
        }
    }
}

fn rule_costs_help() -> String {
    let mut help = "Measure, in a pass of its own after the timed ones, what each pruning rule \
                    costs and brings: rules.csv, a row per corpus, config and rule. Engines and \
                    levels without rules (none, fc) have no rows.\n"
        .to_owned();
    for (name, definition) in RuleCost::DEFINITIONS {
        help += &format!("\n{name}: {definition}");
    }
    help
}

/// The options that define a run, and those of them that were typed on the command line.
#[derive(Debug)]
pub(super) struct Typed {
    pub(super) args: DefinitionArgs,
    pub(super) options: Vec<TypedOption>,
}

/// An option as it was typed.
#[derive(Debug)]
pub(super) struct TypedOption {
    /// Its name without dashes; none for the corpora.
    pub(super) name: Option<String>,
    /// Its values; none for a flag.
    pub(super) values: Vec<OsString>,
}

/// The options that define a run, as clap knows them.
pub(super) fn options() -> clap::Command {
    DefinitionArgs::augment_args(clap::Command::new("experiment").no_binary_name(true))
}

impl FromArgMatches for Typed {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_typed = |arg: &&clap::Arg| {
            matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        let option = |arg: &clap::Arg| {
            let raw = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
            let values = if arg.get_action().takes_values() {
                raw.map(Into::into).collect()
            } else {
                Vec::new()
            };
            TypedOption { name: arg.get_long().map(str::to_owned), values }
        };
        let options = options().get_arguments().filter(is_typed).map(option).collect();
        Ok(Self { args: DefinitionArgs::from_arg_matches(matches)?, options })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Typed {
    fn group_id() -> Option<clap::Id> {
        DefinitionArgs::group_id()
    }

    fn augment_args(command: clap::Command) -> clap::Command {
        DefinitionArgs::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        DefinitionArgs::augment_args_for_update(command)
    }
}
