//! Boards as people draw them.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tengen_fuzz::drawing(text));
