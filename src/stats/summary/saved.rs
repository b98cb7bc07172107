//! Summaries as text: a run with `--summary-only` keeps them in its checkpoint, because it has no
//! rows from which they could be computed again. Nothing is lost: decimals are stored as their bits.

use super::ConfigSummary;
use crate::run_files::meta::Meta;

/// Summaries as text, by corpus, then config.
#[must_use]
pub fn save(summaries: &[Vec<ConfigSummary>]) -> String {
    serde_json::to_string(summaries).expect("summaries are JSON")
}

/// The summaries of a text; none if they are not those of the run.
#[must_use]
pub fn restore(text: &str, meta: &Meta) -> Option<Vec<Vec<ConfigSummary>>> {
    let summaries: Vec<Vec<ConfigSummary>> = serde_json::from_str(text).ok()?;
    let is_of = |of_corpus: &Vec<ConfigSummary>| of_corpus.len() == meta.configs.len();
    (summaries.len() == meta.corpora.len() && summaries.iter().all(is_of)).then_some(summaries)
}

/// A decimal as its bits.
pub(super) mod bits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::stats::summary) fn serialize<S: Serializer>(
        value: &f64,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.to_bits().serialize(serializer)
    }

    pub(in crate::stats::summary) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

/// A distribution as its values, each with its number.
pub(super) mod distribution {
    use hdrhistogram::Histogram;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// A distribution without values.
    pub(in crate::stats::summary) fn new() -> Box<Histogram<u32>> {
        Box::new(Histogram::new(3).expect("three significant digits are possible"))
    }

    type Counts = Option<Vec<(u64, u32)>>;

    pub(in crate::stats::summary) fn serialize<S: Serializer>(
        histogram: &Option<Box<Histogram<u32>>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let counts: Counts = histogram.as_ref().map(|histogram| {
            let recorded = histogram.iter_recorded();
            recorded.map(|value| (value.value_iterated_to(), value.count_at_value())).collect()
        });
        counts.serialize(serializer)
    }

    pub(in crate::stats::summary) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Box<Histogram<u32>>>, D::Error> {
        let Some(counts) = Counts::deserialize(deserializer)? else { return Ok(None) };
        let mut histogram = new();
        for (value, count) in counts {
            histogram.record_n(value, count).map_err(D::Error::custom)?;
        }
        Ok(Some(histogram))
    }
}
