//! `generate`: corpora made to order, on standard output.

use super::{Exit, Failure, names, number};
use crate::generate::{Kind, Order};
use std::io::{self, BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// What `generate` takes.
#[derive(Debug, clap::Args)]
pub(super) struct GenerateArgs {
    /// The kind of puzzle
    #[arg(value_parser = names::puzzle_kind())]
    kind: &'static Kind,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::whole::<u64>(0..=u64::MAX))]
    count: u64,
    /// The seed: the same one gives the same puzzles
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed)]
    seed: u64,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Writes the corpus.
pub(super) fn execute(args: &GenerateArgs) -> Result<Exit, Failure> {
    let order = Order { kind: args.kind, count: args.count, seed: args.seed };
    let mut out = BufWriter::new(io::stdout());
    super::crew::pool(args.threads)?
        .install(|| order.write(&mut out, |_| ControlFlow::Continue(())))
        .and_then(|()| out.flush())
        .map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
