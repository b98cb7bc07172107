//! The operations of three operands in one instruction of AVX-512, given their formulas.

/// The truth table of a formula on three bits, in the encoding of the instruction: bit 4a + 2b + c
/// is the result for a, b, c.
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

/// Methods of three operands, each from its formula on bits; `ternary::<TABLE>(a, b, c)` is the
/// register's method.
macro_rules! three_operands {
    ($($name:ident($a:ident, $b:ident, $c:ident) = $formula:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self, c: Self) -> Self {
            const TABLE: i32 = $crate::engine::simd::ternary::truth_table!($a, $b, $c => $formula);
            self.ternary::<TABLE>(b, c)
        }
    )*};
}

/// The methods of three operands of [`Bits`](super::bits::Bits).
macro_rules! bits_of_three_operands {
    () => {
        $crate::engine::simd::ternary::three_operands! {
            and3(a, b, c) = a & b & c;
            or3(a, b, c) = a | b | c;
            xor3(a, b, c) = a ^ b ^ c;
            majority(a, b, c) = a & b | c & (a | b);
            borrow(a, b, c) = !a & (b | c) | b & c;
            and_any(a, b, c) = a & (b | c);
            and_none(a, b, c) = a & !(b | c);
            and_not_both(a, b, c) = a & !(b & c);
            and_unless(a, b, c) = a & (c | !b);
            or_both(a, b, c) = a | b & c;
            or_unless(a, b, c) = a | b & !c;
            or_differs(a, b, c) = a | (b ^ c);
            select(a, b, c) = a & b | !a & c;
        }
    };
}

pub(super) use {bits_of_three_operands, three_operands, truth_table};
