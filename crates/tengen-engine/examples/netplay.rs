//! Temporary.
#![allow(clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use std::sync::Arc;
use tengen_core::Rule;
use tengen_engine::fives::{Values, tune::{Game, Terms}};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rule: Rule = args[0].parse().unwrap();
    let values = if args[1] == "formula" { Values::first(rule) } else { Values::from_bytes(&std::fs::read(&args[1]).unwrap()).unwrap() };
    let values = Arc::new(values);
    let terms = Terms { values: values.clone(), nodes: args[2].parse().unwrap(), seed: args[3].parse().unwrap() };
    let (first, last): (u64, u64) = (args[4].parse().unwrap(), args[5].parse().unwrap());
    let dir = &args[6];
    std::fs::create_dir_all(dir).unwrap();
    let mut player = Game::player(&values);
    let t = std::time::Instant::now();
    for file in first..last {
        let mut bytes = Vec::new();
        for number in 20 * file..20 * (file + 1) { Game::play(&terms, number, &mut player).write(&mut bytes); }
        std::fs::write(format!("{dir}/games-{file:05}.bin"), &bytes).unwrap();
        if file % 10 == 0 { println!("{file} {:?} {} bytes", t.elapsed(), bytes.len()); }
    }
}
