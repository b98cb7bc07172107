//! The short answer of `compare` as text: at most 25 lines of at most 80 columns.

use super::closing::{duration, grouped};
use crate::stats::answer::{Answer, Best};
use crate::text::{beginning, counted, fitted, printable, width};

/// Lines in all, and columns of each.
const LINES: usize = 25;
const COLUMNS: usize = 80;

/// The lines below the answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footer {
    /// Why times are not judged, if they are not.
    pub why_no_times: Option<String>,
    /// How much identical configs differ on this machine, if it was measured.
    pub noise_floor: Option<f64>,
    /// The command that prints the full tables.
    pub more: String,
    /// The margin of verdicts.
    pub margin: f64,
}

/// The answers as text.
#[must_use]
pub fn text(answers: &[Answer], footer: &Footer) -> String {
    let below = below(answers, footer);
    let per_corpus = 3;
    let room = (LINES - below.len() - 1) / per_corpus;
    let shown =
        if answers.len() * per_corpus + below.len() <= LINES { answers.len() } else { room };
    let mut lines = Vec::new();
    for answer in &answers[..shown] {
        let Answer { corpus, puzzles, configs, nodes, time } = answer;
        let [puzzles, configs] =
            [(*puzzles, "puzzle"), (*configs, "config")].map(|(n, noun)| counted(n as u64, noun));
        let rest = format!(": {puzzles}, {configs}");
        let corpus = fitted(&printable(corpus), COLUMNS.saturating_sub(width(&rest)));
        lines.push(corpus + &rest);
        lines.push(line("nodes", nodes.as_ref(), answer, false));
        let is_judged = footer.why_no_times.is_none();
        lines.push(line("time", time.as_ref(), answer, !is_judged));
    }
    if shown < answers.len() {
        lines.push(format!("and {} more corpora", answers.len() - shown));
    }
    lines.extend(below);
    lines.iter().map(|line| cut(line, COLUMNS) + "\n").collect()
}

/// What the answers mean. Without pairs of configs they are no answers.
fn below(answers: &[Answer], footer: &Footer) -> Vec<String> {
    if answers.iter().all(|answer| answer.configs < 2) {
        let lines = ["one config: nothing to compare", "two runs: dokubench compare OLD NEW"];
        return lines.map(str::to_owned).to_vec();
    }
    let mut below = Vec::new();
    below.extend(footer.why_no_times.as_ref().map(|why| format!("no verdict on time: {why}")));
    below.extend(footer.noise_floor.map(noise_sentence));
    below.push(format!(
        "sure: every other config needs more (95 % for all pairs, margin {} %)",
        number(100.0 * footer.margin)
    ));
    below.push(format!("not told apart: as good for all these puzzles say; {}", footer.more));
    below
}

/// How much identical configs differ: the sentence of `run` and `compare`.
#[must_use]
pub fn noise_sentence(noise_floor: f64) -> String {
    let percent = number(100.0 * noise_floor);
    format!("identical configs differ by up to {percent} % here: smaller differences mean nothing")
}

fn line(noun: &str, best: Option<&Best>, answer: &Answer, is_unjudged: bool) -> String {
    let Some(best) = best else {
        let what = if noun == "time" { "not measured" } else { "none decides a puzzle" };
        return format!("  {noun:<5}  {what}");
    };
    let mean = if noun == "time" { duration(best.mean) } else { nodes(best.mean) };
    let sure = match (is_unjudged, best.tied.len(), best.next) {
        _ if answer.configs < 2 => String::new(),
        (true, _, _) => "not judged".to_owned(),
        (false, 0, Some(next)) => format!("sure, next {} x", number(next)),
        (false, 0, None) => "sure".to_owned(),
        (false, 1, _) => "not told apart: 1 other".to_owned(),
        (false, others, _) => format!("not told apart: {others} others"),
    };
    let decided = match answer.puzzles == best.decided {
        true => String::new(),
        false => format!(", decides {} %", (100 * best.decided / answer.puzzles.max(1)).min(99)),
    };
    let rest = format!("  {mean}{decided}  {sure}").trim_end().to_owned();
    let room = COLUMNS.saturating_sub(9 + width(&rest)).max(20);
    format!("  {noun:<5}  {}{rest}", cut(&best.config, room))
}

/// Nodes a puzzle, as the table of a run has them.
fn nodes(mean: f64) -> String {
    match mean {
        mean if mean.is_nan() => "-".to_owned(),
        mean if mean < 1000.0 => format!("{mean:.1}"),
        mean => grouped(mean.round() as u64),
    }
}

/// Two decimals below 10, one below 100, none above; no zeros behind.
pub(super) fn number(value: f64) -> String {
    let text = match value {
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    };
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Text cut to a number of columns.
fn cut(text: &str, columns: usize) -> String {
    let text = printable(text);
    if width(&text) <= columns {
        return text;
    }
    beginning(&text, columns.saturating_sub(2)).to_owned() + ".."
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(corpus: usize) -> Answer {
        let best = Best {
            config: "first_fail:ddeg/indomain_random/all_different".to_owned(),
            decided: 99,
            mean: 12_345.6,
            tied: Vec::new(),
            uncompared: 0,
            next: Some(1.234),
        };
        let tied = vec!["first_fail:lowest/indomain_min/all_different".to_owned()];
        Answer {
            corpus: format!("corpus_{corpus}.txt"),
            puzzles: 100,
            configs: 17,
            time: Some(Best { tied, decided: 100, ..best.clone() }),
            nodes: Some(best),
        }
    }

    #[test]
    fn the_answer_is_short() {
        let footer = Footer {
            why_no_times: Some("working on all cores inflated times by more than 5 %".to_owned()),
            noise_floor: Some(0.008),
            more: "details: dokubench compare DIR --all".to_owned(),
            margin: 0.01,
        };
        for count in [1, 7, 12] {
            let answers: Vec<_> = (0..count).map(answer).collect();
            let text = text(&answers, &footer);
            assert!(text.lines().count() <= LINES, "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        }
        let text = text(&[answer(1)], &Footer { why_no_times: None, ..footer });
        assert!(
            text.starts_with("corpus_1.txt: 100 puzzles, 17 configs\n  nodes  first"),
            "{text}"
        );
        assert!(text.contains("12,346, decides 99 %  sure, next 1.23 x\n"), "{text}");
        assert!(text.contains("  12.3 us  not told apart: 1 other\n"), "{text}");
        assert!(text.contains("identical configs differ by up to 0.8 % here: smaller"), "{text}");
    }

    #[test]
    fn one_config_has_nothing_to_compare() {
        let one = Answer { configs: 1, puzzles: 1, ..answer(1) };
        let text = text(&[one], &Footer { noise_floor: Some(0.01), ..Footer::default() });
        assert!(text.starts_with("corpus_1.txt: 1 puzzle, 1 config\n"), "{text}");
        assert!(!text.contains("sure") && !text.contains("told apart"), "{text}");
        assert!(text.contains("one config: nothing to compare\n"), "{text}");
    }
}
