//! Temporary.
#![allow(clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use std::sync::Arc;
use tengen_core::Rule;
use tengen_engine::fives::{Values, tune::{Game, Learning, Scenes}};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rule: Rule = args[0].parse().unwrap();
    let epochs: u32 = args[1].parse().unwrap();
    let seed: u64 = args[2].parse().unwrap();
    let out = &args[3];
    let mut scenes = [Scenes::default(), Scenes::default()];
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
    let mut learning = Learning::new(rule, seed, epochs);
    for epoch in 0..epochs {
        let loss = learning.go_on(&scenes[0], 1);
        println!("{epoch} {loss:.5} {:.5}", learning.loss(&scenes[1], 1));
    }
    let values = Values::shipped(rule).as_ref().clone().with_net(Some(Arc::new(learning.net())));
    std::fs::write(out, values.to_bytes()).unwrap();
}
