//! Every name of a contestant and its constructor: one file for each kind of entry.
//!
//! The tables feed the command line, `list`, shell completion and the errors that name what is
//! known. Adding a strategy takes its file, its `mod` line, and one line in its table here. A program
//! that uses the library adds its own with [`Table::add`], as `examples/own_ordering.rs` does.

mod branchings;
mod config;
mod engines;
mod fastest;
mod presets;
mod prunings;
mod search;
mod sliced;
mod table;
mod tie_breaks;
mod value_orderings;
mod variable_orderings;

pub use branchings::{BRANCHINGS, BranchingEntry};
pub use config::{ALIASES, Config, ConfigError, OrderAndTie, cross_product};
pub use engines::{ENGINES, EngineEntry};
pub use fastest::fastest;
pub use presets::{PRESETS, Preset};
pub use prunings::{PRUNINGS, PruningEntry};
pub use search::search;
pub use sliced::{NotSliced, sliced};
pub use table::{AddError, Table};
pub use tie_breaks::{TIE_BREAKS, TieEntry};
pub use value_orderings::{VALUE_ORDERINGS, ValueEntry};
pub use variable_orderings::{VARIABLE_ORDERINGS, VariableEntry};

/// Makes the rows of a table entries that their name selects and tells apart.
macro_rules! entry {
    ($entry:ty, $kind:literal, $table:ident) => {
        impl Named for $entry {
            const KIND: &'static str = $kind;

            fn name(&self) -> &'static str {
                self.name
            }

            fn all() -> &'static [Self] {
                &$table
            }
        }

        impl PartialEq for $entry {
            fn eq(&self, other: &Self) -> bool {
                self.name == other.name
            }
        }

        impl Eq for $entry {}
    };
}
use entry;
