//! Any bytes as a corpus, in every format, and with format and compression detected.
#![no_main]

#[path = "../check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check::check_all(bytes));
