//! The operations of every vector of bits, for any meaning of the bits.

use crate::isa::Isa;

/// A vector of bits.
///
/// The functions of three operands are one instruction with AVX-512 and two to five elsewhere.
pub(in crate::engine) trait Bits: Copy + Send + 'static {
    /// Runs `f`, compiled for the instruction set of this vector.
    ///
    /// # Panics
    /// If the CPU's set `at_hand` does not include it.
    #[inline(always)]
    fn run<R>(_at_hand: Isa, f: impl FnOnce() -> R) -> R {
        f()
    }

    /// Hints that a value will soon be read or written.
    #[inline(always)]
    fn prefetch<T>(_value: &T) {}

    /// `a & b`
    fn and(self, b: Self) -> Self;

    /// `a | b`
    fn or(self, b: Self) -> Self;

    /// `a ^ b`
    fn xor(self, b: Self) -> Self;

    /// `a & !b`
    fn and_not(self, b: Self) -> Self;

    /// `a & b & c`
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// `a | b | c`
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// `a ^ b ^ c`: the sum bit of a full adder.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// At least two of the three: the carry bit of a full adder.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }

    /// The two bits of the sum of three, the low one first: a full adder.
    #[inline(always)]
    fn sum3(self, b: Self, c: Self) -> (Self, Self) {
        (self.xor3(b, c), self.majority(b, c))
    }

    /// The borrow bit of `a - b - c`, where c is the borrow bit of the place below.
    #[inline(always)]
    fn borrow(self, b: Self, c: Self) -> Self {
        b.and(c).or(b.or(c).and_not(self))
    }

    /// `a & (b | c)`
    #[inline(always)]
    fn and_any(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// `a & !(b | c)`
    #[inline(always)]
    fn and_none(self, b: Self, c: Self) -> Self {
        self.and_not(b.or(c))
    }

    /// `a & !(b & c)`
    #[inline(always)]
    fn and_not_both(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }

    /// `a & (c | !b)`: where b is set, c decides.
    #[inline(always)]
    fn and_unless(self, b: Self, c: Self) -> Self {
        self.and_not(b.and_not(c))
    }

    /// `a | (b & c)`
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// `a | (b & !c)`
    #[inline(always)]
    fn or_unless(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }

    /// `a | (b ^ c)`
    #[inline(always)]
    fn or_differs(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    /// Where a is set b, elsewhere c.
    #[inline(always)]
    fn select(self, b: Self, c: Self) -> Self {
        c.xor(self.and(b.xor(c)))
    }
}
