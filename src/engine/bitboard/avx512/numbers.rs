//! Reads and writes grids. If the bytes are in the order of the bits, a compare of 64 bytes gives 64
//! bits: the cells of a digit in four boxes.

use super::{Avx512, Bytes};
use crate::engine::bitboard::boxes::{Boxes, FIELDS_FILLED, Fields, Grid, MARK, place};
use crate::engine::bitboard::grid::PLACES;
use crate::engine::bits::Bits;
use crate::grid::{Cell, Digit};
use std::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_mask_mov_epi8,
    _mm512_mask_permutexvar_epi8, _mm512_maskz_permutex2var_epi8, _mm512_permutex2var_epi8,
    _mm512_set1_epi8, _mm512_setzero_si512, _mm512_storeu_si512,
};

/// Boxes of 16 bytes, four to a register: boxes 0 to 3, 4 to 7, 8.
const REGISTERS: usize = 3;

/// The last cells, which do not fit into a register.
const LAST: usize = Cell::COUNT - 64;

/// The position of a cell in registers: the register and the byte.
const fn place_of(cell: usize) -> (usize, usize) {
    let (box_, bit) = PLACES.0[cell];
    let byte = 16 * (box_ as usize) + bit.trailing_zeros() as usize;
    (byte / 64, byte % 64)
}

/// For each register, the bytes that it takes from the first and the last 64 cells, and the mask of
/// its bytes that are cells.
static FROM_ROWS: ([Bytes; REGISTERS], [u64; REGISTERS]) = {
    let (mut from, mut is_cell) = ([const { Bytes([0; 64]) }; REGISTERS], [0; REGISTERS]);
    let mut cell = 0;
    while cell < Cell::COUNT {
        let (register, byte) = place_of(cell);
        from[register].0[byte] = (if cell < 64 { cell } else { 64 + cell - LAST }) as u8;
        is_cell[register] |= 1 << byte;
        cell += 1;
    }
    (from, is_cell)
};

/// The bytes of the first 64 cells, from the first two registers; the bytes and the cells of these
/// that are in the third; and the bytes of the last cells, from the second and the third.
static FROM_BOXES: (Bytes, Bytes, u64, Bytes) = {
    let (mut first, mut third, mut is_third) = (Bytes([0; 64]), Bytes([0; 64]), 0);
    let mut last = Bytes([0; 64]);
    let mut cell = 0;
    while cell < Cell::COUNT {
        let (register, byte) = place_of(cell);
        if cell >= 64 {
            assert!(register > 0);
            last.0[cell - 64] = (64 * (register - 1) + byte) as u8;
        } else if register == 2 {
            third.0[cell] = byte as u8;
            is_third |= 1 << cell;
        } else {
            first.0[cell] = (64 * register + byte) as u8;
        }
        cell += 1;
    }
    (first, third, is_third, last)
};

/// The cells that have each digit, of 81 numbers.
#[inline(always)]
pub(super) fn clues(numbers: &[u8; Cell::COUNT]) -> Grid<Avx512> {
    let mut cells = [Fields([0; FIELDS_FILLED]); 3];
    // SAFETY: the CPU has AVX-512 with VBMI (module docs); the numbers are 64 bytes and more, and
    // a digit's nine fields are within the 32.
    unsafe {
        let first = _mm512_loadu_si512(numbers.as_ptr().cast());
        let last = _mm512_loadu_si512(numbers.as_ptr().add(LAST).cast());
        let (from, is_cell) = &FROM_ROWS;
        let mut boxes = [_mm512_setzero_si512(); REGISTERS];
        for i in 0..REGISTERS {
            let from = Avx512::load(&from[i]).0;
            boxes[i] = _mm512_maskz_permutex2var_epi8(is_cell[i], first, from, last);
        }
        for digit in 0..Digit::COUNT {
            let (vector, first) = place(Digit::from_index(digit));
            let number = _mm512_set1_epi8(digit as i8 + 1);
            let fields = cells[vector].0.as_mut_ptr().add(first);
            fields.cast::<u64>().write_unaligned(_mm512_cmpeq_epi8_mask(boxes[0], number));
            fields.add(4).cast::<u64>().write_unaligned(_mm512_cmpeq_epi8_mask(boxes[1], number));
            fields.add(8).write(_mm512_cmpeq_epi8_mask(boxes[2], number) as u16);
        }
    }
    let mark = Avx512::all(MARK);
    let [a, b, c] = &cells;
    [
        Avx512::from_fields(a).or(mark),
        Avx512::from_fields(b).or(mark),
        Avx512::from_fields(c).or(mark),
    ]
}

/// The numbers of cells that have one digit each.
#[inline(always)]
pub(super) fn numbers(grid: &Grid<Avx512>) -> [u8; Cell::COUNT] {
    let cells = [grid[0].fields(), grid[1].fields(), grid[2].fields()];
    let mut numbers = [0; Cell::COUNT];
    let mut last = [0; 64];
    // SAFETY: the CPU has AVX-512 with VBMI (module docs); a digit's nine fields are within the 32,
    // and the numbers are 64 bytes and more.
    unsafe {
        let mut boxes = [_mm512_setzero_si512(); REGISTERS];
        let put = |boxes: &mut __m512i, cells: u64, number: __m512i| {
            *boxes = _mm512_mask_mov_epi8(*boxes, cells, number);
        };
        for digit in 0..Digit::COUNT {
            let (vector, first) = place(Digit::from_index(digit));
            let number = _mm512_set1_epi8(digit as i8 + 1);
            let fields = cells[vector].0.as_ptr().add(first);
            put(&mut boxes[0], fields.cast::<u64>().read_unaligned(), number);
            put(&mut boxes[1], fields.add(4).cast::<u64>().read_unaligned(), number);
            put(&mut boxes[2], u64::from(fields.add(8).read()), number);
        }
        let (from_two, from_third, is_third, from_last) = &FROM_BOXES;
        let two = _mm512_permutex2var_epi8(boxes[0], Avx512::load(from_two).0, boxes[1]);
        let third = Avx512::load(from_third).0;
        let first = _mm512_mask_permutexvar_epi8(two, *is_third, third, boxes[2]);
        _mm512_storeu_si512(numbers.as_mut_ptr().cast(), first);
        let rest = _mm512_permutex2var_epi8(boxes[1], Avx512::load(from_last).0, boxes[2]);
        _mm512_storeu_si512(last.as_mut_ptr().cast(), rest);
    }
    numbers[64..].copy_from_slice(&last[..LAST]);
    numbers
}
