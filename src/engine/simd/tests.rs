//! Every instruction set that this CPU has computes what `Portable` computes.

use super::*;
use crate::isa::Isa;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::array::from_fn;

/// Every operation of [`Bits`].
fn formulas<V: Bits>([a, b, c]: [V; 3]) -> [V; 18] {
    let (sum, carry) = a.sum3(b, c);
    [
        a.and(b),
        a.or(b),
        a.xor(b),
        a.and_not(b),
        a.and3(b, c),
        a.or3(b, c),
        a.xor3(b, c),
        a.majority(b, c),
        sum,
        carry,
        a.borrow(b, c),
        a.and_any(b, c),
        a.and_none(b, c),
        a.and_not_both(b, c),
        a.and_unless(b, c).xor(a.or_both(b, c)),
        a.or_unless(b, c),
        a.or_differs(b, c),
        a.select(b, c),
    ]
}

/// Every operation of [`WordVector`], and the formulas.
fn words<V: WordVector<Words = [u64; 4]>>(words: [[u64; 4]; 3]) -> Vec<[u64; 4]> {
    let vectors @ [a, b, _] = words.map(V::from_words);
    let results = [
        V::splat(words[0][0]),
        V::zero(),
        V::ones(),
        a.not(),
        a.add(b),
        a.subtract(b),
        a.shift_up::<13>(),
        a.shift_down::<32>(),
    ];
    results.into_iter().chain(formulas(vectors)).map(V::words).collect()
}

/// Every conversion of [`ByteSets`], of bytes below 4.
fn byte_sets<V: ByteSets>(
    bytes: &[u8; 64],
    planes: [u32; 4],
) -> (u32, u64, [u8; 32], [u8; 64], [u8; 32]) {
    let half = bytes.first_chunk().expect("32 of 64 bytes");
    let (sets, halves) = (
        from_fn::<u64, 3, _>(|i| V::equal_of_64(bytes, i as u8 + 1)),
        from_fn::<u32, 3, _>(|i| V::equal_of_32(half, i as u8 + 1)),
    );
    (
        V::equal_of_32(half, 0),
        V::equal_of_64(bytes, 0),
        V::numbers_of_32(&halves),
        V::numbers_of_64(&sets),
        V::from_planes(planes),
    )
}

#[test]
fn formulas_and_words_are_those_of_portable_vectors() {
    let mut random = SplitMix64::seed_from_u64(2);
    for _ in 0..100 {
        let three: [[u64; 4]; 3] = from_fn(|_| from_fn(|_| random.next_u64()));
        let expected = words::<Portable<4>>(three);
        if Isa::best().has_avx2() {
            assert_eq!(words::<Avx2>(three), expected);
        }
        if Isa::best().has_avx512() {
            assert_eq!(words::<Avx512Vl>(three), expected);
            let fields: [[u16; 32]; 3] = from_fn(|_| from_fn(|_| random.next_u64() as u16));
            let pairs = |fields: [u16; 32]| -> [u64; 32] { fields.map(u64::from) };
            let portable = formulas(fields.map(|fields| Portable::from_words(pairs(fields))));
            let found = formulas(fields.map(|fields| Avx512::from_fields(&fields)));
            for (portable, found) in portable.into_iter().zip(found) {
                let mut fields = [0; 32];
                found.write_fields(&mut fields);
                assert_eq!(pairs(fields), portable.words().map(|word| word & 0xffff));
            }
        }
    }
}

#[test]
fn byte_sets_are_read_back_and_those_of_portable_vectors() {
    let mut random = SplitMix64::seed_from_u64(3);
    for _ in 0..100 {
        let bytes: [u8; 64] = from_fn(|_| random.next_u64() as u8 % 4);
        let planes = from_fn(|_| random.next_u64() as u32);
        let expected = byte_sets::<Portable<4>>(&bytes, planes);
        assert_eq!((&expected.2[..], expected.3), (&bytes[..32], bytes));
        if Isa::best().has_avx2() {
            assert_eq!(byte_sets::<Avx2>(&bytes, planes), expected);
        }
        if Isa::best().has_avx512() {
            assert_eq!(byte_sets::<Avx512Vl>(&bytes, planes), expected);
        }
    }
}
