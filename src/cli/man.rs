//! `man`: a man page for the program and each subcommand.

use super::{Cli, Exit, Failure};
use clap::CommandFactory;
use std::path::PathBuf;

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// The folder of the pages, made if it is not there; MANPATH needs a folder man1
    dir: PathBuf,
}

/// Writes the pages: `dokubench.1`, `dokubench-run.1`, ...
pub(super) fn execute(args: &ManArgs) -> Result<Exit, Failure> {
    let dir = &args.dir;
    std::fs::create_dir_all(dir)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), dir))
        .map_err(|error| Failure::failed(format!("{}: {error}", dir.display())))?;
    Ok(Exit::Done)
}
