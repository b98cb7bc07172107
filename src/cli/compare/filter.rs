//! Which comparisons `compare` prints as tables.

use crate::cli::{Failure, run_folder};
use crate::stats::comparison::Comparison;
use crate::stats::ranking::Ranked;
use crate::stats::run::Run;
use crate::stats::run_table::Metric;
use clap::ValueEnum;

/// The options that select comparisons; any of them prints tables instead of the short answer.
#[derive(Debug, clap::Args)]
pub(super) struct Filter {
    /// Print all comparisons as tables, not the short answer
    #[arg(long)]
    all: bool,
    /// Print the tables of these metrics
    #[arg(long, value_enum, value_name = "METRIC", value_delimiter = ',')]
    metric: Vec<MetricName>,
    /// Print the comparisons of this config with all others; of several, those among them
    #[arg(long, value_name = "CONFIG", value_delimiter = ',')]
    config: Vec<String>,
    /// Print these pairs: with the best config of each table, with the --baseline, or all
    #[arg(long, value_enum, value_name = "PAIRS")]
    pairs: Option<Pairs>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pairs {
    Best,
    Baseline,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MetricName {
    Nodes,
    Branches,
    Guesses,
    Time,
    BlockTime,
}

impl MetricName {
    const fn metric(self) -> Metric {
        match self {
            Self::Nodes => Metric::Nodes,
            Self::Branches => Metric::Branches,
            Self::Guesses => Metric::Guesses,
            Self::Time => Metric::Time,
            Self::BlockTime => Metric::BlockTime,
        }
    }
}

impl Filter {
    /// Whether any option is given.
    pub(super) fn is_given(&self) -> bool {
        self.all || !self.metric.is_empty() || !self.config.is_empty() || self.pairs.is_some()
    }

    /// The comparisons that the options select.
    pub(super) fn apply(
        &self,
        mut comparisons: Vec<Comparison>,
        ranked: &[Ranked],
        run: &Run,
    ) -> Result<Vec<Comparison>, Failure> {
        let labels: Vec<_> = self
            .config
            .iter()
            .map(|name| run_folder::label(name, run))
            .collect::<Result<_, _>>()?;
        if !self.metric.is_empty() {
            comparisons.retain(|one| self.metric.iter().any(|name| name.metric() == one.metric));
        }
        comparisons.retain(|one| match &labels[..] {
            [] => true,
            [config] => [&one.a, &one.b].contains(&config),
            configs => configs.contains(&one.a) && configs.contains(&one.b),
        });
        if self.pairs == Some(Pairs::Best) {
            comparisons.retain(|one| {
                let by = if one.metric.is_time() { Metric::Time } else { Metric::Nodes };
                let best = ranked.iter().find(|row| row.corpus == one.corpus && row.metric == by);
                best.is_some_and(|best| [&one.a, &one.b].contains(&&best.config))
            });
        }
        Ok(comparisons)
    }

    /// Whether the pairs with a baseline are asked for.
    pub(super) fn needs_baseline(&self) -> bool {
        self.pairs == Some(Pairs::Baseline)
    }
}
