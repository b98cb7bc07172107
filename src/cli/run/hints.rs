//! Hints before a run where its plan would mislead a study.

use crate::bench::Plan;
use crate::catalogue::{BRANCHINGS, Config, ConfigError};
use crate::goal::Goal;
use crate::run_files::environment::physical_cores;
use crate::text::counted;

/// What the user should know before a run, one sentence each.
///
/// # Errors
/// If the catalogue does not know a config of the plan.
pub(super) fn of(plan: &Plan) -> Result<Vec<String>, ConfigError> {
    let configs = plan.configs.iter().map(Config::named).collect::<Result<Vec<_>, _>>()?;
    Ok([threads(plan.threads, physical_cores()), values(&configs, plan.goal)]
        .into_iter()
        .flatten()
        .collect())
}

/// More threads than cores: they take turns, and times include the waiting.
fn threads(threads: usize, cores: usize) -> Option<String> {
    (threads > cores).then(|| {
        let share = counted(cores as u64, "physical core");
        format!(
            "{threads} threads share {share}: times include waiting; --threads {cores} avoids it"
        )
    })
}

/// Value orderings that cannot differ: an exhausted tree has the same counts under each.
fn values(configs: &[Config], goal: Goal) -> Option<String> {
    let of_exhausted = match goal {
        Goal::Unique => "a puzzle with at most one solution",
        Goal::Count(_) => "a puzzle whose solutions are all counted",
        Goal::First | Goal::MaxScore => return None,
    };
    let others = |config: &Config| (config.variable.name, tie(config), config.pruning.name);
    let pair = configs.iter().enumerate().find_map(|(i, a)| {
        let is_other = |b: &&Config| others(a) == others(b) && a.value.name != b.value.name;
        let later = &configs[i + 1..];
        is_alike_on_exhausted_trees(a)
            .then(|| later.iter().find(|b| is_alike_on_exhausted_trees(b) && is_other(b)))
            .flatten()
            .map(|b| (a, b))
    })?;
    let (a, b) = (pair.0.value.name, pair.1.value.name);
    Some(format!(
        "{a} and {b} have equal counts on {of_exhausted}, because the search visits the whole tree; \
         --goal first compares value orderings"
    ))
}

fn tie(config: &Config) -> Option<&'static str> {
    config.tie.map(|tie| tie.name)
}

/// Whether an exhausted tree has the same counts under each value ordering: d-way branching, and an
/// ordering and a tie-break that look at the state only.
fn is_alike_on_exhausted_trees(config: &Config) -> bool {
    let has_memory = config.variable.has_memory || config.tie.is_some_and(|tie| tie.is_random);
    config.branching == &BRANCHINGS[0] && !has_memory
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_above_the_cores_are_noted() {
        assert_eq!(threads(2, 2), None);
        assert!(threads(3, 2).expect("a hint").contains("3 threads share 2 physical cores"));
        assert!(threads(2, 1).expect("a hint").contains("1 physical core:"));
    }

    #[test]
    fn value_orderings_that_cannot_differ_are_noted() {
        let hint = |configs: &[&str], goal| {
            let configs: Vec<Config> =
                configs.iter().map(|text| text.parse().expect("a config")).collect();
            values(&configs, goal)
        };
        let equal = ["first_fail/indomain_min/naked", "first_fail/lcv/naked"];
        let text = hint(&equal, Goal::Unique).expect("a hint");
        assert!(text.starts_with("indomain_min and lcv have equal counts"), "{text}");
        assert_eq!(hint(&equal, Goal::First), None);
        for differing in [
            ["first_fail/indomain_min/naked", "first_fail/lcv/singles"],
            ["first_fail/indomain_min/naked", "first_fail:ddeg/lcv/naked"],
            ["dom_wdeg/indomain_min/naked", "dom_wdeg/lcv/naked"],
            ["last_conflict/indomain_min/naked", "last_conflict/lcv/naked"],
            ["first_fail:random/indomain_min/naked", "first_fail:random/lcv/naked"],
            ["first_fail/indomain_min/naked/two_way", "first_fail/lcv/naked/two_way"],
        ] {
            assert_eq!(hint(&differing, Goal::Unique), None, "{differing:?}");
        }
    }
}
