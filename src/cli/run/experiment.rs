//! Experiment files on the command line: each setting is the option of its name.

use super::definition::{DefinitionArgs, Typed, TypedOption, options};
use super::{RunArgs, sources_of};
use crate::bench::Plan;
use crate::cli::{Failure, corpora, run_folder, usage};
use crate::corpus::{CorpusError, ReadOptions, Source};
use crate::named::UnknownName;
use crate::run_files::experiment::{CORPORA, Corpus, Experiment, Setting, Values};
use clap::{Arg, Args as _, FromArgMatches as _};
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The experiment of a plan, with the SHA-256 of its corpora.
///
/// # Errors
/// If a corpus cannot be read.
pub(super) fn of(plan: &Plan) -> Result<Experiment, Failure> {
    let hashes = |path: &PathBuf| {
        let of_one = Plan { corpora: vec![path.clone()], ..plan.clone() };
        let sources = sources_of(&of_one, None)?;
        let hashes: Option<Vec<_>> =
            hashes(&sources).map_err(Failure::failed)?.into_iter().collect();
        Ok(hashes.unwrap_or_default())
    };
    let hashes = match plan.is_bundled {
        true => Vec::new(),
        false => plan.corpora.iter().map(hashes).collect::<Result<_, Failure>>()?,
    };
    Ok(Experiment::of(plan, &hashes))
}

/// The SHA-256 of each source; none for a pipe.
fn hashes(sources: &[Source]) -> Result<Vec<Option<String>>, CorpusError> {
    sources.iter().map(|source| Ok(source.digest()?.map(|digest| digest.sha256))).collect()
}

/// The options of an experiment file, with those that were typed. `corpora_in` is the folder of its
/// relative corpora, if it is not that of the file.
///
/// # Errors
/// If the file cannot be read, a setting is wrong, an option is in the file and typed, or a corpus
/// has another SHA-256 than in the file.
pub(super) fn with(
    typed: &Typed,
    path: &Path,
    corpora_in: Option<&Path>,
) -> Result<DefinitionArgs, Failure> {
    let file = File::read(path, corpora_in)?;
    let mut words = Vec::new();
    for setting in &file.experiment.settings {
        let of_one = file.words(setting)?;
        let _ = parse(&of_one)
            .map_err(|error| file.at(setting.line, format!("{}: {error}", setting.key)))?;
        words.extend(of_one);
    }
    let mut paths: Vec<OsString> = Vec::new();
    for TypedOption { name, values } in &typed.options {
        let Some(name) = name else {
            if !file.experiment.corpora.is_empty() {
                return Err(file.sets_too(CORPORA, CORPORA));
            }
            paths.clone_from(values);
            continue;
        };
        let key = name.strip_prefix("no-").unwrap_or(name);
        if file.experiment.settings.iter().any(|setting| setting.key == key) {
            return Err(file.sets_too(key, &format!("--{name}")));
        }
        match &values[..] {
            [] => words.push(format!("--{name}").into()),
            values => words.extend(values.iter().map(|value| option(name, value))),
        }
    }
    paths.extend(file.experiment.corpora.iter().map(|corpus| file.place(&corpus.path).into()));
    words.push("--".into());
    words.extend(paths);
    let args = parse(&words).map_err(|error| file.at(0, error))?;
    file.check_hashes(&ReadOptions { format: args.format, ..ReadOptions::default() })?;
    Ok(args)
}

/// The arguments of words, or what is wrong with them.
fn parse(words: &[OsString]) -> Result<DefinitionArgs, String> {
    let parsed = options().try_get_matches_from(words);
    parsed
        .and_then(|matches| DefinitionArgs::from_arg_matches(&matches))
        .map_err(|error| usage::one_line(&error, &["run".into()]))
}

/// An option with a value, as one word.
fn option(name: &str, value: &OsString) -> OsString {
    let mut word = OsString::from(format!("--{name}="));
    word.push(value);
    word
}

/// An experiment file.
struct File<'a> {
    path: &'a Path,
    /// Where its relative corpora begin.
    folder: PathBuf,
    experiment: Experiment,
}

impl<'a> File<'a> {
    /// Reads an experiment file, or the experiment of a `meta.json`.
    fn read(path: &'a Path, corpora_in: Option<&Path>) -> Result<Self, Failure> {
        let failed = |why: &dyn fmt::Display| {
            let expected = "an experiment file, or the meta.json of a run";
            Failure::failed(format!("{}: {why}; expected {expected}", path.display()))
        };
        let bytes = fs::read(path).map_err(|error| failed(&error))?;
        let text = std::str::from_utf8(&bytes).map_err(|error| failed(&error))?;
        let (experiment, folder) = if text.trim_start().starts_with('{') {
            let meta = run_folder::meta_file(path)?;
            let plan = &meta.plan;
            // An archive holds several corpora, whose hashes cannot be told apart here.
            let hashes = match plan.corpora.len() == meta.corpora.len() {
                true => meta.corpora.iter().map(|c| c.sha256.iter().cloned().collect()).collect(),
                false => Vec::new(),
            };
            (Experiment::of(plan, &hashes), meta.working_folder.map(|stored| stored.0))
        } else {
            let experiment = Experiment::parse(text)
                .map_err(|error| Failure::usage(format!("{}:{error}", path.display())))?;
            (experiment, path.parent().map(Path::to_owned))
        };
        let folder = corpora_in.map(Path::to_owned).or(folder).unwrap_or_default();
        // Paths of the folder in which the command works stay relative.
        let is_here = std::env::current_dir().is_ok_and(|here| here == folder);
        let folder = if is_here { PathBuf::new() } else { folder };
        Ok(Self { path, folder, experiment })
    }

    /// A failure at a line; 0: in the whole file.
    fn at(&self, line: usize, message: impl fmt::Display) -> Failure {
        let path = self.path.display();
        match line {
            0 => Failure::usage(format!("{path}: {message}")),
            _ => Failure::usage(format!("{path}:{line}: {message}")),
        }
    }

    /// The refusal of an option that was typed and is in the file.
    fn sets_too(&self, key: &str, typed: &str) -> Failure {
        Failure::usage(format!(
            "{typed}: {} sets {key} too; expected it in the file or on the command line, not in both",
            self.path.display()
        ))
    }

    /// The path of a corpus.
    fn place(&self, corpus: &Path) -> PathBuf {
        match Source::of(corpus) {
            Source::File(_) => self.folder.join(corpus),
            _ => corpus.to_owned(),
        }
    }

    /// A setting as words of a command line.
    fn words(&self, setting: &Setting) -> Result<Vec<OsString>, Failure> {
        let Setting { key, line, values } = setting;
        let options = options();
        let named = |name: &str| options.get_arguments().find(|arg| arg.get_long() == Some(name));
        let off = format!("no-{key}");
        let arg = named(key).filter(|_| !key.starts_with("no-"));
        let arg = arg.ok_or_else(|| self.at(*line, unknown(key, &options)))?;
        let takes_value = arg.get_action().takes_values();
        let takes_list = matches!(arg.get_action(), clap::ArgAction::Append);
        let value = |text: &String| option(key, &text.into());
        match values {
            Values::Flag(is_given) if !takes_value => {
                let name = if *is_given { key } else { &off };
                Ok(named(name).map(|_| format!("--{name}").into()).into_iter().collect())
            }
            Values::One(text) if takes_value => Ok(vec![value(text)]),
            Values::List(texts) if takes_list => Ok(texts.iter().map(value).collect()),
            _ => {
                let expected = match (takes_value, takes_list) {
                    (false, _) => "true or false",
                    (true, false) => "one value",
                    (true, true) => "a list",
                };
                Err(self.at(*line, format!("{key}: expected {expected}")))
            }
        }
    }

    /// Compares the corpora with the SHA-256 that the file gives.
    fn check_hashes(&self, read_options: &ReadOptions) -> Result<(), Failure> {
        for Corpus { path, sha256 } in
            self.experiment.corpora.iter().filter(|c| !c.sha256.is_empty())
        {
            let path = self.place(path);
            let sources = corpora::of(&path, read_options)?;
            let now = hashes(&sources).map_err(Failure::failed)?;
            let is_same = now.len() == sha256.len()
                && now.iter().zip(sha256).all(|(now, then)| {
                    now.as_ref().is_some_and(|now| now.eq_ignore_ascii_case(then))
                });
            if !is_same {
                let now: Vec<_> = now.into_iter().map(|hash| hash.unwrap_or_default()).collect();
                let message = format!(
                    "{}: its SHA-256 is {}; expected {}, as in the experiment",
                    path.display(),
                    now.join(", "),
                    sha256.join(", ")
                );
                return Err(self.at(self.experiment.corpora_line, message));
            }
        }
        Ok(())
    }
}

/// What is wrong with a key that is no option of an experiment.
fn unknown(key: &str, options: &clap::Command) -> String {
    let run = RunArgs::augment_args(clap::Command::new("run"));
    if run.get_arguments().any(|arg| {
        arg.get_long() == Some(key)
            && options.get_arguments().all(|own| own.get_id() != arg.get_id())
    }) {
        return format!(
            "{key}: says where or how a run works; expected --{key} on the command line"
        );
    }
    let known = options.get_arguments().filter_map(Arg::get_long);
    let known = known.filter(|name| !name.starts_with("no-")).map(str::to_owned);
    UnknownName::new("key", key, std::iter::once(CORPORA.to_owned()).chain(known)).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::contestants::{self, Place};
    use super::*;
    use crate::catalogue::{Config, ENGINES};
    use crate::corpus::FORMATS;
    use crate::goal::Goal;
    use crate::identity::EngineName;
    use crate::isa::Isa;
    use crate::random::{Choices, Chooser};
    use crate::run_files::compress::Compress;
    use std::collections::BTreeSet;
    use std::num::NonZeroU64;
    use std::time::Duration;

    /// A plan with random values in every field.
    fn random_plan(choices: &mut Choices, folder: &Path) -> Plan {
        let mut pick = |n: u32| choices.choose(n) as usize;
        let goal: Goal =
            ["first", "unique", "count:7", "max_score"][pick(4)].parse().expect("a goal");
        let named = [
            "first_fail:ddeg/indomain_min/singles",
            "input_order/lcv/none",
            "dom_wdeg:random/indomain_max/locked/two_way",
        ];
        let mut configs: Vec<Config> = vec![named[pick(3)].parse().expect("a config")];
        if pick(2) == 0 {
            configs.insert(pick(2), "random/indomain_random/fc".parse().expect("a config"));
        }
        let engines: Vec<_> = (0..pick(3)).map(|at| EngineName::new(ENGINES[at].name)).collect();
        let corpora: Vec<PathBuf> = ["a.txt", "bundled:hard.txt", "-", "\u{e4} \"b\".csv"]
            [..pick(4)]
            .iter()
            .map(|name| match Source::of(Path::new(name)) {
                Source::File(name) => folder.join(name),
                _ => name.into(),
            })
            .collect();
        let bundled = crate::corpus::BUNDLED.iter().map(|bundled| bundled.name.into());
        let threads = 1 + pick(8);
        let number = |value: usize| NonZeroU64::new(value as u64);
        Plan {
            is_bundled: corpora.is_empty(),
            corpora: if corpora.is_empty() { bundled.collect() } else { corpora },
            format: [None, Some(&FORMATS[pick(FORMATS.len() as u32)])][pick(2)],
            configs: configs.iter().map(Config::name).collect(),
            engines,
            aa: pick(2) == 0,
            bound: goal == Goal::MaxScore && pick(2) == 0,
            goal,
            threads,
            timing_threads: 1 + pick(threads as u32),
            passes: pick(9) as u32,
            node_limit: number(pick(3) * 12_345),
            time_limit: [None, Some(Duration::from_nanos(1 + 3_333_333_333 * pick(9) as u64))]
                [pick(2)],
            take: number(pick(3) * 7),
            sample: [None, Some(5)][pick(2)],
            shuffle: pick(2) == 0,
            isomorphs: pick(3) as u32,
            seed: [0, 7, u64::MAX][pick(3)],
            rule_costs: pick(2) == 0,
            solutions: false,
            compress: [None, Some(Compress::Zstd)][pick(2)],
            summary_only: pick(2) == 0,
            strict: pick(2) == 0,
            block: number(pick(3) * 64),
            isa: Isa::available()[pick(Isa::available().len() as u32)].set(),
            label: "here".parse().expect("a label"),
        }
    }

    #[test]
    fn plans_are_read_back_from_their_experiments() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("experiment.toml");
        let nothing = || Typed { args: parse(&[]).expect("no options"), options: Vec::new() };
        let mut choices = Choices::new(11, Chooser::Variable);
        let mut keys = BTreeSet::new();
        for number in 0..500 {
            let mut plan = random_plan(&mut choices, folder.path());
            plan.solutions = number % 2 == 0 && !plan.summary_only;
            let experiment = Experiment::of(&plan, &[]);
            keys.extend(experiment.settings.iter().map(|setting| setting.key.clone()));
            fs::write(&path, experiment.to_string()).expect("writable");
            let args = with(&nothing(), &path, None).expect("an experiment");
            let timing_threads = Some(plan.timing_threads);
            let place = Place { timing_threads, label: Some(plan.label.clone()) };
            let read = contestants::plan(&args, &place, Some(plan.threads)).expect("a plan");
            assert_eq!(read.with_shuffle(args.shuffle), plan, "{experiment}");
        }
        // What a plan keeps no longer: the axes and presets are configs by then.
        let combined = ["order", "tie", "value", "prune", "branching", "preset"];
        keys.extend(combined.map(str::to_owned));
        let known = options();
        let known = known.get_arguments().filter_map(Arg::get_long);
        let known: BTreeSet<_> =
            known.filter(|name| !name.starts_with("no-")).map(str::to_owned).collect();
        assert_eq!(keys, known, "every option of an experiment is written");
    }
}
