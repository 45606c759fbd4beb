//! The signature of the search: how many positions it looks at for fixed questions. A change that
//! is meant to change nothing leaves it as it is.
//!
//! `TENGEN_GOLDEN=rewrite cargo test -p tengen-engine signature` writes it again.

use std::{fmt::Write as _, path::Path};

use tengen_core::Rule;
use tengen_engine::fives::bench;

const DEPTH: u32 = 6;

fn signature() -> String {
    let mut text = String::new();
    for rule in Rule::FIVES {
        for (n, position) in bench::positions(rule).iter().enumerate() {
            let thought = bench::think(bench::player(), position, DEPTH);
            let best = thought.best().unwrap();
            let point = position.board().area().name(best.point);
            writeln!(text, "{rule} {n}: {} nodes, {point} {:?}", thought.nodes, best.value)
                .unwrap();
        }
    }
    text
}

#[test]
fn the_signature_is_the_one_on_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bench/fives.txt");
    let now = signature();
    // Only the binary reads the environment, but who tests needs a way to say this.
    if std::env::var_os("TENGEN_GOLDEN").is_some_and(|value| value == "rewrite") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &now).unwrap();
    }
    let then = std::fs::read_to_string(&path).unwrap();
    assert_eq!(now, then, "the search has changed; is that meant?");
}
