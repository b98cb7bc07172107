//! What the computation of weights needs of an instruction set.

use crate::state::Lanes;

/// A number of 16 bits for each band and digit. Arithmetic wraps.
///
/// Safety: values of a type exist only where the [`Isa`](crate::isa::Isa) includes the instructions of
/// the type.
pub(super) trait Numbers: Copy {
    /// The number of band b and digit d+1 has the slot `STRIDE * b + d`.
    const STRIDE: usize;

    /// The same number for each band and digit.
    fn splat(number: u16) -> Self;

    /// The low and the high 16 bits of the words of each band and digit.
    fn halves(bands: &[Lanes; 3]) -> [Self; 2];

    /// All bits where the bit `at` is set, no bit elsewhere.
    fn spread(self, at: usize) -> Self;

    /// The bits of both.
    fn and(self, b: Self) -> Self;

    /// The sum.
    fn plus(self, b: Self) -> Self;

    /// The difference.
    fn minus(self, b: Self) -> Self;

    /// The product.
    fn times(self, b: Self) -> Self;

    /// The worth of units, from their number of places (at most nine).
    fn worth(self) -> Self;

    /// For each digit the sum over the bands, in every band.
    fn sum_of_bands(self) -> Self;

    /// The slots whose number is `number`, which is not 0.
    fn slots_equal(self, number: u16) -> u64;

    /// Writes the numbers by slot. Other elements have any value.
    fn store(self, slots: &mut Slots);

    /// Writes the sum over the digits of band b to element 2b. The numbers are below 256. Other
    /// elements have any value.
    fn store_digit_sums(self, sums: &mut DigitSums);

    /// The digits whose word has the bit `at`; bit d is digit d+1.
    fn digits_at(words: &Lanes, at: usize) -> u16;
}

/// Numbers by slot.
pub(super) type Slots = [u16; 48];

/// Sums over the digits; element 2b is band b.
pub(super) type DigitSums = [u64; 8];

/// The worth of a unit where a digit has n places in it.
pub(super) const WORTH: [u8; 16] = [0, 0, 12, 6, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
