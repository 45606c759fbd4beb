//! How many moves the board of the search plays and takes back in a second.
//!
//! `cargo run --release --example fields -- [rule [pairs]]`

use std::{env, hint::black_box, time::Instant};

use tengen_core::{Area, Color, Position, Rule};
use tengen_engine::{fives::Field, playout::Rng};

fn main() {
    let mut args = env::args().skip(1);
    let rule: Rule = args.next().map_or(Rule::Freestyle, |rule| rule.parse().expect("a rule"));
    let most: u64 = args.next().map_or(4_000_000, |pairs| pairs.parse().expect("a number"));
    let position = Position::new(rule, Area::square(15)).expect("it has points");
    let mut rng = Rng::new(1);
    let (mut pairs, mut sum) = (0_u64, 0_i64);
    let mut field = Field::of(&position).expect("it suits");
    let started = Instant::now();
    while pairs < most {
        let spots: Vec<u16> = field.near().collect();
        for &spot in &spots {
            field.play(spot);
            sum += i64::from(black_box(field.value()));
            // Searches go down, so most moves are made far from the root.
            for &reply in spots.iter().filter(|&&reply| reply != spot).step_by(3) {
                field.play(reply);
                sum += i64::from(black_box(field.value()));
                field.undo();
                pairs += 1;
            }
            field.undo();
            pairs += 1;
        }
        let next = spots.iter().copied().max_by_key(|&spot| {
            let ranks = Color::ALL.map(|color| field.rank(spot, color) as usize);
            ranks[0] + ranks[1] + rng.below(6)
        });
        let won = next.is_none_or(|spot| field.rank(spot, field.turn()) as usize == 7);
        if won || field.moves().len() > 60 {
            while !field.moves().is_empty() {
                field.undo();
            }
        } else {
            field.play(next.expect("not over"));
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    #[allow(clippy::cast_precision_loss, clippy::print_stdout, reason = "an example")]
    {
        println!("{pairs} pairs, {:.2} M a second, sum {sum}", pairs as f64 / seconds / 1e6);
    }
}
