//! Records of one format written in another.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::conversions(input));
