//! Usage errors in one line, from the parts of clap's errors.

use super::Cli;
use crate::named::nearest;
use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;

/// What was wrong with the words behind the program's name, and what would be accepted.
pub(super) fn one_line(error: &clap::Error, words: &[OsString]) -> String {
    let part = |kind| error.get(kind).map(text).filter(|text| !text.is_empty());
    let of = |kind| part(kind).unwrap_or_default();
    let argument = || of(ContextKind::InvalidArg);
    let message = match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            format!("the following required arguments were not provided: {}", argument())
        }
        ErrorKind::UnknownArgument => format!("unexpected argument '{}' found", argument()),
        ErrorKind::InvalidSubcommand => {
            format!("unrecognized subcommand '{}'", of(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => format!(
            "{} requires a subcommand: expected one of {}",
            of(ContextKind::InvalidSubcommand),
            of(ContextKind::ValidSubcommand)
        ),
        ErrorKind::ArgumentConflict => match part(ContextKind::PriorArg) {
            Some(prior) if prior == argument() => {
                format!("the argument '{prior}' cannot be used multiple times")
            }
            Some(prior) => format!("the argument '{}' cannot be used with: {prior}", argument()),
            None => format!("the argument '{}' cannot be used with others", argument()),
        },
        ErrorKind::InvalidValue if part(ContextKind::InvalidValue).is_none() => {
            format!("a value is required for '{}' but none was supplied", argument())
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::TooManyValues => {
            match part(ContextKind::Custom) {
                Some(message) => message,
                None => {
                    let value = of(ContextKind::InvalidValue);
                    format!("invalid value '{value}' for '{}'", argument())
                }
            }
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => format!(
            "{} values for '{}': expected {}",
            of(ContextKind::ActualNumValues),
            argument(),
            part(ContextKind::ExpectedNumValues).unwrap_or_else(|| of(ContextKind::MinValues))
        ),
        ErrorKind::NoEquals => format!("expected '=' between '{}' and its value", argument()),
        other => other.as_str().unwrap_or("the command line is not understood").to_owned(),
    };
    let reason = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    let accepted = part(ContextKind::ValidValue)
        .map(|values| format!(": expected one of {values}"))
        .unwrap_or_default();
    let nearest = nearest_to(error, words)
        .map(|nearest| format!("; nearest is {nearest}"))
        .unwrap_or_default();
    message + &reason + &accepted + &nearest
}

/// The subcommand, option or value that was probably meant.
fn nearest_to(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let one = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let program = Cli::command();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let known = program.get_subcommands().map(clap::Command::get_name);
            nearest(one(ContextKind::InvalidSubcommand)?, known).map(str::to_owned)
        }
        ErrorKind::UnknownArgument => {
            let unknown = one(ContextKind::InvalidArg)?.strip_prefix("--")?;
            let of = |word: &OsString| program.find_subcommand(word);
            let command = words.iter().find_map(of).unwrap_or(&program);
            let longs = |arg: &clap::Arg| -> Vec<String> {
                let aliases = arg.get_visible_aliases().unwrap_or_default();
                arg.get_long().into_iter().chain(aliases).map(str::to_owned).collect()
            };
            let always = ["help", "version"].map(str::to_owned);
            let known: Vec<_> = command.get_arguments().flat_map(longs).chain(always).collect();
            nearest(unknown, known.iter().map(String::as_str)).map(|name| format!("--{name}"))
        }
        _ => match error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(known)) => {
                let value = one(ContextKind::InvalidValue)?;
                nearest(value, known.iter().map(String::as_str)).map(str::to_owned)
            }
            _ => None,
        },
    }
}

fn text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::execute;
    use super::*;

    fn error(args: &[&str]) -> String {
        let args = ["dokubench"].iter().chain(args).map(OsString::from);
        execute(args).expect_err("a usage error").line().expect("a message").to_owned()
    }

    /// The word with two letters in its middle swapped.
    fn swapped(word: &str) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        let middle = letters.len() / 2;
        letters.swap(middle - 1, middle);
        letters.into_iter().collect()
    }

    #[test]
    fn every_subcommand_and_option_is_the_nearest_of_its_typos() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let is_nearest = |args: &[&str], expected: &str| {
                let error = error(args);
                assert!(error.ends_with(&format!("; nearest is {expected}")), "{args:?}: {error}");
            };
            if swapped(name) != name {
                is_nearest(&[&swapped(name)], name);
                is_nearest(&["help", &swapped(name)], name);
            }
            for long in command.get_arguments().filter_map(clap::Arg::get_long) {
                if swapped(long) != long {
                    let typed = format!("--{}", swapped(long));
                    is_nearest(&[name, &typed], &format!("--{long}"));
                }
            }
        }
    }

    #[test]
    fn the_search_is_no_other_engine() {
        assert!(error(&["run", "--engine", "serch"]).contains("nearest is search; "));
        let search = error(&["run", "--engine", "search"]);
        assert!(
            search.starts_with("the engine search runs configs: expected --config"),
            "{search}"
        );
    }

    #[test]
    fn usage_errors_are_one_line() {
        for (args, expected) in [
            (&["completions"][..], "the following required arguments were not provided: <SHELL>"),
            (&["lst"], "unrecognized subcommand 'lst'; nearest is list"),
            (&["rnu"], "unrecognized subcommand 'rnu'; nearest is run"),
            (&["list", "--name"], "unexpected argument '--name' found; nearest is --names"),
            (
                &["list", "--names", "--names"],
                "the argument '--names' cannot be used multiple times",
            ),
            (&["list", "--names=x"], "invalid value 'x' for '--names'"),
            (
                &["completions", "bsh"],
                "invalid value 'bsh' for '<SHELL>': expected one of bash, elvish, fish, \
                 powershell, zsh; nearest is bash",
            ),
            (
                &["run", "--threads", "0"],
                "invalid value '0' for '--threads <LIST>': expected a whole number from 1 to 1024",
            ),
            (
                &["run", "--threads"],
                "a value is required for '--threads <LIST>' but none was supplied",
            ),
            (
                &["run", "--tie", "low"],
                "unknown tie-break \"low\", nearest is lowest; known: lowest, highest, random, \
                 ddeg, min_ddeg",
            ),
        ] {
            assert_eq!(error(args), expected);
        }
    }
}
