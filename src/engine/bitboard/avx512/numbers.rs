//! Reads and writes grids. If the bytes are in the order of the bits, a compare of 64 bytes gives 64
//! bits: the cells of a digit in four boxes.

use super::Bytes;
use crate::engine::bitboard::boxes::{Grid, MARK, place};
use crate::engine::bitboard::grid::PLACES;
use crate::engine::simd::{Avx512, Bits};
use crate::grid::{Cell, Digit};

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
    let first = Avx512::from_bytes(numbers.first_chunk().expect("64 cells of 81"));
    let last = Avx512::from_bytes(numbers.last_chunk().expect("64 cells of 81"));
    let (from, is_cell) = &FROM_ROWS;
    let mut boxes = [Avx512::zero(); REGISTERS];
    for i in 0..REGISTERS {
        let all = first.permute_bytes_of_two(last, Avx512::from_bytes(&from[i].0));
        boxes[i] = Avx512::zero().replace_bytes(is_cell[i], all);
    }
    let mut cells = [const { Bytes([0; 64]) }; 3];
    for digit in 0..Digit::COUNT {
        let (vector, first) = place(Digit::from_index(digit));
        let number = Avx512::splat_byte(digit as u8 + 1);
        let bytes = &mut cells[vector].0[2 * first..][..18];
        bytes[..8].copy_from_slice(&boxes[0].equal_bytes(number).to_le_bytes());
        bytes[8..16].copy_from_slice(&boxes[1].equal_bytes(number).to_le_bytes());
        bytes[16..].copy_from_slice(&(boxes[2].equal_bytes(number) as u16).to_le_bytes());
    }
    let mark = Avx512::splat_field(MARK);
    let [a, b, c] = &cells;
    [
        Avx512::from_bytes(&a.0).or(mark),
        Avx512::from_bytes(&b.0).or(mark),
        Avx512::from_bytes(&c.0).or(mark),
    ]
}

/// The numbers of cells that have one digit each.
#[inline(always)]
pub(super) fn numbers(grid: &Grid<Avx512>) -> [u8; Cell::COUNT] {
    let mut cells = [const { Bytes([0; 64]) }; 3];
    for (vector, cells) in grid.iter().zip(&mut cells) {
        vector.write_bytes(&mut cells.0);
    }
    let mut boxes = [Avx512::zero(); REGISTERS];
    for digit in 0..Digit::COUNT {
        let (vector, first) = place(Digit::from_index(digit));
        let number = Avx512::splat_byte(digit as u8 + 1);
        let bytes = &cells[vector].0[2 * first..][..18];
        for i in 0..2 {
            let four = bytes[8 * i..].first_chunk().expect("8 bytes of 18");
            boxes[i] = boxes[i].replace_bytes(u64::from_le_bytes(*four), number);
        }
        let last = u16::from_le_bytes([bytes[16], bytes[17]]);
        boxes[2] = boxes[2].replace_bytes(u64::from(last), number);
    }
    let (from_two, from_third, is_third, from_last) = &FROM_BOXES;
    let two = boxes[0].permute_bytes_of_two(boxes[1], Avx512::from_bytes(&from_two.0));
    let third = boxes[2].permute_bytes(Avx512::from_bytes(&from_third.0));
    let mut first = [0; 64];
    two.replace_bytes(*is_third, third).write_bytes(&mut first);
    let mut last = [0; 64];
    boxes[1]
        .permute_bytes_of_two(boxes[2], Avx512::from_bytes(&from_last.0))
        .write_bytes(&mut last);
    let mut numbers = [0; Cell::COUNT];
    numbers[..64].copy_from_slice(&first);
    numbers[64..].copy_from_slice(&last[..LAST]);
    numbers
}
