//! Puzzles from games of our own: the first move wins, and the solver agrees.

use tengen_core::{Point, Position, Rule};
use tengen_engine::Limits;
use tengen_notation::puzzles::Puzzles;
use tengen_solver::Budget;

use super::{
    judge::{Judged, judge},
    manners::{after, best, player},
};

/// Written by the example `bars puzzles`.
const PUZZLES: &[u8] = include_bytes!("../../../../../testdata/puzzles/fives.jsonl");

fn solver() -> Budget<'static> {
    Budget::unlimited().nodes_up_to(3_000_000)
}

#[test]
fn the_first_move_wins() {
    let mut solved = [0, 0];
    let mut misses = Vec::new();
    for puzzle in Puzzles::new(PUZZLES) {
        let puzzle = puzzle.unwrap();
        let by_fours = puzzle.kind.as_deref() == Some("VCF");
        let nodes = Some(if by_fours { 10_000 } else { 150_000 });
        let position = Position::from_setup(puzzle.rule, &puzzle.setup).unwrap();
        let point =
            best(&mut player(1), &position, &Limits { nodes, ..Limits::default() }).unwrap();
        match judge(&position, point, 1 << 26, &mut solver()) {
            Judged::Five | Judged::Wins => solved[usize::from(by_fours)] += 1,
            judged => {
                misses.push((puzzle.name.unwrap(), position.board().area().name(point), judged));
            }
        }
    }
    assert_eq!(solved[1], 24, "all that are won by fours: {misses:?}");
    assert!(solved[0] >= 22, "nearly all of 24 that are won by threats: {misses:?}");
}

#[test]
fn the_judge_knows_a_bad_move() {
    // Black has an open three on h8 i8 j8 and wins with either end.
    let position = after(Rule::Freestyle, "h8a1i8c2j8e1");
    let at = |name: &str| position.board().area().point(name).unwrap();
    let judged = |point: Point| judge(&position, point, 1 << 22, &mut solver());
    assert_eq!(judged(at("k8")), Judged::Wins);
    assert_eq!(judged(at("h8")), Judged::Illegal);
    assert!(matches!(judged(at("o15")), Judged::Doubtful { .. }));
    let four = after(Rule::Freestyle, "h8a1i8c2j8e1k8o15");
    assert_eq!(judge(&four, at("l8"), 1 << 22, &mut solver()), Judged::Five);
}
