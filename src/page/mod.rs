//! `report.html`: a run in one self-contained file.
//!
//! The page is a template. The template engine escapes its values. Only the style table and the script
//! of this folder, and pictures that the drawing crate has escaped, are inserted as markup. A content
//! security policy allows only this script, by its hash, and no external resource.

mod escaper;
mod facts;
mod figure;
mod hardest;
mod nodes;
mod rule_costs;
mod table;
mod tables;

use crate::charts::ChartInput;
use crate::run_files::rules::RuleTable;
use crate::run_files::summary::SummaryTable;
use crate::stats::run::Run;
use askama::Template;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use facts::Facts;
use figure::Group;
use sha2::{Digest as _, Sha256};
use table::Table;

/// The file's name.
pub const FILE: &str = "report.html";

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    facts: Facts,
    corpora: Table,
    /// Of a merged run.
    nodes: Option<Table>,
    sections: Vec<Section>,
    style: &'static str,
    script: &'static str,
    script_hash: String,
}

/// The section of a corpus.
struct Section {
    corpus: String,
    tables: Vec<Table>,
    groups: Vec<Group>,
}

/// The report of a run.
///
/// # Errors
/// A one-line message if the template cannot be rendered.
pub fn report(
    run: &Run,
    input: &ChartInput<'_>,
    summary: &SummaryTable,
    rules: &RuleTable,
) -> Result<String, String> {
    let mut figures = figure::figures(input);
    let sections = input.table.corpora.iter().map(|corpus| {
        let mut tables = vec![
            tables::summary(summary.of(&corpus.name)),
            tables::ranking(corpus, input.limits()),
            tables::comparisons(input.comparisons(corpus)),
            hardest::hardest(corpus, input.puzzles.of(&corpus.name)),
        ];
        tables.extend(rule_costs::rule_costs(rules.of(&corpus.name)));
        let groups = figures.remove(&corpus.name).unwrap_or_default();
        Section { corpus: corpus.name.clone(), tables, groups }
    });
    let page = Page {
        facts: Facts::new(run),
        corpora: tables::corpora(&run.meta.corpora),
        nodes: (!run.meta.shards.is_empty()).then(|| nodes::nodes(&run.meta.shards)),
        sections: sections.collect(),
        style: STYLE,
        script: SCRIPT,
        script_hash: format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(SCRIPT))),
    };
    page.render().map_err(|error| format!("{FILE}: {error}"))
}
