//! Random changes of a proof that is a strategy graph: `corrupt FILE N`.
//!
//! Each change must be refused, or leave the claim as it is and do no harm. To walk the whole proof for each of them
//! would take too long. So each node is reached once in the proof as it is, and of a changed one the first changed node
//! that is reached is walked from there: all before it are as they were, so if it breaks there, the proof does.

#![allow(clippy::print_stdout, reason = "it is a program that reports")]
#![allow(clippy::unwrap_used, reason = "a proof that cannot be read ends it")]

use std::{collections::HashMap, env, fs, io, process::ExitCode};

use tengen_core::{Area, Point, Position, Rng, Symmetry};
use tengen_proof::{
    ProofClaim, StrategyGraph, WinReason, check, read_graph,
    threat::{Four, four, parries},
    write_graph,
};

/// Where a node is first reached: how many others were before, and the position as the node sees it.
type Reached = HashMap<u32, (usize, Position)>;

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let (Some(file), Some(count)) = (args.next(), args.next().and_then(|n| n.parse().ok())) else {
        println!("usage: corrupt FILE N");
        return ExitCode::FAILURE;
    };
    let count: u64 = count;
    let proof = fs::read(&file).unwrap();
    let (claim, graph, root) = read_graph(&proof[..]).unwrap();
    let reached = reach(&claim, &graph, root);
    println!("{} nodes, {} of them reached", graph.len(), reached.len());
    let head = proof.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    let mut rng = Rng::new(1);
    let (mut spelling, mut broken, mut harmless, mut head_only, mut wrong) = (0, 0, 0, 0, 0);
    for _ in 0..count {
        let mut changed = proof.clone();
        // One in ten in the head, which is short.
        let range = if rng.below(10) == 0 { 0..head } else { head..proof.len() };
        for _ in 0..=rng.below(8) / 7 {
            let place = range.start + rng.below(range.len());
            changed[place] ^= 1 + rng.below(255) as u8;
        }
        let Ok((new_claim, new_graph, new_root)) = read_graph(&changed[..]) else {
            spelling += 1;
            continue;
        };
        if new_claim != claim || new_root != root {
            match check(&changed[..]) {
                Err(_) => broken += 1,
                Ok(proved) if proved.claim == claim => harmless += 1,
                Ok(proved) => {
                    println!("accepted another claim, to be judged: {}", proved.claim);
                    wrong += 1;
                }
            }
            continue;
        }
        let differing = new_graph.differing_nodes(&graph);
        let first = differing.filter_map(|id| Some((reached.get(&id)?, id))).min_by_key(|d| d.0.0);
        match first {
            None => head_only += 1,
            Some(((_, position), id)) => {
                match write_graph(position, claim.winner().unwrap(), &new_graph, id, io::sink()) {
                    Err(_) => broken += 1,
                    Ok(_) => harmless += 1,
                }
            }
        }
    }
    println!(
        "{count} changes: {spelling} not read, {broken} do not hold, {harmless} still win where they are first reached, \
         {head_only} leave claim and used nodes as they were, {wrong} accepted with another claim"
    );
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reaches each node once. Positions are turned along the edges.
fn reach(claim: &ProofClaim, graph: &StrategyGraph, root: u32) -> Reached {
    let mut reached = Reached::new();
    let mut open = vec![(root, Position::from_setup(claim.rule, &claim.setup).unwrap())];
    while let Some((id, position)) = open.pop() {
        if reached.contains_key(&id) {
            continue;
        }
        let node = graph.node(id);
        let mut next = position.clone();
        reached.insert(id, (reached.len(), position));
        if let Some(point) = node.point {
            next.play(point).unwrap();
        }
        if next.outcome().is_some() {
            continue;
        }
        let replies = match &node.how {
            WinReason::Wins => Vec::new(),
            WinReason::Four => match four(&next, claim.winner().unwrap()) {
                Some(Four::Stopped(block)) => vec![block],
                _ => Vec::new(),
            },
            WinReason::Threat(line) => parries(&next, claim.winner().unwrap(), line).unwrap(),
            WinReason::All => next.legal_points(),
        };
        for reply in replies {
            let named = node.named.iter().find(|named| named.0 == reply).map(|named| named.1);
            let edge = named.or(node.default).unwrap();
            if !reached.contains_key(&edge.node) {
                let mut after = next.clone();
                after.play(reply).unwrap();
                open.push((edge.node, turned(&after, edge.symmetry)));
            }
        }
    }
    reached
}

/// The image of a position.
fn turned(position: &Position, symmetry: Symmetry) -> Position {
    let area: Area = position.board().area();
    let image = |(point, color): (Point, _)| (symmetry.apply(point), color);
    let stones = position.board().stones().into_iter().map(image).collect();
    let setup = tengen_core::Setup { area, stones, turn: position.turn() };
    Position::from_setup(position.rule(), &setup).unwrap()
}
