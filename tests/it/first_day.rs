//! What a new user meets on the first day: commands that work as they are printed, and tables that fit
//! a terminal.

use crate::command::dokubench;

/// The commands behind `next:` in what a run printed.
fn next(printed: &str) -> Vec<Vec<String>> {
    let last = printed.lines().last().expect("a last line");
    let (_, commands) = last.split_once("next: ").unwrap_or_else(|| panic!("no commands: {last}"));
    let words = |command: &str| {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        assert_eq!(words[0], "dokubench");
        words[1..].to_vec()
    };
    commands.split("; ").map(words).collect()
}

#[test]
fn the_next_commands_work_as_they_are_printed() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let corpus = ["run", "bundled:minimal.txt", "--take", "30"];
    let cases: [&[&str]; 8] = [
        &["--passes", "1"],
        &["--order", "first_fail"],
        &["--order", "first_fail", "--aa", "--passes", "1"],
        &["--engine", "lanes", "--passes", "1"],
        &["--engine", "lanes,bitboard", "--passes", "0"],
        &["--passes", "0"],
        &["--order", "first_fail", "--summary-only"],
        &["--passes", "3", "--node-limit", "1k", "--isomorphs", "1e2", "--budget", "4s"],
    ];
    for (at, case) in cases.into_iter().enumerate() {
        let folder = at.to_string();
        let printed = dokubench(place.path(), &[&corpus[..], case, &["--out", &folder]].concat());
        let commands = next(&printed.code(0).stdout);
        for command in &commands {
            assert!(command.contains(&folder), "{command:?}");
            let mut args: Vec<&str> = command.iter().map(String::as_str).collect();
            if args.contains(&"--resume") {
                args.extend(["--budget", "1s"]);
            }
            let ran = dokubench(place.path(), &args).code(0);
            assert!(!ran.stderr.contains("nothing to"), "{case:?} {args:?}: {}", ran.stderr);
        }
        let is_one = case.contains(&"lanes") || case.contains(&"first_fail");
        let compares = commands.iter().any(|command| command[0] == "compare");
        assert!(!is_one || !compares || case.contains(&"--aa"), "{case:?} {commands:?}");
    }
}
