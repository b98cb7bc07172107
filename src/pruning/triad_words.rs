//! The places of a digit, by triad.
//!
//! A triad is the three cells of a line (a row or a column) in a box. Three parallel lines of
//! three boxes make a chute (a band or a stack). In a chute a digit occupies one triad in each
//! line and one in each box, as in a 3x3 permutation matrix. All 27 triads of a direction fit one word, so
//! shifts process the three chutes at once.
//!
//! ```text
//! rows      bit 9 r + 3 b + k     row r of band k, box b of the band
//! columns   bit 9 c + 3 k + b     column c of stack k, box b of the stack
//! ```

/// The triads of the rows, as [`rows`] makes them: boxes are three bits apart.
pub(super) const ROWS: u32 = 3;
/// The triads of the columns, as [`columns`] makes them: boxes are one bit apart.
pub(super) const COLUMNS: u32 = 1;

/// Every third bit of 27.
const THIRDS: u32 = 0o111_111_111;
const ROW: u32 = 0x1ff;

/// The bits of the first box, in the first line.
const fn first_box(stride: u32) -> u32 {
    if stride == ROWS { 0o007 } else { 0o111 }
}

/// The row triads in which a digit is possible, given its places by band.
#[inline(always)]
pub(super) const fn rows(bands: [u32; 3]) -> u32 {
    let [a, b, c] = [triads(bands[0]), triads(bands[1]), triads(bands[2])];
    a | b << 1 | c << 2
}

const fn triads(band: u32) -> u32 {
    (band | band >> 1 | band >> 2) & THIRDS
}

/// The cells of the row triads, by band.
#[inline(always)]
pub(super) const fn row_cells(word: u32) -> [u32; 3] {
    let [a, b, c] = [word & THIRDS, word >> 1 & THIRDS, word >> 2 & THIRDS];
    [a | a << 1 | a << 2, b | b << 1 | b << 2, c | c << 1 | c << 2]
}

/// The column triads in which a digit is possible, given its places by band.
#[inline(always)]
pub(super) const fn columns(bands: [u32; 3]) -> u32 {
    let mut word = 0;
    let mut b = 0;
    while b < 3 {
        let band = (bands[b] | bands[b] >> 9 | bands[b] >> 18) & ROW;
        let mut c = 0;
        while c < 3 {
            word |= (band >> c & 0o111) << (9 * c + b as u32);
            c += 1;
        }
        b += 1;
    }
    word
}

/// The cells of the column triads, by band.
#[inline(always)]
pub(super) const fn column_cells(word: u32) -> [u32; 3] {
    let mut bands = [0; 3];
    let mut b = 0;
    while b < 3 {
        let mut c = 0;
        while c < 3 {
            bands[b] |= (word >> (9 * c + b as u32) & 0o111) << c;
            c += 1;
        }
        bands[b] |= bands[b] << 9 | bands[b] << 18;
        b += 1;
    }
    bands
}

/// The triads that belong to some choice of one triad per line and per box.
///
/// Pointing and claiming, run together to their fixpoint, strike exactly the triads that belong to none
/// of the six choices. This is generalised arc consistency of a 3x3 permutation.
#[inline(always)]
pub(super) const fn matchings<const STRIDE: u32>(word: u32) -> u32 {
    let first = first_box(STRIDE);
    let mut at = [[0; 3]; 3];
    let mut line = 0;
    while line < 3 {
        let mut b = 0;
        while b < 3 {
            at[line][b] = word >> (9 * line as u32 + STRIDE * b as u32) & first;
            b += 1;
        }
        line += 1;
    }
    let [r, s, t] = at;
    let (p012, p021) = (r[0] & s[1] & t[2], r[0] & s[2] & t[1]);
    let (p102, p120) = (r[1] & s[0] & t[2], r[1] & s[2] & t[0]);
    let (p201, p210) = (r[2] & s[0] & t[1], r[2] & s[1] & t[0]);
    line_of::<STRIDE>([p012 | p021, p102 | p120, p201 | p210])
        | line_of::<STRIDE>([p102 | p201, p012 | p210, p021 | p120]) << 9
        | line_of::<STRIDE>([p120 | p210, p021 | p201, p012 | p102]) << 18
}

#[inline(always)]
const fn line_of<const STRIDE: u32>(boxes: [u32; 3]) -> u32 {
    boxes[0] | boxes[1] << STRIDE | boxes[2] << (2 * STRIDE)
}

/// For each triad, whether one of the other two of its line is in the word.
#[inline(always)]
pub(super) const fn others_of_line<const STRIDE: u32>(word: u32) -> u32 {
    let all = first_box(STRIDE) * 0o1_001_001;
    let [a, b, c] = [word & all, word >> STRIDE & all, word >> (2 * STRIDE) & all];
    (b | c) | (a | c) << STRIDE | (a | b) << (2 * STRIDE)
}

/// For each triad, whether one of the other two of its box is in the word.
#[inline(always)]
pub(super) const fn others_of_box(word: u32) -> u32 {
    let [a, b, c] = [word & ROW, word >> 9 & ROW, word >> 18];
    (b | c) | (a | c) << 9 | (a | b) << 18
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellSet};

    /// Each triad of a direction: its bit, and its cells as (line in chute, box, chute).
    fn all(stride: u32) -> impl Iterator<Item = (u32, CellSet)> {
        (0..27).map(move |i: usize| {
            let (line, box_, chute) = (i / 9, i / 3 % 3, i % 3);
            let cells = (0..3).map(|k| match stride {
                ROWS => Cell::at(3 * chute + line, 3 * box_ + k),
                _ => Cell::at(3 * box_ + k, 3 * chute + line),
            });
            let bit = match stride {
                ROWS => 9 * line + 3 * box_ + chute,
                _ => 9 * line + 3 * chute + box_,
            };
            (bit as u32, cells.collect())
        })
    }

    #[test]
    fn words_and_cells_are_of_the_same_triads() {
        for (stride, word, cells) in [
            (ROWS, rows as fn([u32; 3]) -> u32, row_cells as fn(u32) -> [u32; 3]),
            (COLUMNS, columns, column_cells),
        ] {
            for (bit, triad) in all(stride) {
                assert_eq!(CellSet::from_bands(cells(1 << bit)), triad);
                for cell in triad {
                    assert_eq!(word([0, 1, 2].map(|b| CellSet::of(cell).band(b))), 1 << bit);
                }
            }
        }
    }

    #[test]
    fn neighbours_share_a_line_or_a_box() {
        let mut count = 0;
        for i in 0..27u32 {
            let (line, box_, chute) = (i / 9, i / 3 % 3, i % 3);
            for j in 0..27u32 {
                let (line_2, box_2, chute_2) = (j / 9, j / 3 % 3, j % 3);
                let same_line = i != j && chute == chute_2 && line == line_2;
                let same_box = i != j && chute == chute_2 && box_ == box_2;
                assert_eq!(others_of_line::<ROWS>(1 << i) >> j & 1 == 1, same_line);
                assert_eq!(others_of_box(1 << i) >> j & 1 == 1, same_box);
                let swap = |line, box_, chute| 9 * line + 3 * chute + box_;
                let (i, j) = (swap(line, box_, chute), swap(line_2, box_2, chute_2));
                assert_eq!(others_of_line::<COLUMNS>(1 << i) >> j & 1 == 1, same_line);
                assert_eq!(others_of_box(1 << i) >> j & 1 == 1, same_box);
                count += u32::from(same_line || same_box);
            }
        }
        assert_eq!(count, 27 * 4);
    }

    #[test]
    fn matchings_are_those_of_a_plain_search() {
        for chute in 0..3 {
            for matrix in 0..512u32 {
                let word = (0..9).fold(0, |word, i| word | (matrix >> i & 1) << (3 * i + chute));
                let survives = |line: u32, box_: u32| {
                    (0..6).any(|p| {
                        let order =
                            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][p];
                        order[line as usize] == box_
                            && (0..3).all(|l| matrix >> (3 * l + order[l as usize]) & 1 == 1)
                    })
                };
                let expected = (0..9)
                    .fold(0, |word, i| word | u32::from(survives(i / 3, i % 3)) << (3 * i + chute));
                assert_eq!(matchings::<ROWS>(word), expected);
            }
        }
    }
}
