//! Arguments of `run` that are neither names nor plain numbers.

use crate::number;
use std::num::NonZeroU64;
use std::time::Duration;

/// A node limit; `None`: no limit.
pub(super) type NodeLimit = Option<NonZeroU64>;

/// A duration such as `5s`, `100ms` or `10m`.
pub(in crate::cli) fn parse(text: &str) -> Result<Duration, String> {
    let expected =
        || format!("{text:?} is no time; expected a number and a unit, e.g. 100ms, 5s, 10m");
    let duration = humantime::parse_duration(text).map_err(|_| expected())?;
    // The range of a clock in nanoseconds: 584 years.
    let is_possible = !duration.is_zero() && u64::try_from(duration.as_nanos()).is_ok();
    is_possible.then_some(duration).ok_or_else(expected)
}

/// A node limit, or `none`.
pub(super) fn node_limit(text: &str) -> Result<NodeLimit, String> {
    match text {
        "none" => Ok(None),
        _ => number::parse(text).and_then(NonZeroU64::new).map(Some).ok_or_else(|| {
            format!(
                "{text:?} is no node limit; expected a number from 1, e.g. 100k or 1e6, or none"
            )
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_refused() {
        assert_eq!(parse("1ms"), Ok(Duration::from_millis(1)));
        assert_eq!(parse("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(parse("10m"), Ok(Duration::from_secs(600)));
        for text in
            ["", "5", "1e30", "NaN", "-1s", "0s", "inf", "99999999999999999999s", "1e30s", "s"]
        {
            let error = parse(text).expect_err(text);
            assert!(error.contains("expected a number and a unit"), "{error}");
        }
    }

    #[test]
    fn node_limits_are_read_and_refused() {
        assert_eq!(node_limit("none"), Ok(None));
        assert_eq!(node_limit("18446744073709551615"), Ok(Some(NonZeroU64::MAX)));
        for text in ["", "0", "-1", "1e-3", "18446744073709551616", "None"] {
            assert!(node_limit(text).is_err(), "{text}");
        }
    }
}
