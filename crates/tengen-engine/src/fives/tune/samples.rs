//! Training samples.

use tengen_core::Color;

use super::{policy_trainer::PolicyLayout, self_play_game::SelfPlayGame};
use crate::fives::{PointPattern, PointRank, SearchBoard, ThreatSummary, VALUE_SCALE};

/// Training positions, as counts of point patterns.
///
/// Only those that the search evaluates statically: none where the side to move can make a five or a
/// straight four, or must stop a five.
#[derive(Clone, Default, Debug)]
pub(super) struct Samples {
    positions: Vec<StoredSample>,
    /// Pattern counts of all positions.
    points: Vec<PatternCount>,
    /// Policy samples: for each legal candidate move two logits that are added up, the chosen move
    /// first; and where the moves of each position end.
    pub(super) choices: Vec<[u16; 2]>,
    pub(super) choice_ends: Vec<u32>,
}

/// A stored sample.
#[derive(Clone, Copy, Debug)]
struct StoredSample {
    turn: Color,
    threat_summary: ThreatSummary,
    target: f32,
    /// End of its pattern counts.
    end: u32,
}

/// Number of points with the same patterns of Black and White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PatternCount {
    pub(super) patterns: [PointPattern; 2],
    pub(super) count: u16,
}

/// A training sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'a> {
    pub(super) turn: Color,
    pub(super) threat_summary: ThreatSummary,
    /// Target chances of the side to move.
    pub(super) target: f32,
    pub(super) points: &'a [PatternCount],
}

impl Samples {
    /// Weight of the game result in the target; the rest is the search score.
    const RESULT: f32 = 0.25;

    /// Adds the positions of a game.
    pub(super) fn add(&mut self, game: &SelfPlayGame) {
        let mut board = SearchBoard::new(&game.first()).expect("games are on boards that suit");
        let layout = PolicyLayout::new(board.rule());
        for played in game.moves() {
            let spot = board.spot(played.point);
            if let Some(value) = played.value
                && is_asked(&board)
            {
                let chances = 1.0 / (1.0 + (-f32::from(value) / VALUE_SCALE as f32).exp());
                let result = game.result(board.turn());
                let target = Samples::RESULT * result + (1.0 - Samples::RESULT) * chances;
                self.add_points(&board);
                let (turn, threat_summary, end) =
                    (board.turn(), board.threat_summary(), self.points.len() as u32);
                self.positions.push(StoredSample { turn, threat_summary, target, end });
                self.add_choices(&board, layout, spot);
            }
            board.play(spot);
        }
    }

    /// Number of samples.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The sample of that number.
    pub(super) fn get(&self, number: usize) -> Sample<'_> {
        let StoredSample { turn, threat_summary, target, end } = self.positions[number];
        let start = number.checked_sub(1).map_or(0, |before| self.positions[before].end);
        Sample { turn, threat_summary, target, points: &self.points[start as usize..end as usize] }
    }

    /// All samples.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }

    fn add_points(&mut self, board: &SearchBoard) {
        let point = |spot: u16| PatternCount {
            patterns: Color::ALL.map(|color| board.pattern(spot, color)),
            count: 1,
        };
        let mut points: Vec<PatternCount> = board.threats().empty().map(point).collect();
        points.sort_unstable();
        let start = self.points.len();
        for point in points {
            match self.points[start..].last_mut() {
                Some(last) if last.patterns == point.patterns => last.count += 1,
                _ => self.points.push(point),
            }
        }
    }

    fn add_choices(&mut self, board: &SearchBoard, layout: PolicyLayout, chosen: u16) {
        let turn = board.turn();
        let pair = |spot: u16| {
            let attack = layout.attack(turn, board.pattern(spot, turn));
            [attack, layout.defence(turn, board.pattern(spot, !turn))]
        };
        self.choices.push(pair(chosen));
        let others = board.near().filter(|&spot| spot != chosen && board.is_legal(spot));
        self.choices.extend(others.map(pair));
        self.choice_ends.push(self.choices.len() as u32);
    }
}

pub(super) fn is_asked(board: &SearchBoard) -> bool {
    let (own, other) = (board.turn(), !board.turn());
    let loud = [(own, PointRank::Five), (own, PointRank::Straight), (other, PointRank::Five)];
    loud.iter().all(|&(color, rank)| board.count(color, rank) == 0)
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use tengen_core::Rule;

    use super::*;
    use crate::fives::{Values, tune::SelfPlayOptions};

    /// A few quick games.
    pub(in super::super) fn games(rule: Rule) -> Vec<SelfPlayGame> {
        let values = Arc::new(Values::first(rule));
        let terms = SelfPlayOptions { values: Arc::clone(&values), nodes: 30, seed: 9 };
        let mut player = SelfPlayGame::player(&values);
        (0..6).map(|number| SelfPlayGame::play(&terms, number, &mut player)).collect()
    }

    #[test]
    fn games_are_written_and_read_and_their_points_are_all_there() {
        for rule in Rule::FIVES {
            let mut samples = Samples::default();
            for game in games(rule) {
                let mut bytes = Vec::new();
                game.write(&mut bytes);
                assert_eq!(SelfPlayGame::read(rule, &bytes), Ok((game.clone(), &[][..])));
                assert!(SelfPlayGame::read(rule, &bytes[..bytes.len() - 1]).is_err());
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
