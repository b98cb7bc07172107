//! Ctrl-C: the first stops the program without loss, the second stops it immediately.

use super::output::note;
use super::{Exit, Failure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first Ctrl-C sets; `doing` names the work that the program still finishes.
pub(super) fn stop(doing: &'static str) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(Exit::Interrupted as i32);
        }
        note(format!("interrupted: {doing} (once more to stop at once)"));
    };
    ctrlc::set_handler(handler).map_err(Failure::failed)?;
    Ok(stop)
}
