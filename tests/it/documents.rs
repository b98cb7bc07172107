//! The documents say what the committed results say: a fenced block behind a marker
//! `<!-- from FILE -->` is that file, to the letter.
//!
//! `UPDATE_DOCUMENTS=1 cargo test --release --test it documents` writes the blocks anew.

use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 3] = ["README.md", "METHODOLOGY.md", "results/engines/README.md"];

/// The document with every marked block replaced by its file, and the number of blocks.
fn renewed(document: &str, root: &Path) -> (String, usize) {
    let (mut out, mut rest, mut blocks) = (String::new(), document, 0);
    while let Some(start) = rest.find("<!-- from ") {
        let line_end = start + rest[start..].find('\n').expect("a marker ends its line") + 1;
        let file =
            rest[start..line_end].trim().trim_start_matches("<!-- from ").trim_end_matches(" -->");
        let content =
            fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let body =
            rest[line_end..].strip_prefix("```text\n").expect("a fenced block follows a marker");
        let end = body.find("```\n").expect("the block ends");
        out += &rest[..line_end];
        out += "```text\n";
        out += &content;
        out += "```\n";
        rest = &body[end + 4..];
        blocks += 1;
    }
    (out + rest, blocks)
}

#[test]
fn figures_are_those_of_the_committed_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut total = 0;
    for name in DOCUMENTS {
        let path = root.join(name);
        let document = fs::read_to_string(&path).expect(name);
        let (renewed, blocks) = renewed(&document, root);
        total += blocks;
        if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
            fs::write(&path, &renewed).expect(name);
        } else {
            assert!(
                renewed == document,
                "{name} differs from results/: run scripts/update-documents"
            );
        }
    }
    assert!(total >= 2, "{total} blocks with figures");
}

#[test]
fn what_the_documents_link_to_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for name in DOCUMENTS {
        let document = fs::read_to_string(root.join(name)).expect(name);
        for link in document.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.contains("://") {
                let folder =
                    root.join(name).parent().expect("a document is in a folder").to_owned();
                assert!(folder.join(link).exists(), "{name} links to {link}");
                links += 1;
            }
        }
    }
    assert!(links >= 2, "{links} links");
}

#[test]
fn committed_results_name_no_path_and_no_host() {
    fn check(folder: &Path) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                check(&path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                for word in ["/home/", "/root/", "/work/", "/tmp/", "/Users/"] {
                    assert!(!text.contains(word), "{} holds {word}", path.display());
                }
            }
        }
    }
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("results"));
}
