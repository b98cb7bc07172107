//! Conversions between arrays of bytes and sets of their indices. Bit i of a set is byte i.

/// The conversions of an instruction set. Those given here need no vectors.
pub(in crate::engine) trait ByteSets {
    /// The set of the bytes equal to `byte`, among 32 bytes below 128.
    #[inline(always)]
    fn equal_of_32(bytes: &[u8; 32], byte: u8) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut set = 0;
        for (i, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
            let differs = u64::from_le_bytes(*eight) ^ (ONES * u64::from(byte));
            // Bytes below 128 do not carry: the top bit is clear where they are equal.
            let equal = !(differs + ONES * 127) >> 7 & ONES;
            // The product gathers the eight bits in its top byte.
            set |= (equal.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        set as u32
    }

    /// The set of the bytes equal to `byte`, among 64 bytes below 128.
    #[inline(always)]
    fn equal_of_64(bytes: &[u8; 64], byte: u8) -> u64 {
        let half = |first: usize| bytes[first..].first_chunk().expect("32 of 64 bytes");
        let (low, high) = (Self::equal_of_32(half(0), byte), Self::equal_of_32(half(32), byte));
        u64::from(low) | u64::from(high) << 32
    }

    /// For each of 32 bytes the number of its set, counted from 1 and below 16; 0 if it is in none.
    /// The sets have no common member.
    #[inline(always)]
    fn numbers_of_32<const N: usize>(sets: &[u32; N]) -> [u8; 32] {
        let mut planes = [0; 4];
        for (i, set) in sets.iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                if (i + 1) >> bit & 1 == 1 {
                    *plane |= set;
                }
            }
        }
        Self::from_planes(planes)
    }

    /// The same for 64 bytes.
    #[inline(always)]
    fn numbers_of_64<const N: usize>(sets: &[u64; N]) -> [u8; 64] {
        let (mut low, mut high) = ([0; N], [0; N]);
        for (i, set) in sets.iter().enumerate() {
            (low[i], high[i]) = (*set as u32, (set >> 32) as u32);
        }
        let mut numbers = [0; 64];
        numbers[..32].copy_from_slice(&Self::numbers_of_32(&low));
        numbers[32..].copy_from_slice(&Self::numbers_of_32(&high));
        numbers
    }

    /// 32 numbers below 16, from their bits: bit i of plane p is bit p of number i.
    #[inline(always)]
    fn from_planes(planes: [u32; 4]) -> [u8; 32] {
        let mut numbers = [0; 32];
        for (i, eight) in numbers.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let [a, b, c, d] = planes;
            let spread = |plane: u32| SPREAD[(plane >> (8 * i)) as usize & 0xff];
            *eight = (spread(a) | spread(b) << 1 | spread(c) << 2 | spread(d) << 3).to_le_bytes();
        }
        numbers
    }
}

/// The bits of a byte as eight bytes 0 or 1, the lowest first.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};
