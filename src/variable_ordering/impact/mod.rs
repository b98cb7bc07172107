//! `impact`: the item whose alternatives leave the smallest trees, as estimated from what each of them
//! strikes. In the spirit of Refalo's impacts (CP 2004, 557-571) and of Geelen's promise (ECAI 1992,
//! 31-35).
//!
//! Items are the blank cells, and the unfilled places of a digit in a unit that has one for it at least:
//! under `exact_cover_s` a digit without a place is an item, which fails at once, here it is none. Only the
//! levels below `singles` do not see that it is a conflict.
//! `n(u, x)` is the number of blank cells of unit u that hold digit x. A unit is worth `B(n)` where a
//! digit has n places in it: 12, 6, 3, 2, 1 for n = 2 to 6, and 0 for all others. The weight of the
//! alternative "digit d in cell c" is
//!
//! ```text
//! w(c, d) =   sum over the blank peers p of c that hold d:
//!                 8 + sum over the units u of p that do not contain c: B(n(u, d))
//!           + sum over the other candidates e of c, and the three units u of c: B(n(u, e))
//! ```
//!
//! It counts the candidates that the placement strikes, weighted by how close each brings units to a
//! forced cell. The size of the tree below falls with the square of the weight:
//!
//! ```text
//! score(item) = sum over its alternatives (c, d): floor(2^22 / max(w(c, d), 12)^2)
//! ```
//!
//! `impact` selects the least score among the items that have at most three alternatives, or the
//! fewest that any item has if those are more. `impact_fewest` selects it among the items with the
//! fewest alternatives. Ties: cells before places; the lowest cell; the lowest unit (rows, columns,
//! boxes), then the lowest digit.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod items;
mod numbers;
mod portable;
mod weights;

#[cfg(target_arch = "x86_64")]
use self::{avx2::Avx2, avx512::Avx512};
use self::{items::Eligible, items::Holders, portable::Portable};
use super::{CellOrPlace, NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, CellSet, Digit};
use crate::isa::Isa;
use crate::pruning::Strength;
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `impact`.
#[derive(Debug)]
pub struct Impact;

impl NamedOrdering for Impact {
    const NAME: &'static str = "impact";
    const FORMULA: &'static str = "the item (blank cell or unfilled place) with at most max(3, \
                                   fewest) alternatives whose sum of 1/w^2 is least; w weighs what \
                                   the alternative strikes by how close it brings units to a \
                                   forced cell";
    const SOURCE: &'static str = "in the spirit of Refalo, CP 2004, and Geelen, ECAI 1992";
    const TAKES_TIE: bool = false;
    const SELECTS_PLACES: bool = true;

    fn build<S: State, T: TieBreak<S>>(setup: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        LeastScore::new(setup, Eligible::UpToThree)
    }
}

/// The ordering `impact_fewest`.
#[derive(Debug)]
pub struct ImpactFewest;

impl NamedOrdering for ImpactFewest {
    const NAME: &'static str = "impact_fewest";
    const FORMULA: &'static str = "as impact, among the items with the fewest alternatives";
    const SOURCE: &'static str = "in the spirit of Refalo, CP 2004, and Geelen, ECAI 1992";
    const TAKES_TIE: bool = false;
    const SELECTS_PLACES: bool = true;

    fn build<S: State, T: TieBreak<S>>(setup: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        LeastScore::new(setup, Eligible::Fewest)
    }
}

struct LeastScore {
    isa: Isa,
    /// Whether a node can have a blank cell without candidates.
    has_empty_cells: bool,
    eligible: Eligible,
}

impl LeastScore {
    const fn new(setup: &Setup, eligible: Eligible) -> Self {
        let has_empty_cells = matches!(setup.strength, Strength::None);
        Self { isa: setup.isa, has_empty_cells, eligible }
    }
}

impl<S: State> VariableOrdering<S> for LeastScore {
    type Item = CellOrPlace;

    fn select(&mut self, state: &S, _: usize) -> CellOrPlace {
        if self.has_empty_cells
            && let Some(cell) = empty_cell(state)
        {
            return cell.into();
        }
        least(self.isa, &Holders::of(state), self.eligible)
    }
}

/// The first blank cell without a candidate. Its score is 0, which is less than that of any other.
fn empty_cell<S: State>(state: &S) -> Option<Cell> {
    let held = Digit::all().fold(CellSet::EMPTY, |held, digit| held | state.holders(digit));
    (state.blanks() & !held).first()
}

/// The eligible item with the least score; every item has an alternative.
#[inline(never)]
fn least(isa: Isa, holders: &Holders, eligible: Eligible) -> CellOrPlace {
    #[cfg(target_arch = "x86_64")]
    {
        if isa.has_avx512() {
            return isa.run_avx512(
                #[inline(always)]
                || items::least::<Avx512>(holders, eligible),
            );
        }
        if isa.has_avx2() {
            return isa.run_avx2(
                #[inline(always)]
                || items::least::<Avx2>(holders, eligible),
            );
        }
    }
    let _ = isa;
    items::least::<Portable>(holders, eligible)
}
