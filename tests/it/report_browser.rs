//! A headless browser opens `report.html`: no error, nothing fetched, tables sort and filter, charts
//! show values, and names that look like markup stay names.
//!
//! Without a browser these tests are skipped; with `REQUIRE_BROWSER=1`, as in CI, they fail.

use crate::command::dokubench;
use crate::support::skip;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const CORPUS: &str = "<script>alert(1)</script>.txt";
/// A name that a file can have, as long as [`CORPUS`]: the checkpoint knows the lengths of files.
const FILE: &str = "corpus_of_the_same_length.txt";
const LABEL: &str = r#""two, words" <img src=x onerror=alert(2)> & 'more'"#;

/// The browser's name, if there is one.
fn browser() -> Option<&'static str> {
    let is_there = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    let found = NAMES.iter().find(is_there).copied();
    if found.is_none() {
        skip("REQUIRE_BROWSER", &format!("none of {NAMES:?} is installed"));
    }
    found
}

/// A page as the browser has it when it has come to rest, and what it logs.
fn open(browser: &str, folder: &Path, page: &str) -> (String, String) {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--no-first-run", "--disable-background-networking"])
        // A frame may be asked by the page around it, though both are files.
        .args(["--allow-file-access-from-files", "--disable-web-security"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(["--window-size=1400,1000", "--virtual-time-budget=10000"])
        .args(["--enable-logging=stderr", "--v=0", "--dump-dom"])
        .arg(format!("file://{}", folder.join(page).display()))
        .output()
        .expect("the browser starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let log = text(&output.stderr);
    let console = log.lines().filter(|line| line.contains("CONSOLE"));
    (text(&output.stdout), console.collect::<Vec<_>>().join("\n"))
}

/// A folder with the report of a run whose names look like markup.
fn report() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let corpus = dokubench(folder.path(), &["generate", "minimal", "--count", "12"]).code(0);
    let labelled = corpus.stdout.lines().filter(|line| !line.starts_with('#'));
    let labelled: String = labelled.map(|line| format!("{line} {LABEL}\n")).collect();
    fs::write(folder.path().join(FILE), labelled).expect("a corpus");
    let args = ["run", FILE, "--order=first_fail", "--prune=naked,singles", "--engine=dlx"];
    let args = [&args[..], &["--passes=2", "--label=HOST", "--out=run"]].concat();
    let _ = dokubench(folder.path(), &args).code(0);
    // No file can be called so, but a line of a run's files can.
    for name in ["runs.csv", "blocks.csv", "puzzles.csv", "summary.csv", "meta.json"] {
        let path = folder.path().join("run").join(name);
        let text = fs::read_to_string(&path).expect("a file of the run");
        let text = text.replace(FILE, CORPUS);
        fs::write(&path, text).expect("a file of the run");
    }
    // A file that was edited has no checksum.
    let path = folder.path().join("run/meta.json");
    let text = fs::read_to_string(&path).expect("meta.json");
    let mut meta: serde_json::Map<String, Value> = serde_json::from_str(&text).expect("JSON");
    let _ = meta.remove("checksum");
    fs::write(&path, serde_json::to_string(&meta).expect("JSON")).expect("meta.json");
    let _ = dokubench(folder.path(), &["report", "run", "--out=report.html"]).code(0);
    folder
}

#[test]
fn the_browser_tells_of_errors() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let policy = "<meta http-equiv=Content-Security-Policy content=\"img-src 'none'\">";
    let page = format!("{policy}<script>nothing.at.all</script><img src=http://example.org/x>");
    fs::write(folder.path().join("wrong.html"), page).expect("a page");
    let (_, console) = open(browser, folder.path(), "wrong.html");
    assert!(console.contains("nothing is not defined"), "{console}");
    assert!(console.contains("Content Security Policy"), "{console}");
}

#[test]
fn the_report_works_by_itself_and_escapes_what_comes_from_files() {
    let Some(browser) = browser() else { return };
    let folder = report();
    let (page, console) = open(browser, folder.path(), "report.html");
    assert_eq!(console, "", "errors of the page");
    assert!(page.contains("15 of 15 rows"), "the script has run");

    let script = include_str!("report_page.js");
    let frame = "<!DOCTYPE html><body><iframe src=report.html width=1300 height=900></iframe>";
    let asking = format!("{frame}<script>{script}</script></body>");
    fs::write(folder.path().join("asking.html"), asking).expect("a page");
    let (page, _) = open(browser, folder.path(), "asking.html");
    let start = page.find("<pre id=\"result\">").expect("the page was asked") + 17;
    let json = &page[start..start + page[start..].find("</pre>").expect("its end")];
    let json = json.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let answers: Value = serde_json::from_str(&json).expect("JSON");
    check(&answers);
}

fn check(answers: &Value) {
    assert!(answers["failed"].is_null(), "{}", answers["failed"]);
    let texts = |name: &str| -> Vec<&str> {
        let list = answers[name].as_array().unwrap_or_else(|| panic!("no {name}"));
        list.iter().map(|text| text.as_str().expect("text")).collect()
    };
    let text = |name: &str| answers[name].as_str().unwrap_or_else(|| panic!("no {name}"));
    assert_eq!((&answers["scripts"], &answers["foreign"]), (&1.into(), &0.into()));
    assert!(texts("requests").is_empty(), "{:?}", texts("requests"));
    assert_eq!(texts("headings"), [CORPUS, "Configs", "Counters"]);
    assert_eq!(text("title"), "HOST: a run of dokubench");
    assert_eq!(texts("labels"), [LABEL]);
    assert_eq!(text("grid").lines().count(), 11);

    let numbers = |name: &str| -> Vec<u64> {
        text(name).split(' ').map(|number| number.parse().expect("a number")).collect()
    };
    let (ascending, descending) = (numbers("ascending"), numbers("descending"));
    assert_eq!(ascending.len(), 15);
    assert!(ascending.is_sorted() && descending.iter().rev().is_sorted());
    assert_ne!(ascending.first(), ascending.last(), "there was something to sort");
    assert!(texts("configs").is_sorted() && texts("configs")[0] == "dlx");

    assert_eq!(text("filtered"), "5 of 15 rows");
    assert_eq!(texts("shown"), ["dlx"; 5]);
    assert_eq!((text("none"), text("again")), ("0 of 15 rows", "15 of 15 rows"));

    assert!(text("tip").contains("first_fail:lowest/indomain_min/"), "{}", text("tip"));
    assert!(text("tip").contains(" % within "), "{}", text("tip"));
    assert_eq!(answers["leaves"], true);
    assert!(answers["figures"].as_u64() > Some(10), "{}", answers["figures"]);

    assert_eq!(text("letters"), "ABC");
    let dim = ["dimOnHover", "dimAfter", "dimOnClick"].map(|name| answers[name].as_u64());
    assert_eq!(dim, [Some(2), Some(0), Some(2)], "one curve is isolated");
    assert!(texts("tooWide").is_empty(), "{:?}", texts("tooWide"));
}
