//! The engine as the advisor of a book.

use std::collections::HashMap;

use tengen_core::{Point, Position, Rule};
use tengen_solver::fives::book::MoveAdvisor;

use crate::{Candidate, Limits, Player, Resources, Value};

/// Player that names its best moves after a fixed number of nodes, for a [book](tengen_solver::fives::book).
#[derive(Debug)]
pub struct EngineAdvisor {
    player: Player,
    nodes: u64,
    /// How many moves it was asked for before and what it named, by the hash of the position: a search comes back with
    /// more effort.
    known: HashMap<u64, (usize, Vec<Point>)>,
}

impl EngineAdvisor {
    /// Memory of the tables of an advisor, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// Moves are named if their values, in logits of [`Value::SCALE`], are at most this far behind that of the best.
    const MARGIN: i32 = 384;

    /// No moves are named if the value of the best is below this.
    const HOPE: i32 = -128;

    /// Maximum number of positions remembered, some 10 MB.
    const MOST: usize = 100_000;

    /// Whether the engine plays on boards like that of `root`.
    pub fn supports(root: &Position) -> bool {
        Player::check(root).is_ok()
    }

    /// An advisor for games of this rule.
    pub fn new(rule: Rule, nodes: u64) -> EngineAdvisor {
        let resources = Resources { memory: EngineAdvisor::MEMORY, ..Resources::default() };
        let player = Player::for_rule(rule, resources);
        EngineAdvisor { player, nodes, known: HashMap::new() }
    }
}

/// A value as one number.
fn score(value: Value) -> i32 {
    match value {
        Value::Wins(_) => 10_000,
        Value::Loses(_) => -10_000,
        Value::Seems(value) => value,
    }
}

impl MoveAdvisor for EngineAdvisor {
    fn moves(&mut self, position: &Position, most: usize) -> Vec<Point> {
        let hash = position.zobrist_hash();
        if let Some((_, known)) = self.known.get(&hash).filter(|known| known.0 >= most) {
            return known.iter().take(most).copied().collect();
        }
        let limits = Limits { nodes: Some(self.nodes), lines: most, ..Limits::default() };
        let Ok(thought) = self.player.think(position, &limits, &|| false, &mut |_| {}) else {
            return Vec::new();
        };
        let least = thought.best().map_or(0, |best| score(best.value)) - EngineAdvisor::MARGIN;
        let likely =
            |candidate: &&Candidate| score(candidate.value) >= least.max(EngineAdvisor::HOPE);
        let moves: Vec<Point> =
            thought.candidates.iter().take(most).filter(likely).map(|best| best.point).collect();
        if self.known.len() == EngineAdvisor::MOST {
            self.known.clear();
        }
        self.known.insert(hash, (most, moves.clone()));
        moves
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::Area;

    use super::*;

    #[test]
    fn the_best_moves_are_named_and_named_again_without_a_search() {
        let mut position = Position::new(Rule::Freestyle, Area::square(9)).unwrap();
        // A row of three, open at both ends.
        for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 0), (5, 4), (0, 8)] {
            position.play(Point::new(x, y)).unwrap();
        }
        let mut advisor = EngineAdvisor::new(position.rule(), 2_000);
        let moves = advisor.moves(&position, 2);
        assert!([Point::new(2, 4), Point::new(6, 4)].contains(&moves[0]), "{moves:?}");
        advisor.nodes = 0;
        assert_eq!(advisor.moves(&position, 2), moves);
        assert_eq!(advisor.moves(&position, 1), moves[..1]);
    }

    #[test]
    fn boards_that_the_engine_does_not_play_on_have_no_advisor() {
        for (side, supported) in [(15, true), (30, false)] {
            let position = Position::new(Rule::Freestyle, Area::square(side)).unwrap();
            assert_eq!(EngineAdvisor::supports(&position), supported);
            let moves = EngineAdvisor::new(position.rule(), 100).moves(&position, 1);
            assert_eq!(moves.is_empty(), !supported);
        }
    }
}
