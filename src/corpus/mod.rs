//! Corpora: files of puzzles, read as streams.
//!
//! ```text
//! Source -> input (bytes, SHA-256) -> compression -> line -> format -> Window
//! ```
//!
//! A [`Source`] is the origin of a corpus: a file, stdin, or one of the corpora embedded in
//! the program. Opening it gives a [`Reader`], which recognises compression and format by content
//! and fills [`Window`]s with puzzles. A window bounds the memory, for a file of any size, and a
//! puzzle costs no allocation. A [`Writer`] writes the puzzles of windows.
//!
//! A line without a puzzle is never padded, cut or skipped silently. Its window contains it
//! as [`Rejected`], with line, cause and text. A corpus that cannot be read (missing, truncated,
//! of an unsupported kind) is a [`CorpusError`].

mod bundled;
mod compression;
mod concatenated;
mod error;
mod formats;
mod input;
mod line;
mod members;
mod pipe;
mod reader;
mod rejected;
mod sample;
mod seen;
mod source;
mod text;
mod utf16;
mod window;
mod zip;

pub use bundled::{BUNDLED, BUNDLED_MORE, Bundled};
pub use compression::Compression;
pub use concatenated::Trailing;
pub use error::{CorpusError, ErrorKind};
pub use formats::{FORMATS, Format, Writer};
pub use input::Digest;
pub use members::Members;
pub use reader::{ReadOptions, Reader};
pub use rejected::{Cause, Rejected};
pub use sample::{Reservoir, sample};
pub use seen::{Fingerprint, Seen};
pub use source::Source;
pub use window::{Stored, Window};
pub use zip::Member;
