//! What is learned from in games.

use tengen_core::Color;

use super::{game::Game, urges::Layout};
use crate::fives::{Combo, Field, Rank, Tension, VALUE_SCALE};

/// Positions of games, as what is added up to judge them.
///
/// Only those where the search asks what they are worth at first sight: a player who can make a five
/// or a straight four, or must stop a five, is not asked.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    positions: Vec<Kept>,
    /// What Black and White have on the points of all positions.
    points: Vec<Points>,
    /// The positions where a move was chosen: for each move that could have been, two numbers that
    /// are added up, the chosen move first; and where those of each position end.
    pub(super) choices: Vec<[u16; 2]>,
    pub(super) choice_ends: Vec<u32>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
struct Kept {
    turn: Color,
    tension: Tension,
    target: f32,
    /// Where its points end.
    end: u32,
}

/// So many points where Black and White have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Points {
    pub(super) combos: [Combo; 2],
    pub(super) count: u16,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'a> {
    pub(super) turn: Color,
    pub(super) tension: Tension,
    /// What it came to.
    pub(super) target: f32,
    pub(super) points: &'a [Points],
}

impl Samples {
    /// How much of the target is the result of the game; the rest is what the search said.
    const RESULT: f32 = 0.25;

    /// Adds the positions of a game.
    ///
    /// # Panics
    ///
    /// If it is not a game that [`Game`] made or read.
    pub fn add(&mut self, game: &Game) {
        let mut field = Field::of(&game.first()).expect("games are on boards that suit");
        let layout = Layout::of(field.rule());
        for played in game.moves() {
            let spot = field.spot(played.point);
            if let Some(value) = played.value
                && is_asked(&field)
            {
                let chances = 1.0 / (1.0 + (-f32::from(value) / VALUE_SCALE as f32).exp());
                let result = game.result(field.turn());
                let target = Samples::RESULT * result + (1.0 - Samples::RESULT) * chances;
                self.add_points(&field);
                let (turn, tension, end) =
                    (field.turn(), field.tension(), self.points.len() as u32);
                self.positions.push(Kept { turn, tension, target, end });
                self.add_choices(&field, layout, spot);
            }
            field.play(spot);
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// One of the positions.
    pub(super) fn get(&self, number: usize) -> Sample<'_> {
        let Kept { turn, tension, target, end } = self.positions[number];
        let start = number.checked_sub(1).map_or(0, |before| self.positions[before].end);
        Sample { turn, tension, target, points: &self.points[start as usize..end as usize] }
    }

    /// All of them.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }

    fn add_points(&mut self, field: &Field) {
        let point = |spot: u16| Points {
            combos: Color::ALL.map(|color| field.combo(spot, color)),
            count: 1,
        };
        let mut points: Vec<Points> = field.threats().empty().map(point).collect();
        points.sort_unstable();
        let start = self.points.len();
        for point in points {
            match self.points[start..].last_mut() {
                Some(last) if last.combos == point.combos => last.count += 1,
                _ => self.points.push(point),
            }
        }
    }

    fn add_choices(&mut self, field: &Field, layout: Layout, chosen: u16) {
        let turn = field.turn();
        let pair = |spot: u16| {
            let attack = layout.attack(turn, field.combo(spot, turn));
            [attack, layout.defence(turn, field.combo(spot, !turn))]
        };
        self.choices.push(pair(chosen));
        let others = field.near().filter(|&spot| spot != chosen && field.is_legal(spot));
        self.choices.extend(others.map(pair));
        self.choice_ends.push(self.choices.len() as u32);
    }
}

pub(super) fn is_asked(field: &Field) -> bool {
    let (own, other) = (field.turn(), !field.turn());
    let loud = [(own, Rank::Five), (own, Rank::Straight), (other, Rank::Five)];
    loud.iter().all(|&(color, rank)| field.count(color, rank) == 0)
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use tengen_core::Rule;

    use super::*;
    use crate::fives::{Values, tune::Terms};

    /// A few quick games.
    pub(in super::super) fn games(rule: Rule) -> Vec<Game> {
        let values = Arc::new(Values::first(rule));
        let terms = Terms { values: Arc::clone(&values), nodes: 30, seed: 9 };
        let mut player = Game::player(&values);
        (0..6).map(|number| Game::play(&terms, number, &mut player)).collect()
    }

    #[test]
    fn games_are_written_and_read_and_their_points_are_all_there() {
        for rule in Rule::FIVES {
            let mut samples = Samples::default();
            for game in games(rule) {
                let mut bytes = Vec::new();
                game.write(&mut bytes);
                assert_eq!(Game::read(rule, &bytes), Ok((game.clone(), &[][..])));
                assert!(Game::read(rule, &bytes[..bytes.len() - 1]).is_err());
                samples.add(&game);
            }
            for sample in samples.iter() {
                let count: u32 = sample.points.iter().map(|points| u32::from(points.count)).sum();
                assert!([15 * 15, 20 * 20].iter().any(|&all| (all - 100..all).contains(&count)));
                assert!((0.0..=1.0).contains(&sample.target));
            }
        }
    }
}
