//! `serve`: a config or an engine as a solver from outside, by version 1 of the line protocol.
//!
//! A puzzle a line comes in, an answer a line goes out, in order. An empty line ends a block: all its
//! answers are then written. The goal and the limits are environment variables, as the program that
//! starts solvers sets them.

use super::{Exit, Failure, names};
use crate::catalogue::{self, Config, EngineEntry};
use crate::counters::COUNTERS;
use crate::engine::{Ended, Engine, Job, Limits, Outcome, Timing, Worker};
use crate::goal::Goal;
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::number;
use crate::text::printable;
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::num::NonZeroU64;
use std::sync::Arc;

/// The arguments of `serve`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("solver").args(["config", "engine"]).required(true).multiple(true))]
#[command(after_long_help = ENVIRONMENT)]
pub(super) struct ServeArgs {
    /// Solve with this config: ORDER[:TIE]/VALUE/PRUNING
    #[arg(long, value_parser = names::config(), hide_possible_values = true)]
    config: Option<Config>,
    /// Solve with this engine; with --config, with its form of this config
    #[arg(long, value_parser = names::engine(), hide_possible_values = true)]
    engine: Option<&'static EngineEntry>,
    /// The instruction set [default: the best of this CPU]
    #[arg(long, value_parser = names::isa())]
    isa: Option<Isa>,
}

const ENVIRONMENT: &str = "\
Input: a puzzle of 81 symbols a line; an empty line ends a block, whose answers are then written.
Output: an answer a line, in order: the number of solutions, a solution or -, and the counters.

Environment:
  DOKUBENCH_PROTOCOL    1, the version of the protocol
  DOKUBENCH_GOAL        first, unique or count [default: unique]
  DOKUBENCH_LIMIT       the number of solutions at which to stop: 1 for first, 2 for unique
  DOKUBENCH_NODE_LIMIT  the node limit; empty: none
  DOKUBENCH_SEED        the seed of random choices [default: 0]";

/// Answers the puzzles of standard input.
pub(super) fn execute(args: &ServeArgs) -> Result<Exit, Failure> {
    let job = job(|name| std::env::var(name).ok()).map_err(Failure::usage)?;
    let job = Job { isa: args.isa.unwrap_or(job.isa), ..job };
    let engine = engine(args)?;
    let mut server = Server::new(&*engine, job)?;
    let served = server.serve(&mut io::stdin().lock(), &mut io::stdout().lock());
    server.worker.stop();
    served.map(|()| Exit::Done)
}

/// The engine that the arguments name.
fn engine(args: &ServeArgs) -> Result<Arc<dyn Engine>, Failure> {
    let Some(entry) = args.engine else {
        let config = args.config.as_ref().expect("clap requires a config or an engine");
        return Ok(catalogue::search(config));
    };
    let config = args.config.map(|config| config.to_string());
    let mut forms = entry.engines();
    let names: Vec<_> = forms.iter().map(|form| form.identity().config.clone()).collect();
    match config {
        None if forms.len() == 1 => Ok(forms.remove(0)),
        Some(config) if names.contains(&config) => {
            let at = names.iter().position(|name| *name == config).expect("it is among them");
            Ok(forms.swap_remove(at))
        }
        Some(config) => Err(Failure::usage(format!(
            "{} has no form {config}; expected {}",
            entry.name,
            names.join(", ")
        ))),
        None => Err(Failure::usage(format!(
            "{} has several forms; expected --config with one of {}",
            entry.name,
            names.join(", ")
        ))),
    }
}

/// The job that environment variables describe.
fn job(variable: impl Fn(&str) -> Option<String>) -> Result<Job, String> {
    let given = |name: &str| variable(name).filter(|value| !value.is_empty());
    let wrong = |name: &str, value: &str, expected: &dyn Display| {
        format!("{name} is {value:?}; expected {expected}")
    };
    let number = |name: &str| match given(name) {
        None => Ok(None),
        Some(text) => match number::parse(&text) {
            Some(number) => Ok(Some(number)),
            None => Err(wrong(name, &text, &"a whole number")),
        },
    };
    if let Some(version) = given("DOKUBENCH_PROTOCOL").filter(|version| version != "1") {
        return Err(wrong("DOKUBENCH_PROTOCOL", &version, &"1"));
    }
    let limit = number("DOKUBENCH_LIMIT")?.and_then(NonZeroU64::new);
    let name = given("DOKUBENCH_GOAL").unwrap_or_else(|| "unique".to_owned());
    let goal = match (&*name, limit) {
        ("first", _) => Goal::First,
        ("unique", _) => Goal::Unique,
        ("count", Some(limit)) => Goal::Count(limit),
        ("count", None) => return Err(wrong("DOKUBENCH_LIMIT", "", &"a whole number from 1")),
        _ => return Err(wrong("DOKUBENCH_GOAL", &name, &"first, unique or count")),
    };
    if let (Some(limit), Some(stop_at)) = (limit, goal.stop_at())
        && limit != stop_at
    {
        return Err(wrong("DOKUBENCH_LIMIT", &limit.to_string(), &format!("{stop_at} for {goal}")));
    }
    let node_limit = number("DOKUBENCH_NODE_LIMIT")?.and_then(NonZeroU64::new);
    let seed = number("DOKUBENCH_SEED")?.unwrap_or(0);
    Ok(Job { node_limit, seed, ..Job::new(goal) })
}

/// The most puzzles that are collected before they are answered. An engine that solves one after
/// another answers soon, so that the other side sees which puzzle is in hand.
const fn most_collected(timing: Timing) -> usize {
    match timing {
        Timing::PerPuzzle => 32,
        Timing::PerBlock => 16_384,
    }
}

/// A worker with the puzzles and answers of a block.
struct Server {
    worker: Box<dyn Worker>,
    job: Job,
    most: usize,
    /// Whether the clues of each puzzle of the block are without contradiction.
    is_consistent: Vec<bool>,
    /// Those of which that holds.
    puzzles: Vec<Puzzle>,
    outcomes: Vec<Outcome>,
    /// ` nodes=` and so on, by counter.
    keys: Vec<String>,
    answers: Vec<u8>,
}

impl Server {
    fn new(engine: &dyn Engine, job: Job) -> Result<Self, Failure> {
        Ok(Self {
            worker: engine.start(&job)?,
            job,
            most: most_collected(engine.timing()),
            is_consistent: Vec::new(),
            puzzles: Vec::new(),
            outcomes: Vec::new(),
            keys: COUNTERS.iter().map(|counter| format!(" {}=", counter.name)).collect(),
            answers: Vec::new(),
        })
    }

    /// Answers puzzles until the input ends.
    fn serve(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        let (mut line, mut number) = (Vec::new(), 0_u64);
        loop {
            line.clear();
            number += 1;
            let wrong =
                |why: &dyn Display| Failure::failed(format!("standard input:{number}: {why}"));
            if input.read_until(b'\n', &mut line).map_err(|error| wrong(&error))? == 0 {
                return self.answer(out);
            }
            match line.trim_ascii_end() {
                [] => self.answer(out)?,
                [b'#', ..] => {}
                symbols => {
                    let puzzle = Puzzle::try_from(symbols).map_err(|error| wrong(&error))?;
                    self.is_consistent.push(puzzle.is_consistent());
                    if self.is_consistent.last() == Some(&true) {
                        self.puzzles.push(puzzle);
                    }
                    if self.is_consistent.len() == self.most {
                        self.answer(out)?;
                    }
                }
            }
        }
    }

    /// Answers the puzzles that were collected.
    fn answer(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.outcomes.resize(self.puzzles.len(), Outcome::NOT_RUN);
        Outcome::reset_all(&mut self.outcomes);
        if !self.puzzles.is_empty() {
            let limits: Limits<'_> = self.job.limits(None);
            self.worker.solve(&self.puzzles, &limits, &mut self.outcomes);
        }
        let mut outcomes = self.outcomes.iter();
        let mut failures = self.worker.take_failures().into_iter();
        for &is_consistent in &self.is_consistent {
            if !is_consistent {
                self.answers.extend_from_slice(b"0\n");
                continue;
            }
            let outcome = outcomes.next().expect("each consistent puzzle has an outcome");
            push_answer(&mut self.answers, outcome, &self.keys, || failures.next());
        }
        self.is_consistent.clear();
        self.puzzles.clear();
        let written = out.write_all(&self.answers).and_then(|()| out.flush());
        self.answers.clear();
        written.map_err(Failure::stdout)
    }
}

/// Appends the line of an outcome; `failure` says why the worker failed.
fn push_answer(
    line: &mut Vec<u8>,
    outcome: &Outcome,
    keys: &[String],
    failure: impl FnOnce() -> Option<String>,
) {
    match outcome.ended {
        Ended::AtNodeLimit => line.extend_from_slice(b"unknown node_limit"),
        Ended::AtTimeLimit => line.extend_from_slice(b"unknown time_limit"),
        Ended::NotRun => line.extend_from_slice(b"unknown no answer"),
        Ended::Failed => {
            line.extend_from_slice(b"unknown ");
            line.extend_from_slice(printable(&failure().unwrap_or_default()).as_bytes());
        }
        Ended::Exhausted | Ended::AtGoal => {
            let mut digits = itoa::Buffer::new();
            line.extend_from_slice(digits.format(outcome.found.solutions).as_bytes());
            match &outcome.found.solution {
                Some(solution) => {
                    line.push(b' ');
                    line.extend_from_slice(&solution.to_line());
                }
                None => line.extend_from_slice(b" -"),
            }
            for (key, value) in keys.iter().zip(outcome.counts.values()) {
                if let Some(value) = value {
                    line.extend_from_slice(key.as_bytes());
                    line.extend_from_slice(digits.format(value).as_bytes());
                }
            }
        }
    }
    line.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job_of(variables: &[(&str, &str)]) -> Result<Job, String> {
        job(|name| {
            variables
                .iter()
                .find(|(known, _)| name.strip_prefix("DOKUBENCH_") == Some(*known))
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_describes_the_job() {
        let job = job_of(&[]).expect("the defaults");
        assert_eq!((job.goal, job.node_limit, job.seed), (Goal::Unique, None, 0));
        let variables = [
            ("PROTOCOL", "1"),
            ("GOAL", "count"),
            ("LIMIT", "7"),
            ("NODE_LIMIT", "100"),
            ("SEED", "18446744073709551615"),
        ];
        let job = job_of(&variables).expect("a job");
        assert_eq!(job.goal.to_string(), "count:7");
        assert_eq!((job.node_limit, job.seed), (NonZeroU64::new(100), u64::MAX));
        let job = job_of(&[("GOAL", "first"), ("LIMIT", "1"), ("NODE_LIMIT", "")]);
        assert_eq!(job.expect("a job").goal, Goal::First);
        for (variables, expected) in [
            (&[("PROTOCOL", "2")][..], "DOKUBENCH_PROTOCOL is \"2\"; expected 1"),
            (&[("GOAL", "max_score")], "expected first, unique or count"),
            (&[("GOAL", "count")], "DOKUBENCH_LIMIT is \"\"; expected a whole number from 1"),
            (
                &[("GOAL", "first"), ("LIMIT", "2")],
                "DOKUBENCH_LIMIT is \"2\"; expected 1 for first",
            ),
            (&[("SEED", "x")], "DOKUBENCH_SEED is \"x\"; expected a whole number"),
        ] {
            let error = job_of(variables).expect_err("no job");
            assert!(error.contains(expected), "{error}");
        }
    }
}
