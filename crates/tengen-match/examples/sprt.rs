//! Elo and SPRT from the pentanomial counts of a match: pairs of games with 0, ½, 1, 1½ and 2 points.
//!
//! `cargo run -p tengen-match --example sprt -- 10 20 40 60 70`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::{env, error::Error};

use tengen_match::{Elo, Pentanomial, Sprt};

fn main() -> Result<(), Box<dyn Error>> {
    let counts: Vec<u64> =
        env::args().skip(1).map(|count| count.parse()).collect::<Result<_, _>>()?;
    let counts = counts.try_into().map_err(|_| "give five counts of pairs")?;
    let pairs = Pentanomial { counts };
    if let Some(elo) = Elo::from_pairs(&pairs) {
        println!("Elo {elo}, likelihood of superiority {:.1} %", 100.0 * elo.superiority);
    }
    let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05)?;
    let (llr, (lower, upper)) = (sprt.llr(&pairs), sprt.limits());
    println!("LLR {llr:.2} ({lower:.2} to {upper:.2}): {:?}", sprt.decide(&pairs));
    Ok(())
}
