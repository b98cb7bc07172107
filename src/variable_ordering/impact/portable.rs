//! The numbers of weights on any machine.

use super::numbers::{DigitSums, Numbers, Slots, WORTH};
use crate::grid::Digit;
use crate::state::Lanes;

/// The numbers of the digits of each band.
#[derive(Clone, Copy)]
pub(super) struct Portable([[u16; Digit::COUNT]; 3]);

impl Portable {
    #[inline(always)]
    fn map(self, f: impl Fn(u16) -> u16) -> Self {
        Self(self.0.map(|digits| digits.map(&f)))
    }

    #[inline(always)]
    fn zip(mut self, b: Self, f: impl Fn(u16, u16) -> u16) -> Self {
        for (digits, others) in self.0.iter_mut().zip(&b.0) {
            for (number, other) in digits.iter_mut().zip(others) {
                *number = f(*number, *other);
            }
        }
        self
    }
}

impl Numbers for Portable {
    const STRIDE: usize = Digit::COUNT;

    #[inline(always)]
    fn splat(number: u16) -> Self {
        Self([[number; Digit::COUNT]; 3])
    }

    #[inline(always)]
    fn halves(bands: &[Lanes; 3]) -> [Self; 2] {
        [0, 16].map(|shift| {
            Self(std::array::from_fn(|b| std::array::from_fn(|d| (bands[b][d] >> shift) as u16)))
        })
    }

    #[inline(always)]
    fn spread(self, at: usize) -> Self {
        self.map(|number| (number >> at & 1).wrapping_neg())
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| a & b)
    }

    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        self.zip(b, u16::wrapping_add)
    }

    #[inline(always)]
    fn minus(self, b: Self) -> Self {
        self.zip(b, u16::wrapping_sub)
    }

    #[inline(always)]
    fn times(self, b: Self) -> Self {
        self.zip(b, u16::wrapping_mul)
    }

    #[inline(always)]
    fn worth(self) -> Self {
        self.map(|number| u16::from(WORTH[usize::from(number) % WORTH.len()]))
    }

    #[inline(always)]
    fn sum_of_bands(self) -> Self {
        let [a, b, c] = self.0.map(|digits| Self([digits; 3]));
        a.plus(b).plus(c)
    }

    #[inline(always)]
    fn slots_equal(self, number: u16) -> u64 {
        let numbers = self.0.as_flattened().iter().enumerate();
        numbers.fold(0, |slots, (slot, &other)| slots | u64::from(other == number) << slot)
    }

    #[inline(always)]
    fn store(self, slots: &mut Slots) {
        slots[..3 * Digit::COUNT].copy_from_slice(self.0.as_flattened());
    }

    #[inline(always)]
    fn store_digit_sums(self, sums: &mut DigitSums) {
        for (b, digits) in self.0.iter().enumerate() {
            sums[2 * b] = digits.iter().sum::<u16>().into();
        }
    }

    #[inline(always)]
    fn digits_at(words: &Lanes, at: usize) -> u16 {
        let words = words[..Digit::COUNT].iter().enumerate();
        words.fold(0, |digits, (d, word)| digits | ((word >> at & 1) as u16) << d)
    }
}
