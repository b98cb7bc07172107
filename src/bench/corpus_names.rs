//! The names of corpora in files: no two are the same.

use crate::corpus::Source;
use crate::text::printable;
use std::collections::HashSet;

/// The name of each corpus: its own, printable. A second one of that name gets the first number
/// that no other corpus has in its name: `#2`, `#3` and so on.
pub(super) fn names(sources: &[Source]) -> Vec<String> {
    let own: Vec<String> = sources.iter().map(|source| printable(&source.name())).collect();
    let mut taken: HashSet<String> = own.iter().cloned().collect();
    let mut seen = HashSet::new();
    let name = |own: &String| {
        if seen.insert(own.clone()) {
            return own.clone();
        }
        let mut numbered = (2..).map(|number: u64| format!("{own}#{number}"));
        numbered.find(|name| taken.insert(name.clone())).expect("there is a free number")
    };
    own.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_corpora_share_a_name() {
        let names = |files: &[&str]| {
            let source = |name: &&str| Source::Memory((*name).to_owned(), [].into());
            names(&files.iter().map(source).collect::<Vec<_>>())
        };
        assert_eq!(names(&["x", "x", "x"]), ["x", "x#2", "x#3"]);
        assert_eq!(names(&["x", "x", "x#2"]), ["x", "x#3", "x#2"]);
        assert_eq!(names(&["x#2", "x#2", "x", "x"]), ["x#2", "x#2#2", "x", "x#3"]);
        assert_eq!(names(&["a\n", "a\\n"]), ["a\\n", "a\\n#2"]);
    }
}
