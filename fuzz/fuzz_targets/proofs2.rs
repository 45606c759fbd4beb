//! Strategy graphs, whole or broken.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tengen_fuzz::proofs2(bytes));
