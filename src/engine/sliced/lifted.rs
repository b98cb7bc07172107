//! Orderings without a form for vectors: they choose on the lifted frames, one lane after another, as
//! `search` chooses on its states.

use super::counting::digits_of;
use super::tree::Chooser;
use crate::engine::Job;
use crate::engine::batch::LANES;
use crate::engine::batch::frame::{CHOICE_BITS, Frame};
use crate::engine::batch::layout::Candidates as Sliced;
use crate::engine::batch::rules::Choice;
use crate::engine::batch::vector::Vector;
use crate::grid::{Cell, Digit, DigitSet, Puzzle};
use crate::isa::Isa;
use crate::state::Candidates;
use crate::value_ordering::ValueOrdering;
use crate::variable_ordering::{AnyOrdering, Item as _};

/// Makes a variable ordering for a job.
type MakeVariable = Box<dyn Fn(&Job) -> AnyOrdering<Candidates> + Send + Sync>;

/// Makes a value ordering from a seed.
type MakeValues = Box<dyn Fn(u64) -> Box<dyn ValueOrdering<Candidates>> + Send + Sync>;

/// Makes the orderings of a config for a job.
pub struct LiftedOrderings {
    /// The variable ordering, which must depend on the node and the puzzle alone but for random numbers, and
    /// must select cells.
    pub variable: MakeVariable,
    /// The value ordering, from the seed.
    pub values: MakeValues,
    /// Whether one of them draws random numbers.
    pub is_random: bool,
}

/// The orderings of every lane.
struct Lifted {
    lanes: Vec<Lane>,
    is_random: bool,
}

struct Lane {
    variable: AnyOrdering<Candidates>,
    values: Box<dyn ValueOrdering<Candidates>>,
}

pub(super) fn chooser<V: Vector>(orderings: &LiftedOrderings, job: &Job) -> Box<dyn Chooser<V>> {
    let lane =
        |_| Lane { variable: (orderings.variable)(job), values: (orderings.values)(job.seed) };
    let lanes = (0..LANES).map(lane).collect();
    Box::new(Lifted { lanes, is_random: orderings.is_random })
}

impl<V: Vector> Chooser<V> for Lifted {
    fn choose(&mut self, isa: Isa, candidates: &Sliced<V>) -> Choice<V> {
        V::run(
            isa,
            #[inline(always)]
            || {
                let mut is_open = V::zero();
                for cell in 0..Cell::COUNT {
                    is_open = is_open.or(digits_of(candidates, cell).several);
                }
                Choice { is_open, number: [V::zero(); CHOICE_BITS] }
            },
        )
    }

    fn start(&mut self, lane: usize, puzzle: &Puzzle) {
        let Lane { variable, values } = &mut self.lanes[lane];
        variable.start(puzzle);
        values.start(puzzle);
    }

    fn cell(&mut self, lane: usize, frame: &Frame, depth: usize) -> Cell {
        let item = self.lanes[lane].variable.select(&state(frame), depth);
        item.cell().expect("the ordering selects cells")
    }

    fn take(&mut self, lane: usize, frame: &Frame, cell: Cell, remaining: &mut DigitSet) -> Digit {
        self.lanes[lane].values.take(&state(frame), cell, remaining)
    }

    fn has_memory(&self) -> bool {
        self.is_random
    }
}

/// The state of `search` in a node at its fixpoint.
fn state(frame: &Frame) -> Candidates {
    Candidates::settled(|digit| frame.places(digit))
}
