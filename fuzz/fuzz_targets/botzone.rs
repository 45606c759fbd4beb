//! See `tengen_fuzz::botzone`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::botzone(input));
