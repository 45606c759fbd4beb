//! Converts a game record from any format to SGF: `cargo run --example convert < game.psq`. Without
//! input it converts a position string.

#![allow(clippy::print_stderr, reason = "an example prints")]

use std::io::{self, IsTerminal, Read, Write};

use tengen_notation::{
    BlockOffset, Format, ReadOptions, RecordReader, RecordWriter, RowOrder, WriteOptions,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = Vec::new();
    if !io::stdin().is_terminal() {
        io::stdin().read_to_end(&mut text)?;
    }
    if text.is_empty() {
        text.extend_from_slice(b"h8i9j10");
    }
    let rows = RowOrder::FromBottom;
    let reader = RecordReader::open(&text, "", None, &ReadOptions::new(rows))?;
    let mut writer = RecordWriter::new(Format::Sgf, WriteOptions::new(rows));
    let mut out = Vec::new();
    for whole in reader.records(&text, BlockOffset::default()) {
        for loss in writer.write(&whole?.record, &mut out)? {
            eprintln!("lost: {loss}");
        }
    }
    io::stdout().write_all(&out)?;
    Ok(())
}
