//! Corpora: files of puzzles, read as streams.
//!
//! ```text
//! Source -> input (bytes, SHA-256) -> compression -> line -> format -> Window
//! ```
//!
//! A [`Source`] is where a corpus comes from: a file, stdin, or one of the corpora embedded in
//! the program. Opened, it is a [`Reader`], which recognises compression and format by content
//! and hands out [`Window`]s of puzzles. Memory is bounded by a window whatever the file, and a
//! puzzle costs no allocation.
//!
//! A line that holds no puzzle is never padded, cut or skipped in silence: it stands in its window
//! as [`Rejected`], with line, cause and text. What cannot be read as a whole (missing, truncated,
//! of a kind that is not read) is a [`CorpusError`].

mod bundled;
mod compression;
mod error;
mod form;
mod formats;
mod input;
mod line;
mod reader;
mod rejected;
mod sample;
mod seen;
mod source;
mod utf16;
mod window;
mod zip;

pub use bundled::{BUNDLED, BUNDLED_MORE, Bundled};
pub use compression::Compression;
pub use error::{CorpusError, ErrorKind};
pub use form::{FORMS, Form};
pub use formats::{FORMATS, Format};
pub use reader::{ReadOptions, Reader};
pub use rejected::{Cause, Rejected};
pub use sample::{Reservoir, sample};
pub use seen::{Fingerprint, Seen};
pub use source::Source;
pub use window::{Stored, Window};
pub use zip::{Member, Members};
