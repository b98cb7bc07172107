//! Variable ordering: which cell the search branches on next. Tie-breaks choose among equal cells.
//!
//! An ordering is a strategy ([`NamedOrdering`]: name, formula, and how to build it) that makes a
//! [`VariableOrdering`] for a kind of state and a tie-break.

mod anti_first_fail;
mod dom_ddeg;
mod dom_wdeg;
mod exact_cover_s;
mod first_fail;
mod impact;
mod input_order;
mod item;
mod last_conflict;
mod max_elimination;
mod random;
mod row_blanks;
mod static_first_fail;
pub mod tie_break;

pub use anti_first_fail::AntiFirstFail;
pub use dom_ddeg::DomDdeg;
pub use dom_wdeg::DomWdeg;
pub use exact_cover_s::ExactCoverS;
pub use first_fail::FirstFail;
pub use impact::{Impact, ImpactFewest};
pub use input_order::InputOrder;
pub(crate) use input_order::by_index;
pub use item::{CellOrPlace, Item};
pub use last_conflict::LastConflict;
pub use max_elimination::MaxElimination;
pub use random::Random;
pub(crate) use row_blanks::by_fewest_blanks;
pub use row_blanks::{RowFewestBlanks, RowMostBlanks};
pub use static_first_fail::{StaticAntiFirstFail, StaticFirstFail};

use crate::grid::{Cell, CellSet, Digit, DigitSet, Puzzle};
use crate::isa::Isa;
use crate::pruning::Strength;
use crate::state::State;
use tie_break::TieBreak;

/// What the search decided about a cell of a node.
#[derive(Debug)]
pub struct Decision<'a, S> {
    /// The state of the node.
    pub parent: &'a S,
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Whether the digit was placed in the cell; else it was excluded from it.
    pub is_placement: bool,
}

/// A failed node.
#[derive(Debug)]
pub struct Failure<'a, S> {
    /// The decision that made the node; the root has none.
    pub decision: Option<Decision<'a, S>>,
    /// The selected cell, if the node failed because its domain was empty.
    pub empty: Option<Cell>,
}

/// An ordering that works on one puzzle after another.
pub trait VariableOrdering<S: State>: Send {
    /// The type of item that it selects.
    type Item: Item;

    /// Starts a puzzle.
    fn start(&mut self, _puzzle: &Puzzle) {}

    /// The item to branch on in a node with blanks; `depth` is the number of digits that the
    /// search placed on the path to the node.
    fn select(&mut self, state: &S, depth: usize) -> Self::Item;

    /// Records that a digit was placed in the cell without conflict.
    #[inline(always)]
    fn placed(&mut self, _cell: Cell) {}

    /// Records a failed node.
    #[inline(always)]
    fn failed(&mut self, _failure: &Failure<'_, S>) {}
}

/// An ordering for a kind of state as a trait object.
pub type AnyOrdering<S> = Box<dyn VariableOrdering<S, Item = CellOrPlace>>;

impl<S: State> VariableOrdering<S> for AnyOrdering<S> {
    type Item = CellOrPlace;

    fn start(&mut self, puzzle: &Puzzle) {
        (**self).start(puzzle);
    }
    fn select(&mut self, state: &S, depth: usize) -> CellOrPlace {
        (**self).select(state, depth)
    }
    fn placed(&mut self, cell: Cell) {
        (**self).placed(cell);
    }
    fn failed(&mut self, failure: &Failure<'_, S>) {
        (**self).failed(failure);
    }
}

/// An ordering whose items are of the common type.
struct Common<O>(O);

impl<S: State, O: VariableOrdering<S>> VariableOrdering<S> for Common<O> {
    type Item = CellOrPlace;

    fn start(&mut self, puzzle: &Puzzle) {
        self.0.start(puzzle);
    }
    fn select(&mut self, state: &S, depth: usize) -> CellOrPlace {
        self.0.select(state, depth).into()
    }
    fn placed(&mut self, cell: Cell) {
        self.0.placed(cell);
    }
    fn failed(&mut self, failure: &Failure<'_, S>) {
        self.0.failed(failure);
    }
}

/// Boxes an ordering.
pub fn boxed<S: State>(ordering: impl VariableOrdering<S> + 'static) -> AnyOrdering<S> {
    Box::new(Common(ordering))
}

/// The parameters of an ordering besides the node.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed of random choices.
    pub seed: u64,
    /// The failures that the level detects.
    pub strength: Strength,
    /// The instruction set that it may use.
    pub isa: Isa,
}

/// The catalogue entry of a variable ordering.
pub trait NamedOrdering: 'static {
    /// The name in configs and files.
    const NAME: &'static str;
    /// The rule in one line; D = domain size, U = number of blank peers.
    const FORMULA: &'static str;
    /// Synonyms and source.
    const SOURCE: &'static str;
    /// Whether it leaves ties. If so, a config may name a tie-break.
    const TAKES_TIE: bool;
    /// Whether it selects places of digits in units besides cells.
    const SELECTS_PLACES: bool = false;
    /// Whether its choices depend on more than the state: on earlier nodes or random numbers.
    const HAS_MEMORY: bool = false;

    /// The ordering for a kind of state.
    fn build<S: State, T: TieBreak<S>>(setup: &Setup, tie: T)
    -> impl VariableOrdering<S> + 'static;
}

/// An order of the blanks that is fixed at the start of the puzzle. Cells filled later are skipped.
#[derive(Debug)]
pub struct FixedOrder<F> {
    sort: F,
    cells: [Cell; Cell::COUNT],
}

impl<F: Fn(&Puzzle, &mut [Cell]) + Send> FixedOrder<F> {
    /// The order of `sort`, which gets the blanks in row-major order.
    pub const fn new(sort: F) -> Self {
        Self { sort, cells: [Cell::new(0); Cell::COUNT] }
    }
}

impl<S: State, F: Fn(&Puzzle, &mut [Cell]) + Send> VariableOrdering<S> for FixedOrder<F> {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        let blanks = puzzle.blanks();
        for (slot, cell) in self.cells.iter_mut().zip(blanks) {
            *slot = cell;
        }
        (self.sort)(puzzle, &mut self.cells[..blanks.len() as usize]);
    }

    /// Every placement fills the first blank of the order, so after `depth` placements the
    /// first `depth` cells are filled.
    #[inline(always)]
    fn select(&mut self, state: &S, depth: usize) -> Cell {
        let mut at = depth;
        if S::IS_PRUNED {
            let blanks = state.blanks();
            while !blanks.contains(self.cells[at]) {
                at += 1;
            }
        }
        self.cells[at]
    }
}

/// The number of digits that are not clues of the cell's peers.
#[must_use]
fn domain_by_clues(puzzle: &Puzzle, cell: Cell) -> u32 {
    let used: DigitSet =
        crate::grid::PEERS[cell].into_iter().filter_map(|peer| puzzle.clue(peer)).collect();
    9 - used.len()
}

/// The number of blank peers of a cell.
#[inline(always)]
#[must_use]
pub fn blank_peers(blanks: CellSet, cell: Cell) -> u32 {
    (blanks & crate::grid::PEERS[cell]).len()
}

/// The blanks with the smallest ratio (numerator, denominator above 0), compared exactly.
fn smallest_ratios(blanks: CellSet, ratio: impl Fn(Cell) -> (u32, u32)) -> CellSet {
    let mut best = (1, 0);
    let mut cells = CellSet::EMPTY;
    for cell in blanks {
        let (numerator, denominator) = ratio(cell);
        let mine = u64::from(numerator) * u64::from(best.1);
        let theirs = u64::from(best.0) * u64::from(denominator);
        if mine < theirs {
            best = (numerator, denominator);
            cells = CellSet::of(cell);
        } else if mine == theirs {
            cells = cells.with(cell);
        }
    }
    cells
}
