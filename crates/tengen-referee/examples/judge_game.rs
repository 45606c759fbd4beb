//! Judges a game by the rules, and says whether its last position could have come about at another game.
//!
//! `cargo run -p tengen-referee --example judge_game`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use tengen_core::{Area, Point, Position, Rule};
use tengen_referee::{Evidence, GameRecord, Judge, reach};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let area = Area::square(15);
    let names = "g8 a1 i8 a3 h10 a5 h9 a7 h8";
    let moves = names.split(' ').map(|name| area.point(name)).collect::<Result<Vec<Point>, _>>()?;

    // The last move makes a five under no rule; at renju it is a foul, which loses.
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut evidence = Evidence::default();
        let verdict = Judge::default().judge(&GameRecord::new(rule, area, &moves), &mut evidence);
        let end = verdict.end.word();
        println!("{rule}: {end} at move {}, winner {:?}", verdict.at, verdict.winner);
        for (shape, points) in evidence.lines() {
            println!("  {shape:?} on {}", area.names(points).join(" "));
        }
    }

    let mut game = Position::new(Rule::Freestyle, area)?;
    for &point in &moves {
        game.play(point)?;
    }
    let answer = reach(game.board(), Rule::Freestyle, 1_000_000);
    println!("could it have come about: {}", answer.answer().word());
    print!("{}", answer.describe(game.board(), Rule::Freestyle));
    Ok(())
}
