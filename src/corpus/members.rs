//! The corpora of a source: every member of a zip archive that holds puzzles is a corpus.

use super::error::{CorpusError, ErrorKind};
use super::formats;
use super::reader::ReadOptions;
use super::source::Source;
use super::window::Window;
use super::zip;

/// The content of an archive.
#[derive(Debug, Default)]
pub struct Members {
    /// The members that contain puzzles, in the order of the archive.
    pub corpora: Vec<Source>,
    /// The paths of the members without puzzles, or of an unsupported kind, with
    /// the reason.
    pub passed_over: Vec<(String, String)>,
}

impl Source {
    /// The corpora of this source: the members of a zip archive, otherwise the source itself.
    ///
    /// # Errors
    /// If an archive or one of its members cannot be read.
    pub fn expand(self) -> Result<Members, CorpusError> {
        self.expand_with(&ReadOptions::default())
    }

    /// The corpora of this source, with members checked under these options.
    ///
    /// # Errors
    /// As [`Source::expand`].
    pub fn expand_with(self, options: &ReadOptions) -> Result<Members, CorpusError> {
        let path = match &self {
            Self::File(path) if zip::is_zip(path) => path,
            _ => return Ok(Members { corpora: vec![self], passed_over: Vec::new() }),
        };
        let entries = zip::entries(path).map_err(|kind| self.error(None, kind))?;
        let names = entries.iter().map(|(name, _)| name.as_str());
        if let Some((what, advice)) = formats::of_archive(names) {
            return Err(self.error(None, ErrorKind::Refused { what, advice }));
        }
        let trailing =
            zip::trailing(path).map_err(|error| self.error(None, ErrorKind::Read(error)))?;
        let mut members = Members::default();
        for (name, member) in entries.into_iter().filter(|(name, _)| !is_hidden(name)) {
            match member.map(|member| Self::Member(Box::new(member))) {
                Ok(corpus) => match reason_to_pass_over(&corpus, options)? {
                    None => members.corpora.push(corpus),
                    Some(reason) => members.passed_over.push((name, reason)),
                },
                Err(reason) => members.passed_over.push((name, reason)),
            }
        }
        if let Some(Self::Member(member)) = members.corpora.last_mut() {
            member.trailing = trailing;
        }
        Ok(members)
    }
}

/// Extra files that archivers and file managers add.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// The reason for skipping a member; `None` if it contains a puzzle.
fn reason_to_pass_over(
    corpus: &Source,
    options: &ReadOptions,
) -> Result<Option<String>, CorpusError> {
    let mut window = Window::new();
    let holds_none = corpus.open_with(options).and_then(|mut reader| {
        while window.is_empty() && reader.read_window(1, &mut window)? {}
        Ok(window.is_empty())
    });
    match holds_none {
        Ok(holds_none) => Ok(holds_none.then(|| "no puzzle found in it".to_owned())),
        Err(CorpusError { kind: kind @ ErrorKind::Refused { .. }, .. }) => {
            Ok(Some(kind.to_string()))
        }
        Err(error) => Err(error),
    }
}
