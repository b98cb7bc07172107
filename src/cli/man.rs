//! `man`: a man page for the program and each subcommand.

use super::{Cli, Exit, Failure, own_file};
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
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
    let failed = |error| Failure::failed(format!("{}: {error}", dir.display()));
    fs::create_dir_all(dir).map_err(failed)?;
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    for page in std::iter::once(&program).chain(program.get_subcommands()) {
        let name = page.get_display_name().unwrap_or(page.get_name());
        let source = format!("dokubench {}", env!("CARGO_PKG_VERSION"));
        let page = Man::new(page.clone()).title(name.to_uppercase()).source(source);
        let mut content = Vec::new();
        page.manual("dokubench manual").render(&mut content).map_err(failed)?;
        own_file::write(&dir.join(format!("{name}.1")), &content, own_file::Kind::Man)?;
    }
    Ok(Exit::Done)
}
