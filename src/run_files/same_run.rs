//! Whether two shards are of one run: the same puzzles, contestants, options, program and definitions.

use super::meta::{CorpusMeta, Meta};
use super::plan::{Label, Plan};
use crate::isa::Isa;
use serde_json::Value;

/// The first difference between a shard and another one, in words; none if both are of one run.
/// Whether the machines may differ is [`cpus`].
#[must_use]
pub fn difference(then: &Meta, now: &Meta) -> Option<String> {
    let unknown = || "unknown".to_owned();
    let pair = [then, now];
    let of_shards =
        |meta: &Meta| meta.shard.as_ref().map_or_else(unknown, |one| one.shard.of.to_string());
    let revision = |meta: &Meta| meta.environment.git_revision.clone().unwrap_or_else(unknown);
    let facts = [
        ("the number of shards", pair.map(of_shards)),
        ("the version", pair.map(|meta| meta.environment.version.clone())),
        ("the git revision", pair.map(revision)),
    ];
    for (what, [then, now]) in facts {
        if then != now {
            return Some(format!("{what} is {now}, not {then}"));
        }
    }
    if then.counters != now.counters {
        return Some("the definitions of counters differ".to_owned());
    }
    let lists = [("corpora", pair.map(corpora)), ("contestants", pair.map(contestants))];
    for (what, [then, now]) in lists {
        if then == now {
            continue;
        }
        let mut pairs = then.iter().zip(&now).filter(|(then, now)| then != now);
        return Some(match pairs.next() {
            Some((then, now)) => format!("the {what} differ: {now}, not {then}"),
            None => format!("there are {} {what}, not {}", now.len(), then.len()),
        });
    }
    plans(&then.plan, &now.plan)
}

/// The difference between the machines of two shards that makes their times unlike; none where
/// nothing is timed.
#[must_use]
pub fn cpus(then: &Meta, now: &Meta) -> Option<String> {
    let facts = [
        ("CPU", [then, now].map(|meta| meta.environment.cpu.clone())),
        ("instruction set", [then, now].map(|meta| meta.plan.isa.to_string())),
    ];
    let is_timed = then.plan.is_timed();
    let mut different = facts.into_iter().filter(|(_, [then, now])| is_timed && then != now);
    different.next().map(|(what, [then, now])| format!("the {what} is {now}, not {then}"))
}

fn corpora(meta: &Meta) -> Vec<String> {
    let corpus = |CorpusMeta { name, sha256, .. }: &CorpusMeta| {
        format!("{name} of SHA-256 {}", sha256.as_deref().unwrap_or("unknown"))
    };
    meta.corpora.iter().map(corpus).collect()
}

fn contestants(meta: &Meta) -> Vec<String> {
    meta.configs.iter().map(|one| format!("{} ({})", one.config, one.engine)).collect()
}

/// The first key in which two plans define different results.
fn plans(then: &Plan, now: &Plan) -> Option<String> {
    let object = |plan: &Plan| serde_json::to_value(essence(plan)).expect("a plan is JSON");
    let (then, now) = (object(then), object(now));
    let keys = [&then, &now].into_iter().filter_map(Value::as_object).flat_map(|one| one.keys());
    let value =
        |plan: &Value, key: &str| plan.get(key).map_or("unset".to_owned(), Value::to_string);
    let mut different = keys.filter(|key| then.get(key) != now.get(key));
    different
        .next()
        .map(|key| format!("plan.{key} is {}, not {}", value(&now, key), value(&then, key)))
}

/// What defines the results of a plan. Corpora are compared by their content, and neither the host,
/// nor the instruction set, nor the threads of an untimed run change a result.
fn essence(plan: &Plan) -> Plan {
    let plan = Plan {
        label: Label::default(),
        corpora: Vec::new(),
        is_bundled: false,
        isa: Isa::best().set(),
        ..plan.clone()
    };
    if plan.is_timed() { plan } else { plan.with_threads(1) }
}
