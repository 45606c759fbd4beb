//! Who wins within so many plies, against the definition.

use tengen_core::{Color, Point, Rule};
use tengen_solver::{
    Budget,
    fives::plies::{Question, Unanswered},
};

use crate::plies_plain::Plain;

struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// Stones on a box, each point with one in so many percent of cases.
    fn stones(&mut self, (width, height): (i32, i32), percent: usize) -> Vec<(Point, Color)> {
        let points = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
        points
            .filter_map(|point| {
                let color = Color::ALL[self.below(2)];
                (self.below(100) < percent).then_some((point, color))
            })
            .collect()
    }
}

fn winner(
    rule: Rule,
    stones: &[(Point, Color)],
    turn: Color,
    plies: u32,
) -> Result<Option<Color>, Unanswered> {
    Question::new(rule, stones, turn, plies).winner(&mut Budget::unlimited())
}

/// Compares `count` random positions, and tells how often the side to move, nobody and the other side
/// won, and how many were over.
fn compare(
    rule: Rule,
    plies: u32,
    count: usize,
    boxes: &[(i32, i32)],
    percents: &[usize],
    margin: i32,
) -> [usize; 4] {
    let mut random = Random(u64::from(plies) + 17);
    let mut seen = [0; 4];
    for _ in 0..count {
        let size = boxes[random.below(boxes.len())];
        let percent = percents[random.below(percents.len())];
        let stones = random.stones(size, percent);
        let turn = Color::ALL[random.below(2)];
        let mut plain = Plain::new(rule, &stones, size, margin);
        let found = winner(rule, &stones, turn, plies);
        if plain.is_won() {
            assert!(matches!(found, Err(Unanswered::Won(_))), "{rule} {stones:?}");
            seen[3] += 1;
            continue;
        }
        let expected = plain.winner(turn, plies);
        assert_eq!(found, Ok(expected), "{rule}, {turn} to move, {plies} plies: {stones:?}");
        let kind = match expected {
            Some(color) if color == turn => 0,
            None => 1,
            Some(_) => 2,
        };
        seen[kind] += 1;
    }
    seen
}

const SMALL: [(i32, i32); 6] = [(4, 4), (5, 4), (5, 5), (7, 3), (8, 2), (8, 1)];

#[test]
fn three_plies_are_those_of_the_definition() {
    for rule in Rule::FIVES {
        for (plies, count) in [(0, 1_000), (1, 50_000), (2, 50_000), (3, 35_000)] {
            let seen = compare(rule, plies, count, &SMALL, &[40, 50, 60, 70], 2);
            // With one ply only the side to move can win, with two the other side as well.
            let least = [count / 20, count / 2, count / 40, count / 80];
            let possible = [plies > 0, true, plies > 1, true];
            for kind in 0..4 {
                assert!(seen[kind] > least[kind] || !possible[kind], "{rule} {plies}: {seen:?}");
            }
        }
    }
}

#[test]
fn four_and_five_plies_are_those_of_the_definition() {
    for rule in Rule::FIVES {
        let [first, nobody, second, _] = compare(rule, 4, 200, &SMALL, &[30, 40, 50], 3);
        assert!(first > 20 && nobody > 100 && second > 4, "{rule}: {first} {nobody} {second}");
        let [first, nobody, ..] = compare(rule, 5, 12, &[(4, 3), (6, 2), (3, 3)], &[30, 40], 3);
        assert!(first > 0 && nobody > 0, "{rule}: {first} {nobody}");
    }
}
