//! Two engines, given as commands, play pairs of games until an SPRT of 0 against 50 Elo is decided.
//!
//! `cargo run -p tengen-match --example two_engines -- ./pbrain-new ./pbrain-old 100`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::{env, error::Error, ops::ControlFlow, sync::atomic::AtomicBool};

use tengen_core::Rule;
use tengen_match::{Match, MatchEvent, MatchRules, Sprt, random_openings};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [first, second, games] = arguments.as_slice() else {
        return Err("usage: two_engines ENGINE ENGINE GAMES".into());
    };
    let rules = MatchRules::new(Rule::Freestyle);
    let mut contest = Match::new(rules, vec![first.parse()?, second.parse()?])?;
    contest.rounds = Some(games.parse::<usize>()?.div_ceil(2));
    contest.openings = random_openings(rules.rule, rules.area, 1000, 1);
    contest.sprt = Some(Sprt::new(0.0, 50.0, 0.05, 0.05)?);
    contest.try_engines()?;
    let report = contest.run(&AtomicBool::new(false), |event, report| {
        if let MatchEvent::Played(game) = event {
            println!("{}", report.game_line(game));
        }
        ControlFlow::Continue(())
    })?;
    println!("\n{report}");
    Ok(())
}
