//! Names shortened in the middle, where a table must fit a width.

/// The names, each at most `width` characters: longer ones keep their beginning and end. Names stay
/// distinct, by a number in the gap where needed.
#[must_use]
pub fn shortened(names: &[String], width: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let gaps = std::iter::once("..".to_owned()).chain((2..).map(|n| format!("..{n}..")));
        let short = gaps
            .map(|gap| with_gap(name, &gap, width))
            .find(|short| short == name || !all.contains(short))
            .expect("the numbers do not end");
        all.push(short);
    }
    all
}

fn with_gap(name: &str, gap: &str, width: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= width {
        return name.to_owned();
    }
    let kept = width.saturating_sub(gap.len());
    let (head, tail) = (kept / 2, kept - kept / 2);
    letters[..head]
        .iter()
        .copied()
        .chain(gap.chars())
        .chain(letters[letters.len() - tail..].iter().copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_in_the_middle_and_stay_distinct() {
        let names = ["short", "beginning/one/end", "beginning/ane/end"].map(str::to_owned);
        assert_eq!(shortened(&names, 20), names);
        assert_eq!(shortened(&names, 11), ["short", "begi..e/end", "beg..2..end"]);
    }
}
