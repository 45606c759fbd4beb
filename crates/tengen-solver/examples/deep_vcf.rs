//! Makes positions with long wins by fours: `deep_vcf RULE SIDE SEED STEPS [DRAWING]`.
//!
//! The same arguments make the same position on every machine. With a file of a drawing it goes on
//! from there.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the command line")]

use tengen_core::{Area, Board, Drawing, Rule};

#[allow(dead_code, reason = "the tests need more of it")]
#[path = "../tests/it/fives/maker.rs"]
mod maker;

use maker::Maker;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, rule, side, seed, steps, drawings @ ..] = &arguments[..] else {
        println!("deep_vcf RULE SIDE SEED STEPS [DRAWING]");
        return;
    };
    let rule: Rule = rule.parse().unwrap();
    let mut maker = Maker::new(rule, seed.parse().unwrap());
    let mut best = match drawings {
        [] => maker.start(Area::square(side.parse().unwrap())),
        [path, ..] => {
            let drawing: Drawing = std::fs::read_to_string(path).unwrap().parse().unwrap();
            maker.of(drawing.board()).expect("Black wins by fours")
        }
    };
    let drawing = |board: &Board| Drawing::from_board(board).unwrap();
    let steps: u64 = steps.parse().unwrap();
    for step in 0..steps {
        if maker.step(&mut best) {
            println!("step {step}: {} moves\n{}", best.line.len(), drawing(&best.board));
        }
    }
    println!("{rule} {}\n{}", best.line.len(), drawing(&best.board));
}
