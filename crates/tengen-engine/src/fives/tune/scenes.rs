//! Positions that a network learns from.

use tengen_core::{Area, Color, Point};

use super::game::Game;
use crate::fives::{
    Field, Rank, Tension, VALUE_SCALE,
    lines::Lines,
    sight::{Sight, Sights},
};

/// Positions of games: those where the search asks what they are worth at first sight. A player who
/// can make a five or a straight four, or must stop a five, is not asked.
#[derive(Clone, Default, Debug)]
pub struct Scenes {
    games: Vec<(Area, Vec<Point>)>,
    samples: Vec<Sample>,
    rule: Option<tengen_core::Rule>,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    game: u32,
    moves: u16,
    tension: Tension,
    target: f32,
}

/// A position as the network sees it.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) turn: Color,
    pub(super) tension: Tension,
    /// What it came to.
    pub(super) target: f32,
    /// What Black and White see from each empty point, along each axis.
    pub(super) points: Vec<[[Sight; 4]; 2]>,
    /// The last board without stones.
    blank: Option<Lines>,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene { turn: Color::Black, tension: Tension::default(), target: 0.5, points: Vec::new(), blank: None }
    }
}

impl Scenes {
    /// How much of the target is the result of the game; the rest is what the search said.
    const RESULT: f32 = 0.5;

    /// Adds the positions of a game.
    ///
    /// # Panics
    ///
    /// If it is not a game that [`Game`] made or read.
    pub fn add(&mut self, game: &Game) {
        let first = game.first();
        let mut field = Field::of(&first).expect("games are on boards that suit");
        self.rule = Some(first.rule());
        for (moves, played) in game.moves().iter().enumerate() {
            if let Some(value) = played.value
                && is_asked(&field)
            {
                let chances = 1.0 / (1.0 + (-f32::from(value) / VALUE_SCALE as f32).exp());
                let result = game.result(field.turn());
                let target = Scenes::RESULT * result + (1.0 - Scenes::RESULT) * chances;
                let (game, moves) = (self.games.len() as u32, moves as u16);
                self.samples.push(Sample { game, moves, tension: field.tension(), target });
            }
            field.play(field.spot(played.point));
        }
        let points = game.moves().iter().map(|played| played.point).collect();
        self.games.push((first.board().area(), points));
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Shows one of the positions.
    pub(super) fn show(&self, number: usize, scene: &mut Scene) {
        let sample = &self.samples[number];
        let (area, moves) = &self.games[sample.game as usize];
        let sights = Sights::of_rule(self.rule.expect("there is a game"));
        let mut lines = match &scene.blank {
            Some(blank) if blank.area() == *area => blank.clone(),
            _ => scene.blank.insert(Lines::new(*area)).clone(),
        };
        let mut turn = Color::Black;
        for &point in &moves[..usize::from(sample.moves)] {
            lines.flip(lines.place(point), turn);
            turn = !turn;
        }
        scene.turn = turn;
        scene.tension = sample.tension;
        scene.target = sample.target;
        scene.points.clear();
        for point in area.points() {
            let place = lines.place(point);
            if lines.is_empty(place) {
                let mut seen = [[Sight::default(); 4]; 2];
                for axis in 0..4 {
                    let both = sights.both(lines.window(place, axis));
                    [seen[0][axis], seen[1][axis]] = both;
                }
                scene.points.push(seen);
            }
        }
    }
}

pub(super) fn is_asked(field: &Field) -> bool {
    let (own, other) = (field.turn(), !field.turn());
    let loud = [(own, Rank::Five), (own, Rank::Straight), (other, Rank::Five)];
    loud.iter().all(|&(color, rank)| field.count(color, rank) == 0)
}
