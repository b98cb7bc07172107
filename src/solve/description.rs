//! The description of a corpus.

use super::batch::Chunk;
use super::solver::WrongAnswer;
use crate::goal::Status;
use std::collections::BTreeMap;

/// The verdicts, as `unique` gives them.
const VERDICTS: [Status; 4] =
    [Status::Unique, Status::Multiple, Status::Unsolvable, Status::Invalid];

/// The description of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The name of the corpus.
    pub name: String,
    /// The number of puzzles.
    pub puzzles: u64,
    verdicts: [u64; VERDICTS.len()],
    clues_sum: u64,
    /// The least and the most clues of a puzzle.
    clues: Option<(usize, usize)>,
    /// Puzzles whose stored answer is wrong.
    pub disagreeing: u64,
    /// Puzzles equal to an earlier one of the corpus.
    pub duplicates: u64,
    /// Puzzles isomorphic to an earlier one of the corpus; `None` without `--isomorphs`.
    pub isomorphs: Option<u64>,
    /// Lines that are no puzzle, by cause.
    pub rejected: BTreeMap<&'static str, u64>,
}

impl Description {
    /// The description of an empty corpus.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The description of a chunk, without name, duplicates and rejected lines.
    ///
    /// # Errors
    /// [`WrongAnswer`] if an answer of the chunk is wrong or missing.
    pub fn of(chunk: &Chunk<'_>) -> Result<Self, WrongAnswer> {
        let mut description = Self::default();
        for (_, puzzle, answer) in chunk.iter() {
            let verdict = VERDICTS.iter().position(|&verdict| verdict == answer.status);
            let Some(verdict) = verdict else {
                let fault = answer.fault.clone();
                return Err(WrongAnswer {
                    engine: chunk.engine.identity().config.clone(),
                    puzzle: Box::new(*puzzle),
                    reason: fault.unwrap_or_else(|| answer.status.to_string()),
                });
            };
            let clues = puzzle.clue_count();
            description.puzzles += 1;
            description.verdicts[verdict] += 1;
            description.clues_sum += clues as u64;
            description.add_clues((clues, clues));
        }
        Ok(description)
    }

    fn add_clues(&mut self, (least, most): (usize, usize)) {
        self.clues = Some(match self.clues {
            Some((low, high)) => (low.min(least), high.max(most)),
            None => (least, most),
        });
    }

    /// Adds another part of the corpus, or another corpus.
    pub fn add(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.clues_sum += other.clues_sum;
        self.disagreeing += other.disagreeing;
        self.duplicates += other.duplicates;
        if let Some(more) = other.isomorphs {
            *self.isomorphs.get_or_insert_default() += more;
        }
        for (sum, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *sum += more;
        }
        if let Some(clues) = other.clues {
            self.add_clues(clues);
        }
        for (cause, count) in &other.rejected {
            *self.rejected.entry(cause).or_default() += count;
        }
    }

    /// The number of lines that are no puzzle.
    #[must_use]
    pub fn rejected(&self) -> u64 {
        self.rejected.values().sum()
    }

    /// The cells of a row; what is not known is empty.
    #[must_use]
    pub fn cells(&self) -> Vec<String> {
        let mut cells =
            vec![self.name.clone(), self.puzzles.to_string(), self.rejected().to_string()];
        match self.clues {
            Some((least, most)) => cells.extend([
                least.to_string(),
                format!("{:.2}", self.clues_sum as f64 / self.puzzles as f64),
                most.to_string(),
            ]),
            None => cells.extend([const { String::new() }; 3]),
        }
        cells.extend(self.verdicts.map(|count| count.to_string()));
        cells.extend([self.disagreeing, self.duplicates].map(|count| count.to_string()));
        cells.push(self.isomorphs.map_or(String::new(), |count| count.to_string()));
        cells
    }

    /// The causes of rejection with their counts.
    #[must_use]
    pub fn causes(&self, separator: &str) -> String {
        let causes = self.rejected.iter().map(|(cause, count)| format!("{cause}: {count}"));
        causes.collect::<Vec<_>>().join(separator)
    }
}

/// The columns of [`Description::cells`].
pub const COLUMNS: [&str; 13] = [
    "corpus",
    "puzzles",
    "rejected",
    "clues_min",
    "clues_mean",
    "clues_max",
    "unique",
    "multiple",
    "unsolvable",
    "invalid",
    "disagreeing",
    "duplicates",
    "isomorphs",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_add_up() {
        let mut total = Description::named("total");
        for (clues, cause) in [(17, "a"), (30, "b"), (25, "a")] {
            let mut one = Description { puzzles: 1, clues_sum: clues, ..Description::default() };
            one.add_clues((clues as usize, clues as usize));
            let _ = one.rejected.insert(cause, 2);
            total.add(&one);
        }
        assert_eq!((total.puzzles, total.clues, total.rejected()), (3, Some((17, 30)), 6));
        assert_eq!(total.causes(", "), "a: 4, b: 2");
        assert_eq!(total.cells()[3..6], ["17", "24.00", "30"]);
        assert_eq!(Description::default().cells()[3..6], ["", "", ""]);
    }
}
