//! What must be as it was: a run's corpora while it goes on, and when it is resumed its contestants,
//! its build and its machine too.

use super::corpus_names;
use super::error::BenchError;
use super::execution::{Execution, ResumeOptions};
use super::feed;
use crate::corpus::{CorpusError, Source};
use crate::identity::Identity;
use crate::run_files::environment::Environment;
use crate::run_files::meta::{CorpusMeta, Meta};
use std::time::{Duration, SystemTime};

/// The corpora as they are now.
pub(super) fn corpora_now(
    sources: &[Source],
) -> Result<(Vec<CorpusMeta>, Vec<feed::Corpus>), CorpusError> {
    let corpus = |(source, name): (&Source, String)| {
        let digest = source.digest()?;
        let crc32 = digest.as_ref().map(|digest| digest.crc32);
        let sha256 = digest.map(|digest| digest.sha256);
        let feed = feed::Corpus { source: source.clone(), crc32 };
        Ok((CorpusMeta { name, sha256, ..CorpusMeta::default() }, feed))
    };
    sources.iter().zip(corpus_names::names(sources)).map(corpus).collect()
}

/// What is said of the rows of a corpus that changed.
pub(super) const CHANGED: &str = "changed while it was read: its rows are of unknown puzzles";

/// Times of change may be so coarse.
const TICK: Duration = Duration::from_secs(2);

/// A corpus that was changed after the run began must have the hash that it had before.
pub(super) fn during(
    execution: &Execution<'_>,
    meta: &Meta,
    began: SystemTime,
) -> Result<(), BenchError> {
    for (corpus, (source, known)) in execution.sources.iter().zip(&meta.corpora).enumerate() {
        let is_old = source.changed().is_some_and(|time| time + TICK < began);
        if known.sha256.is_some()
            && !is_old
            && source.digest()?.map(|digest| digest.sha256) != known.sha256
        {
            return Err(BenchError::CorpusChanged { corpus, file: source.display() });
        }
    }
    Ok(())
}

/// The corpora must be those that the run began with.
pub(super) fn corpora(
    meta: &Meta,
    execution: &Execution<'_>,
) -> Result<Vec<feed::Corpus>, BenchError> {
    let (now, feeds) = corpora_now(execution.sources)?;
    if now.len() != meta.corpora.len() {
        let (then, now) = (meta.corpora.len(), now.len());
        let reason = format!("its corpora were {then}, now there are {now}");
        return Err(execution.refused(reason));
    }
    for (corpus, now) in meta.corpora.iter().zip(now) {
        if let Some(problem) = &corpus.problem {
            return Err(execution.refused(format!("the corpus {} {problem}", corpus.name)));
        }
        let reason = match (&corpus.sha256, &now.sha256) {
            _ if corpus.name != now.name => {
                format!("the corpus {} is now {}", corpus.name, now.name)
            }
            (Some(then), Some(now)) if then == now => continue,
            (Some(_), Some(_)) => format!("the corpus {} has changed (SHA-256)", corpus.name),
            _ => format!("{} was a pipe, which cannot be read again", corpus.name),
        };
        return Err(execution.refused(reason));
    }
    Ok(feeds)
}

/// The contestants must be those of the files.
pub(super) fn contestants(meta: &Meta, execution: &Execution<'_>) -> Result<(), BenchError> {
    let names = |identities: &mut dyn Iterator<Item = &Identity>| -> Vec<String> {
        identities.map(|one| format!("{} ({})", one.config, one.engine)).collect()
    };
    let then = names(&mut meta.configs.iter());
    let now = names(&mut execution.contestants.iter().map(|one| &one.identity));
    if then == now {
        return Ok(());
    }
    let [then, now] = [then, now].map(|names| names.join(", "));
    Err(execution.refused(format!("its contestants were {then}; its plan now gives {now}")))
}

/// Times of different builds or machines do not belong into one run. Returns a warning where they
/// are allowed there.
pub(super) fn environment(
    meta: &Meta,
    execution: &Execution<'_>,
    options: ResumeOptions,
) -> Result<Option<String>, BenchError> {
    let (then, now) = (&meta.environment, Environment::of_this_machine());
    if then.version != now.version {
        let [then, now] = [&then.version, &now.version];
        return Err(execution.refused(format!("it is a run of version {then}, this is {now}")));
    }
    let differences = then.differences(&now);
    if differences.is_empty() || !meta.plan.is_timed() {
        return Ok(None);
    }
    let differences = differences.join("; ");
    if options.allow_other_build {
        return Ok(Some(format!("resumed with another build or machine: {differences}")));
    }
    let reason =
        format!("its times are of another build or machine: {differences}; expected the same, or");
    Err(execution.refused(format!("{reason} --allow-other-build")))
}
