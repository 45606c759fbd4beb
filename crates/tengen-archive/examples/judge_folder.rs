//! Judges all records below the given paths and prints one JSON line for each.
//!
//! `cargo run -p tengen-archive --example judge_folder -- testdata/records`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use tengen_archive::{Archive, ArchiveOptions};

fn main() -> Result<(), tengen_archive::ArchiveError> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let mut games = 0;
    for batch in Archive::open(&paths, &ArchiveOptions::default())?.batches() {
        let mut lines = Vec::new();
        batch.write_json(&mut lines);
        print!("{}", String::from_utf8_lossy(&lines));
        games += batch.len();
    }
    println!("{games} records");
    Ok(())
}
