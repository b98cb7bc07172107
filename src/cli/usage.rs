//! Usage errors in one line, from the parts of clap's errors.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;

/// What was wrong, and what would be accepted.
pub(super) fn one_line(error: &clap::Error) -> String {
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
    let suggested =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let nearest = suggested
        .into_iter()
        .find_map(part)
        .map(|nearest| format!("; nearest is {nearest}"))
        .unwrap_or_default();
    message + &reason + &accepted + &nearest
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
    use std::ffi::OsString;

    fn error(args: &[&str]) -> String {
        let args = ["dokubench"].iter().chain(args).map(OsString::from);
        execute(args).expect_err("a usage error").line().expect("a message").to_owned()
    }

    #[test]
    fn usage_errors_are_one_line() {
        for (args, expected) in [
            (&["completions"][..], "the following required arguments were not provided: <SHELL>"),
            (&["lst"], "unrecognized subcommand 'lst'; nearest is list"),
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
                "invalid value '0' for '--threads <N>': expected a whole number from 1 to 1024",
            ),
            (
                &["run", "--threads"],
                "a value is required for '--threads <N>' but none was supplied",
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
