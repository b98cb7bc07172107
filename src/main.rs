//! The command `dokubench`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dokubench::cli::main()
}
