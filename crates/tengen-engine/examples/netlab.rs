//! Temporary.
#![allow(clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use std::sync::Arc;
use tengen_core::Rule;
use tengen_engine::fives::{Values, tune::{Game, Fit, Samples}};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rule: Rule = args[0].parse().unwrap();
    let epochs: u32 = args[1].parse().unwrap();
    let seed: u64 = args[2].parse().unwrap();
    let out = &args[3];
    let mut scenes = [Samples::default(), Samples::default()];
    for dir in &args[4..] {
        let mut files: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "bin")).collect();
        files.sort();
        for (n, file) in files.iter().enumerate() {
            let bytes = std::fs::read(file).unwrap();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let (game, after) = Game::read(rule, rest).unwrap();
                scenes[usize::from(n % 10 == 9)].add(&game);
                rest = after;
            }
        }
    }
    println!("{} {}", scenes[0].len(), scenes[1].len());
    let mut learning = Fit::new(Arc::new(Values::first(rule)), seed, epochs);
    let t = std::time::Instant::now();
    for epoch in 0..epochs {
        learning.go_on(&scenes[0], 1);
        if epoch % 4 == 3 || epoch + 1 == epochs { println!("{epoch} {:?} {:?} {:?}", learning.loss(&scenes[0], 1), learning.loss(&scenes[1], 1), t.elapsed()); }
    }
    std::fs::write(out, learning.values().to_bytes()).unwrap();
}
