//! scratch
#![allow(clippy::print_stdout, missing_docs, clippy::disallowed_methods, clippy::unwrap_used)]
use std::time::Instant;
use tengen_core::{Area, Position, Rule};
use tengen_solver::{Budget, nogo::Solver};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mib: usize = args[0].parse().unwrap();
    let valued: u32 = args[1].parse().unwrap();
    for size in &args[2..] {
        let area: Area = size.parse().unwrap();
        let position = Position::new(Rule::NoGo, area).unwrap();
        let mut solver = Solver::new(mib << 20);
        solver.set_valued_points(valued);
        if let Ok(w) = std::env::var("W") { let w: Vec<i64> = w.split(',').map(|x| x.parse().unwrap()).collect(); solver.set_weights(&w); }
        let mut budget = Budget::unlimited().nodes_up_to(20_000_000_000);
        let start = Instant::now();
        if std::env::var("P").is_ok() {
            let mut proof = Vec::new();
            let r = solver.prove(&position, &mut budget, &mut proof);
            println!("{size} {r:?} nodes {} {:.3} s", budget.nodes(), start.elapsed().as_secs_f64());
            let start = Instant::now();
            let p = tengen_proof::check(&proof[..]);
            println!("   {:?} {:.3} s", p.map(|p| (p.claim.to_string(), p.steps, p.bytes)), start.elapsed().as_secs_f64());
            continue;
        }
        let winner = solver.winner(&position, &mut budget);
        println!("{size:>6} {winner:?} {:>12} nodes {:>9.3} s", budget.nodes(), start.elapsed().as_secs_f64());
    }
}
