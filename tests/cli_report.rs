//! `compare` and `chart` on the files of a run.

#[allow(dead_code, reason = "each test file uses a part of it")]
mod command;

use command::dokubench;
use std::fs;
use std::path::Path;

/// A folder with a finished run in `results/r`.
fn run() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let corpus = dokubench(folder.path(), &["generate", "minimal", "--count", "30"]).code(0);
    fs::write(folder.path().join("<b>.txt"), corpus.stdout).expect("a corpus");
    let args = [
        "run",
        "<b>.txt",
        "--order=input_order,brelaz",
        "--prune=naked,singles",
        "--passes=1",
        "--node-limit=2000",
        "--out=results/r",
    ];
    let _ = dokubench(folder.path(), &args).code(0);
    folder
}

fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_newest_run_is_compared_and_drawn() {
    let folder = run();
    let compared = dokubench(folder.path(), &["compare"]).code(0);
    assert!(compared.stdout.contains("<b>.txt: nodes, 30 pairs"), "{}", compared.stdout);
    let results = folder.path().join("results/r");
    let rows = lines(&results.join("compare.csv"));
    assert!(rows[0].starts_with("corpus,metric,a,b,pairs,wins,ties,losses,both_censored,gm_ratio"));
    // Six pairs on nodes, branches, guesses and time.
    assert_eq!(rows.len(), 1 + 6 * 4);
    assert_eq!(lines(&results.join("ranking.csv")).len(), 1 + 4 * 2);
    let again = dokubench(folder.path(), &["compare", "results/r", "--format=csv"]).code(0);
    assert_eq!(again.stdout.lines().collect::<Vec<_>>(), rows, "a seed gives the same file");

    let drawn = dokubench(folder.path(), &["chart"]).code(0);
    let charts: Vec<_> = drawn.stdout.lines().collect();
    assert_eq!(charts.len(), 2, "nodes and time");
    for chart in charts {
        let svg = fs::read_to_string(folder.path().join(chart)).expect("the chart");
        assert!(svg.starts_with("<svg") && svg.contains("&lt;b&gt;.txt") && !svg.contains("<b>"));
        assert!(svg.contains("limit 2,000 nodes"));
        assert!(lines(&folder.path().join(chart.replace(".svg", ".csv"))).len() > 4);
    }
}

#[test]
fn a_baseline_may_be_named_in_any_form() {
    let folder = run();
    let baseline = |name: &str| {
        let args = ["compare", "results/r", "--format", "csv", "--baseline", name];
        dokubench(folder.path(), &args)
    };
    let rows = baseline("brelaz/indomain_min/singles").code(0).stdout;
    assert!(rows.lines().skip(1).all(|row| row.contains(",first_fail:ddeg/indomain_min/singles,")));
    assert_eq!(rows.lines().count(), 1 + 3 * 4);
    let unknown = baseline("dlx").code(2);
    assert!(unknown.error().contains("input_order/indomain_min/naked"), "{}", unknown.error());
}

#[test]
fn what_is_no_run_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for subcommand in ["compare", "chart"] {
        let none = dokubench(folder.path(), &[subcommand]).code(1);
        assert!(none.error().contains("no run under results/"), "{}", none.error());
        let missing = dokubench(folder.path(), &[subcommand, "nowhere"]).code(1);
        assert!(missing.error().contains("nowhere"), "{}", missing.error());
    }
    let margin = dokubench(folder.path(), &["compare", "--margin", "NaN"]).code(2);
    assert!(margin.error().contains("expected e.g. 2%"), "{}", margin.error());
}
