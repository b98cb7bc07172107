//! `generate --hard-for` and `--separate`: puzzles found by search.
//!
//! The output begins with the command that reproduces it. For an interrupted search the command has
//! the number of finished rounds. The label of each puzzle has its counts.

use super::{GenerateArgs, bar};
use crate::cli::{Exit, Failure, interrupt};
use crate::generate::{Aim, Climb, Climber, Effort, Objective};
use crate::solve::WrongAnswer;
use crate::text::{counted, noun_of};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// Searches and writes the puzzles; an interrupt ends the search and keeps the puzzles found.
pub(super) fn execute(args: &GenerateArgs) -> Result<Exit, Failure> {
    let stop = interrupt::stop("writing the puzzles found so far")?;
    let (aims, effort) = match args.separate[..] {
        [a, b] => (vec![Aim::Separate(a, b), Aim::Separate(b, a)], Effort::Nodes),
        _ => (args.hard_for.iter().map(|&config| Aim::HardFor(config)).collect(), Effort::Guesses),
    };
    let effort = args.by.map_or(effort, Effort::from);
    let count = usize::try_from(args.count).unwrap_or(usize::MAX);
    if count > MAX_COUNT {
        return Err(Failure::usage(format!("--count of a search: expected at most {MAX_COUNT}")));
    }
    if let [a, b] = args.separate[..]
        && a == b
    {
        return Err(Failure::usage(format!("--separate: expected two configs, found {a} twice")));
    }
    let mut out = io::stdout().lock();
    for aim in aims {
        let objective = Objective { aim, effort, node_limit: args.node_limit };
        let climb = climb(args, objective, count, &stop).map_err(Failure::failed)?;
        let found = &climb.pool()[..count.min(climb.pool().len())];
        let mut text = format!(
            "# {}, seed {}, {} {}: {objective}\n# {}\n",
            counted(found.len() as u64, "minimal puzzle"),
            args.seed,
            climb.rounds(),
            noun_of(climb.rounds(), "round"),
            command(args, objective, climb.rounds())
        );
        found.iter().for_each(|climber| line(&mut text, climber, objective));
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::stdout)?;
        if climb.rounds() < args.rounds {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Done)
}

/// The maximum number of puzzles that a search keeps.
const MAX_COUNT: usize = 100_000;

/// Climbs for `args.rounds` rounds, or until the flag is set.
fn climb(
    args: &GenerateArgs,
    objective: Objective,
    count: usize,
    stop: &AtomicBool,
) -> Result<Climb, WrongAnswer> {
    let bar = bar(args.rounds, "{wide_bar} round {pos} of {len}  {msg}  {eta} left");
    let mut climb = Climb::new(objective, count, args.seed)?;
    while climb.rounds() < args.rounds && !stop.load(Ordering::SeqCst) {
        climb.round()?;
        bar.set_position(climb.rounds());
        let pool = climb.pool();
        if let (Some(best), Some(middle)) = (pool.first(), pool.get(pool.len() / 2)) {
            let shown = |climber: &Climber| match objective.aim {
                Aim::HardFor(_) => climber.score.value.to_string(),
                Aim::Separate(..) => format!("{:.1}x", climber.score.value as f64 / 1000.0),
            };
            bar.set_message(format!("best {}, median {}", shown(best), shown(middle)));
        }
    }
    bar.finish_and_clear();
    Ok(climb)
}

/// The command that reproduces the output.
fn command(args: &GenerateArgs, objective: Objective, rounds: u64) -> String {
    let aim = match objective.aim {
        Aim::HardFor(config) => format!("--hard-for {config}"),
        Aim::Separate(easy, hard) => format!("--separate {easy} {hard}"),
    };
    let limit = objective.node_limit;
    format!(
        "dokubench generate {aim} --by {} --count {} --seed {} --rounds {rounds} --node-limit {limit}",
        objective.effort.name(),
        args.count,
        args.seed,
    )
}

fn line(text: &mut String, climber: &Climber, objective: Objective) {
    let ([one, other], effort) = (climber.score.counts, objective.effort.name());
    let written = match objective.aim {
        Aim::HardFor(_) => writeln!(text, "{} {effort}={one}", climber.puzzle),
        Aim::Separate(..) => writeln!(text, "{} {effort}={one} and {other}", climber.puzzle),
    };
    written.expect("writing to a string succeeds");
}
