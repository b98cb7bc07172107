//! What makes comparisons worth less than they seem.

use crate::identity::{EngineName, Identity};
use crate::run_files::meta::Meta;
use crate::stats::run_table::{Column, CorpusTable, Metric, RunTable};
use std::collections::BTreeSet;

/// Times that all cores at work inflate by more are not judged.
pub const TOLERATED_INFLATION: f64 = 1.05;

/// The warnings of a run, each in a line.
#[must_use]
pub fn warnings(table: &RunTable, meta: &Meta) -> Vec<String> {
    warnings_of(table, &meta.configs, meta.inflation)
}

fn warnings_of(table: &RunTable, configs: &[Identity], inflation: Option<f64>) -> Vec<String> {
    let mut warnings = Vec::new();
    if inflation.is_some_and(|inflation| inflation > TOLERATED_INFLATION) {
        let text = "working on all cores inflated times by more than 5 %: no verdict on time";
        warnings.push(text.to_owned());
    }
    if table.corpora.iter().any(sets_kernel_against_loop) {
        let text = "times of kernels stand against times of the loop: they compare \
                    implementations, not orderings";
        warnings.push(text.to_owned());
    }
    let mixed = table.corpora.iter().filter(|corpus| mixes_levels_at_a_limit(corpus, configs));
    let mixed: Vec<_> = mixed.map(|corpus| corpus.name.as_str()).collect();
    if !mixed.is_empty() {
        warnings.push(format!(
            "{}: a node limit cut runs of several pruning levels: nodes of different levels get no \
             verdict where runs were cut, and PAR2 on nodes compares configs of one level only",
            mixed.join(", ")
        ));
    }
    warnings
}

fn sets_kernel_against_loop(corpus: &CorpusTable) -> bool {
    let has = |engine| corpus.columns.iter().any(|column| column.engine == engine);
    has(EngineName::KERNEL) && has(EngineName::SEARCH)
}

fn mixes_levels_at_a_limit(corpus: &CorpusTable, configs: &[Identity]) -> bool {
    let of_nodes = || corpus.columns.iter().filter(|column| column.knows(Metric::Nodes));
    let level = |column: &Column| {
        configs.iter().find(|one| one.config == column.config).map_or("", Identity::pruning)
    };
    let is_cut = of_nodes().any(Column::is_censored);
    is_cut && of_nodes().map(level).collect::<BTreeSet<_>>().len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn column(config: &str, engine: &str, status: Status) -> Column {
        let key = PuzzleKey { puzzle_index: 0, isomorph: 0 };
        Column::with_rows(config, engine, [Row::new(key, status, [Some(1), None, None, Some(5)])])
    }

    fn told(columns: Vec<Column>, inflation: Option<f64>) -> Vec<String> {
        let corpora = vec![CorpusTable { name: "c".to_owned(), columns }];
        let configs = [("x", "none"), ("y", "fc")].map(|(config, pruning)| Identity {
            config: config.to_owned(),
            engine: EngineName::SEARCH,
            parts: Some(format!("a/b/{pruning}").parse().expect("a config")),
            formula: String::new(),
        });
        let table = RunTable { goal: "unique".to_owned(), corpora };
        warnings_of(&table, &configs, inflation)
    }

    #[test]
    fn kernels_against_the_loop_are_told() {
        let search = || column("x", "search", Status::Unique);
        let kernel = column("x", "kernel", Status::Unique);
        assert!(told(vec![search(), column("dlx", "dlx", Status::Unique)], None).is_empty());
        assert!(told(vec![search(), kernel], Some(1.05))[0].contains("kernels"));
    }

    #[test]
    fn inflation_and_levels_at_a_limit_are_told() {
        let cut = || column("x", "search", Status::NodeLimit);
        assert!(told(vec![cut()], Some(1.051))[0].contains("no verdict on time"));
        let told = told(vec![cut(), column("y", "search", Status::Unique)], None);
        assert!(told[0].starts_with("c: a node limit"), "{told:?}");
    }
}
