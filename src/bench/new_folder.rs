//! The folder of a new run: it appears with the first rows in it, or not at all.
//!
//! The files are made in a hidden folder beside it, which is then renamed. A process that is killed
//! meanwhile leaves at most the hidden folder, and a later run in the same place removes it.

use super::error::BenchError;
use crate::run_files::meta::META_FILE;
use crate::run_files::replace::sync_folder;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// How the names of hidden folders end.
const HIDDEN: &str = ".new-run";

/// How the names of the folders end in which shards are made.
pub(crate) const ATTEMPT: &str = ".attempt";

/// How the name of the folder begins in which a shard is made: names of hosts and processes
/// differ, so that attempts on several machines do not meet.
fn attempt_prefix(name: &str) -> String {
    let host = sysinfo::System::host_name().unwrap_or_default();
    let host: String = host.chars().filter(char::is_ascii_alphanumeric).collect();
    format!(".{name}.{host}-{}-", std::process::id())
}

/// A hidden folder of this age is left over: its run needs it for less than a second.
const LEFT_OVER: Duration = Duration::from_secs(60);

/// The highest number that a name gets.
const MOST_NUMBERS: u32 = 10_000;

/// A place for the folder of a run.
#[derive(Debug)]
pub(crate) struct Place {
    path: PathBuf,
    /// Whether a name that is taken gets a number: `-2`, `-3` and so on.
    is_numbered: bool,
    /// Whether the folder appears when the run ends, not with its first rows.
    is_at_end: bool,
}

impl Place {
    /// Checks that a folder can be made here: that it is new or empty, and its place is writable.
    pub(crate) fn new(path: &Path, is_numbered: bool) -> Result<Self, BenchError> {
        let place = Self { path: path.to_owned(), is_numbered, is_at_end: false };
        if !is_numbered {
            place.check_is_empty()?;
        }
        drop(place.hidden()?);
        Ok(place)
    }

    /// The place of a shard: its folder appears when the shard is whole. Of several attempts the
    /// first whole one gets the name.
    pub(crate) fn at_end(path: &Path) -> Result<Self, BenchError> {
        let place = Self { path: path.to_owned(), is_numbered: false, is_at_end: true };
        place.check_is_empty()?;
        drop(place.hidden()?);
        Ok(place)
    }

    /// Whether the folder appears when the run ends.
    pub(crate) const fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    fn check_is_empty(&self) -> Result<(), BenchError> {
        match fs::read_dir(&self.path).map(|mut entries| entries.next()) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(BenchError::NotEmpty(self.path.clone())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(BenchError::file(&self.path)(error)),
        }
    }

    /// The folder that the folder of the run is in.
    fn parent(&self) -> &Path {
        let parent = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        parent.unwrap_or(Path::new("."))
    }

    /// A hidden folder to make the files in: beside the folder of the run, or in it where it is
    /// there already and nothing can be made beside it.
    pub(crate) fn hidden(&self) -> Result<TempDir, BenchError> {
        let parent = self.parent();
        fs::create_dir_all(parent).map_err(BenchError::file(parent))?;
        if self.is_at_end {
            let name = self.path.file_name().unwrap_or_default().to_string_lossy();
            let prefix = attempt_prefix(&name);
            let made = tempfile::Builder::new().prefix(&prefix).suffix(ATTEMPT).tempdir_in(parent);
            return made.map_err(BenchError::file(&self.path));
        }
        remove_left_over(parent);
        let make = |folder: &Path| tempfile::Builder::new().suffix(HIDDEN).tempdir_in(folder);
        if is_mounted(&self.path, parent) {
            return make(&self.path).map_err(BenchError::file(&self.path));
        }
        match make(parent) {
            Err(_) if self.path.is_dir() => make(&self.path).map_err(BenchError::file(&self.path)),
            made => made.map_err(BenchError::file(&self.path)),
        }
    }

    /// Gives a hidden folder with its files the name of the run's folder. Returns that name.
    pub(crate) fn publish(&self, hidden: TempDir) -> Result<PathBuf, BenchError> {
        open_to_others(hidden.path()).map_err(BenchError::file(hidden.path()))?;
        let mut number = 1;
        loop {
            let path = self.numbered(number);
            match rename(hidden.path(), &path) {
                Ok(()) => {
                    // The folder has another name now, so nothing is left to remove.
                    let _ = hidden.keep();
                    sync_folder(self.parent()).map_err(BenchError::file(self.parent()))?;
                    return Ok(path);
                }
                Err(error) if !is_taken(&error, &path) => {
                    return Err(BenchError::file(&path)(error));
                }
                Err(_) if self.is_numbered && number < MOST_NUMBERS => number += 1,
                Err(_) => return Err(BenchError::NotEmpty(path)),
            }
        }
    }

    fn numbered(&self, number: u32) -> PathBuf {
        if number == 1 {
            return self.path.clone();
        }
        let mut name = OsString::from(self.path.file_name().unwrap_or_default());
        name.push(format!("-{number}"));
        self.path.with_file_name(name)
    }
}

/// Renames a folder to a name that is free, or that of an empty folder.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    if !is_in(from, to) {
        if cfg!(windows) {
            // There a folder takes no name that another has, even if that is empty.
            let _ = fs::remove_dir(to);
        }
        return fs::rename(from, to);
    }
    // The hidden folder is in the folder of the run. Its files come one by one, and meta.json, which
    // makes them a run, last.
    let mut entries = fs::read_dir(from)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.file_name() == META_FILE);
    for entry in entries {
        fs::rename(entry.path(), to.join(entry.file_name()))?;
    }
    fs::remove_dir(from)
}

/// Whether a folder is in another one, however both are named.
fn is_in(folder: &Path, other: &Path) -> bool {
    let parent = folder.parent().and_then(|parent| fs::canonicalize(parent).ok());
    parent.is_some() && parent == fs::canonicalize(other).ok()
}

/// Whether a folder is on another disk than the folder that it is in, so that it cannot be replaced.
fn is_mounted(folder: &Path, parent: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let device = |path: &Path| fs::metadata(path).ok().map(|data| data.dev());
        folder.is_dir() && device(folder) != device(parent)
    }
    #[cfg(not(unix))]
    {
        let _ = (folder, parent);
        false
    }
}

/// Whether the name is that of a file, or of a folder that is not empty.
fn is_taken(error: &io::Error, path: &Path) -> bool {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    // Windows only denies the access.
    matches!(error.kind(), AlreadyExists | DirectoryNotEmpty | NotADirectory)
        || (cfg!(windows) && path.exists())
}

/// Removes the hidden folders that killed processes left.
fn remove_left_over(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_hidden = entry.file_name().to_string_lossy().ends_with(HIDDEN);
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_hidden && age().is_some_and(|age| age > LEFT_OVER) {
            // Another process may be removing it too.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Gives a folder the permissions of any other: a temporary folder is open to its owner only.
fn open_to_others(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The system tells the mask of new files only by making one.
        let plain = folder.join("plain");
        fs::create_dir(&plain)?;
        let mode = fs::metadata(&plain)?.permissions().mode();
        fs::remove_dir(&plain)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(mode))?;
    }
    sync_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(place: &Place) -> Result<PathBuf, BenchError> {
        let hidden = place.hidden()?;
        fs::write(hidden.path().join("meta.json"), "{}").expect("a writable folder");
        place.publish(hidden)
    }

    #[test]
    fn a_folder_appears_whole_and_gets_a_number_if_its_name_is_taken() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let path = parent.path().join("r");
        let place = Place::new(&path, true).expect("a place");
        for name in ["r", "r-2", "r-3"] {
            assert_eq!(made(&place).expect("a folder"), parent.path().join(name));
        }
        assert!(matches!(Place::new(&path, false), Err(BenchError::NotEmpty(_))));
        assert_eq!(fs::read_dir(parent.path()).expect("the folder").count(), 3);
    }

    #[test]
    fn an_empty_folder_is_filled_and_nothing_is_left_of_a_failure() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let path = parent.path().join("r");
        fs::create_dir(&path).expect("a writable folder");
        let place = Place::new(&path, false).expect("a place");
        drop(place.hidden().expect("a hidden folder"));
        assert_eq!(fs::read_dir(parent.path()).expect("the folder").count(), 1);
        assert_eq!(made(&place).expect("a folder"), path);
        assert!(matches!(made(&place), Err(BenchError::NotEmpty(_))));
        assert_eq!(fs::read_dir(parent.path()).expect("the folder").count(), 1);
        assert!(path.join("meta.json").exists());
    }

    #[test]
    fn a_hidden_folder_in_the_folder_itself_gives_its_files() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let hidden = parent.path().join("x.new-run");
        fs::create_dir(&hidden).expect("a writable folder");
        fs::write(hidden.join("meta.json"), "{}").expect("a writable folder");
        // Both names are of the same folder.
        rename(&hidden, &parent.path().join("x.new-run/..")).expect("it moves");
        assert!(parent.path().join("meta.json").exists() && !hidden.exists());
    }
}
