//! How fast a long proof of five-in-a-row is checked, and how much faster the parries of a threat
//! are found than by trying every reply. A ratio below its floor fails the run.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]
#![allow(clippy::cast_precision_loss, reason = "rates are not that precise")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use std::{process::ExitCode, time::Duration};

use tengen_core::{Area, Board, Cell, Color, Point, Position, Rule, Setup};
use tengen_proof::{WinReason, WinningMove, check, threat::parries, write};
use tengen_testkit::timed;

// The plain twin is that of the tests.
#[path = "../tests/it/plain.rs"]
#[allow(dead_code, reason = "the tests ask more of it")]
mod plain;

/// How many times faster than the plain twin.
const FLOOR: f64 = 200.0;

fn main() -> ExitCode {
    let game = Game::new(15);
    let mut asked = Vec::new();
    let mut proof = Vec::new();
    let strategy = |position: &Position| {
        let answer = game.answer(position);
        if let WinReason::Threat(line) = &answer.how {
            asked.push((position.moves().to_vec(), answer.point, line.clone()));
        }
        Ok::<_, &str>(answer)
    };
    let (written, wrote) = timed(|| write(&game.position(), Color::Black, strategy, &mut proof));
    let written = written.unwrap();
    let threats = asked.len() as f64;
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let (proved, time) = timed(|| check(&proof[..]).unwrap());
        assert_eq!(proved.steps, written.steps);
        best = best.min(time);
    }
    println!(
        "{} steps, {} of them threats, {} bytes; written in {:.2} s",
        written.steps,
        asked.len(),
        written.bytes,
        wrote.as_secs_f64()
    );
    let rate = threats / best.as_secs_f64();
    let all = written.steps as f64 / best.as_secs_f64();
    println!("checked: {all:.0} steps/s, {rate:.0} threats/s");

    let some: Vec<_> = asked.iter().step_by(asked.len() / 50).collect();
    let positions: Vec<(Position, &[Point])> = some
        .iter()
        .map(|(moves, point, line)| {
            let mut position = game.position();
            for &point in moves.iter().chain([point]) {
                position.play(point).unwrap();
            }
            (position, &line[..])
        })
        .collect();
    let (mut quick, mut slow) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        let (found, time) = timed(|| {
            let find =
                |(position, line): &(Position, &[Point])| parries(position, Color::Black, line);
            positions.iter().map(find).map(Option::unwrap).collect::<Vec<_>>()
        });
        quick = quick.min(time);
        let (plain, time) = timed(|| {
            let find = |(position, line): &(Position, &[Point])| {
                let replies = plain::replies(position, Color::Black, line).into_iter();
                replies.filter(|(_, fate)| !fate.holds()).map(|reply| reply.0).collect()
            };
            positions.iter().map(find).collect::<Vec<Vec<Point>>>()
        });
        slow = slow.min(time);
        assert_eq!(found, plain);
    }
    let count = positions.len() as f64;
    let ratio = slow.as_secs_f64() / quick.as_secs_f64();
    println!(
        "parries: {:.0} threats/s; plain {:.0}/s; {ratio:.0} times faster",
        count / quick.as_secs_f64(),
        count / slow.as_secs_f64()
    );
    if ratio < FLOOR {
        println!("too slow: {FLOOR} times are asked for");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Black has four open threes and two that end at the edge. It wastes two moves, and still
/// wins by a threat that goes through both blocked threes to an open one.
struct Game {
    area: Area,
    /// The first stones of the rows, the blocked ones first.
    rows: [Point; 6],
}

impl Game {
    fn new(side: u16) -> Game {
        let rows = [(0, 2), (0, 12), (3, 5), (3, 9), (9, 3), (9, 10)];
        Game { area: Area::square(side), rows: rows.map(|(x, y)| Point::new(x, y)) }
    }

    fn position(&self) -> Position {
        let mut stones = Vec::new();
        for &Point { x, y } in &self.rows {
            stones.extend([0, 1, 2].map(|step| (Point::new(x + step, y), Color::Black)));
        }
        let setup = Setup { area: self.area, stones, turn: Color::Black };
        Position::from_setup(Rule::Freestyle, &setup).unwrap()
    }

    /// The fourth stones of the open rows that make a straight four.
    fn straight(&self, board: &Board) -> impl Iterator<Item = Point> {
        let free = |first: Point, steps: [i32; 3]| {
            steps.iter().all(|step| board.cell(Point::new(first.x + step, first.y)) == Cell::Empty)
        };
        self.rows[2..].iter().filter_map(move |&first| {
            if free(first, [-1, 3, 4]) {
                Some(Point::new(first.x + 3, first.y))
            } else if free(first, [-2, -1, 3]) {
                Some(Point::new(first.x - 1, first.y))
            } else {
                None
            }
        })
    }

    fn answer(&self, position: &Position) -> WinningMove {
        let board = position.board();
        // The moves wasted depend on the replies, so that no position comes up twice.
        let waste = |number: usize| {
            let edge = (0..15).flat_map(|at| [Point::new(at, 0), Point::new(at, 14)]);
            let edge: Vec<Point> = edge.filter(|&p| board.cell(p) == Cell::Empty).collect();
            edge[number % edge.len()]
        };
        let mut straight = self.straight(board);
        match *position.moves() {
            [] => WinningMove::quiet(waste(0)),
            [_, reply] => WinningMove::quiet(waste(3 * reply.y as usize + reply.x as usize)),
            [_, first, _, reply] => {
                let number = 5 * first.y + first.x + 7 * reply.y + 3 * reply.x;
                let mut line = vec![straight.next().unwrap()];
                for first in &self.rows[..2] {
                    let [four, five] = [3, 4].map(|step| Point::new(first.x + step, first.y));
                    if [four, five].iter().all(|&point| board.cell(point) == Cell::Empty) {
                        line.insert(0, four);
                    }
                }
                WinningMove { point: waste(number as usize), how: WinReason::Threat(line) }
            }
            _ => WinningMove { point: straight.next().unwrap(), how: WinReason::Four },
        }
    }
}
