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

/// All of them, in the order in which `run` takes them.
pub static BUNDLED: &[Bundled] =
    bundled!["easy.txt", "minimal.txt", "several.txt", "unsolvable.txt"];
