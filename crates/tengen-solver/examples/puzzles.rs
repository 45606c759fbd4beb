//! Solves a file of puzzles, one JSON object a line, and says which it could not.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the command line")]

use std::{
    io::BufRead,
    time::{Duration, Instant},
};

use serde::Deserialize;
use tengen_core::{Area, Color, Position, Rule, Setup};
use tengen_solver::{
    Budget, Stopped,
    fives::{
        SolutionTree, Threats,
        vcf::Vcf,
        vct::{Deepening, Pns, ThreatSearch, Vct, VctResult, Width},
    },
};

#[derive(Deserialize)]
struct Puzzle {
    set: String,
    no: u32,
    kind: String,
    rule: String,
    size: u16,
    to_move: String,
    black: Vec<String>,
    white: Vec<String>,
}

/// How `attacker`, to move, wins by threats. The third argument says by which search: that by
/// effort, by proof numbers with threes only, with halves too, with anything, that looks out for wins of the defender
/// (`w`), that with quiet moves (`q`), all for threats in turn, or all.
fn by_threats(
    threats: &mut Threats,
    attacker: Color,
    budget: &mut Budget<'_>,
) -> Result<Option<SolutionTree>, Stopped> {
    const BYTES: usize = 1 << 30;
    let mut search: Box<dyn ThreatSearch> = match std::env::args().nth(3).as_deref() {
        Some("deep") => Box::new(Deepening::new(attacker, Width::Anything, BYTES)),
        Some("3") => Box::new(Pns::new(attacker, Width::Threes, BYTES)),
        Some("h") => Box::new(Pns::new(attacker, Width::Halves, BYTES)),
        Some("w") => Box::new(Pns::new(attacker, Width::Anything, BYTES).wary()),
        Some("q") => Box::new(Pns::new(attacker, Width::Quiet, BYTES).wary()),
        Some("x") => Box::new(Pns::new(attacker, Width::Anything, BYTES)),
        _ => {
            let mut vct = Vct::new(attacker, BYTES);
            if std::env::args().nth(3).as_deref() != Some("threats") {
                vct = vct.with_quiet_moves();
            }
            return Ok(match vct.find(threats, budget)? {
                VctResult::Win(solution) => Some(solution),
                VctResult::Nothing | VctResult::NothingNear => None,
            });
        }
    };
    Ok(search.wins(threats, budget)?.then(|| search.solution(threats)))
}

fn main() {
    let kind = std::env::args().nth(1).unwrap_or("VCF".into());
    let limit: f64 = std::env::args().nth(2).map_or(1.0, |text| text.parse().unwrap());
    let (mut all, mut found, mut nodes) = (0, 0, 0);
    let started = Instant::now();
    for line in std::io::stdin().lock().lines() {
        let puzzle: Puzzle = serde_json::from_str(&line.unwrap()).unwrap();
        if puzzle.kind != kind {
            continue;
        }
        all += 1;
        let area = Area::square(puzzle.size);
        let mut setup = Setup::new(area);
        setup.turn = if puzzle.to_move == "black" { Color::Black } else { Color::White };
        for (names, color) in [(&puzzle.black, Color::Black), (&puzzle.white, Color::White)] {
            setup
                .stones
                .extend(names.iter().map(|name| (Area::square(15).point(name).unwrap(), color)));
        }
        let rule: Rule = puzzle.rule.parse().unwrap();
        let position = Position::from_setup(rule, &setup).unwrap();
        let mut threats = Threats::new(&position).unwrap();
        let mut vcf = Vcf::new(1 << 24);
        let mut budget = if limit >= 1000.0 {
            Budget::unlimited().nodes_up_to(limit as u64)
        } else {
            Budget::unlimited().time(Duration::from_secs_f64(limit))
        };
        let start = Instant::now();
        let time;
        let answer = if kind == "VCF" {
            let found = vcf.find(&mut threats, setup.turn, &mut budget);
            time = start.elapsed().as_secs_f64();
            found
        } else {
            let found = by_threats(&mut threats, setup.turn, &mut budget);
            time = start.elapsed().as_secs_f64();
            if let Ok(Some(solution)) = &found {
                let strategy = |position: &Position| solution.answer(position).cloned().ok_or(());
                let mut proof = Vec::new();
                let start = Instant::now();
                match tengen_proof::write(&position, setup.turn, strategy, &mut proof) {
                    Err(error) => println!("NO PROOF {error:?}"),
                    Ok(written) => {
                        let t1 = start.elapsed();
                        let proved = tengen_proof::check(&proof[..]).unwrap();
                        println!(
                            "{} positions, {written:?}, {} in {t1:?} {:?}",
                            solution.len(),
                            proved.claim,
                            start.elapsed()
                        );
                    }
                }
            }
            found.map(|found| found.map(|_| vec![1]))
        };
        nodes += budget.nodes();
        let result = match &answer {
            Ok(Some(line)) => {
                found += 1;
                let names: Vec<_> =
                    line.iter().map(|&spot| area.name(threats.point(spot))).collect();
                format!("{} {}", 2 * line.len() - 1, names.join(" "))
            }
            Ok(None) => "NONE".into(),
            Err(why) => format!("STOPPED {why}"),
        };
        println!(
            "{} {} {}: {time:.4} s {} nodes: {result}",
            puzzle.set,
            puzzle.no,
            puzzle.kind,
            budget.nodes()
        );
    }
    println!("{found} of {all}, {nodes} nodes, {:.2} s", started.elapsed().as_secs_f64());
}
