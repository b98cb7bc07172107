//! Transposes 64x64 bit matrices.
//!
//! 64 vectors of N words are the rows of N matrices side by side, one in each word, which are
//! transposed together: afterwards bit j of word w of row i is what was bit i of word w of row j.
//!
//! The six steps are those of Warren, Hacker's Delight, 2nd edition, section 7-3: step s swaps the
//! upper right and lower left quarter of every block of 2s x 2s bits.

use super::words::WordVector;

/// Rows of a matrix.
pub(in crate::engine) const ROWS: usize = 64;

/// Memory for the rows.
pub(in crate::engine) type Rows<V> = [[V; 8]; 8];

/// Transposes N matrices side by side: gets row i by `from(i)` and gives it to `to(i, row)`.
#[inline(always)]
pub(in crate::engine) fn transpose<V: WordVector>(
    rows: &mut Rows<V>,
    from: impl Fn(usize) -> V,
    mut to: impl FnMut(usize, V),
) {
    // Eight rows at a time stay in registers for three steps.
    for first in 0..8 {
        let mut eight = [V::zero(); 8];
        for i in 0..8 {
            eight[i] = from(first + 8 * i);
        }
        swap_four::<V, 32>(&mut eight, 4);
        swap_four::<V, 16>(&mut eight, 2);
        swap_four::<V, 8>(&mut eight, 1);
        for i in 0..8 {
            rows[i][first] = eight[i];
        }
    }
    for (group, eight) in rows.iter_mut().enumerate() {
        swap_four::<V, 4>(eight, 4);
        swap_four::<V, 2>(eight, 2);
        swap_four::<V, 1>(eight, 1);
        for i in 0..8 {
            to(8 * group + i, eight[i]);
        }
    }
}

/// Step S: swaps bits S apart between four pairs of rows, which are `apart` places apart.
#[inline(always)]
fn swap_four<V: WordVector, const S: i32>(rows: &mut [V; 8], apart: usize) {
    const ALTERNATING: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let low = V::splat(ALTERNATING[S.trailing_zeros() as usize]);
    for i in 0..8 {
        if i & apart == 0 {
            let (a, b) = (rows[i], rows[i + apart]);
            rows[i] = low.select(a, b.shift_up::<S>());
            rows[i + apart] = low.select(a.shift_down::<S>(), b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::portable::Portable;
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::array::from_fn;

    #[test]
    fn rows_become_columns() {
        let mut random = SplitMix64::seed_from_u64(1);
        let rows: [[u64; 4]; ROWS] = from_fn(|_| from_fn(|_| random.next_u64()));
        let mut turned = [[0; 4]; ROWS];
        let mut scratch = [[Portable::<4>::zero(); 8]; 8];
        transpose(
            &mut scratch,
            |i| Portable::from_words(rows[i]),
            |i, row| turned[i] = row.words(),
        );
        for w in 0..4 {
            for (i, row) in rows.iter().enumerate() {
                for (j, column) in turned.iter().enumerate() {
                    assert_eq!(row[w] >> j & 1, column[w] >> i & 1);
                }
            }
        }
    }
}
