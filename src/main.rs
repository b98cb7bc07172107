//! The command `dokubench`.
use dokubench::{config::Config, engine::*, goal::Goal, grid::Puzzle, isa::Isa, registry};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let c: Config = a[1].parse().expect("config");
    let goal: Goal = a[2].parse().expect("goal");
    let e = registry::search(&c, &Default::default());
    let isa = *Isa::available().iter().find(|i| i.name() == a[5]).expect("isa");
    let mut w = e.worker(goal, isa).expect("w");
    let text = std::fs::read_to_string(&a[3]).expect("file");
    let ps: Vec<Puzzle> = text
        .lines()
        .filter(|l| l.len() >= 81 && !l.starts_with('#'))
        .map(|l| l[..81].parse().expect("p"))
        .collect();
    let limits = Limits { nodes: a[4].parse().ok(), interrupt: None };
    let mut out = vec![Outcome::NONE; ps.len()];
    let t = Instant::now();
    w.solve(&ps, &limits, &mut out);
    let dt = t.elapsed();
    let sum = |f: fn(&Outcome) -> Option<u64>| out.iter().filter_map(f).sum::<u64>();
    let ok =
        out.iter().zip(&ps).filter(|(o, p)| o.found.solution.is_some_and(|s| s.solves(p))).count();
    let n = sum(|o| o.counts.nodes);
    println!(
        "{c} {} nodes {n} choices {} branches {} guesses {} fails {} free {} ok {ok}/{} {:?} {:.1} Mnodes/s {:.0} puzzles/s",
        isa,
        sum(|o| o.counts.choices),
        sum(|o| o.counts.branches),
        sum(|o| o.counts.guesses),
        sum(|o| o.counts.fails),
        out.iter().filter(|o| o.counts.search_free == Some(true)).count(),
        ps.len(),
        dt,
        n as f64 / dt.as_secs_f64() / 1e6,
        ps.len() as f64 / dt.as_secs_f64()
    );
}
