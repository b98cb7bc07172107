//! `man`: a man page for the program and each subcommand.

use super::{Cli, Exit, Failure, own_file};
use clap::CommandFactory;
use std::fs;
use std::path::{Path, PathBuf};

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// The folder of the pages, made if it is not there; MANPATH needs a folder man1
    dir: PathBuf,
}

/// Writes the pages: `dokubench.1`, `dokubench-run.1`, ...
pub(super) fn execute(args: &ManArgs) -> Result<Exit, Failure> {
    let dir = &args.dir;
    let failed = |path: &Path, error| Failure::failed(format!("{}: {error}", path.display()));
    let made = tempfile::tempdir().map_err(|error| failed(&std::env::temp_dir(), error))?;
    clap_mangen::generate_to(Cli::command(), made.path())
        .map_err(|error| failed(made.path(), error))?;
    fs::create_dir_all(dir).map_err(|error| failed(dir, error))?;
    for page in fs::read_dir(made.path()).map_err(|error| failed(made.path(), error))? {
        let page = page.map_err(|error| failed(made.path(), error))?;
        let content = fs::read(page.path()).map_err(|error| failed(&page.path(), error))?;
        own_file::write(&dir.join(page.file_name()), &content, own_file::Kind::Man)?;
    }
    Ok(Exit::Done)
}
