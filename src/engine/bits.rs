//! The operations of every vector of bits, for any meaning of the bits.

use crate::isa::Isa;

/// A vector of bits.
///
/// Every method is `#[inline(always)]`, in every implementation. Only code inlined into a
/// function that is compiled for an instruction set may use that set. The functions of three
/// operands are one instruction with AVX-512 and two to four elsewhere.
pub(super) trait Bits: Copy + Send + 'static {
    /// Runs `f`, compiled for the instruction set of this vector, which is part of the given set.
    #[inline(always)]
    fn run<R>(_at_hand: Isa, f: impl FnOnce() -> R) -> R {
        f()
    }

    /// `a & b`
    fn and(self, b: Self) -> Self;

    /// `a | b`
    fn or(self, b: Self) -> Self;

    /// `a ^ b`
    fn xor(self, b: Self) -> Self;

    /// `a & !b`
    fn and_not(self, b: Self) -> Self;

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

    /// `a | (b ^ c)`
    #[inline(always)]
    fn or_differs(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }
}

/// The truth table of a formula on three bits, in the encoding of the instruction: bit 4a + 2b + c
/// is the result for a, b, c.
#[cfg(target_arch = "x86_64")]
macro_rules! truth_table {
    ($a:ident, $b:ident, $c:ident => $formula:expr) => {{
        let (mut table, mut i) = (0, 0);
        while i < 8 {
            let ($a, $b, $c) = (i & 4 != 0, i & 2 != 0, i & 1 != 0);
            table |= ($formula as i32) << i;
            i += 1;
        }
        table
    }};
}
#[cfg(target_arch = "x86_64")]
pub(super) use truth_table;
