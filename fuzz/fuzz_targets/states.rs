//! How games of Gomocup ended.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::states(input));
