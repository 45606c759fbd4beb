//! Random games of NoGo against the plain rules, in one run: same positions, same legal moves, and
//! how many times less time. A ratio below its floor fails the run.
//!
//! The plain twin is what one would write first: an array of stones, a flood fill for every chain
//! that a move touches, and a list of candidates for each side. It draws the same way, but it is
//! other code, so its games are other games; that both play by the rules is checked apart.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]
#![allow(clippy::cast_precision_loss, reason = "rates and means are not that precise")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use std::{num::NonZero, process::ExitCode, time::Duration};

use tengen_core::{Area, Cell, Color, Point};
use tengen_engine::playout::{Rng, Start, State, Wide};
use tengen_testkit::{BenchReport, timed};

fn main() -> ExitCode {
    check_games(9, 200);
    check_games(19, 10);
    let mut report = Report::default();
    report.compare(9, 100_000, 1_000, (74.4, 0.3), 8.0);
    report.compare(19, 10_000, 100, (339.1, 1.0), 8.0);
    report.compare(600, 1, 1, (344_500.0, 800.0), 3.0);
    report.two_threads(9, 400_000);
    report.two_threads(19, 60_000);
    report.scan(600, 100);
    report.0.finish()
}

/// The measurements.
#[derive(Default)]
struct Report(BenchReport);

impl Report {
    /// Times random games from the empty board in turns with the plain twin, and asserts that the
    /// games of both are as long as they should be.
    fn compare(&mut self, side: u16, games: u64, plain_games: u64, length: (f64, f64), floor: f64) {
        let (mut best, mut plain_best) = (Duration::MAX, Duration::MAX);
        let start = start(side);
        let mut moves = 0;
        for turn in 0..5 {
            let (statistics, time) =
                timed(|| start.play_games(games, turn, NonZero::<usize>::MIN, &|_| {}));
            assert_length(side, statistics.moves(), games, length);
            moves = statistics.moves();
            best = best.min(time);
            let (plain_moves, time) = timed(|| {
                (0..plain_games)
                    .map(|game| Plain::new(side).play_out(&mut Rng::stream(turn, game)))
                    .sum::<u64>()
            });
            assert_length(side, plain_moves, plain_games, length);
            plain_best = plain_best.min(time);
        }
        let rate = games as f64 / best.as_secs_f64();
        let moves_rate = moves as f64 / best.as_secs_f64() / 1e6;
        let plain_rate = plain_games as f64 / plain_best.as_secs_f64();
        let name = format!("random games, {side}x{side}");
        println!(
            "{name:24} {rate:>10.1} games/s {moves_rate:>6.1} M moves/s; plain {plain_rate:>8.1} games/s"
        );
        self.0.judge(&name, rate / plain_rate, floor);
    }

    /// Times two threads in turns with one, and asserts that they play the same games.
    fn two_threads(&mut self, side: u16, games: u64) {
        let (mut one_best, mut two_best) = (Duration::MAX, Duration::MAX);
        let start = start(side);
        for turn in 0..7 {
            let (one, time) =
                timed(|| start.play_games(games, turn, NonZero::<usize>::MIN, &|_| {}));
            one_best = one_best.min(time);
            let two = NonZero::new(2).unwrap();
            let (two, time) = timed(|| start.play_games(games, turn, two, &|_| {}));
            two_best = two_best.min(time);
            assert_eq!(one, two);
        }
        // Why not the 1.9 of a machine with nothing else to do: it seldom has nothing else to do.
        let ratio = one_best.as_secs_f64() / two_best.as_secs_f64();
        self.0.judge(&format!("two threads, {side}x{side}"), ratio, 1.6);
    }

    /// Times a scan of an empty board in turns with the plain twin on a small one, by the point.
    fn scan(&mut self, side: u16, plain_side: u16) {
        let (mut best, mut plain_best) = (Duration::MAX, Duration::MAX);
        assert_eq!(moves_of_scan(plain_side), Plain::new(plain_side).scan());
        for _ in 0..5 {
            best = best.min(timed(|| moves_of_scan(side)).1);
            plain_best = plain_best.min(timed(|| Plain::new(plain_side).scan()).1);
        }
        println!("scan, {side}x{side}: {best:.2?}");
        let point = best.as_secs_f64() / f64::from(side).powi(2);
        let plain_point = plain_best.as_secs_f64() / f64::from(plain_side).powi(2);
        self.0.judge(&format!("scan, {side}x{side}"), plain_point / point, 3.0);
    }
}

fn start(side: u16) -> Start {
    Start::from_cells(Area::square(side), &mut std::iter::empty(), Color::Black).unwrap()
}

fn moves_of_scan(side: u16) -> Vec<Point> {
    let mut moves = Vec::new();
    Wide::new(Area::square(side)).unwrap().scan(&mut |point, _| moves.push(point));
    moves
}

fn assert_length(side: u16, moves: u64, games: u64, (mean, error): (f64, f64)) {
    // Over few games a mean is less sure.
    let error = error * (1_000.0 / games as f64).sqrt().max(1.0);
    let length = moves as f64 / games as f64;
    assert!((length - mean).abs() < error, "{side}x{side}: {length} moves a game, not {mean}");
}

/// Replays random games by the plain rules: every move is legal, and at the end there is none.
fn check_games(side: u16, games: u64) {
    let start = State::new(Area::square(side)).unwrap();
    for number in 0..games {
        let mut record = Vec::new();
        let mut rng = Rng::stream(3, number);
        let ending = start.clone().play_out_with(&mut rng, |point, _| record.push(point));
        let mut plain = Plain::new(side);
        for (ply, &point) in record.iter().enumerate() {
            let place = plain.place(point);
            assert!(plain.try_put(place, Color::ALL[ply % 2]), "move {ply} of game {number}");
        }
        let loser = Color::ALL[record.len() % 2];
        let points = usize::from(side).pow(2);
        assert!((0..points).all(|point| !plain.try_put(plain.place(point), loser)));
        assert_eq!((ending.winner, ending.moves as usize), (!loser, record.len()));
    }
}

/// The plain twin.
struct Plain {
    side: usize,
    /// Row by row, with a margin.
    cells: Vec<Cell>,
}

impl Plain {
    fn new(side: u16) -> Plain {
        let side = usize::from(side);
        let mut plain = Plain { side, cells: vec![Cell::Edge; (side + 2) * (side + 2)] };
        for point in 0..side * side {
            let place = plain.place(point);
            plain.cells[place] = Cell::Empty;
        }
        plain
    }

    fn place(&self, point: usize) -> usize {
        (point / self.side + 1) * (self.side + 2) + point % self.side + 1
    }

    fn around(&self, place: usize) -> [usize; 4] {
        [place - self.side - 2, place - 1, place + 1, place + self.side + 2]
    }

    /// Whether the chain of the stone on `place` has a liberty.
    fn breathes(&self, place: usize) -> bool {
        let mut chain = vec![place];
        let mut seen = std::collections::HashSet::from([place]);
        while let Some(stone) = chain.pop() {
            for near in self.around(stone) {
                if self.cells[near] == Cell::Empty {
                    return true;
                }
                if self.cells[near] == self.cells[place] && seen.insert(near) {
                    chain.push(near);
                }
            }
        }
        false
    }

    /// Puts a stone on a point, if that is empty and leaves every chain a liberty.
    fn try_put(&mut self, place: usize, color: Color) -> bool {
        if self.cells[place] != Cell::Empty {
            return false;
        }
        self.cells[place] = color.into();
        let legal = self.breathes(place)
            && self
                .around(place)
                .into_iter()
                .all(|near| self.cells[near] != Cell::from(!color) || self.breathes(near));
        if !legal {
            self.cells[place] = Cell::Empty;
        }
        legal
    }

    /// Plays random legal moves to the end, and returns how many.
    fn play_out(&mut self, rng: &mut Rng) -> u64 {
        let points: Vec<usize> =
            (0..self.side * self.side).map(|point| self.place(point)).collect();
        let mut lists = [points.clone(), points];
        for ply in 0.. {
            let list = &mut lists[ply % 2];
            loop {
                if list.is_empty() {
                    return ply as u64;
                }
                let place = list.swap_remove(rng.below(list.len()));
                if self.try_put(place, Color::ALL[ply % 2]) {
                    break;
                }
            }
        }
        unreachable!()
    }

    /// Plays the first legal point in reading order to the end, and returns the moves.
    fn scan(&mut self) -> Vec<Point> {
        let mut moves = Vec::new();
        let mut next = [0, 0];
        for ply in 0.. {
            let next = &mut next[ply % 2];
            loop {
                if *next == self.side * self.side {
                    return moves;
                }
                *next += 1;
                if self.try_put(self.place(*next - 1), Color::ALL[ply % 2]) {
                    let point = *next - 1;
                    moves.push(Point::new((point % self.side) as i32, (point / self.side) as i32));
                    break;
                }
            }
        }
        unreachable!()
    }
}
