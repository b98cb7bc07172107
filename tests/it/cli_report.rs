//! `compare` and `chart` on the files of a run.

use crate::command::dokubench;
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
    assert!(compared.stdout.starts_with("<b>.txt: 30 puzzles, 4 configs\n  nodes  "));
    assert!(compared.stdout.lines().all(|line| line.chars().count() <= 80), "{}", compared.stdout);
    let tables = dokubench(folder.path(), &["compare", "--all"]).code(0);
    assert!(tables.stdout.contains("<b>.txt: nodes, 30 pairs"), "{}", tables.stdout);
    for verdict in ["needs less: ", "equivalent: ", "inconclusive: "] {
        assert!(tables.stdout.contains(verdict), "{verdict} has no legend: {}", tables.stdout);
    }
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
fn every_kind_of_chart_is_drawn_as_svg_as_png_and_as_text() {
    let folder = run();
    let kinds = ["ecdf", "cactus", "performance_profile", "scatter", "forest", "heatmap", "clues"];
    let drawn = dokubench(folder.path(), &["chart", "--kind=all"]).code(0);
    for kind in kinds {
        let own = |path: &&str| path.starts_with(&format!("results/r/charts/{kind}_nodes"));
        let svg = drawn.stdout.lines().find(own).unwrap_or_else(|| panic!("no {kind}"));
        let text = fs::read_to_string(folder.path().join(svg)).expect("the chart");
        for part in ["goal unique", "limit 2,000 nodes", "&lt;b&gt;.txt"] {
            assert!(text.contains(part), "{part} is missing in {kind}");
        }
        assert!(!text.contains("<script"), "{kind} has a script");
        assert!(lines(&folder.path().join(svg.replace(".svg", ".csv"))).len() > 1, "{kind}");
    }

    let args = ["chart", "--kind=scatter", "--format=png", "--out=png"];
    let config = "--config=brelaz/indomain_min/naked,brelaz/indomain_min/singles";
    let drawn = dokubench(folder.path(), &[&args[..], &[config]].concat()).code(0);
    assert_eq!(drawn.stdout.lines().count(), 2, "one pair, nodes and time");
    for png in drawn.stdout.lines() {
        let bytes = fs::read(folder.path().join(png)).expect("the picture");
        assert!(bytes.starts_with(b"\x89PNG"));
    }

    let text = dokubench(folder.path(), &["chart", "--kind=ecdf,forest", "--terminal"]).code(0);
    assert!(
        text.stdout.contains("<b>.txt: share of puzzles decided within a given number of nodes")
    );
    assert!(text.stdout.lines().all(|line| line.chars().count() <= 80 && !line.contains('\x1b')));

    let nothing = dokubench(folder.path(), &["chart", "--kind=scaling"]).code(0);
    assert!(nothing.stderr.contains("expected runs with different numbers of threads"));
    let unknown = dokubench(folder.path(), &["chart", "results/r", "--baseline=dlx"]).code(2);
    assert!(unknown.error().contains("unknown config of this run"), "{}", unknown.error());
}

#[test]
fn a_heatmap_has_a_column_for_each_branching() {
    let folder = run();
    let args = ["run", "<b>.txt", "--prune=naked", "--branching=d_way,two_way", "--passes=0"];
    let _ = dokubench(folder.path(), &[&args[..], &["--out=results/s"]].concat()).code(0);
    let args = ["chart", "results/s", "--kind=heatmap"];
    let drawn = dokubench(folder.path(), &args).code(0);
    let nodes = drawn.stdout.lines().find(|path| path.contains("nodes")).expect("a chart of nodes");
    let rows = lines(&folder.path().join(nodes.replace(".svg", ".csv")));
    let levels: Vec<&str> = rows[1..].iter().filter_map(|row| row.split(',').nth(4)).collect();
    assert_eq!(levels, ["naked", "naked/two_way"]);
}

#[test]
fn the_report_is_one_file_that_needs_nothing_else() {
    let folder = run();
    let written = dokubench(folder.path(), &["report"]).code(0);
    assert_eq!(written.stdout, "results/r/report.html\n");
    let page = fs::read_to_string(folder.path().join("results/r/report.html")).expect("a page");
    assert!(page.contains("&#60;b&#62;.txt") && !page.contains("<b>.txt"), "names are escaped");
    let page = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
    for foreign in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    for part in ["Hardest puzzles", "Comparisons (24 pairs)", "limit 2,000 nodes", "SHA-256"] {
        assert!(page.contains(part), "{part} is missing");
    }
    let none = dokubench(folder.path(), &["report", "nowhere"]).code(1);
    assert!(none.error().contains("nowhere"), "{}", none.error());
}

#[test]
fn throughput_is_drawn_of_several_runs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let corpus = dokubench(folder.path(), &["generate", "easy", "--count", "30"]).code(0);
    fs::write(folder.path().join("e.txt"), corpus.stdout).expect("a corpus");
    for threads in ["1", "2"] {
        let args = ["run", "e.txt", "--order=first_fail", "--passes=1", "--threads", threads];
        let out = format!("--out={threads}");
        let _ = dokubench(folder.path(), &[&args[..], &[&out]].concat()).code(0);
    }
    let drawn = dokubench(folder.path(), &["chart", "1", "2", "--kind=scaling"]).code(0);
    assert_eq!(drawn.stdout, "1/charts/scaling_e.txt.svg\n");
    assert_eq!(lines(&folder.path().join("1/charts/scaling_e.txt.csv")).len(), 1 + 2);
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

#[test]
fn a_run_is_compared_with_an_earlier_one() {
    let folder = run();
    let again = |name: &str, configs: &str, limit: &str, corpus: &str| {
        let out = format!("--out=results/{name}");
        let limit = format!("--node-limit={limit}");
        // Counts alone: times are another machine's when this one is slower for a while.
        let args = ["run", corpus, "--config", configs, "--passes=0", &limit, &out];
        let _ = dokubench(folder.path(), &args).code(0);
    };
    let configs =
        "input_order/indomain_min/singles,brelaz/indomain_min/naked,brelaz/indomain_max/naked";
    again("same", configs, "2000", "<b>.txt");
    let against = |old: &str, new: &str| {
        let [old, new] = [old, new].map(|name| format!("results/{name}"));
        dokubench(folder.path(), &["compare", &old, &new, "--fail-above=2%", "--format=csv"])
    };
    let same = against("r", "same").code(0);
    let counts: Vec<_> = same.stdout.lines().filter(|row| !row.contains("time_ns")).collect();
    assert_eq!(counts.len(), 1 + 2 * 6, "{}", same.stdout);
    for part in ["input_order/indomain_min/singles (new),30,0,30,0,0,1,,,1,1,", ",inconclusive"] {
        assert!(same.stdout.contains(part), "{part} is missing in {}", same.stdout);
    }
    assert!(same.stderr.contains("in one of the runs only: "), "{}", same.stderr);
    let file = lines(&folder.path().join("results/same/compare_earlier.csv"));
    assert_eq!(file, same.stdout.lines().collect::<Vec<_>>());

    // The two searches under each other's names: one of them needs more than before.
    let runs = folder.path().join("results/same/runs.csv");
    let names = ["input_order/indomain_min/singles", "first_fail:ddeg/indomain_min/naked"];
    let swapped = fs::read_to_string(&runs).expect("runs").replace(names[0], "?");
    let swapped = swapped.replace(names[1], names[0]).replace('?', names[1]);
    fs::write(&runs, swapped).expect("runs");
    let worse = against("r", "same").code(4);
    assert!(worse.stderr.contains("error: regression: <b>.txt: "), "{}", worse.stderr);

    // Nothing was timed in one of them: that counts only if it is asked for.
    let strict = ["compare", "results/same", "results/r", "--fail-above=2%", "--strict-time"];
    let strict = dokubench(folder.path(), &strict).code(4);
    assert!(strict.stderr.contains("times are not judged"), "{}", strict.stderr);
    let several = ["compare", "--old", "results/r", "results/r", "--new", "results/r", "results/r"];
    let several = dokubench(folder.path(), &[&several[..], &["--fail-above=2%"]].concat()).code(0);
    assert!(
        several.stdout.starts_with("a = OLD (2 runs), b = NEW (2 runs)\n"),
        "{}",
        several.stdout
    );
    let one = ["compare", "--old", "results/r", "--new", "results/r", "results/r"];
    assert!(dokubench(folder.path(), &one).code(2).error().contains("at least two of each"));
    let missing = dokubench(folder.path(), &["compare", "results/r", "results/none"]).code(1);
    assert!(missing.error().contains("results/none"), "{}", missing.error());

    again("limit", configs, "3000", "<b>.txt");
    let refused = against("r", "limit").code(2);
    assert_eq!(refused.error(), "not comparable: other node limits: 2000 against 3000");
    fs::write(folder.path().join("c.txt"), fs::read(folder.path().join("<b>.txt")).expect("it"))
        .expect("a corpus");
    again("corpus", configs, "2000", "c.txt");
    let refused = against("r", "corpus").code(2);
    assert_eq!(refused.error(), "not comparable: other corpora: <b>.txt against c.txt");
    let one = dokubench(folder.path(), &["compare", "results/r", "--fail-above=2%"]).code(2);
    assert!(one.error().contains("expected compare OLD NEW"), "{}", one.error());
}

#[test]
fn the_report_shows_rule_costs_where_a_run_has_them() {
    let folder = run();
    let report = |run: &str| {
        let _ = dokubench(folder.path(), &["report", run]).code(0);
        fs::read_to_string(folder.path().join(run).join("report.html")).expect("a report")
    };
    assert!(!report("results/r").contains("Pruning rules"));
    let args = ["run", "<b>.txt", "--order=first_fail", "--prune=singles,none", "--rule-costs"];
    let args = [&args[..], &["--passes=0", "--out=results/rules"]].concat();
    let _ = dokubench(folder.path(), &args).code(0);
    let costs = lines(&folder.path().join("results/rules/rules.csv"));
    let eliminations = costs[1].split(',').nth(4).expect("a count").to_owned();
    let page = report("results/rules");
    assert_eq!(page.matches("Pruning rules").count(), 1);
    for rule in ["naked_singles", "hidden_singles"] {
        assert!(page.contains(&format!("<td class=\"mono\">{rule}</td>")), "{rule}");
    }
    assert!(page.contains(&format!("data-s=\"{eliminations}\"")), "{eliminations}");
}
