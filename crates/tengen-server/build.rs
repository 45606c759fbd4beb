//! Finds the page that is embedded, and rebuilds the program when the page changes.
//!
//! In the repository it is `web/dist`, where the build of the page leaves it. A package of this crate brings
//! its copy in `page`, which `make package-page` puts there.

use std::path::Path;

/// Where the page is built, seen from this crate.
const BUILT: &str = "../../web/dist";

/// Where a package has it.
const PACKAGED: &str = "page";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(packaged_page)");
    if !Path::new("../../web/package.json").exists() {
        println!("cargo::rustc-cfg=packaged_page");
        println!("cargo::rerun-if-changed={PACKAGED}");
        if !Path::new(PACKAGED).join("index.html").exists() {
            println!(
                "cargo::warning=this package of tengen-server has no page: `tengen serve` will have the API alone"
            );
        }
        return;
    }
    // A program for tests reads the page from its folder; only one that is shipped holds it.
    let shipped = std::env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    if shipped || Path::new(BUILT).exists() {
        println!("cargo::rerun-if-changed={BUILT}");
    }
}
