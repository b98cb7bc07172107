//! Whether shards are those of one run, each once, and which are missing.

use super::MergeOptions;
use super::error::MergeError;
use super::part::Part;
use crate::run_files::same_run;

/// Checks shards, ascending by number. Returns the numbers of those that are missing.
pub(super) fn check(parts: &[Part], options: MergeOptions) -> Result<Vec<u32>, MergeError> {
    let first = &parts[0];
    for part in &parts[1..] {
        let of_machines = || same_run::cpus(&first.meta, &part.meta);
        let machines = of_machines().filter(|_| !options.mixed_cpus).map(|difference| {
            format!("{difference}, so times are not alike; --mixed-cpus merges them with a warning")
        });
        let of = |part: &Part| -> Vec<_> { part.meta.corpora.iter().map(|one| one.of).collect() };
        let sizes = (of(part) != of(first)).then(|| "the numbers of puzzles differ".to_owned());
        let difference = same_run::difference(&first.meta, &part.meta).or(sizes).or(machines);
        if let Some(difference) = difference {
            let reason = format!("not of the run of {}: {difference}", first.folder.display());
            return Err(MergeError::Refused { folder: part.folder.clone(), reason });
        }
    }
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        let folders = [&pair[0], &pair[1]].map(|part| part.folder.clone());
        return Err(MergeError::Doubled { shard: pair[0].shard, folders });
    }
    let of = first.shard.of;
    let mut present = parts.iter().map(|part| part.shard.number).peekable();
    let missing: Vec<u32> = (0..of).filter(|number| present.next_if_eq(number).is_none()).collect();
    if missing.is_empty() || options.partial {
        return Ok(missing);
    }
    Err(MergeError::Missing { missing, of })
}
