//! Game trees.

#![no_main]

use tengen_notation::Format;

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::records(Format::Sgf, input));
