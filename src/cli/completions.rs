//! `completions`: a script that completes subcommands, options and names.

use super::{Cli, Exit, Failure};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write as _;

/// The arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(super) fn execute(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "dokubench", &mut script);
    std::io::stdout().write_all(&script).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
