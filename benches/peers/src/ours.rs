//! Engines and configs of dokubench.

use crate::contestant::{Contestant, share_out};
use dokubench::engine::{Engine, Identity, Job, Limits, Outcome, Worker};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use dokubench::catalogue::{self, ENGINES, EngineEntry};
use dokubench::named::Named as _;
use std::sync::Arc;

/// A started engine.
pub struct Ours {
    engine: Arc<dyn Engine>,
    isa: Isa,
    block: Option<usize>,
    /// By thread.
    workers: Vec<Box<dyn Worker>>,
    puzzles: Vec<Puzzle>,
    outcomes: Vec<Outcome>,
}

/// The engines of a name, every engine in its first form for `all` (nothing would end a search in a fixed order), or the search of
/// a config.
pub fn engines(name: &str) -> Result<Vec<Arc<dyn Engine>>, String> {
    if name == "all" {
        return Ok(ENGINES
            .iter()
            .filter_map(|entry| entry.engines().into_iter().next())
            .collect());
    }
    match EngineEntry::named(name) {
        Ok(entry) => Ok(entry.engines()),
        Err(unknown) if !name.contains('/') => Err(unknown.to_string()),
        Err(_) => {
            let config = name.parse().map_err(|error| format!("{name}: {error}"))?;
            Ok(vec![catalogue::search(&config)])
        }
    }
}

impl Ours {
    /// The engine with an instruction set, a block size and a number of threads.
    pub fn new(
        engine: Arc<dyn Engine>,
        isa: Isa,
        block: Option<usize>,
        threads: usize,
    ) -> Result<Self, String> {
        let worker = |_| engine.start(&Job { isa, ..Job::new(Goal::Unique) }).map_err(|error| error.to_string());
        let workers = (0..threads).map(worker).collect::<Result<_, _>>()?;
        Ok(Self { engine, isa, block, workers, puzzles: Vec::new(), outcomes: Vec::new() })
    }
}

impl Contestant for Ours {
    fn name(&self) -> String {
        let identity = self.engine.identity();
        let Identity { config, engine, .. } = identity;
        if engine.is_told_by(config) { config.clone() } else { format!("{engine} {config}") }
    }

    fn isa(&self) -> String {
        self.isa.to_string()
    }

    fn block(&self) -> Option<usize> {
        self.block
    }

    fn threads(&self) -> usize {
        self.workers.len()
    }

    fn prepare(&mut self, puzzles: &[Puzzle]) {
        self.puzzles = puzzles.to_vec();
        self.outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
    }

    fn solve(&mut self, count: usize) {
        let Self { block, workers, puzzles, outcomes, .. } = self;
        let (puzzles, outcomes) = (&puzzles[..count], &mut outcomes[..count]);
        share_out(workers, puzzles, outcomes, |worker, puzzles, outcomes| {
            let block = block.unwrap_or(puzzles.len()).max(1);
            for (puzzles, outcomes) in puzzles.chunks(block).zip(outcomes.chunks_mut(block)) {
                worker.solve(puzzles, &Limits::default(), outcomes);
            }
        });
    }

    fn is_unique(&self, count: usize) -> Vec<bool> {
        let outcomes = &self.outcomes[..count];
        outcomes.iter().map(|outcome| outcome.status(Goal::Unique) == Status::Unique).collect()
    }
}
