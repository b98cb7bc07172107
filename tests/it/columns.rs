//! COLUMNS.md, `columns`, and JSON: every file of a run has the columns that are documented.

use crate::command::{dokubench, dokubench_with};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder with a run that has every file, in `results/r`.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let make = || {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let corpora = [["minimal", "1", "8"], ["several", "2", "8"], ["easy", "3", "8"]];
        let made = corpora.map(|[kind, seed, count]| {
            let args = ["generate", kind, "--seed", seed, "--count", count];
            dokubench(folder.path(), &args).code(0).stdout
        });
        fs::write(folder.path().join("a,b.txt"), made.concat() + "no puzzle\n").expect("a corpus");
        let args = ["run", "a,b.txt", "--order=first_fail,input_order", "--prune=naked,singles"];
        let more = ["--engine=lanes", "--node-limit=300", "--rule-costs", "--solutions"];
        for out in ["results/old", "results/r"] {
            let out = ["--passes=2", "--out", out];
            let _ = dokubench(folder.path(), &[&args[..], &more, &out].concat()).code(0);
        }
        folder
    };
    FOLDER.get_or_init(make).path()
}

fn run(args: &[&str]) -> String {
    dokubench(folder(), args).code(0).stdout
}

/// The objects of JSON, one a line.
fn objects(text: &str) -> Vec<serde_json::Map<String, Value>> {
    let object = |line| serde_json::from_str::<Value>(line).expect("JSON").as_object().cloned();
    text.lines().map(|line| object(line).expect("an object")).collect()
}

/// The documented columns of each file.
fn documented() -> BTreeMap<String, Vec<String>> {
    let mut files: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for object in objects(&run(&["columns", "--json"])) {
        let text = |key: &str| object[key].as_str().expect(key).to_owned();
        assert!(text("definition").len() > 10 || text("file").contains("meta"), "{object:?}");
        files.entry(text("file")).or_default().push(text("column"));
    }
    files
}

/// The CSV files below a folder.
fn csv_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(csv_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "csv") {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_document_is_what_the_command_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("COLUMNS.md");
    let printed = run(&["columns", "--output-format=markdown"]);
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&path, &printed).expect("COLUMNS.md");
    }
    let document = fs::read_to_string(&path).expect("COLUMNS.md");
    assert!(document == printed, "COLUMNS.md is old: run scripts/update-documents");
    assert!(run(&["columns", "summary"]).starts_with("summary.csv: One row per corpus and config"));
    let unknown = dokubench(folder(), &["columns", "sumary"]).code(2);
    assert!(unknown.error().contains("nearest is summary.csv; known: runs.csv, blocks.csv"));
}

#[test]
fn every_file_has_the_documented_columns() {
    let files = documented();
    let results = folder().join("results/r");
    let _ = run(&["compare", "results/r"]);
    let _ = run(&["compare", "results/old", "results/r"]);
    let _ = run(&["chart", "--kind=all", "results/r"]);
    let mut seen = BTreeSet::new();
    for path in csv_files(&results) {
        let name = path.strip_prefix(&results).expect("in it").to_str().expect("UTF-8");
        let is_it = |file: &&String| match file.split_once('*') {
            Some((start, _)) => name.starts_with(start),
            None => **file == name,
        };
        let file = files.keys().find(is_it).unwrap_or_else(|| panic!("{name} has no columns"));
        let metric = if name.contains("_time_") { "time_ns" } else { "nodes" };
        let expected: Vec<_> = files[file].iter().map(|c| c.replace("METRIC", metric)).collect();
        let mut reader = csv::Reader::from_path(&path).expect("a readable file");
        let header: Vec<_> = reader.headers().expect("a header").iter().collect();
        assert_eq!(header, expected, "{name}");
        let _ = seen.insert(file.clone());
    }
    for file in files.keys().filter(|file| file.ends_with(".csv") && !file.contains("scaling")) {
        assert!(seen.contains(file), "no {file} was checked: {seen:?}");
    }
    let meta = fs::read_to_string(results.join("meta.json")).expect("meta.json");
    let meta: Value = serde_json::from_str(&meta).expect("JSON");
    for key in meta.as_object().expect("an object").keys() {
        assert!(files["meta.json"].contains(key), "meta.json: {key} is not documented");
    }
}

/// JSON has the columns and values of the CSV.
fn assert_is(json: &str, csv: &str) {
    let objects = objects(json);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    assert!(!rows.is_empty() && objects.len() == rows.len(), "{json}");
    for (object, row) in objects.iter().zip(&rows) {
        assert_eq!(object.len(), header.len());
        for (name, field) in header.iter().zip(row) {
            match &object[name] {
                Value::Null => assert_eq!(field, "", "{name}"),
                Value::String(text) => assert_eq!(text, field, "{name}"),
                number => {
                    assert_eq!(number.as_f64(), field.parse().ok(), "{name}");
                }
            }
        }
    }
}

#[test]
fn json_says_what_csv_says() {
    for args in [&["compare", "results/r"][..], &["compare", "results/old", "results/r"]] {
        let csv = run(&[args, &["--output-format=csv"]].concat());
        assert_is(&run(&[args, &["--json"]].concat()), &csv);
    }
    let summary = fs::read_to_string(folder().join("results/r/summary.csv")).expect("a summary");
    assert_eq!(run(&["summary", "results/r", "--output-format=csv"]), summary);
    assert_is(&run(&["summary", "results/r", "--json"]), &summary);
    let csv = run(&["solve", "a,b.txt", "--output-format=csv"]);
    assert_is(&run(&["solve", "a,b.txt", "--json"]), &csv);
    let two = dokubench_with(folder(), &["solve", "--json", "--output-format=csv"], b"").code(2);
    assert!(two.error().contains("cannot be used with"), "{}", two.error());
}

#[test]
fn the_summary_prints_the_tables_of_the_run_again() {
    let out = ["--passes=0", "--out=results/printed"];
    let ran = run(&[&["run", "a,b.txt", "--order=first_fail"][..], &out].concat());
    let tables = run(&["summary", "results/printed"]);
    assert!(tables.starts_with("a,b.txt   24 puzzles   unique"), "{tables}");
    assert!(ran.starts_with(tables.trim_end()), "{ran}\n{tables}");
}

/// What COLUMNS.md says of `summary.csv` is enough to compute it from `runs.csv`.
#[test]
fn the_summary_follows_from_the_definitions() {
    let read = |name: &str| -> Vec<BTreeMap<String, String>> {
        let path = folder().join("results/r").join(name);
        let mut reader = csv::Reader::from_path(path).expect("a readable file");
        reader.deserialize().map(|row| row.expect("a row")).collect()
    };
    let (runs, limit) = (read("runs.csv"), 300.0);
    for row in read("summary.csv") {
        let of_config: Vec<_> = runs.iter().filter(|run| run["config"] == row["config"]).collect();
        let number = |text: &str| text.parse::<f64>().ok();
        let nodes: Vec<f64> = of_config.iter().filter_map(|run| number(&run["nodes"])).collect();
        let is_cut = |run: &&&BTreeMap<String, String>| run["status"] == "node_limit";
        let cut = of_config.iter().filter(is_cut).count();
        assert_eq!(number(&row["node_limit"]), Some(cut as f64));
        if nodes.is_empty() {
            assert_eq!((&*row["nodes_sum"], &*row["par2_nodes"]), ("", ""));
            continue;
        }
        let count = nodes.len() as f64;
        assert_eq!(number(&row["nodes_sum"]), Some(nodes.iter().sum()));
        let par2 = (nodes.iter().sum::<f64>() + cut as f64 * limit) / count;
        assert_eq!(row["par2_nodes"], format!("{par2:.3}"));
        let mut sorted = nodes.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        for percent in [50, 90, 99] {
            let rank = (percent * sorted.len()).div_ceil(100);
            let quantile = (rank <= sorted.len() - cut).then(|| sorted[rank - 1]);
            assert_eq!(number(&row[&format!("nodes_p{percent}")]), quantile);
        }
        let mean = nodes.iter().map(|nodes| (nodes + 1.0).ln()).sum::<f64>() / count;
        let sgm = if cut > 0 { String::new() } else { format!("{:.3}", mean.exp() - 1.0) };
        assert_eq!(row["nodes_sgm"], sgm);
    }
}
