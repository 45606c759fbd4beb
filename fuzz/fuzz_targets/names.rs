//! Names of points, sizes and rules.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tengen_fuzz::names(text));
