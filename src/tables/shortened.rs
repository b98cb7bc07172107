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

/// The letters of a place in a list: A to Z, then AA, AB and so on.
#[must_use]
pub fn letter(place: usize) -> String {
    let last = char::from(b'A' + (place % 26) as u8);
    match place / 26 {
        0 => last.to_string(),
        before => letter(before - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_letters() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(letter), ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }

    #[test]
    fn names_are_shortened_in_the_middle_and_stay_distinct() {
        let names = ["short", "beginning/one/end", "beginning/ane/end"].map(str::to_owned);
        assert_eq!(shortened(&names, 20), names);
        assert_eq!(shortened(&names, 11), ["short", "begi..e/end", "beg..2..end"]);
    }
}
