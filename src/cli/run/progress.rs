//! The progress bar of a run: on a terminal only.

use crate::bench::{Observer, Plan};
use crate::corpus::Source;
use crate::text::printable;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar over the stored bytes of all corpora, with puzzles per second and the time left.
#[derive(Debug)]
pub(super) struct Bar {
    bar: ProgressBar,
    /// The bytes of all corpora before each; none from the first pipe on.
    before: Vec<Option<u64>>,
    names: Vec<String>,
}

impl Bar {
    /// A bar for corpora; hidden where standard error is no terminal.
    pub(super) fn new(sources: &[Source], plan: &Plan) -> Self {
        let mut total = Some(0);
        let before = sources
            .iter()
            .map(|source| {
                let before = total;
                total = total.and_then(|total| Some(total + source.size()?));
                before
            })
            .collect();
        // A part of a corpus has an end that its bytes do not tell.
        let total = total.filter(|_| plan.take.is_none() && plan.sample.is_none());
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(total, target);
        let template = match total {
            Some(_) => "{wide_bar} {percent} %  {msg}  {eta} left",
            None => "{spinner}  {msg}  {elapsed}",
        };
        bar.set_style(ProgressStyle::with_template(template).expect("a template of known keys"));
        let names = sources.iter().map(|source| printable(&source.name()));
        Self { bar, before, names: names.collect() }
    }
}

impl Observer for Bar {
    fn progress(&self, corpus: usize, puzzles: u64, bytes: u64) {
        let rate = puzzles as f64 / self.bar.elapsed().as_secs_f64().max(1e-3);
        let name = &self.names[corpus];
        self.bar.set_message(format!("{name}: {puzzles} puzzles, {rate:.0}/s"));
        match self.before[corpus] {
            Some(before) => self.bar.set_position(before + bytes),
            None => self.bar.tick(),
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
