//! Streams of whatever format they seem to be in.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::streams(input));
