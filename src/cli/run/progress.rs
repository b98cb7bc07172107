//! The progress of a run: a bar on a terminal, and a line on a run that takes long.

use crate::bench::{Estimate, Gauge, Observer};
use crate::cli::output::note;
use crate::corpus::Source;
use crate::text::{beginning, counted, grouped, printable};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A run that takes longer is announced.
const LONG: Duration = Duration::from_secs(30);
/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(200);

/// A bar over the puzzles of all corpora.
#[derive(Debug)]
pub(super) struct Bar {
    bar: ProgressBar,
    state: Arc<Mutex<State>>,
}

/// What the bar shows.
#[derive(Debug)]
struct State {
    names: Vec<String>,
    passes: u32,
    gauge: Option<Arc<Gauge>>,
    /// By corpus: the number of its puzzles, if it is known.
    totals: Vec<Option<u64>>,
    corpus: usize,
    /// By corpus: the puzzles that are done.
    done: Vec<u64>,
    /// The puzzles that were done when the first window of this process began.
    began_with: Option<(u64, Instant)>,
}

impl Bar {
    /// A bar for corpora; hidden where standard error is no terminal.
    pub(super) fn new(sources: &[Source], passes: u32) -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let state = Arc::new(Mutex::new(State {
            names: sources.iter().map(|source| printable(&source.name())).collect(),
            passes,
            gauge: None,
            totals: vec![None; sources.len()],
            corpus: 0,
            done: vec![0; sources.len()],
            began_with: None,
        }));
        let shown = Arc::clone(&state);
        let style = ProgressStyle::with_template("{spinner} {text}")
            .expect("a template of known keys")
            .with_key(
                "text",
                move |_: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                    // Only memory is written to.
                    let _ = out.write_str(&locked(&shown).text());
                },
            );
        bar.set_style(style);
        bar.enable_steady_tick(TICK);
        Self { bar, state }
    }
}

impl State {
    /// One line: corpus, puzzles, rate, time left, and what is done of the window in hand.
    fn text(&self) -> String {
        let window = self.gauge.as_ref().map(|gauge| gauge.window()).unwrap_or_default();
        if window.number == 0 {
            let stage = if self.gauge.is_none() { "reading" } else { "pilot" };
            return format!("{}: {stage}", self.names[self.corpus]);
        }
        let sum: u64 = self.done.iter().sum();
        let in_hand = window.share * window.puzzles as f64;
        let mut parts = Vec::new();
        let total = self.totals[self.corpus].map(|total| format!(" of {}", grouped(total)));
        let done = self.done[self.corpus] + in_hand as u64;
        let (name, total) = (&self.names[self.corpus], total.unwrap_or_default());
        parts.push(format!("{name}: {}{total} puzzles", grouped(done)));
        if let Some((before, since)) = self.began_with {
            let done = sum.saturating_sub(before) as f64 + in_hand;
            let rate = done / since.elapsed().as_secs_f64().max(1e-3);
            parts.push(format!("{rate:.1}/s"));
            let all: Option<u64> = self.totals.iter().copied().sum();
            if let Some(all) = all.filter(|_| rate > 0.0) {
                let left = (all.saturating_sub(sum) as f64 - in_hand).max(0.0) / rate;
                parts.push(format!("{} left", span(Duration::from_secs_f64(left.min(1e9)))));
            }
        }
        let pass = if window.is_untimed || self.passes == 0 {
            0
        } else {
            let timed = f64::from(self.passes + 1) * window.share;
            (timed as u32).clamp(1, self.passes)
        };
        parts.push(format!("window {}, pass {pass}/{}", window.number, self.passes));
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        beginning(&parts.join(", "), columns.saturating_sub(3)).to_owned()
    }
}

/// A duration in its two largest units.
fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60) {
        (0, 0, 0, seconds) => format!("{seconds} s"),
        (0, 0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (0, hours, minutes, _) => format!("{hours} h {minutes} min"),
        (days, hours, ..) => format!("{days} d {hours} h"),
    }
}

/// The line on a run that takes long.
fn announcement(estimate: &Estimate) -> Option<String> {
    let time = estimate.time.filter(|&time| time >= LONG)?;
    let puzzles: u64 = estimate.puzzles.iter().flatten().sum();
    let first = counted(estimate.piloted as u64, "puzzle");
    Some(format!(
        "{} take about {}, from the first {first}; --budget, --sample, --node-limit or fewer \
         configs shorten it",
        counted(puzzles, "puzzle"),
        span(time)
    ))
}

impl Observer for Bar {
    fn is_seen(&self) -> bool {
        !self.bar.is_hidden()
    }

    fn progress(&self, corpus: usize, puzzles: u64, _: u64) {
        let mut state = locked(&self.state);
        state.corpus = corpus;
        state.done[corpus] = puzzles;
    }

    fn watch(&self, gauge: &Arc<Gauge>) {
        locked(&self.state).gauge = Some(Arc::clone(gauge));
    }

    fn estimate(&self, estimate: &Estimate) {
        {
            let mut state = locked(&self.state);
            state.totals.clone_from(&estimate.puzzles);
            state.done.clone_from(&estimate.done);
            state.began_with = Some((state.done.iter().sum(), Instant::now()));
        }
        if let Some(line) = announcement(estimate) {
            self.bar.suspend(|| note(line));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_are_announced_with_what_shortens_them() {
        let of = |seconds| Estimate {
            puzzles: vec![Some(49_158)],
            done: vec![0],
            piloted: 20,
            time: Some(Duration::from_secs(seconds)),
        };
        assert_eq!(announcement(&of(29)), None);
        assert_eq!(announcement(&Estimate::default()), None);
        assert_eq!(
            announcement(&of(7500)).as_deref(),
            Some(
                "49,158 puzzles take about 2 h 5 min, from the first 20 puzzles; --budget, \
                 --sample, --node-limit or fewer configs shorten it"
            )
        );
    }

    #[test]
    fn spans_have_two_units() {
        let of = |seconds| span(Duration::from_secs(seconds));
        assert_eq!(
            [of(5), of(65), of(3660), of(90_000)],
            ["5 s", "1 min 5 s", "1 h 1 min", "1 d 1 h"]
        );
    }

    #[test]
    fn the_bar_says_what_happens_before_the_first_window() {
        let bar = Bar::new(&Source::bundled(), 5);
        let text = || locked(&bar.state).text();
        assert!(text().ends_with(": reading"), "{}", text());
        bar.watch(&Arc::default());
        assert!(text().ends_with(": pilot"), "{}", text());
    }
}
