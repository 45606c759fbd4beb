//! The levels: legal, quick, the same for the same seed, and each worth more than the ones below.

use std::collections::BTreeSet;

use tengen_core::{Area, Color, Position, Rule};
use tengen_engine::{Level, Limits, Value};

use super::{
    arena::{self, Score},
    manners::{after, best, player, think},
};

fn level(number: u8) -> Limits {
    Limits { level: Level::new(number).unwrap(), ..Limits::default() }
}

/// The result of the first level against the second, without time: that would be chance too.
fn meet(first: u8, second: u8, games: u64) -> Score {
    let mut score = Score::default();
    for game in 0..games {
        let start = arena::opening(Rule::Freestyle, Area::square(15), 2, game / 2);
        let color = if game % 2 == 0 { Color::Black } else { Color::White };
        let mut players = [player(2 * game), player(2 * game + 1)];
        let [upper, lower] = &mut players;
        let mut upper = |position: &Position| best(upper, position, &level(first));
        let mut lower = |position: &Position| best(lower, position, &level(second));
        let record = match color {
            Color::Black => arena::play(&start, &mut upper, &mut lower),
            Color::White => arena::play(&start, &mut lower, &mut upper),
        };
        assert!(!record.ended.is_fault(), "{:?}", record.ended);
        score.add(&record, color);
    }
    score
}

#[test]
fn higher_levels_win() {
    for (high, low) in [(3, 1), (5, 3), (7, 5)] {
        let score = meet(high, low, 16);
        assert!(score.share() > 0.75, "{high} against {low}: {score:?}");
    }
}

#[test]
fn the_same_seed_plays_the_same_and_another_one_otherwise() {
    // After one stone nothing is urgent yet.
    let [first, later] = ["h8", "h8i9i8"].map(|moves| after(Rule::Freestyle, moves));
    for number in 1..=8 {
        let answer = |position, seed| best(&mut player(seed), position, &level(number)).unwrap();
        assert_eq!(answer(&later, 3), answer(&later, 3), "level {number}");
        if number <= 4 {
            let answers: BTreeSet<_> = (0..30).map(|seed| answer(&first, seed)).collect();
            assert!(answers.len() > 1, "level {number} always plays the same");
        }
    }
}

#[test]
fn even_a_beginner_makes_a_five_and_stops_one() {
    for rule in Rule::FIVES {
        let four = after(rule, "h8a1i8c2j8e1k8g8");
        let stop = after(rule, "h8a1i8c2j8e1k8g8o15");
        for seed in 0..20 {
            let makes = think(&mut player(seed), &four, &level(1));
            assert_eq!(Area::square(15).name(makes.best().unwrap().point), "l8");
            assert_eq!(makes.best().unwrap().value, Value::Wins(1));
            let stops = best(&mut player(seed), &stop, &level(1)).unwrap();
            assert_eq!(Area::square(15).name(stops), "l8");
        }
    }
}

#[test]
fn a_beginner_stays_near_the_stones() {
    let position = after(Rule::Freestyle, "h8i9i8");
    for seed in 0..50 {
        let point = best(&mut player(seed), &position, &level(1)).unwrap();
        assert!((4..=11).contains(&point.x) && (3..=10).contains(&point.y), "{point:?}");
    }
}

#[test]
fn as_many_moves_are_reported_as_were_asked_for() {
    let position = after(Rule::Renju, "h8i9i8");
    for number in 1..=9 {
        for lines in [1, 2, 5] {
            let limits = Limits { lines, ..level(number) };
            let thought = think(&mut player(1), &position, &limits);
            assert_eq!(thought.candidates.len(), lines, "level {number}");
            let points: BTreeSet<_> = thought.candidates.iter().map(|one| one.point).collect();
            assert_eq!(points.len(), lines, "level {number} tells a move twice");
        }
    }
}
