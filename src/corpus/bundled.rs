//! The corpora embedded in the program; `data/README.md` says how each was made.

/// A corpus embedded in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// Its file name under `data/`.
    pub name: &'static str,
    /// The file.
    pub bytes: &'static [u8],
}

/// All of them, in the order in which `run` takes them.
pub static BUNDLED: &[Bundled] = &[];
