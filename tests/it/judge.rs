//! The four problems as a judge asks them: answers, forms of input, and faults of it.

use crate::support::{minimal_puzzle, random_grid, random_puzzle, shared, unsolvable_puzzle};
use dokubench::grid::{Puzzle, Solution};
use dokubench::judge::{Form, Grid, JudgeError, Parser, Problem, judge};
use std::io::Read;

/// What is written for an input, and the fault that ended it, if any.
fn answers(problem: Problem, input: &[u8]) -> (String, Option<String>) {
    answers_in(Form::default(), problem, &mut { input })
}

fn answers_in(form: Form, problem: Problem, input: &mut dyn Read) -> (String, Option<String>) {
    let mut output = Vec::new();
    let fault = judge(problem, form, input, &mut output).err().map(|error| error.to_string());
    (String::from_utf8(output).expect("answers are ASCII"), fault)
}

/// Hands out an input in pieces of a few bytes.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(self.0.len()).min(buffer.len());
        let (piece, rest) = self.0.split_at(length);
        buffer[..length].copy_from_slice(piece);
        self.0 = rest;
        Ok(length)
    }
}

fn digits(grid: &Solution) -> String {
    grid.to_string()
}

fn rows(line: &str) -> String {
    let mut rows = String::new();
    for row in line.as_bytes().chunks(9) {
        rows.push_str(std::str::from_utf8(row).expect("ASCII"));
        rows.push('\n');
    }
    rows
}

/// A puzzle with one solution, and that solution.
fn proper(seed: u64) -> (String, String) {
    (minimal_puzzle(seed).to_string(), digits(&random_grid(seed)))
}

/// A puzzle whose clues contradict each other.
fn contradiction() -> String {
    format!("11{}", ".".repeat(79))
}

#[test]
fn lines_up_to_an_end_are_answered() {
    let ((a, solved_a), (b, solved_b)) = (proper(1), proper(2));
    let full = digits(&random_grid(3));
    let none = unsolvable_puzzle(4).to_string();
    let bad = contradiction();
    let expected = format!("{solved_a}\n{solved_b}\n{full}\n{none}\n{bad}\n");
    for (newline, end) in [("\n", "end\n"), ("\r\n", "end\r\n"), ("\t\n \n", "e"), ("\n", "")] {
        let lines = [&a, &b, &full, &none, &bad].map(|line| format!("{line}{newline}")).concat();
        let input = format!("{lines}{end}");
        assert_eq!(answers(Problem::Acwing166, input.as_bytes()), (expected.clone(), None));
        for length in [1, 7, 80, 81, 82, 83] {
            let mut input = Trickle(input.as_bytes(), length);
            let answers = answers_in(Form::default(), Problem::Acwing166, &mut input);
            assert_eq!(answers, (expected.clone(), None), "pieces of {length} bytes");
        }
    }
    let input = format!("{a}\nend\n{b}\nwhatever this is\n");
    assert_eq!(answers(Problem::Acwing166, input.as_bytes()), (format!("{solved_a}\n"), None));
    let no_newline = format!("{a}\n{b}");
    let expected = format!("{solved_a}\n{solved_b}\n");
    assert_eq!(answers(Problem::Acwing166, no_newline.as_bytes()), (expected, None));
    assert_eq!(answers(Problem::Acwing166, b""), (String::new(), None));
}

#[test]
fn a_stream_of_symbols_is_answered_81_at_a_time() {
    let ((a, solved_a), (b, solved_b)) = (proper(5), proper(6));
    let none = unsolvable_puzzle(7).to_string();
    let expected = format!("{solved_a}\n{solved_b}\n>>>>>>>>>>>WA\n>>>>>>>>>>>WA\n");
    let all = [a, b, none, contradiction()].concat();
    for (every, separator) in [(81, "\n"), (81, ""), (9, "\r\n"), (1, " "), (2, "\t"), (50, "\n\n")]
    {
        let broken: Vec<_> = all
            .as_bytes()
            .chunks(every)
            .map(|piece| std::str::from_utf8(piece).expect("ASCII"))
            .collect();
        for end in ["\nend\n", "e", "", "\nend\nand more . 12 ?"] {
            for blank in ["0", "."] {
                let input = broken.join(separator).replace('.', blank) + end;
                let answers = answers(Problem::Poj3074, input.as_bytes());
                assert_eq!(answers, (expected.clone(), None), "{input}");
            }
        }
    }
    assert_eq!(answers(Problem::Poj3074, b"\xef\xbb\xbfend\n"), (String::new(), None));
    assert_eq!(answers(Problem::Poj3074, b" \r\n"), (String::new(), None));
}

#[test]
fn grids_of_nine_rows_are_answered() {
    let (puzzle, solved) = proper(8);
    let puzzle = puzzle.replace('.', "0");
    let none = unsolvable_puzzle(9).to_string().replace('.', "0");
    let input = format!("2\n{}{}", rows(&puzzle), rows(&none));
    let expected = format!("{}{}", rows(&solved), rows(&none));
    for input in [
        input.clone(),
        input.replace('\n', "\r\n"),
        input.replace('\n', " \t\n"),
        format!("2 {puzzle}\n{none}\nand more"),
        format!("2\n{}", format!("{puzzle}{none}").split("").collect::<Vec<_>>().join(" ")),
    ] {
        assert_eq!(answers(Problem::Poj2676, input.as_bytes()), (expected.clone(), None));
    }
    let form = Form { blank_line: true };
    let expected = format!("{}\n{}", rows(&solved), rows(&none));
    let answers_apart = answers_in(form, Problem::Poj2676, &mut input.as_bytes());
    assert_eq!(answers_apart, (expected, None));
    assert_eq!(answers(Problem::Poj2676, b""), (String::new(), None));
    assert_eq!(answers(Problem::Poj2676, b"0\n"), (String::new(), None));
}

#[test]
fn the_best_score_is_printed() {
    let spaced = |puzzle: &str| puzzle.replace('.', "0").split("").collect::<Vec<_>>().join(" ");
    let full = random_grid(11);
    let best = format!("{}\n", dokubench::goal::score(&full));
    for text in [minimal_puzzle(11).to_string(), digits(&full)] {
        for input in [spaced(&text), spaced(&text).replace(' ', "\t\r\n"), text.replace('.', "0")] {
            assert_eq!(answers(Problem::P1074, input.as_bytes()), (best.clone(), None));
        }
    }
    for text in [unsolvable_puzzle(12).to_string(), contradiction()] {
        assert_eq!(answers(Problem::P1074, spaced(&text).as_bytes()), ("-1\n".to_owned(), None));
    }
}

#[test]
fn many_solutions_give_any_of_them() {
    let puzzle = random_puzzle(13, 20);
    let (output, fault) = answers(Problem::Poj3074, format!("{puzzle}end").as_bytes());
    let solution: Puzzle = output.trim_end().parse().expect("81 digits");
    let solution = Solution::from_numbers(*solution.numbers()).expect("a full grid");
    assert!(solution.solves(&puzzle) && fault.is_none());
}

#[test]
fn answers_do_not_depend_on_how_the_input_is_cut() {
    let puzzles = (0..1500).map(|seed| match seed % 3 {
        0 => minimal_puzzle(seed).to_string(),
        1 => random_puzzle(seed, 22).to_string(),
        _ => unsolvable_puzzle(seed).to_string(),
    });
    let input = puzzles.collect::<Vec<_>>().join("\n") + "\nend\n";
    let whole = answers(Problem::Acwing166, input.as_bytes());
    assert_eq!((whole.0.lines().count(), &whole.1), (1500, &None));
    for length in [81, 5000, 40_000] {
        let mut input = Trickle(input.as_bytes(), length);
        assert!(answers_in(Form::default(), Problem::Acwing166, &mut input) == whole, "{length}");
    }
}

#[test]
fn faults_are_named_after_the_answers_before_them() {
    let (puzzle, solved) = proper(14);
    let cut = &puzzle[..80];
    for (problem, input, output, fault) in [
        (
            Problem::Acwing166,
            format!("{puzzle}\n{cut}\n"),
            true,
            "line 2: expected 81 symbols, found 80",
        ),
        (
            Problem::Acwing166,
            format!("{puzzle}\n{cut}"),
            true,
            "line 2: expected 81 symbols, found 80",
        ),
        (
            Problem::Acwing166,
            format!("{puzzle}1\n"),
            false,
            "line 1: expected 81 symbols, found more",
        ),
        (
            Problem::Acwing166,
            format!("{puzzle}\n\nstop\n"),
            true,
            "line 3: 's' is no symbol of a grid: expected 1-9, or 0 or . for a blank",
        ),
        (
            Problem::Poj3074,
            format!("{puzzle}\n{cut}end"),
            true,
            "line 2: the input ends within a grid: expected 81 symbols, found 80",
        ),
        (
            Problem::Poj3074,
            format!("{puzzle}\n{cut}"),
            true,
            "line 2: the input ends within a grid: expected 81 symbols, found 80",
        ),
        (
            Problem::Poj3074,
            format!("{puzzle}\n\x1b"),
            true,
            "line 2: '\\x1b' is no symbol of a grid: expected 1-9, or 0 or . for a blank",
        ),
        (
            Problem::Poj2676,
            format!("3\n{}", rows(&puzzle)),
            true,
            "line 11: the input ends too early: expected 3 grids, found 1",
        ),
        (
            Problem::Poj2676,
            format!("3\n{}{cut}", rows(&puzzle)),
            true,
            "line 11: the input ends within a grid: expected 81 symbols, found 80",
        ),
        (
            Problem::Poj2676,
            "3".to_owned(),
            false,
            "line 1: the input ends too early: expected 3 grids, found 0",
        ),
        (
            Problem::Poj2676,
            format!("-1\n{puzzle}"),
            false,
            "line 1: expected the number of grids, 0 to 18446744073709551615",
        ),
        (
            Problem::Poj2676,
            format!("18446744073709551616\n{puzzle}"),
            false,
            "line 1: expected the number of grids, 0 to 18446744073709551615",
        ),
        (
            Problem::P1074,
            String::new(),
            false,
            "line 1: the input ends within a grid: expected 81 symbols, found 0",
        ),
    ] {
        let written = match (output, problem) {
            (false, _) => String::new(),
            (true, Problem::Poj2676) => rows(&solved),
            (true, _) => format!("{solved}\n"),
        };
        let expected = (written, Some(fault.to_owned()));
        assert_eq!(answers(problem, input.as_bytes()), expected, "{problem}: {input:?}");
    }
    let trailing = answers(Problem::P1074, format!("{puzzle}\n\n5").as_bytes());
    assert_eq!(trailing.1.as_deref(), Some("line 3: expected nothing behind the grid"));
}

#[test]
fn bytes_of_any_kind_are_read_or_refused_however_they_are_cut() {
    let mut state = 1_u64;
    let mut next = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let alphabet = b"0.123456789 \n\r\te\xef\xbb\xbf-x\0";
    for _ in 0..20_000 {
        let plain = next(3) > 0;
        let length = next(300) as usize;
        let input: Vec<u8> = (0..length)
            .map(|_| {
                let among = if plain { 12 } else { alphabet.len() as u64 };
                alphabet[next(among) as usize]
            })
            .collect();
        for problem in Problem::ALL {
            let parse = |size: usize| {
                let (mut parser, mut grids) = (Parser::new(problem), Vec::<Grid>::new());
                let parsed = input
                    .chunks(size)
                    .try_for_each(|piece| parser.feed(piece, &mut grids))
                    .and_then(|()| parser.finish(&mut grids));
                (grids, parsed)
            };
            let whole = parse(1000);
            assert_eq!(parse(1), whole, "{problem}: {input:?}");
            assert_eq!(parse(next(100) as usize + 1), whole, "{problem}: {input:?}");
        }
    }
}

#[test]
fn a_closed_output_is_an_error_of_writing() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (puzzle, _) = proper(15);
    let error = judge(Problem::Poj3074, Form::default(), &mut puzzle.as_bytes(), &mut Closed);
    assert!(matches!(error, Err(JudgeError::Write(_))));
}

/// The problem that a file of the shared inputs is for.
fn problem_of(name: &str) -> Problem {
    Problem::ALL.into_iter().find(|p| name.starts_with(p.name())).unwrap_or(Problem::P1074)
}

#[test]
fn the_inputs_of_the_judges_have_their_outputs() {
    let Some(shared) = shared() else { return };
    let mut compared = 0;
    for folder in ["inputs/judge", "inputs/p1074"] {
        for entry in std::fs::read_dir(shared.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "in") {
                continue;
            }
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let input = std::fs::read(&path).expect("an input");
            let (output, fault) = answers(problem_of(&name), &input);
            assert_eq!(fault, None, "{name}");
            match std::fs::read_to_string(path.with_extension("out")) {
                Ok(expected) => {
                    assert_eq!(output, expected, "{name}");
                    compared += 1;
                }
                Err(_) => check_any_answer(&input, &output),
            }
        }
    }
    assert!(compared >= 14, "only {compared} inputs have outputs");
}

/// An input of POJ 2676 with several right answers.
fn check_any_answer(input: &[u8], output: &str) {
    let symbols =
        |text: &[u8]| -> Vec<u8> { text.iter().copied().filter(u8::is_ascii_digit).collect() };
    let puzzle = Puzzle::try_from(&symbols(input)[1..]).expect("one grid");
    let answer = Puzzle::try_from(&symbols(output.as_bytes())[..]).expect("one grid");
    let answer = Solution::from_numbers(*answer.numbers()).expect("a full grid");
    assert!(answer.solves(&puzzle));
}
