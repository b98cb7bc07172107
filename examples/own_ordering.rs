//! An ordering of your own, without a fork: `centre_first` selects the blank cell nearest to the centre.
//! The program is all of dokubench with one name more:
//!
//! ```sh
//! cargo run --release --example own_ordering -- run --order centre_first,first_fail --passes 0
//! ```

use dokubench::catalogue::{VARIABLE_ORDERINGS, VariableEntry};
use dokubench::grid::{Cell, Puzzle};
use dokubench::state::State;
use dokubench::variable_ordering::tie_break::TieBreak;
use dokubench::variable_ordering::{NamedOrdering, Setup, VariableOrdering};
use std::process::ExitCode;

struct CentreFirst;

impl NamedOrdering for CentreFirst {
    const NAME: &'static str = "centre_first";
    const FORMULA: &'static str = "min max(|row - 5|, |column - 5|), rows and columns from 1";
    const SOURCE: &'static str = "an example";
    const TAKES_TIE: bool = true;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, tie: T) -> impl VariableOrdering<S> + 'static {
        Nearest { tie }
    }
}

struct Nearest<T> {
    tie: T,
}

impl<S: State, T: TieBreak<S>> VariableOrdering<S> for Nearest<T> {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        self.tie.start(puzzle);
    }

    fn select(&mut self, state: &S, _depth: usize) -> Cell {
        let distance =
            |cell: Cell| (cell.index() / 9).abs_diff(4).max((cell.index() % 9).abs_diff(4));
        let blanks = state.blanks();
        let least = blanks.into_iter().map(distance).min();
        let nearest = blanks.into_iter().filter(|&cell| Some(distance(cell)) == least);
        self.tie.pick(state, nearest.collect())
    }
}

fn main() -> ExitCode {
    let added = VARIABLE_ORDERINGS.add(VariableEntry::of::<CentreFirst>());
    added.expect("the name is new, and nothing has used the catalogue");
    dokubench::cli::main()
}

#[test]
fn centre_first_keeps_the_laws_and_runs() {
    VARIABLE_ORDERINGS.add(VariableEntry::of::<CentreFirst>()).expect("the name is new");
    dokubench::laws::check("centre_first").unwrap_or_else(|broken| panic!("{broken}"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = format!("--out={}", folder.path().join("run").display());
    let args = ["dokubench", "run", "--order=centre_first", "--passes=0", "--take=9", &out];
    let exit = dokubench::cli::execute(args.map(Into::into));
    assert_eq!(exit, Ok(dokubench::cli::Exit::Done));
}
