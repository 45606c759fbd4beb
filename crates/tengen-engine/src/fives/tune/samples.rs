//! What is learned from in games.

use tengen_core::Color;

use super::{fit::Layout, game::Game};
use crate::fives::{Field, Rank, VALUE_SCALE};

/// Positions of games, as what is added up to judge them.
///
/// Only quiet ones, where neither side can make a five or a straight four: elsewhere the search
/// does not ask what a position is worth at first sight.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// For each position, what it came to.
    pub(super) targets: Vec<f32>,
    /// The numbers that are added up for each position, and how often: where those of each end, and
    /// all of them.
    pub(super) ends: Vec<u32>,
    pub(super) terms: Vec<(u16, i16)>,
    /// The positions where a move was chosen: for each move that could have been, two numbers that
    /// are added up, the chosen move first; and where those of each position end.
    pub(super) choices: Vec<[u16; 2]>,
    pub(super) choice_ends: Vec<u32>,
}

impl Samples {
    /// How much of the target is the result of the game; the rest is what the search said.
    const RESULT: f32 = 0.6;

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
                && is_quiet(&field)
            {
                let chances = 1.0 / (1.0 + (-f32::from(value) / VALUE_SCALE as f32).exp());
                let result = game.result(field.turn());
                self.targets.push(Samples::RESULT * result + (1.0 - Samples::RESULT) * chances);
                self.add_terms(&field, layout);
                self.add_choices(&field, layout, spot);
            }
            field.play(spot);
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    fn add_terms(&mut self, field: &Field, layout: Layout) {
        let turn = field.turn();
        let start = self.terms.len();
        for spot in field.threats().empty() {
            self.terms.push((layout.mover(turn, field.combo(spot, turn)), 1));
            self.terms.push((layout.waiter(!turn, field.combo(spot, !turn)), -1));
        }
        self.terms.push((layout.tension(turn, field.tension()), 1));
        // The same numbers are taken together.
        let mut terms = self.terms.split_off(start);
        terms.sort_unstable();
        for (index, count) in terms {
            match self.terms[start..].last_mut() {
                Some((last, sum)) if *last == index => *sum += count,
                _ => self.terms.push((index, count)),
            }
        }
        self.ends.push(self.terms.len() as u32);
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

pub(super) fn is_quiet(field: &Field) -> bool {
    let loud = [Rank::Five, Rank::Straight];
    Color::ALL.iter().all(|&color| loud.iter().all(|&rank| field.count(color, rank) == 0))
}
