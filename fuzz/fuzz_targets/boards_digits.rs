//! Boards in digits.

#![no_main]

use tengen_notation::BoardForm;

libfuzzer_sys::fuzz_target!(|input: &[u8]| tengen_fuzz::boards(BoardForm::Digits, input));
