//! Vector types for the engines that compute on whole registers, one file for each instruction set.
//!
//! ```text
//!                 words of 64 bits     instruction set
//! Portable<N>     N                    any
//! Avx2            4                    AVX2
//! Avx512Vl        4                    AVX-512 for 256 bits
//! Avx512          8                    AVX-512
//! ```
//!
//! [`Bits`] has the operations on single bits, [`WordVector`] those on words, [`ByteSets`] the
//! conversions between bytes and sets of them. What only one engine needs is a trait of that engine.
//! [`transpose`](transpose::transpose) transposes matrices of bits.
//!
//! Every function is `#[inline(always)]`, because only code inlined into a function that is compiled
//! for an instruction set may use that set: that function is [`Bits::run`].
//!
//! Safety: values of a type exist only in workers whose [`Isa`](crate::isa::Isa) includes the
//! instructions of the type. An `Isa` exists only where the CPU has its instructions.
#![expect(clippy::needless_range_loop, reason = "words and rows are named by number")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512vl;
mod bits;
mod bytes;
mod portable;
#[cfg(target_arch = "x86_64")]
mod ternary;
pub(super) mod transpose;
mod words;

#[cfg(target_arch = "x86_64")]
pub(super) use {avx2::Avx2, avx512::Avx512, avx512vl::Avx512Vl};
pub(super) use {bits::Bits, bytes::ByteSets, portable::Portable, words::WordVector};

#[cfg(all(test, target_arch = "x86_64"))]
mod tests;
