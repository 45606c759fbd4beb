//! Threats and wins by fours against their plain twins, in one run: same answers, and how many
//! times less time. A ratio below its floor fails the run.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]
#![allow(clippy::cast_precision_loss, reason = "rates are not that precise")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use std::{process::ExitCode, time::Duration};

use tengen_core::{
    Area, Axis, Cell, Color, Point, Position, Rule,
    shape::{Shape, shape},
};
use tengen_solver::{
    Budget,
    fives::{Spot, Threats, vcf::Vcf},
};
use tengen_testkit::{BenchReport, TestRng, timed};

#[path = "../tests/it/fives/deep.rs"]
mod deep;
#[path = "../tests/it/fives/plain.rs"]
mod plain;

use plain::{Plain, replay};

fn main() -> ExitCode {
    let mut report = Report::default();
    for rule in Rule::FIVES {
        report.threats(rule);
    }
    for rule in Rule::FIVES {
        report.wins(rule);
    }
    for deep in deep::positions() {
        report.deep(&deep);
    }
    report.0.finish()
}

/// The measurements.
#[derive(Default)]
struct Report(BenchReport);

impl Report {
    /// Times stones put on a board and lifted again, each followed by a look for fours, in turns
    /// with a twin that finds out everything about every point after each stone.
    fn threats(&mut self, rule: Rule) {
        let area = Area::square(15);
        let mut chance = TestRng::new(rule as u64);
        let position = loop {
            let chances = [chance.between(12, 16), chance.between(12, 16)];
            if let Some(position) = chance.position(rule, area, chances, Color::Black) {
                break position;
            }
        };
        let stones: Vec<(Point, Color)> = area
            .points()
            .filter(|&point| position.board().cell(point) == Cell::Empty)
            .map(|point| (point, chance.pick(&Color::ALL)))
            .step_by(5)
            .collect();
        let rounds = 1_000;
        let mut threats = Threats::new(&position).unwrap();
        let (mut best, mut plain_best) = (Duration::MAX, Duration::MAX);
        for _ in 0..5 {
            let (fours, time): (usize, Duration) =
                timed(|| (0..rounds).map(|_| fours(&mut threats, &stones)).sum());
            best = best.min(time);
            let (plain_fours, time): (usize, Duration) =
                timed(|| plain_fours(rule, position.board().clone(), &stones));
            plain_best = plain_best.min(time);
            assert_eq!(fours, rounds * plain_fours, "{rule}");
        }
        let changes = 2 * stones.len();
        let rate = (rounds * changes) as f64 / best.as_secs_f64();
        let plain_rate = stones.len() as f64 / plain_best.as_secs_f64();
        let name = format!("threats, {rule}");
        println!(
            "{name:24} {:>8.2} M stones/s; plain {:>8.4} M stones/s",
            rate / 1e6,
            plain_rate / 1e6
        );
        self.0.judge(&name, rate / plain_rate, 100.0);
    }

    /// Times the search for wins in positions by chance in turns with the plain one.
    fn wins(&mut self, rule: Rule) {
        let area = Area::square(11);
        let points: Vec<Point> = area.points().collect();
        let mut chance = TestRng::new(20 + rule as u64);
        let mut positions = Vec::new();
        while positions.len() < 100 {
            let attacker = chance.pick(&Color::ALL);
            let chances = [chance.between(8, 18), chance.between(8, 18)];
            let position = chance.position(rule, area, chances, attacker);
            let is_small = |position: &Position| {
                Plain { points: points.clone(), nodes: 100 }.wins(&mut position.clone()).is_ok()
            };
            positions.extend(position.filter(is_small));
        }
        let (mut best, mut plain_best) = (Duration::MAX, Duration::MAX);
        let (mut nodes, mut plain_nodes) = (0, 0);
        for _ in 0..3 {
            let mut vcf = Vcf::new(1 << 20);
            let mut budget = Budget::unlimited();
            let mut boards: Vec<Threats> =
                positions.iter().map(|position| Threats::new(position).unwrap()).collect();
            let (lines, time) = timed(|| {
                let line = |(threats, position): (&mut Threats, &Position)| {
                    let line = vcf.find(threats, position.turn(), &mut budget).unwrap();
                    line.map(|line| line.iter().map(|&spot| threats.point(spot)).collect())
                };
                boards.iter_mut().zip(&positions).map(line).collect::<Vec<Option<Vec<Point>>>>()
            });
            (best, nodes) = (best.min(time), budget.nodes());
            let mut plain = Plain { points: points.clone(), nodes: u64::MAX };
            let (answers, time) = timed(|| {
                let wins = |position: &Position| plain.wins(&mut position.clone()).unwrap();
                positions.iter().map(wins).collect::<Vec<bool>>()
            });
            (plain_best, plain_nodes) = (plain_best.min(time), u64::MAX - plain.nodes);
            for ((line, wins), position) in lines.iter().zip(answers).zip(&positions) {
                assert_eq!(line.is_some(), wins, "{position:?}");
                if let Some(line) = line {
                    assert_eq!(replay(position, &points, line), Ok(()), "{position:?}");
                }
            }
        }
        let rate = |count: f64, time: Duration| count / time.as_secs_f64();
        let name = format!("wins by fours, {rule}");
        let count = positions.len() as f64;
        println!(
            "{name:24} {:>8.0} positions/s {:>6.2} M nodes/s; plain {:>6.0} positions/s {:>6.4} M nodes/s",
            rate(count, best),
            rate(nodes as f64, best) / 1e6,
            rate(count, plain_best),
            rate(plain_nodes as f64, plain_best) / 1e6,
        );
        self.0.judge(&name, plain_best.as_secs_f64() / best.as_secs_f64(), 200.0);
    }

    /// Times the search for a long win, from a memory that knows nothing.
    fn deep(&mut self, deep: &deep::Deep) {
        let position = &deep.position;
        let mut best = Duration::MAX;
        let mut nodes = 0;
        for _ in 0..5 {
            let mut threats = Threats::new(position).unwrap();
            let mut vcf = Vcf::new(1 << 22);
            let mut budget = Budget::unlimited();
            let (line, time) = timed(|| vcf.find(&mut threats, position.turn(), &mut budget));
            let line: Vec<Spot> = line.unwrap().unwrap();
            assert!(line.len() >= deep.moves, "{} moves, not {}", line.len(), deep.moves);
            (best, nodes) = (best.min(time), budget.nodes());
        }
        let plies = 2 * deep.moves - 1;
        let name = format!("{plies} plies, {}", position.rule());
        println!(
            "{name:24} {best:.2?}, {nodes} nodes, {:.2} M nodes/s",
            nodes as f64 / best.as_secs_f64() / 1e6
        );
        self.0.judge(&name, 0.01 / best.as_secs_f64(), 1.0);
    }
}

/// Puts the stones one by one and lifts them again; adds up the fours of the color on the way.
fn fours(threats: &mut Threats, stones: &[(Point, Color)]) -> usize {
    let mut fours = 0;
    for &(point, color) in stones {
        threats.put(threats.spot(point), color);
        fours += threats.fours(color).count();
    }
    for &(point, color) in stones.iter().rev() {
        threats.lift(threats.spot(point), color);
    }
    fours
}

/// Threats by the definitions, for all points after each stone.
fn plain_fours(rule: Rule, mut board: tengen_core::Board, stones: &[(Point, Color)]) -> usize {
    let mut fours = 0;
    for &(point, color) in stones {
        board.put(point, color);
        for near in board.area().points().filter(|&near| board.cell(near) == Cell::Empty) {
            let mut makes_four = false;
            for side in Color::ALL {
                let law = rule.law(side).unwrap();
                let is_four = |axis: Axis| {
                    let shape = shape(board.window(near, axis).seen_by(side), law);
                    matches!(shape, Shape::Four | Shape::StraightFour | Shape::TwoFours)
                };
                makes_four |= Axis::ALL.map(is_four).contains(&true) && side == color;
            }
            fours += usize::from(makes_four);
        }
    }
    fours
}
