//! Rows of Arrow tables.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::arrow(input));
