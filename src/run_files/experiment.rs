//! Experiment files: what defines a run, as TOML, under the names of the options of `run`.
//!
//! A file holds settings; each is an option with its values. [`Experiment::of`] gives the settings of
//! a [`Plan`]. The command line reads settings with the parsers of its options, so a value means the
//! same in both places. Threads, folders and the label are no part of an experiment.

use super::plan::Plan;
use super::stored_path::StoredPath;
use crate::isa::Isa;
use serde::Deserialize;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::PathBuf;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The key of the corpora, which are no option.
pub const CORPORA: &str = "corpora";

/// The content of an experiment file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Experiment {
    /// The corpora in their order; none: the bundled ones, or those of the command line.
    pub corpora: Vec<Corpus>,
    /// The line of the corpora in the file; 0 if they are in none.
    pub corpora_line: usize,
    /// All other settings, by key.
    pub settings: Vec<Setting>,
}

/// A corpus of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    /// The file; a relative path begins in the folder of the experiment file.
    pub path: PathBuf,
    /// The SHA-256 of its bytes, or of each corpus in an archive; empty if unknown.
    pub sha256: Vec<String>,
}

/// An option and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the option, without dashes before it.
    pub key: String,
    /// The line of the key in the file; 0 if it is in none.
    pub line: usize,
    /// Its values.
    pub values: Values,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Of an option without a value: whether it is given.
    Flag(bool),
    /// One value, as it is typed on a command line.
    One(String),
    /// A list of values.
    List(Vec<String>),
}

/// A text is no experiment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {problem}")]
pub struct ParseExperimentError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what would be accepted.
    pub problem: String,
}

impl Experiment {
    /// The experiment of a plan. `sha256` holds the hashes of each corpus of the plan, as far as
    /// they are known. Keys whose value is that of a plan without options are left out, unless
    /// readers look for them.
    #[must_use]
    pub fn of(plan: &Plan, sha256: &[Vec<String>]) -> Self {
        let Plan {
            corpora,
            is_bundled,
            format,
            configs,
            engines,
            aa,
            goal,
            bound,
            threads: _,
            timing_threads: _,
            passes,
            node_limit,
            time_limit,
            take,
            sample,
            shuffle,
            isomorphs,
            seed,
            rule_costs,
            solutions,
            compress,
            summary_only,
            strict,
            block,
            isa,
            label: _,
        } = plan;
        let hashes = sha256.iter().cloned().chain(std::iter::repeat(Vec::new()));
        let corpora = corpora.iter().zip(hashes);
        let corpora = corpora.map(|(path, sha256)| Corpus { path: path.clone(), sha256 });
        let text = |value: Option<String>| value.map(Values::One);
        let flag = |value: &bool| value.then_some(Values::Flag(true));
        let list = |values: Vec<String>| (!values.is_empty()).then_some(Values::List(values));
        let number = |value: Option<u64>| text(value.map(|value| value.to_string()));
        let best = Isa::best().set();
        let settings = [
            ("format", text(format.map(|format| format.name.to_owned()))),
            ("config", list(configs.iter().map(ToString::to_string).collect())),
            ("engine", list(engines.iter().map(ToString::to_string).collect())),
            ("aa", flag(aa)),
            ("goal", text(Some(goal.to_string()))),
            ("bound", flag(bound)),
            ("passes", number(Some((*passes).into()))),
            (
                "node-limit",
                text(Some(node_limit.map_or("none".to_owned(), |limit| limit.to_string()))),
            ),
            (
                "time-limit",
                text(time_limit.map(|time| humantime::format_duration(time).to_string())),
            ),
            ("take", number(take.map(NonZeroU64::get))),
            ("sample", number(*sample)),
            ("shuffle", Some(Values::Flag(*shuffle))),
            ("isomorphs", number((*isomorphs > 0).then_some((*isomorphs).into()))),
            ("seed", number(Some(*seed))),
            ("rule-costs", flag(rule_costs)),
            ("solutions", flag(solutions)),
            ("compress", text(compress.map(|compress| compress.name().to_owned()))),
            ("summary-only", flag(summary_only)),
            ("strict", flag(strict)),
            ("block", number(block.map(NonZeroU64::get))),
            ("isa", text((*isa != best).then(|| isa.to_string()))),
        ];
        let setting = |(key, values): (&str, Option<Values>)| {
            values.map(|values| Setting { key: key.to_owned(), line: 0, values })
        };
        Self {
            corpora: if *is_bundled { Vec::new() } else { corpora.collect() },
            corpora_line: 0,
            settings: settings.into_iter().filter_map(setting).collect(),
        }
    }

    /// Parses the text of an experiment file.
    ///
    /// # Errors
    /// [`ParseExperimentError`] if it is no TOML, or a value has a type that no option has.
    pub fn parse(text: &str) -> Result<Self, ParseExperimentError> {
        let line = |span: &Range<usize>| 1 + text[..span.start].matches('\n').count();
        let at = |span: &Range<usize>, problem: String| ParseExperimentError {
            line: line(span),
            problem: problem.replace('\n', " "),
        };
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            at(&span, format!("no TOML: {}", error.message()))
        })?;
        let mut experiment = Self::default();
        for (key, value) in table.into_inner() {
            let line = line(&key.span());
            let key = key.into_inner().into_owned();
            if key == CORPORA {
                experiment.corpora_line = line;
                experiment.corpora = corpora(&value).map_err(|(span, why)| at(&span, why))?;
                continue;
            }
            let values = values(&value).ok_or_else(|| {
                let found = value.get_ref().type_str();
                let expected = "a text, a number, true, false, or a list of texts and numbers";
                at(&value.span(), format!("{key}: a value of type {found}; expected {expected}"))
            })?;
            experiment.settings.push(Setting { key, line, values });
        }
        // The parser sorts the keys; errors name the first wrong line.
        experiment.settings.sort_by_key(|setting| setting.line);
        Ok(experiment)
    }
}

/// The corpora of a value: a list of paths, or of tables of a path and its hash.
fn corpora(value: &Spanned<DeValue<'_>>) -> Result<Vec<Corpus>, (Range<usize>, String)> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Path(StoredPath),
        Hashed(Hashed),
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Hashed {
        path: StoredPath,
        sha256: Option<Hashes>,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Hashes {
        One(String),
        Each(Vec<String>),
    }
    let refused = |span: Range<usize>| {
        let expected = "a list of paths, or of tables { path = \"...\", sha256 = \"...\" }";
        (span, format!("{CORPORA}: expected {expected}"))
    };
    let list = value.get_ref().as_array().ok_or_else(|| refused(value.span()))?;
    let corpus = |value: &Spanned<DeValue<'_>>| {
        let deserializer = toml::de::ValueDeserializer::from(value.clone());
        let form = Form::deserialize(deserializer).map_err(|_| refused(value.span()))?;
        let (path, hashes) = match form {
            Form::Path(path) => (path, None),
            Form::Hashed(Hashed { path, sha256 }) => (path, sha256),
        };
        let sha256 = match hashes {
            None => Vec::new(),
            Some(Hashes::One(hash)) => vec![hash],
            Some(Hashes::Each(hashes)) => hashes,
        };
        let is_hash =
            |hash: &String| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        match sha256.iter().find(|hash| !is_hash(hash)) {
            None => Ok(Corpus { path: path.0, sha256 }),
            Some(hash) => {
                let why = format!("sha256: {hash:?}; expected 64 hexadecimal digits");
                Err((value.span(), why))
            }
        }
    };
    list.iter().map(corpus).collect()
}

/// The values of an option; none if it has a type that no option has.
fn values(value: &Spanned<DeValue<'_>>) -> Option<Values> {
    match value.get_ref() {
        DeValue::Boolean(is_given) => Some(Values::Flag(*is_given)),
        DeValue::Array(list) => list.iter().map(word).collect::<Option<_>>().map(Values::List),
        _ => word(value).map(Values::One),
    }
}

/// A value as it is typed on a command line.
fn word(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string())
        }
        DeValue::Float(number) => number.as_str().parse::<f64>().ok().map(|n| n.to_string()),
        _ => None,
    }
}

impl fmt::Display for Experiment {
    /// The text of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Run it with: dokubench run --experiment FILE")?;
        if self.corpora.is_empty() {
            writeln!(f, "# No corpora: the bundled ones.")?;
        } else {
            writeln!(f, "{CORPORA} = [")?;
            for corpus in &self.corpora {
                writeln!(f, "    {},", in_toml(corpus))?;
            }
            writeln!(f, "]")?;
        }
        for Setting { key, values, .. } in &self.settings {
            match values {
                Values::Flag(is_given) => writeln!(f, "{key} = {is_given}")?,
                Values::One(value) => writeln!(f, "{key} = {}", scalar(value))?,
                Values::List(values) => {
                    writeln!(f, "{key} = [")?;
                    for value in values {
                        writeln!(f, "    {},", quoted(value))?;
                    }
                    writeln!(f, "]")?;
                }
            }
        }
        Ok(())
    }
}

/// A corpus in TOML.
fn in_toml(Corpus { path, sha256 }: &Corpus) -> String {
    let path = match path.to_str() {
        Some(text) => quoted(text),
        None => {
            let bytes = crate::text::hexadecimal(path.as_os_str().as_encoded_bytes());
            format!("{{ bytes = {} }}", quoted(&bytes))
        }
    };
    match &sha256[..] {
        [] if path.starts_with('"') => path,
        [] => format!("{{ path = {path} }}"),
        [hash] => format!("{{ path = {path}, sha256 = {} }}", quoted(hash)),
        hashes => {
            let hashes: Vec<_> = hashes.iter().map(|hash| quoted(hash)).collect();
            format!("{{ path = {path}, sha256 = [{}] }}", hashes.join(", "))
        }
    }
}

/// A number as it is, if TOML can hold it; else a text.
fn scalar(value: &str) -> String {
    match value.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => quoted(value),
    }
}

/// A text in TOML.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Experiment, String> {
        Experiment::parse(text).map_err(|error| error.to_string())
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let hash = "ab".repeat(32);
        let corpus = |path: &str, hashes: usize| Corpus {
            path: path.into(),
            sha256: vec![hash.clone(); hashes],
        };
        let mut corpora = vec![corpus("a \"b\".txt", 0), corpus("c.txt", 1), corpus("d.zip", 2)];
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt as _;
            let path = std::ffi::OsString::from_vec(b"puzz\xe9.txt".to_vec()).into();
            corpora.push(Corpus { path, sha256: Vec::new() });
        }
        let values = [
            ("aa", Values::Flag(true)),
            ("config", Values::List(vec!["a/b/c".to_owned(), "\"'\\\n".to_owned()])),
            ("seed", Values::One(u64::MAX.to_string())),
            ("time-limit", Values::One("1h 5ns".to_owned())),
        ];
        let setting = |(key, values): (&str, Values)| Setting { key: key.into(), line: 0, values };
        let written = Experiment { corpora, corpora_line: 0, settings: values.map(setting).into() };
        let mut read = parse(&written.to_string()).expect("an experiment");
        assert!(read.corpora_line > 0 && read.settings.iter().all(|setting| setting.line > 1));
        read.corpora_line = 0;
        read.settings.iter_mut().for_each(|setting| setting.line = 0);
        assert_eq!(read, written);
    }

    #[test]
    fn numbers_are_read_as_they_are_typed() {
        let read = parse("a = 1_000\nb = 1e5\nc = 0x10\nd = 18446744073709551615\n");
        let values: Vec<_> =
            read.expect("numbers").settings.into_iter().map(|setting| setting.values).collect();
        let expected = ["1000", "100000", "16", "18446744073709551615"];
        assert_eq!(values, expected.map(|text| Values::One(text.to_owned())));
    }

    #[test]
    fn what_no_option_holds_is_refused_with_its_line() {
        for (text, line, expected) in [
            ("\n\ngoal = uniq", 3, "no TOML"),
            ("goal = \"first\"\ngoal = 1", 2, "no TOML: duplicate key"),
            ("[goal]\na = 1", 1, "goal: a value of type table"),
            ("\ngoal = [[1]]", 2, "goal: a value of type array"),
            ("\ncorpora = \"a.txt\"", 2, "corpora: expected a list of paths"),
            ("corpora = [\n7]", 2, "corpora: expected a list of paths"),
            ("corpora = [\n{ path = \"a\", sha = \"b\" }]", 2, "corpora: expected a list"),
            ("corpora = [{ path = \"a\", sha256 = \"b\" }]", 1, "expected 64 hexadecimal"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.starts_with(&format!("{line}: {expected}")) || error.contains(expected));
            assert!(error.starts_with(&format!("{line}: ")), "{text}: {error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
