//! The presets.

use crate::goal::Goal;
use crate::named::Named;

/// The presets: the searches of the four programs that the project grew from.
pub static PRESETS: &[Preset] = &[
    Preset { name: "acwing166", config: "first_fail:lowest/indomain_min/none", goal: Goal::First },
    Preset { name: "poj3074", config: "first_fail:lowest/indomain_min/none", goal: Goal::First },
    Preset { name: "poj2676", config: "input_order/indomain_min/none", goal: Goal::First },
    Preset { name: "p1074", config: "row_fewest_blanks/indomain_min/none", goal: Goal::MaxScore },
];

/// A config and goal under the name of the program that it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The program's problem.
    pub name: &'static str,
    /// Its search.
    pub config: &'static str,
    /// What it is asked for.
    pub goal: Goal,
}

super::entry!(Preset, "preset", PRESETS);
