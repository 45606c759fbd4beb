//! Has the program built anew when the page was.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A program for tests reads the page from its folder; only one that is shipped holds it.
    let shipped = std::env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    if shipped || Path::new("../../web/dist").exists() {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
