//! The reader of `numbers` on any bytes.
#![no_main]

#[path = "../check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check::check_format(bytes, "numbers"));
