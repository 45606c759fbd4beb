//! A board with its size before it.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::field(input));
