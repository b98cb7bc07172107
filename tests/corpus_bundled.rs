//! The bundled corpora: made again byte for byte, and what `data/README.md` says of them.

use dokubench::corpus::{BUNDLED, Source, Window};
use dokubench::engine::{Limits, Outcome};
use dokubench::generate::{Kind, Order, Wish};
use dokubench::goal::{Goal, Status};
use dokubench::isa::Isa;
use dokubench::registry::{self, Settings};
use std::ops::ControlFlow;

const README: &str = include_str!("../data/README.md");

/// The row of a corpus in `data/README.md`, cell by cell.
fn row(name: &str) -> Vec<&'static str> {
    let row = README.lines().find(|line| line.starts_with(&format!("| `{name}`")));
    let cells = row.expect("each corpus has a row").trim_matches('|').split('|');
    cells.map(|cell| cell.trim().trim_matches('`')).collect()
}

#[test]
fn every_corpus_is_made_again_by_its_command() {
    for corpus in BUNDLED {
        let row = row(corpus.name);
        let ["dokubench", "generate", kind, "--count", count, "--seed", seed] =
            row[1].split(' ').collect::<Vec<_>>()[..]
        else {
            panic!("{} has another command: {}", corpus.name, row[1]);
        };
        let order = Order {
            kind: Kind::named(kind).expect("a kind"),
            wish: Wish::default(),
            count: count.parse().expect("a number"),
            seed: seed.parse().expect("a number"),
        };
        let mut bytes = Vec::new();
        order.write(&mut bytes, |_| ControlFlow::Continue(())).expect("memory takes it");
        assert!(bytes == corpus.bytes, "{} is not what its command makes", corpus.name);
        assert_eq!(row[2], count);
    }
}

#[test]
fn hashes_and_sizes_are_those_of_the_readme() {
    for source in Source::bundled() {
        let hash = source.sha256().expect("memory can be read");
        assert_eq!(hash.as_deref(), Some(row(&source.name())[5]));
    }
    let total: usize = BUNDLED.iter().map(|corpus| corpus.bytes.len()).sum();
    assert!(total < 300_000, "{total}");
}

#[test]
fn every_corpus_holds_what_its_name_says() {
    let config = "first_fail:ddeg/indomain_min/singles".parse().expect("a config");
    let engine = registry::search(&config, &Settings::default());
    for source in Source::bundled() {
        let expected = match &source.name()[..] {
            "several.txt" => Status::Multiple,
            "unsolvable.txt" => Status::Unsolvable,
            _ => Status::Unique,
        };
        let mut window = Window::new();
        let mut reader = source.open().expect("it opens");
        assert!(!reader.read_window(1000, &mut window).expect("it reads"));
        assert_eq!((window.len(), window.rejected().len()), (400, 0));
        let mut outcomes = vec![Outcome::NONE; window.len()];
        let mut worker = engine.worker(Goal::Unique, Isa::best()).expect("a search");
        let limits = Limits { nodes: None, interrupt: None };
        worker.solve(window.puzzles(), &limits, &mut outcomes);
        for outcome in outcomes {
            assert_eq!(outcome.status(Goal::Unique), expected, "{}", source.name());
        }
    }
}
