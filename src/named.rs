//! Entries that a name selects, and the one error for a name that no entry has.

use std::fmt;

/// An entry of a table in which each entry has its own name.
pub trait Named: Sized + 'static {
    /// What the entries are, in the singular, as errors call them.
    const KIND: &'static str;

    /// The name on the command line and in files.
    fn name(&self) -> &'static str;

    /// All entries, in the order in which lists show them.
    fn all() -> &'static [Self];

    /// The names of all entries.
    #[must_use]
    fn names() -> Vec<&'static str> {
        Self::all().iter().map(Self::name).collect()
    }

    /// The entry of a name.
    ///
    /// # Errors
    /// [`UnknownName`] if no entry has it.
    fn named(name: &str) -> Result<&'static Self, UnknownName> {
        Self::all()
            .iter()
            .find(|entry| entry.name() == name)
            .ok_or_else(|| UnknownName::new(Self::KIND, name, Self::names()))
    }
}

/// No entry has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} {name:?}{}; known: {}", Nearest(self.nearest()), known.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    known: Vec<String>,
}

impl UnknownName {
    /// The error for a name that is not among the known names of a kind, e.g. "engine".
    #[must_use]
    pub fn new(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item: Into<String>>,
    ) -> Self {
        let known = known.into_iter().map(Into::into).collect();
        Self { kind, name: name.to_owned(), known }
    }

    /// The known name that resembles the given name most, if any does.
    #[must_use]
    pub fn nearest(&self) -> Option<&str> {
        nearest(&self.name, self.known.iter().map(String::as_str))
    }
}

/// The known name that resembles a name most, if any does: one that is one edit away, of which swapped
/// neighbours are one (Damerau-Levenshtein), else by common letters and beginning (Jaro-Winkler) or by
/// the number of edits.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let likeness = |known: &str| {
        strsim::jaro_winkler(&name, known).max(strsim::normalized_damerau_levenshtein(&name, known))
    };
    let is_edit = |known: &str| name.len() > 1 && strsim::damerau_levenshtein(&name, known) == 1;
    let known = known.into_iter().map(|known| (is_edit(known), likeness(known), known));
    let alike = known.filter(|&(is_edit, likeness, _)| is_edit || likeness > 0.6);
    alike
        .max_by(|(edit, a, _), (other_edit, b, _)| edit.cmp(other_edit).then(a.total_cmp(b)))
        .map(|(_, _, known)| known)
}

struct Nearest<'a>(Option<&'a str>);

impl fmt::Display for Nearest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |nearest| write!(f, ", nearest is {nearest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Colour(&'static str);

    impl Named for Colour {
        const KIND: &'static str = "colour";

        fn name(&self) -> &'static str {
            self.0
        }

        fn all() -> &'static [Self] {
            &[Self("red"), Self("green")]
        }
    }

    #[test]
    fn names_select_entries_or_are_explained() {
        assert_eq!(Colour::named("green"), Ok(&Colour("green")));
        let explain = |name| Colour::named(name).expect_err("no colour").to_string();
        assert_eq!(explain("Gren"), "unknown colour \"Gren\", nearest is green; known: red, green");
        assert_eq!(explain("xyz\n"), "unknown colour \"xyz\\n\"; known: red, green");
        assert_eq!(explain(""), "unknown colour \"\"; known: red, green");
    }

    #[test]
    fn the_nearest_name_is_found_for_swapped_and_missing_letters() {
        let known =
            ["run", "compare", "completions", "chart", "hardest", "csv", "write-experiment", "tie"];
        for (name, expected) in [
            ("rnu", Some("run")),
            ("comapre", Some("compare")),
            ("chrat", Some("chart")),
            ("cvs", Some("csv")),
            ("ite", Some("tie")),
            ("Compar", Some("compare")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
    }
}
