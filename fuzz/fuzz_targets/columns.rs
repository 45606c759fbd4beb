//! Rows of named columns: the first byte says in which of the three formats.

#![no_main]

use tengen_notation::Format;

libfuzzer_sys::fuzz_target!(|input: &[u8]| if let [format, rest @ ..] = input {
    let formats = [Format::Csv, Format::Tsv, Format::JsonLines];
    tengen_fuzz::records(formats[usize::from(*format) % 3], rest);
});
