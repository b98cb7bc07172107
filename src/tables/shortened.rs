//! Names shortened in the middle, where a table must fit a width.

use crate::text::with_gap;

/// The names, each at most `width` columns: longer ones keep their beginning and end. Names stay
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
