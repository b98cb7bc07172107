//! Whole numbers as people type them: `10k`, `1M`, `1e6`, `1_000_000`.

/// Reads a whole number from 0. `_` may separate digits; `k`, `M` and `G` are thousands, millions and
/// billions; `1e6` and `1.5M` are allowed where the result is whole. Returns nothing for other texts
/// and for numbers beyond 64 bits.
#[must_use]
pub fn parse(text: &str) -> Option<u64> {
    let (number, power) = scaled(text)?;
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let decimals = if number.contains('.') { digits(decimals)? } else { String::new() };
    let whole = digits(whole)?;
    let zeros = power.checked_sub(u32::try_from(decimals.len()).ok()?)?;
    let digits: u64 = (whole + &decimals).parse().ok()?;
    digits.checked_mul(10u64.checked_pow(zeros)?)
}

/// The number in front of a unit or an exponent, and the power of ten behind it.
fn scaled(text: &str) -> Option<(&str, u32)> {
    for (unit, power) in [("k", 3), ("K", 3), ("M", 6), ("G", 9)] {
        if let Some(number) = text.strip_suffix(unit) {
            return Some((number, power));
        }
    }
    match text.split_once(['e', 'E']) {
        None => Some((text, 0)),
        Some((number, power)) => {
            let power = power.strip_prefix('+').unwrap_or(power);
            Some((number, digits(power)?.parse().ok()?))
        }
    }
}

/// Digits without the `_` between them.
fn digits(text: &str) -> Option<String> {
    let is_digit = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('_').all(is_digit).then(|| text.replace('_', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        for text in ["1000000", "1e6", "1E+6", "1M", "1_000_000", "1000k", "1.0M", "0.001G"] {
            assert_eq!(parse(text), Some(1_000_000), "{text}");
        }
        assert_eq!((parse("0"), parse("1.5k"), parse("10K")), (Some(0), Some(1500), Some(10_000)));
        assert_eq!(parse("18446744073709551615"), Some(u64::MAX));
        for text in [
            "",
            "-1",
            "+1",
            "1.5",
            "1.2345k",
            "_1",
            "1_",
            "1__0",
            "e6",
            "1e",
            "1e-3",
            ".5k",
            "k",
            "1kk",
            "0x10",
            " 1",
            "1.",
            "18446744073709551616",
            "1e30",
            "99999999999G",
            "1.k",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
