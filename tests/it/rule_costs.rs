//! `run --rule-costs`: a pass of its own, which changes nothing else, and `rules.csv`, which is the
//! same whatever cuts a run short.

use crate::command::dokubench;
use crate::support::{engine, minimal_puzzle, mixed_puzzles, solve_job};
use dokubench::bench::{
    Contestant, Ending, Execution, Observer, Plan, ResumeOptions, Silent, read_meta, resume, run,
};
use dokubench::catalogue;
use dokubench::corpus::Source;
use dokubench::engine::{Job, Limits};
use dokubench::goal::Goal;
use dokubench::isa::Isa;
use std::collections::HashMap;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const FISH: &str = "first_fail:ddeg/indomain_min/fish";
const LOCKED: &str = "first_fail:lowest/indomain_min/locked";
const SAC: &str = "first_fail:lowest/indomain_min/sac";
const NAKED: &str = "input_order/indomain_min/naked";
const NONE: &str = "first_fail:lowest/indomain_min/none";

type Row = HashMap<String, String>;

/// Rows of a file without the columns of times.
fn untimed(folder: &Path, file: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.join(file)).expect("a readable file");
    let rows = reader.deserialize::<Row>().map(|row| row.expect("a row"));
    rows.map(|row| row.into_iter().filter(|(name, _)| !name.starts_with("time_ns")).collect())
        .collect()
}

fn number(row: &Row, column: &str) -> u64 {
    row[column].parse().expect("a number")
}

/// A folder with a corpus of so many puzzles of every kind, and a line that is none.
fn place(puzzles: usize) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    let kinds: Vec<String> = mixed_puzzles(5).iter().map(ToString::to_string).collect();
    let lines = kinds.iter().map(String::as_str).cycle().take(puzzles).chain(["no puzzle"]);
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(place.path().join("corpus.txt"), text).expect("a writable folder");
    place
}

#[test]
fn the_pass_changes_nothing_and_counts_the_same_on_any_threads() {
    let place = place(60);
    let configs = [FISH, NONE, SAC, NAKED].join(",");
    let run = |name: &str, more: &[&str]| {
        let args = ["run", "corpus.txt", "--config", &configs, "--engine", "dlx", "--out", name];
        let ran = dokubench(place.path(), &[&args[..], more].concat()).code(0);
        assert!(ran.stderr.contains("1 line rejected"), "{}", ran.stderr);
    };
    run("without", &["--passes", "1"]);
    run("a", &["--passes", "1", "--rule-costs", "--threads", "1"]);
    run("b", &["--passes", "0", "--rule-costs", "--threads", "3"]);
    let at = |name: &str| place.path().join(name);
    assert_eq!(untimed(&at("a"), "runs.csv"), untimed(&at("without"), "runs.csv"));
    assert!(!at("without").join("rules.csv").exists());
    let rules = untimed(&at("a"), "rules.csv");
    assert_eq!(rules, untimed(&at("b"), "rules.csv"));
    let rows: Vec<_> = rules.iter().map(|row| (&*row["config"], &*row["rule"])).collect();
    // The level none and the engine dlx have no rules.
    let expected = [
        (FISH, "naked_singles"),
        (FISH, "hidden_singles"),
        (FISH, "locked_candidates"),
        (FISH, "all_different"),
        (FISH, "rows_to_columns"),
        (SAC, "naked_singles"),
        (SAC, "hidden_singles"),
        (SAC, "probes"),
        (NAKED, "naked_singles"),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn the_figures_are_those_of_the_search() {
    let place = place(60);
    let configs = [FISH, SAC, NAKED];
    let list = configs.join(",");
    let args = ["run", "corpus.txt", "--config", &list, "--out", "a", "--passes", "0"];
    let _ = dokubench(place.path(), &[&args[..], &["--rule-costs"]].concat()).code(0);
    let [runs, rules] =
        ["runs.csv", "rules.csv"].map(|file| untimed(&place.path().join("a"), file));
    for config in configs {
        let of_config = |rows: &[Row]| -> Vec<Row> {
            rows.iter().filter(|row| row["config"] == config).cloned().collect()
        };
        let (runs, rules) = (of_config(&runs), of_config(&rules));
        let sum = |rows: &[Row], column: &str| -> u64 {
            rows.iter().map(|row| number(row, column)).sum()
        };
        // What fails, some rule or the placement itself refuted. The first rule is tried at every
        // node that its placement did not refute.
        assert_eq!(sum(&rules, "conflicts"), sum(&runs, "fails"), "{config}");
        assert!(number(&rules[0], "calls") >= sum(&runs, "nodes"), "{config}");
        assert!(sum(&rules, "placements") > 0, "{config}");
        assert!(sum(&rules, "eliminations") > sum(&rules, "placements"), "{config}");
        // A rule is tried where the one before it brought nothing and saw no conflict.
        for pair in rules.windows(2) {
            let most = number(&pair[0], "calls") - number(&pair[0], "conflicts");
            assert!(number(&pair[1], "calls") <= most, "{config} {pair:?}");
        }
    }
}

#[test]
fn a_job_with_a_clock_counts_as_one_without_and_reads_no_other_clock() {
    let puzzles = mixed_puzzles(4);
    for level in ["naked", "singles", "locked", "triads", "pairs", "gac", "fish", "sac"] {
        let engine = engine(&format!("first_fail/indomain_min/{level}"));
        assert!(engine.has_rules(), "{level}");
        let metered = Job { clock: Some(|| Duration::ZERO), ..Job::new(Goal::Unique) };
        for &isa in Isa::available() {
            let [a, b] = [Job::new(Goal::Unique), metered]
                .map(|job| solve_job(&*engine, &Job { isa, ..job }, &puzzles, &Limits::default()));
            assert_eq!(a, b, "{level} with {isa}");
        }
        let mut worker = engine.start(&metered).expect("a supported goal");
        let mut outcomes = vec![dokubench::engine::Outcome::NOT_RUN; puzzles.len()];
        worker.solve(&puzzles, &Limits::default(), &mut outcomes);
        let costs = worker.take_rule_costs();
        assert!(costs.iter().all(|cost| cost.calls > 0 && cost.time_ns == 0), "{costs:?}");
        assert!(worker.take_rule_costs().iter().all(|cost| cost.calls == 0));
    }
    for level in ["none", "fc"] {
        let engine = engine(&format!("first_fail/indomain_min/{level}"));
        assert!(!engine.has_rules(), "{level}");
    }
}

#[test]
fn without_rules_there_is_nothing_to_measure() {
    let place = place(1);
    let args = ["run", "corpus.txt", "--prune", "none,fc", "--engine", "dlx", "--rule-costs"];
    let ran = dokubench(place.path(), &[&args[..], &["--out", "a"]].concat()).code(2);
    assert!(ran.error().contains("levels from naked up"), "{}", ran.stderr);
    assert!(!place.path().join("a").exists());
}

/// Sets a flag at the first window.
struct StopAt<'a>(&'a AtomicBool);

impl Observer for StopAt<'_> {
    fn progress(&self, _: usize, _: u64, _: u64) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn plan() -> Plan {
    let plan = Plan {
        corpora: vec!["corpus.txt".into(); 2],
        configs: [FISH, SAC].map(|config| config.parse().expect("a config")).to_vec(),
        passes: 0,
        node_limit: NonZero::new(1000),
        seed: 1,
        rule_costs: true,
        ..Plan::default()
    };
    plan.with_threads(2)
}

#[test]
fn an_interrupted_run_adds_up_to_a_whole_one() {
    let place = place(3000);
    // Two corpora of one content: the costs are by corpus.
    let path = place.path().join("corpus.txt");
    let sources = [Source::of(&path), Source::of(&path)];
    let contestants = [FISH, LOCKED].map(|config| {
        let config = config.parse().expect("a config");
        Contestant::new(catalogue::search(&config))
    });
    let go_on = AtomicBool::new(false);
    let start = |name: &str, observer: &dyn Observer, stop: &AtomicBool| {
        let out = place.path().join(name);
        let execution = Execution::new(&out, &sources, &contestants);
        run(plan(), Execution { observer, stop, ..execution }).expect("it runs")
    };
    let _ = start("whole", &Silent, &go_on);
    let stop = AtomicBool::new(false);
    assert_eq!(start("cut", &StopAt(&stop), &stop).ending, Ending::Interrupted);
    let (whole, cut) = (place.path().join("whole"), place.path().join("cut"));
    assert_ne!(untimed(&cut, "rules.csv"), untimed(&whole, "rules.csv"));
    for windows in 2.. {
        assert!(windows < 40, "a resumed run goes on");
        // A run that is killed leaves no rules.csv.
        fs::remove_file(cut.join("rules.csv")).expect("it was written");
        let (meta, stop) = (read_meta(&cut).expect("meta.json"), AtomicBool::new(false));
        let execution = Execution::new(&cut, &sources, &contestants);
        let execution = Execution { observer: &StopAt(&stop), stop: &stop, ..execution };
        let went = resume(meta, execution, ResumeOptions::default());
        if went.expect("it goes on").ending == Ending::Complete {
            break;
        }
    }
    let rules = untimed(&cut, "rules.csv");
    assert_eq!(rules, untimed(&whole, "rules.csv"));
    let calls = |corpus: &str| -> Vec<u64> {
        let of_corpus = rules.iter().filter(|row| row["corpus"] == corpus);
        of_corpus.map(|row| number(row, "calls")).collect()
    };
    assert_eq!(calls("corpus.txt").len(), 5 + 3);
    assert_eq!(calls("corpus.txt"), calls("corpus.txt#2"));
}

#[test]
fn a_killed_run_goes_on_with_no_cost_lost_or_doubled() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let puzzles: Vec<String> = (0..20).map(|seed| minimal_puzzle(seed).to_string()).collect();
    let text = (puzzles.join("\n") + "\n").repeat(1500);
    fs::write(place.path().join("corpus.txt"), text).expect("a writable folder");
    let args = ["run", "corpus.txt", "--config", FISH, "--passes", "0", "--rule-costs", "--out"];
    let _ = dokubench(place.path(), &[&args[..], &["whole"]].concat()).code(0);
    let start = |args: &[&str]| -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dokubench"));
        let command = command.args(args).current_dir(place.path());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    };
    let mut child = start(&[&args[..], &["killed"]].concat());
    for kill in 0..3 {
        std::thread::sleep(Duration::from_millis(60 + 70 * kill));
        child.kill().expect("it can be killed");
        let _ = child.wait().expect("it ends");
        child = start(&["run", "--resume", "killed"]);
    }
    // Killed before there was a meta.json: nothing to go on with.
    if !child.wait().expect("it ends").success() {
        assert!(!place.path().join("killed/meta.json").exists());
        return;
    }
    for file in ["rules.csv", "runs.csv"] {
        let [whole, killed] = ["whole", "killed"].map(|run| untimed(&place.path().join(run), file));
        assert!(whole == killed, "{file} differs");
    }
}
