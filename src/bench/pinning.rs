//! The threads of a run, each pinned to a separate physical core where the system allows it.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::HashSet;

/// A pool with this number of threads. If there are fewer cores than threads, or the system does not
/// allow pinning, the system places the threads.
///
/// # Errors
/// If the system does not start them.
pub(super) fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    let cores = one_per_physical_core_first(cores, |core| siblings(core.id));
    let is_pinned = cores.len() >= threads;
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("solver-{index}"))
        .start_handler(move |index| {
            if is_pinned {
                let _ = core_affinity::set_for_current(cores[index]);
            }
        })
        .build()
}

/// The cores, ordered so that cores that share a physical core with an earlier one come
/// last.
fn one_per_physical_core_first<T>(
    cores: Vec<T>,
    siblings: impl Fn(&T) -> Option<String>,
) -> Vec<T> {
    let mut seen = HashSet::new();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for core in cores {
        let is_new = siblings(&core).is_none_or(|siblings| seen.insert(siblings));
        if is_new { first.push(core) } else { second.push(core) }
    }
    first.append(&mut second);
    first
}

/// The logical cores that share a physical core with this one, as the system lists them (Linux).
fn siblings(core: usize) -> Option<String> {
    let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    std::fs::read_to_string(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn physical_cores_come_before_their_siblings() {
        let order = |names: &[&str]| {
            one_per_physical_core_first((0..names.len()).collect(), |&core: &usize| {
                Some(names[core].to_owned()).filter(|name| !name.is_empty())
            })
        };
        assert_eq!(order(&["0-1", "0-1", "2-3", "2-3"]), [0, 2, 1, 3]);
        assert_eq!(order(&["0,2", "1,3", "0,2", "1,3"]), [0, 1, 2, 3]);
        assert_eq!(order(&["", "", ""]), [0, 1, 2]);
    }
}
