//! Records the compiler and the source revision of the build.

use std::process::Command;

fn main() {
    // Not in `.git`, where that is the file of a linked worktree.
    for name in ["HEAD", "index"] {
        if let Some(path) = line_of(Command::new("git").args(["rev-parse", "--git-path", name])) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-changed=src");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    if let Some(version) = line_of(Command::new(rustc).arg("--version")) {
        println!("cargo::rustc-env=DOKUBENCH_RUSTC={version}");
    }
    // Outside a checkout there is no revision.
    // The option keeps git from rewriting the index, which would make the next build start again.
    let describe = ["--no-optional-locks", "describe", "--always", "--dirty", "--abbrev=12"];
    if let Some(revision) = line_of(Command::new("git").args(describe)) {
        println!("cargo::rustc-env=DOKUBENCH_GIT_REVISION={revision}");
    }
}

fn line_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!line.is_empty()).then_some(line)
}
