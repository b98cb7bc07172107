//! The statistics of `compare` against SciPy: `tests/statistics.csv` is what
//! `scripts/statistics-reference` wrote for the same data sets.

use dokubench::goal::Status;
use dokubench::run_files::runs::PuzzleKey;
use dokubench::stats::block_table::BlockTable;
use dokubench::stats::comparison::{Comparison, Settings, compare};
use dokubench::stats::run_table::{Column, CorpusTable, Metric, Row};

const LIMIT: u64 = 500;

#[derive(serde::Deserialize)]
struct Expected {
    kind: String,
    n: u64,
    wins: u64,
    ties: u64,
    losses: u64,
    gm_ratio: f64,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
    rank_biserial: Option<f64>,
    wilcoxon_p: Option<f64>,
    sign_p: Option<f64>,
}

/// The generator of the data sets, as the script has it.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn pair(kind: &str, random: &mut SplitMix) -> (u64, u64) {
    let base = 1 + random.next() % 1000;
    let (x, y) = (random.next(), random.next());
    match kind {
        "shift" => (base + x % 50, base + y % 40),
        "ties" => (1 + x % 5, 1 + y % 5),
        "equal" => (base, base),
        "strong" => (base, 2 * base + x % 3),
        "censored" => ((base + x % 100).min(LIMIT), (base + y % 300).min(LIMIT)),
        "one_side" if base < LIMIT => (base, (base + y % 300).min(LIMIT)),
        "one_side" => (base, base + 1),
        "heavy" => (1 << (x % 20), 1 << (y % 21)),
        "sparse" => (base + u64::from(x.is_multiple_of(10)) * (y % 7), base),
        kind => panic!("unknown kind of data set {kind}"),
    }
}

fn corpus(kind: &str, n: u64) -> CorpusTable {
    let mut random = SplitMix(n);
    let mut columns = ["a", "b"].map(|config| Column::new(config, "search"));
    for puzzle_index in 0..n {
        let (a, b) = pair(kind, &mut random);
        for (column, nodes) in columns.iter_mut().zip([a, b]) {
            let has_limit = kind == "censored" || kind == "one_side" && column.config == "b";
            let is_censored = has_limit && nodes == LIMIT;
            let status = if is_censored { Status::NodeLimit } else { Status::Unique };
            let key = PuzzleKey { puzzle_index, isomorph: 0 };
            column.push(&Row::new(key, status, [Some(nodes), None, None, None]));
        }
    }
    CorpusTable { name: kind.to_owned(), columns: columns.to_vec() }
}

#[track_caller]
fn assert_near(what: &str, ours: Option<f64>, theirs: Option<f64>) {
    let is_near = match (ours, theirs) {
        (Some(ours), Some(theirs)) => (ours - theirs).abs() <= 1e-6 * theirs.abs(),
        (ours, theirs) => ours == theirs,
    };
    assert!(is_near, "{what}: {ours:?}, SciPy has {theirs:?}");
}

fn check(expected: &Expected, comparison: &Comparison) {
    let set = format!("{} of {}", expected.kind, expected.n);
    assert_eq!(comparison.metric, Metric::Nodes);
    assert_eq!(
        (comparison.pairs, comparison.wins, comparison.ties, comparison.losses),
        (expected.n, expected.wins, expected.ties, expected.losses),
        "{set}"
    );
    for (what, ours, theirs) in [
        ("gm_ratio", comparison.gm_ratio, Some(expected.gm_ratio)),
        ("rank_biserial", comparison.rank_biserial, expected.rank_biserial),
        ("wilcoxon_p", comparison.wilcoxon_p, expected.wilcoxon_p),
        ("sign_p", comparison.sign_p, expected.sign_p),
        ("holm_p of one pair", comparison.holm_p, expected.wilcoxon_p),
    ] {
        assert_near(&format!("{set}: {what}"), ours, theirs);
    }
    let (low, high) = comparison.interval.unzip();
    assert_near(&format!("{set}: ci_low"), low, expected.ci_low);
    assert_near(&format!("{set}: ci_high"), high, expected.ci_high);
}

#[test]
fn scipy_agrees_on_every_data_set() {
    let mut table = csv::Reader::from_path("tests/statistics.csv").expect("the committed table");
    let mut sets = 0;
    for expected in table.deserialize() {
        let expected: Expected = expected.expect("a row of the table");
        let comparisons = compare(
            &corpus(&expected.kind, expected.n),
            &BlockTable::default(),
            &Settings::default(),
        );
        check(&expected, &comparisons[0]);
        sets += 1;
    }
    assert!(sets >= 10, "{sets} data sets");
}
