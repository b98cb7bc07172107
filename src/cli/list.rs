//! `list`: everything that has a name.
//!
//! The first column contains only the names, as the user types them.

use super::{Exit, Failure, output};
use crate::catalogue::ALIASES;
use crate::catalogue::{
    BRANCHINGS, ENGINES, PRESETS, PRUNINGS, TIE_BREAKS, VALUE_ORDERINGS, VARIABLE_ORDERINGS,
};
use crate::goal::Goal;
use crate::identity::EngineName;
use crate::tables::aligned::{folded, wrapped};
use clap::ValueEnum;
use std::io::{self, Write};
use std::iter;

/// The arguments of `list`.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// What to list [default: everything]
    kinds: Vec<Kind>,
    /// Only the names, one per line
    #[arg(long)]
    names: bool,
}

/// A table of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Orderings,
    Ties,
    Values,
    Prunings,
    Branchings,
    Goals,
    Engines,
    Presets,
}

/// One row: the name as it is typed, the formula, the source.
struct Row {
    name: String,
    formula: String,
    source: String,
}

impl Row {
    fn new(name: impl Into<String>, formula: impl Into<String>, source: impl Into<String>) -> Self {
        Self { name: name.into(), formula: formula.into(), source: source.into() }
    }
}

impl Kind {
    fn title(self) -> &'static str {
        match self {
            Self::Orderings => {
                "variable orderings (--order ORDER[:TIE]): which cell next; \
                 D = domain size, U = blank peers"
            }
            Self::Ties => {
                "tie-breaks (--tie): which of equals, where the ordering leaves ties; \
                 U = blank peers"
            }
            Self::Values => "value orderings (--value): which digit first",
            Self::Prunings => "pruning levels (--prune): the inference at every node",
            Self::Branchings => "branchings (--branching): how a search branches on an item",
            Self::Goals => "goals (--goal): what a search is asked for",
            Self::Engines => "engines (--engine)",
            Self::Presets => "presets (--preset): the searches of the four original programs",
        }
    }

    fn rows(self) -> Vec<Row> {
        match self {
            Self::Orderings => orderings(),
            Self::Ties => {
                TIE_BREAKS.iter().map(|e| Row::new(e.name, e.formula, e.source)).collect()
            }
            Self::Values => {
                VALUE_ORDERINGS.iter().map(|e| Row::new(e.name, e.formula, e.source)).collect()
            }
            Self::Prunings => {
                PRUNINGS.iter().map(|e| Row::new(e.name, e.formula, e.source)).collect()
            }
            Self::Branchings => {
                BRANCHINGS.iter().map(|e| Row::new(e.name, e.formula, e.source)).collect()
            }
            Self::Goals => {
                Goal::DEFINITIONS.iter().map(|&(name, rule)| Row::new(name, rule, "")).collect()
            }
            Self::Engines => {
                let search = Row::new(
                    EngineName::SEARCH.as_str(),
                    "any config, through the one depth-first loop; named by --config, --order or --preset, \
                     not by --engine",
                    "",
                );
                let others = ENGINES.iter().map(|e| Row::new(e.name, e.formula, e.source));
                iter::once(search).chain(others).collect()
            }
            Self::Presets => PRESETS
                .iter()
                .map(|e| Row::new(e.name, format!("{} --goal {}", e.config, e.goal), ""))
                .collect(),
        }
    }
}

fn orderings() -> Vec<Row> {
    let mut rows: Vec<_> = VARIABLE_ORDERINGS
        .iter()
        .map(|entry| {
            let ties = if entry.takes_tie { "" } else { "; takes no tie-break" };
            Row::new(entry.name, format!("{}{ties}", entry.formula), entry.source)
        })
        .collect();
    rows.extend(
        ALIASES.map(|(alias, meaning)| Row::new(alias, format!("the same as {meaning}"), "")),
    );
    rows
}

/// Prints the tables.
pub(super) fn execute(args: &ListArgs) -> Result<Exit, Failure> {
    let kinds = if args.kinds.is_empty() { Kind::value_variants() } else { &args.kinds };
    print(&mut io::stdout().lock(), kinds, args.names).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}

fn print(out: &mut impl Write, kinds: &[Kind], only_names: bool) -> io::Result<()> {
    for (at, kind) in kinds.iter().enumerate() {
        let rows = kind.rows();
        if only_names {
            rows.iter().try_for_each(|row| writeln!(out, "{}", row.name))?;
            continue;
        }
        if at > 0 {
            writeln!(out)?;
        }
        let title = folded(kind.title().split(' '), " ", output::width());
        out.write_all(title.as_bytes())?;
        let cells = rows.into_iter().map(|Row { name, formula, source }| {
            let source = if source.is_empty() { source } else { format!("  [{source}]") };
            [format!("  {name}"), formula + &source]
        });
        out.write_all(wrapped(cells, 2, output::width()).as_bytes())?;
    }
    out.flush()
}
