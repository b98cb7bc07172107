//! The command line as a user types it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a command has printed, and its exit code.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("what is printed is UTF-8");
        Self {
            code: output.status.code().expect("the program ended by itself"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// The one line of a failure, without its prefix.
    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        let line = self.stderr.strip_suffix('\n').unwrap_or(&self.stderr);
        assert!(!line.contains('\n') && !line.contains('\r'), "more than one line: {line}");
        assert!(!line.chars().any(char::is_control), "control characters: {line:?}");
        line.strip_prefix("dokubench: error: ").unwrap_or_else(|| panic!("no error: {line:?}"))
    }

    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        self
    }
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dokubench"));
    let _ = command.args(args).current_dir(folder);
    command
}

/// Runs `dokubench` in a folder.
pub(crate) fn dokubench(folder: &Path, args: &[&str]) -> Ran {
    let output = command(folder, args).stdin(Stdio::null()).output();
    Ran::of(output.expect("the program starts"))
}

/// Runs `dokubench` with an input.
pub(crate) fn dokubench_with(folder: &Path, args: &[&str], input: &[u8]) -> Ran {
    let mut child = command(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that fails early does not read to the end.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Ran::of(output)
}
