//! The source of a corpus.

use super::bundled::{BUNDLED, BUNDLED_MORE, Bundled};
use super::error::{CorpusError, ErrorKind};
use super::zip::Member;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The source of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A corpus embedded in the program.
    Bundled(&'static Bundled),
    /// The standard input.
    Stdin,
    /// A file; it may be a pipe.
    File(PathBuf),
    /// A member of a zip archive: [`Source::expand`] finds them.
    Member(Box<Member>),
    /// Bytes in memory under a name.
    Memory(String, Arc<[u8]>),
}

impl Source {
    /// The source that a command line names: `-` is stdin, `bundled:hard.txt` is embedded.
    #[must_use]
    pub fn of(argument: &Path) -> Self {
        if let Some(name) = argument.to_str().and_then(|text| text.strip_prefix("bundled:"))
            && let Some(bundled) = BUNDLED.iter().chain(BUNDLED_MORE).find(|b| b.name == name)
        {
            return Self::Bundled(bundled);
        }
        if argument == Path::new("-") { Self::Stdin } else { Self::File(argument.to_owned()) }
    }

    /// The embedded corpora that are read if none is named.
    #[must_use]
    pub fn bundled() -> Vec<Self> {
        BUNDLED.iter().map(Self::Bundled).collect()
    }

    /// The name in files: the file's without folders; `-` for stdin.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Memory(name, _) => name.clone(),
            Self::Member(member) => {
                let name = member.name();
                name.rsplit('/').next().unwrap_or(name).to_owned()
            }
            Self::Bundled(bundled) => bundled.name.to_owned(),
            Self::Stdin => "-".to_owned(),
            Self::File(path) => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
        }
    }

    /// The name in messages: the whole path; `stdin` for stdin.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            Self::Stdin => "stdin".to_owned(),
            Self::File(path) => path.display().to_string(),
            Self::Member(member) => {
                format!("{}/{}", member.archive().display(), member.name())
            }
            Self::Bundled(_) | Self::Memory(..) => self.name(),
        }
    }

    /// The number of bytes as stored; `None` if it is not known beforehand (a pipe).
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Bundled(bundled) => Some(bundled.bytes.len() as u64),
            Self::Memory(_, bytes) => Some(bytes.len() as u64),
            Self::Member(member) => Some(member.size()),
            Self::Stdin => None,
            Self::File(path) => {
                path.metadata().ok().filter(|data| data.is_file()).map(|data| data.len())
            }
        }
    }

    /// Whether it can be read only once: standard input, a pipe.
    #[must_use]
    pub fn is_pipe(&self) -> bool {
        let is_pipe = |path: &Path| path.metadata().is_ok_and(|is| !is.is_file() && !is.is_dir());
        matches!(self, Self::Stdin) || matches!(self, Self::File(path) if is_pipe(path))
    }

    /// When its bytes were changed last; none if that is not known, or cannot be.
    #[must_use]
    pub fn changed(&self) -> Option<SystemTime> {
        match self {
            Self::File(path) => path.metadata().ok()?.modified().ok(),
            Self::Member(member) => member.archive().metadata().ok()?.modified().ok(),
            Self::Bundled(_) | Self::Stdin | Self::Memory(..) => None,
        }
    }

    pub(super) fn error(&self, line: Option<u64>, kind: ErrorKind) -> CorpusError {
        CorpusError { file: self.display(), line, kind }
    }
}
