//! Whole numbers on the command line; a refusal names the accepted values.

use crate::bench::Plan;
use crate::number;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

/// A parser of whole numbers from a range that `N` can hold.
pub(super) fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = number::parse(text).filter(|number| range.contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// A parser of numbers of threads.
pub(super) fn threads() -> impl Fn(&str) -> Result<NonZeroUsize, String> + Clone + Send + Sync {
    let parse = whole::<usize>(Plan::THREADS);
    move |text| parse(text).map(|threads| NonZeroUsize::new(threads).expect("the range has no 0"))
}

/// A parser of seeds: any number of 64 bits.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    whole(0..=u64::MAX)(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_range() {
        let parse = whole::<u16>(1..=1024);
        assert_eq!(parse("1"), Ok(1));
        assert_eq!(parse("1024"), Ok(1024));
        for text in ["", "0", "1025", "-1", "1.5", " 1", "99999999999999999999999"] {
            assert_eq!(parse(text), Err("expected a whole number from 1 to 1024".to_owned()));
        }
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert!(seed("18446744073709551616").is_err());
    }
}
