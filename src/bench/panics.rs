//! Panics of engines: caught and converted to text. A faulty engine neither ends a run nor fills the
//! terminal.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Converts a panic to an error, and does not print its message on standard error.
pub(super) fn caught(solve: impl FnOnce()) -> Result<(), String> {
    HOOK.call_once(|| {
        let hook = take_hook();
        set_hook(Box::new(move |info| {
            if !IS_CAUGHT.get() {
                hook(info);
            }
        }));
    });
    IS_CAUGHT.set(true);
    let result = catch_unwind(AssertUnwindSafe(solve));
    IS_CAUGHT.set(false);
    result.map_err(|panic| format!("the engine panicked: {}", message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
