//! Replacing a file in one step.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

/// Replaces a file in one step: a reader sees the old content or the new. When this returns, the
/// new content survives a loss of power.
///
/// A process that is killed here may leave a temporary file, whose name begins with a dot and the
/// file's name. Nothing reads it.
///
/// # Errors
/// If the system does not write the file; the old content stays.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    let mut new = public(builder.prefix(&prefix)).tempfile_in(folder)?;
    new.write_all(content)?;
    new.as_file().sync_all()?;
    let _ = new.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Gives the file the permissions of any other: a temporary file can be read by its owner only.
fn public<'b, 'n, 's>(
    builder: &'b mut tempfile::Builder<'n, 's>,
) -> &'b mut tempfile::Builder<'n, 's> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    builder
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the names of a folder's files survive a loss of power, where the system can do that.
///
/// # Errors
/// If the system cannot write the folder.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_nothing_is_left_over() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.json");
        std::fs::write(folder.path().join(".a.json.left"), "torn").expect("a writable folder");
        for content in ["one", "two"] {
            replace(&path, content.as_bytes()).expect("a writable folder");
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), content);
        }
        let files = std::fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(files, 2, "the file, and what was there");
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_what_is_replaced() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [plain, replaced] = ["plain", "replaced"].map(|name| folder.path().join(name));
        std::fs::write(&plain, "").expect("a writable folder");
        replace(&replaced, b"").expect("a writable folder");
        let mode = |path| std::fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(&replaced), mode(&plain));
    }
}
