//! Laws that every config and engine keeps, whatever its parts.
//!
//! They need no known answers: each compares searches with each other, on puzzles with one, many
//! and no solution. [`check`] takes the name of an ordering, a tie-break, a value ordering, a pruning
//! level or an engine, and checks it in its combinations with the other parts. A program that adds
//! such a part to the catalogue tests it with one call.

use crate::catalogue::{
    BRANCHINGS, Config, EngineEntry, OrderAndTie, PRUNINGS, PruningEntry, TIE_BREAKS, TieEntry,
    VALUE_ORDERINGS, VARIABLE_ORDERINGS, ValueEntry, VariableEntry, search,
};
use crate::corpus::{Source, Window};
use crate::counters::Counts;
use crate::engine::{Bitboard, Ended, Engine, Job, Limits, Outcome};
use crate::goal::{Goal, Status};
use crate::grid::{Puzzle, Symmetry};
use crate::isa::Isa;
use crate::named::{Named, UnknownName};
use crate::pruning::Strength;
use crate::random::{Choices, Chooser};
use crate::search::Branching;
use crate::solve::verify;
use rayon::prelude::*;
use std::fmt;
use std::num::NonZeroU64;

/// Why a part of the catalogue was not found lawful.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LawError {
    /// The catalogue has no part of this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A law is broken.
    #[error(transparent)]
    Broken(#[from] BrokenLaw),
}

/// A law does not hold on a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{solver} breaks a law on {puzzle}: {law}: {found}")]
pub struct BrokenLaw {
    /// The config or engine.
    pub solver: String,
    /// The law.
    pub law: &'static str,
    /// The puzzle.
    pub puzzle: Box<Puzzle>,
    /// What was found instead.
    pub found: String,
}

/// Checks the laws of a part of the catalogue, in its combinations with the other parts.
///
/// # Errors
/// [`LawError`] if the catalogue has no such name, or at the first broken law.
pub fn check(name: &str) -> Result<(), LawError> {
    let laws = Laws::new();
    let configs = configs(name);
    configs.par_iter().try_for_each(|config| laws.check_config(config))?;
    match EngineEntry::named(name) {
        Ok(entry) => {
            for engine in entry.engines() {
                laws.check_engine(&*engine, engine.identity().parts.is_some())?;
            }
            Ok(())
        }
        Err(_) if !configs.is_empty() => Ok(()),
        Err(_) => {
            let mut known = VariableEntry::names();
            known.extend(TieEntry::names());
            known.extend(ValueEntry::names());
            known.extend(PruningEntry::names());
            known.extend(EngineEntry::names());
            Err(UnknownName::new("part of the catalogue", name, known).into())
        }
    }
}

/// The configs in which a name is checked: an ordering with all ties, levels and value orderings; a
/// tie-break with all orderings; a value ordering with all levels; a level with all orderings.
fn configs(name: &str) -> Vec<Config> {
    let mut configs = Vec::new();
    for variable in &VARIABLE_ORDERINGS {
        let ties = if variable.takes_tie { TIE_BREAKS.len() } else { 1 };
        for (tie_at, tie) in TIE_BREAKS[..ties].iter().enumerate() {
            let order = OrderAndTie { variable, tie: variable.takes_tie.then_some(tie) };
            for (value_at, value) in VALUE_ORDERINGS.iter().enumerate() {
                for pruning in &PRUNINGS {
                    let others = [tie_at, value_at].iter().filter(|&&at| at > 0).count();
                    let is_wanted = (variable.name == name && others < 2)
                        || (variable.takes_tie && tie.name == name && value_at == 0)
                        || (value.name == name && tie_at == 0)
                        || (pruning.name == name && others == 0);
                    if !is_wanted {
                        continue;
                    }
                    let branchings = BRANCHINGS.iter();
                    configs.extend(
                        branchings.filter_map(|b| Config::new(order, value, pruning, b).ok()),
                    );
                }
            }
        }
    }
    configs
}

/// The most solutions that are counted.
const MOST_SOLUTIONS: u64 = 100;
/// Cuts the searches of the weakest configs; laws about whole trees then pass over them.
const MOST_NODES: u64 = 10_000;
/// Puzzles of each bundled corpus.
const EACH: usize = 3;

/// The puzzles of the laws, with what is known of them.
struct Laws {
    puzzles: Vec<Puzzle>,
    isomorphs: Vec<Puzzle>,
    /// By puzzle, up to [`MOST_SOLUTIONS`].
    solutions: Vec<u64>,
}

/// A broken law before its config and puzzle are known.
type Check = Result<(), (&'static str, String)>;

/// Whether a law holds; `found` is for the error.
fn law(holds: bool, law: &'static str, found: impl fmt::Debug) -> Check {
    if holds { Ok(()) } else { Err((law, format!("{found:?}"))) }
}

impl Laws {
    fn new() -> Self {
        let mut puzzles = Vec::new();
        for source in Source::bundled() {
            let mut window = Window::new();
            let mut reader = source.open().expect("it is in memory");
            let _ = reader.read_window(EACH, &mut window).expect("it is valid");
            puzzles.extend_from_slice(window.puzzles());
        }
        let mut choices = Choices::new(7, Chooser::Isomorph);
        let isomorph = |puzzle: &Puzzle| Symmetry::random(|n| choices.choose(n)).apply(puzzle);
        let isomorphs = puzzles.iter().map(isomorph).collect();
        let counted = solve(&Bitboard::new(), Job::new(counting()), &puzzles);
        let solutions = counted.iter().map(|outcome| outcome.found.solutions).collect();
        Self { puzzles, isomorphs, solutions }
    }

    fn check_config(&self, config: &Config) -> Result<(), BrokenLaw> {
        let engine = search(config);
        self.check_engine(&*engine, true)?;
        self.each(&*engine, counting(), |_, outcome| tree(config, outcome))?;
        let is_default = config.value == &VALUE_ORDERINGS[0];
        if !is_default && has_fixed_tree(config) {
            let default = search(&Config { value: &VALUE_ORDERINGS[0], ..*config });
            let expected = solve(&*default, limited(counting()), &self.puzzles);
            self.each(&*engine, counting(), |at, outcome| {
                let is_whole = [outcome, &expected[at]].map(|o| o.ended == Ended::Exhausted);
                law(
                    is_whole != [true; 2] || outcome.counts == expected[at].counts,
                    "value orderings change no exhausted tree of an ordering without memory",
                    (outcome.counts, expected[at].counts),
                )
            })?;
        }
        Ok(())
    }

    /// The laws of all engines; `counts_nodes`: of those whose nodes a limit cuts too.
    fn check_engine(&self, engine: &dyn Engine, counts_nodes: bool) -> Result<(), BrokenLaw> {
        self.each(engine, counting(), |at, outcome| {
            let found = outcome.found.solutions;
            law(
                found == self.solutions[at],
                "the number of solutions is that of bitboard",
                (found, self.solutions[at]),
            )
        })?;
        for (goal, most) in [(Goal::First, 1), (Goal::Unique, 2)] {
            self.each(engine, goal, |at, outcome| {
                let (found, expected) = (outcome.found.solutions, self.solutions[at].min(most));
                law(found == expected, "the goals agree", (goal, found, expected))?;
                let is_unique = goal == Goal::Unique && outcome.status(goal) == Status::Unique;
                let Counts { guesses, fails, .. } = outcome.counts;
                law(
                    !is_unique || guesses == fails,
                    "with one solution every guess fails",
                    (guesses, fails),
                )
            })?;
        }
        let isomorphs = solve(engine, limited(counting()), &self.isomorphs);
        self.each(engine, counting(), |at, outcome| {
            let (given, turned) = (outcome.found.solutions, isomorphs[at].found.solutions);
            law(
                isomorphs[at].ended.is_censored() || given == turned,
                "isomorphs keep the number of solutions",
                (given, turned),
            )
        })?;
        self.check_repeats(engine)?;
        if counts_nodes { self.check_limit(engine) } else { Ok(()) }
    }

    /// One worker, backwards and one puzzle a call, on each instruction set: nothing is carried over.
    fn check_repeats(&self, engine: &dyn Engine) -> Result<(), BrokenLaw> {
        let job = limited(Goal::Unique);
        let expected = solve(engine, Job { isa: Isa::PORTABLE, ..job }, &self.puzzles);
        for &isa in Isa::available() {
            let mut worker = engine.start(&Job { isa, ..job }).expect("every engine has the goal");
            for (puzzle, expected) in self.puzzles.iter().zip(&expected).rev() {
                let mut outcome = [Outcome::NOT_RUN];
                worker.solve(&[*puzzle], &job.limits(None), &mut outcome);
                let is_same = outcome[0] == *expected || expected.ended.is_censored();
                let law = "outcomes depend on no instruction set and no earlier puzzle";
                self::law(is_same, law, (isa, outcome[0], expected))
                    .map_err(broken(engine, puzzle))?;
            }
        }
        Ok(())
    }

    /// A node limit cuts exactly there.
    fn check_limit(&self, engine: &dyn Engine) -> Result<(), BrokenLaw> {
        let whole = solve(engine, limited(Goal::Unique), &self.puzzles);
        for limit in [1, 10] {
            let node_limit = NonZeroU64::new(limit);
            let cut = solve(engine, Job { node_limit, ..Job::new(Goal::Unique) }, &self.puzzles);
            for ((puzzle, whole), cut) in self.puzzles.iter().zip(&whole).zip(&cut) {
                let Some(nodes) = whole.counts.nodes else { continue };
                let holds = match nodes <= limit {
                    true => cut == whole,
                    false => {
                        cut.ended == Ended::AtNodeLimit
                            && cut.counts.nodes == node_limit.map(NonZeroU64::get)
                    }
                };
                law(holds, "a node limit cuts exactly there", (limit, cut, whole))
                    .map_err(broken(engine, puzzle))?;
            }
        }
        Ok(())
    }

    /// Checks each outcome that no limit cut, by its number.
    fn each(
        &self,
        engine: &dyn Engine,
        goal: Goal,
        check: impl Fn(usize, &Outcome) -> Check,
    ) -> Result<(), BrokenLaw> {
        let outcomes = solve(engine, limited(goal), &self.puzzles);
        for (at, (puzzle, outcome)) in self.puzzles.iter().zip(&outcomes).enumerate() {
            let checked = verify(puzzle, outcome, goal);
            let answer = checked.map_err(|fault| ("every answer is right", fault.to_string()));
            let is_cut = outcome.ended.is_censored();
            answer
                .and_then(|_| if is_cut { Ok(()) } else { check(at, outcome) })
                .map_err(broken(engine, puzzle))?;
        }
        Ok(())
    }
}

fn broken(
    engine: &dyn Engine,
    puzzle: &Puzzle,
) -> impl FnOnce((&'static str, String)) -> BrokenLaw {
    let (solver, puzzle) = (engine.identity().label(), Box::new(*puzzle));
    move |(law, found)| BrokenLaw { solver, law, puzzle, found }
}

fn counting() -> Goal {
    Goal::Count(NonZeroU64::new(MOST_SOLUTIONS).expect("it is not 0"))
}

fn limited(goal: Goal) -> Job {
    Job { node_limit: NonZeroU64::new(MOST_NODES), ..Job::new(goal) }
}

fn solve(engine: &dyn Engine, job: Job, puzzles: &[Puzzle]) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
    let mut worker = engine.start(&job).expect("every engine counts solutions");
    let limits: Limits<'_> = job.limits(None);
    worker.solve(puzzles, &limits, &mut outcomes);
    worker.stop();
    outcomes
}

/// Whether an exhausted tree has the same counts under each value ordering: d-way branching, and an
/// ordering and a tie-break that look at the state only.
fn has_fixed_tree(config: &Config) -> bool {
    let has_memory = config.variable.has_memory || config.tie.is_some_and(|tie| tie.is_random);
    config.branching.branching == Branching::DWay && !has_memory
}

/// The laws of the counters of a search.
fn tree(config: &Config, outcome: &Outcome) -> Check {
    let counts = &outcome.counts;
    let values = counts.values();
    let [Some(nodes), Some(choices), Some(branches), Some(guesses), Some(fails), Some(max_depth)] =
        values
    else {
        return law(false, "search counts everything", values);
    };
    // A level that leaves cells, or places, with one candidate places digits without a branch.
    let strength = config.pruning.strength;
    let has_single_items = strength < Strength::Cascade
        || (config.variable.selects_places && strength < Strength::Units);
    law(has_single_items || nodes == 1 + branches, "nodes = 1 + branches", counts)?;
    if outcome.ended == Ended::Exhausted {
        let ends = guesses + 1 == fails + outcome.found.solutions;
        law(ends, "in a whole tree guesses + 1 = fails + solutions", (counts, outcome.found))?;
        law(guesses == branches - choices, "in a whole tree guesses = branches - choices", counts)?;
        let is_binary = config.branching.branching == Branching::TwoWay;
        law(!is_binary || choices == guesses, "under two_way choices = guesses", counts)?;
    }
    law(guesses <= branches && branches < nodes, "guesses <= branches < nodes", counts)?;
    law(max_depth <= branches, "max_depth <= branches", counts)?;
    law(counts.search_free == Some(nodes == 1), "search_free where nodes = 1", counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Identity, StartError, Timing, Worker};
    use crate::grid::Cell;

    /// Changes the outcome of a puzzle, after a number of puzzles.
    type Change = fn(&mut Outcome, &Puzzle, u64);

    /// `bitboard` with a fault in its outcomes.
    #[derive(Debug)]
    struct Faulty(Bitboard, Change);

    struct FaultyWorker(Box<dyn Worker>, Change, u64);

    impl Engine for Faulty {
        fn identity(&self) -> &Identity {
            self.0.identity()
        }

        fn timing(&self) -> Timing {
            self.0.timing()
        }

        fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError> {
            Ok(Box::new(FaultyWorker(self.0.start(job)?, self.1, 0)))
        }
    }

    impl Worker for FaultyWorker {
        fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
            self.0.solve(puzzles, limits, outcomes);
            for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
                (self.1)(outcome, puzzle, self.2);
                self.2 += 1;
            }
        }
    }

    #[test]
    fn broken_laws_are_found() {
        let laws = Laws::new();
        assert_eq!(laws.check_engine(&Bitboard::new(), true), Ok(()));
        let faults: [(Change, &str); 5] = [
            (|outcome, _, _| outcome.ended = Ended::Failed, "every answer is right"),
            (
                |outcome, _, _| {
                    if outcome.found.solutions > 2 {
                        outcome.found.solutions -= 1;
                        outcome.ended = Ended::Exhausted;
                    }
                },
                "the number of solutions is that of bitboard",
            ),
            (
                |outcome, puzzle, _| {
                    if puzzle.clue(Cell::new(0)).is_some() && outcome.found.solutions == 1 {
                        outcome.found.solutions = 0;
                        outcome.found.solution = None;
                    }
                },
                "the number of solutions is that of bitboard",
            ),
            (
                |outcome, _, before| outcome.counts.guesses = Some(before),
                "with one solution every guess fails",
            ),
            (
                |outcome, _, before| outcome.counts.max_depth = Some(before),
                "outcomes depend on no instruction set and no earlier puzzle",
            ),
        ];
        for (fault, expected) in faults {
            let broken = laws.check_engine(&Faulty(Bitboard::new(), fault), true);
            assert_eq!(broken.expect_err(expected).law, expected);
        }
    }

    #[test]
    fn names_are_those_of_the_catalogue() {
        let error = check("centre_frist").expect_err("no name").to_string();
        assert!(error.contains("unknown part of the catalogue \"centre_frist\""), "{error}");
        assert!(!configs("ddeg").is_empty() && !configs("lcv").is_empty());
        assert!(configs("singles").iter().all(|config| config.pruning.name == "singles"));
    }
}
