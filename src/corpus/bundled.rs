//! The corpora embedded in the program; `data/README.md` says how each was made.

/// A corpus embedded in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// Its file name under `data/`.
    pub name: &'static str,
    /// The file.
    pub bytes: &'static [u8],
}

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$(Bundled { name: $name, bytes: include_bytes!(concat!("../../data/", $name)) }),*]
    };
}

/// The corpora that are read if no corpus is named, in order.
pub static BUNDLED: &[Bundled] =
    bundled!["easy.txt", "minimal.txt", "several.txt", "unsolvable.txt"];

/// The corpora that are read only by name, as `bundled:hard.txt`. They take too long for a first
/// run, or are for another goal.
pub static BUNDLED_MORE: &[Bundled] =
    bundled!["hard.txt", "adversarial.txt", "separate.txt", "target.txt"];
