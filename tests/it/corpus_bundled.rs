//! The bundled corpora: made again byte for byte, and what `data/README.md` says of them.

use dokubench::catalogue;
use dokubench::corpus::{BUNDLED, BUNDLED_MORE, Source, Window};
use dokubench::engine::{Job, Limits, Outcome};
use dokubench::generate::{ClueOptions, CorpusSpec, Kind};
use dokubench::goal::{Goal, Status};
use dokubench::named::Named as _;
use std::ops::ControlFlow;

const README: &str = include_str!("../../data/README.md");

/// The row of a corpus in `data/README.md`, cell by cell.
fn row(name: &str) -> Vec<&'static str> {
    let row = README.lines().find(|line| line.starts_with(&format!("| `{name}`")));
    let cells = row.expect("each corpus has a row").trim_matches('|').split('|');
    cells.map(|cell| cell.trim().trim_matches('`')).collect()
}

#[test]
fn every_corpus_is_made_again_by_its_command() {
    // The others take minutes: scripts/regenerate-corpora makes them.
    let target = BUNDLED_MORE.iter().filter(|corpus| corpus.name == "target.txt");
    for corpus in BUNDLED.iter().chain(target) {
        let row = row(corpus.name);
        let ["dokubench", "generate", kind, "--count", count, "--seed", seed] =
            row[1].split(' ').collect::<Vec<_>>()[..]
        else {
            panic!("{} has another command: {}", corpus.name, row[1]);
        };
        let spec = CorpusSpec {
            kind: Kind::named(kind).expect("a kind"),
            clue_options: ClueOptions::default(),
            count: count.parse().expect("a number"),
            seed: seed.parse().expect("a number"),
        };
        let mut bytes = Vec::new();
        spec.write(&mut bytes, |_| ControlFlow::Continue(())).expect("memory takes it");
        assert!(bytes == corpus.bytes, "{} is not what its command makes", corpus.name);
        assert_eq!(row[2], count);
    }
}

#[test]
fn hashes_and_sizes_are_those_of_the_readme() {
    let more = BUNDLED_MORE.iter().map(Source::Bundled);
    for source in Source::bundled().into_iter().chain(more) {
        let digest = source.digest().expect("memory can be read").expect("it has one");
        assert_eq!(digest.sha256, row(&source.name())[5]);
    }
    let all = BUNDLED.iter().chain(BUNDLED_MORE);
    let total: usize = all.map(|corpus| corpus.bytes.len()).sum();
    assert!(total < 300_000, "{total}");
}

#[test]
fn every_corpus_holds_what_its_name_says() {
    let config = "first_fail:ddeg/indomain_min/singles".parse().expect("a config");
    let engine = catalogue::search(&config);
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
        let mut outcomes = vec![Outcome::NOT_RUN; window.len()];
        let mut worker = engine.start(&Job::new(Goal::Unique)).expect("a search");
        let limits = Limits { nodes: None, interrupt: None };
        worker.solve(window.puzzles(), &limits, &mut outcomes);
        for outcome in outcomes {
            assert_eq!(outcome.status(Goal::Unique), expected, "{}", source.name());
        }
    }
}

/// Each puzzle found by a search has one solution, and the count of its label under the
/// config in the comment above it.
#[test]
fn counts_behind_hard_puzzles_are_those_of_their_config() {
    for name in ["hard.txt", "adversarial.txt"] {
        let corpus = BUNDLED_MORE.iter().find(|corpus| corpus.name == name).expect("it is bundled");
        let text = std::str::from_utf8(corpus.bytes).expect("it is text");
        let (mut worker, mut puzzles, mut configs) = (None, 0, 0);
        let mut limit = None;
        for line in text.lines() {
            if let Some((_, command)) = line.split_once("--hard-for ") {
                let (config, options) = command.split_once(' ').expect("options");
                let config = config.parse().expect("a config");
                let engine = catalogue::search(&config);
                worker = Some(engine.start(&Job::new(Goal::Unique)).expect("a search"));
                limit = options.rsplit(' ').next().map(|nodes| nodes.parse().expect("a limit"));
                configs += 1;
            }
            let Some((puzzle, guesses)) = line.split_once(" guesses=") else { continue };
            let mut outcomes = [Outcome::NOT_RUN];
            let limits = Limits { nodes: limit, interrupt: None };
            let puzzle = puzzle.parse().expect("a puzzle");
            worker.as_mut().expect("a config").solve(&[puzzle], &limits, &mut outcomes);
            assert_eq!(outcomes[0].counts.guesses, guesses.parse().ok(), "{line}");
            puzzles += 1;
        }
        let row = row(name);
        assert_eq!(puzzles.to_string(), row[2], "{name}");
        assert_eq!(configs, row[1].split(',').count(), "{name}");
    }
}

/// Fifty puzzles each way: one solution, and ten times the nodes under the other config.
#[test]
fn separating_puzzles_tell_their_configs_apart() {
    let corpus = BUNDLED_MORE.iter().find(|corpus| corpus.name == "separate.txt");
    let text = std::str::from_utf8(corpus.expect("it is bundled").bytes).expect("it is text");
    let limits = Limits { nodes: None, interrupt: None };
    let (mut workers, mut counts) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some((_, command)) = line.split_once("--separate ") {
            counts.push(0);
            workers = command
                .split(' ')
                .take(2)
                .map(|config| {
                    let config = config.parse().expect("a config");
                    let engine = catalogue::search(&config);
                    engine.start(&Job::new(Goal::Unique)).expect("a search")
                })
                .collect();
        }
        let Some((puzzle, stored)) = line.split_once(" nodes=") else { continue };
        let puzzle = puzzle.parse().expect("a puzzle");
        let nodes: Vec<u64> = workers
            .iter_mut()
            .map(|worker| {
                let mut outcomes = [Outcome::NOT_RUN];
                worker.solve(&[puzzle], &limits, &mut outcomes);
                assert_eq!(outcomes[0].status(Goal::Unique), Status::Unique);
                outcomes[0].counts.nodes.expect("a search counts")
            })
            .collect();
        assert_eq!(stored, format!("{} and {}", nodes[0], nodes[1]));
        assert!(nodes[1] >= 10 * nodes[0], "{line}");
        *counts.last_mut().expect("a command is above") += 1;
    }
    assert_eq!(counts, [50, 50]);
}

#[test]
fn the_other_corpora_are_read_by_name() {
    for corpus in BUNDLED.iter().chain(BUNDLED_MORE) {
        let named = Source::of(format!("bundled:{}", corpus.name).as_ref());
        assert_eq!(named, Source::Bundled(corpus));
    }
    assert!(matches!(Source::of("bundled:none".as_ref()), Source::File(_)));
}
