//! Which replies can matter to a threat.

use tengen_core::{Axis, Board, Color, Forks, Point, Window};

use super::{
    foul::{looks_like_fork, verdict_reads},
    threat_board::{ThreatBoard, ThreatEvent},
};

/// A set of points that holds every reply after which a threat line may fail.
pub(super) struct ParryZone {
    points: Vec<Point>,
}

impl ParryZone {
    /// The zone of `line`; none if the line does not hold.
    pub(super) fn new(threats: &mut ThreatBoard, line: &[Point]) -> Option<ParryZone> {
        let (attacker, defender) = (threats.attacker, !threats.attacker);
        let fouls = |color: Color| threats.law(color).forks == Forks::Foul;
        let (attacker_fouls, defender_fouls) = (fouls(attacker), fouls(defender));
        let mut points = Vec::new();
        let mut blocks = Vec::new();
        let held = threats.play(line, None, &mut |board, event| match event {
            ThreatEvent::Move(point) => {
                points.push(point);
                if attacker_fouls && looks_like_fork(board, point) {
                    verdict_reads(board, point, &mut points);
                }
            }
            ThreatEvent::Block(block) => {
                points.push(block);
                blocks.push(block);
            }
            ThreatEvent::Wins(fives) => {
                points.extend_from_slice(fives);
                if let ([block], true) = (fives, defender_fouls) {
                    verdict_reads(board, *block, &mut points);
                }
            }
        });
        if !held {
            return None;
        }
        for &block in &blocks {
            threats.board.put(block, defender);
        }
        let stones = threats.stones.iter().filter(|stone| stone.1 == defender);
        for point in stones.map(|stone| stone.0).chain(blocks.iter().copied()) {
            add_counters(&threats.board, point, defender, &mut points);
        }
        for &block in &blocks {
            threats.board.lift(block, defender);
        }
        Some(ParryZone { points })
    }

    /// The points in reading order.
    pub(super) fn points(self) -> Vec<Point> {
        let mut points = self.points;
        points.sort_unstable();
        points.dedup();
        points
    }
}

/// Adds the empty points of every five cells in a row that have three stones of `color` or more,
/// the first of them on `point`, and otherwise none: a stone more makes a four there, or a five.
fn add_counters(board: &Board, point: Point, color: Color, points: &mut Vec<Point>) {
    const FIVE: u32 = 0b11111;
    const MIDDLE: i32 = Window::REACH;
    for axis in Axis::ALL {
        let window = board.window(point, axis).seen_by(color);
        let (own, shut) = (window.own(), window.shut());
        if own.count_ones() < 3 {
            continue;
        }
        for start in MIDDLE - 4..=MIDDLE {
            let cells = FIVE << start;
            let stones = own & cells;
            let first = stones.trailing_zeros() as i32 == MIDDLE;
            if shut & cells == 0 && first && stones.count_ones() >= 3 {
                let mut empty = cells & !own;
                while empty != 0 {
                    points.push(point.along(axis, empty.trailing_zeros() as i32 - MIDDLE));
                    empty &= empty - 1;
                }
            }
        }
    }
}
