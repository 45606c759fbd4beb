//! The bench: fixed positions, whose node count is the signature of the search.

use std::time::Duration;

use tengen_core::{Area, Position, Rule};

use super::{FivesPlayer, SearchBoard};
use crate::{Limits, Resources, SearchRequest, Thought};

/// Default depth of the bench.
pub const DEPTH: u32 = 10;

/// Number of moves made and unmade on each position.
const MOVES: u64 = 100_000;

/// Counts and times of the bench under one rule.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BenchResult {
    /// Number of nodes: the signature of the search under this rule.
    pub nodes: u64,
    /// Number of nodes in fours and threats, which is part of it.
    pub threat_nodes: u64,
    /// Time of the searches.
    pub thinking: Duration,
    /// Number of moves made and unmade.
    pub moves: u64,
    /// Time of making and unmaking them.
    pub moving: Duration,
}

impl BenchResult {
    /// Searches a position, makes and unmakes moves on it, and adds the counts and the times by `clock`,
    /// which is the time so far.
    ///
    /// # Panics
    ///
    /// If it is not a game of fives.
    pub fn measure(
        &mut self,
        position: &Position,
        depth: u32,
        clock: impl Fn() -> Duration,
    ) -> Thought {
        let player = player();
        let started = clock();
        let thought = think(player, position, depth);
        self.thinking += clock().saturating_sub(started);
        self.nodes += thought.nodes;
        self.threat_nodes += thought.threat_nodes;
        let started = clock();
        self.moves += make_and_unmake(position, MOVES);
        self.moving += clock().saturating_sub(started);
        thought
    }
}

/// Positions, as moves on 15x15.
const GAMES: [&str; 6] = [
    "h8 i9 i7",
    "h8 h9 j9 i8",
    "h8 i10 j8",
    "h8 g9 f8 g8 g7 h6 f6",
    "h8 i9 g9 i7 i8 g8 h10 h7",
    "h8 g7 i7 g9 g8 i8 h10 h6 f9",
];

/// The bench positions under a rule, a game of fives.
///
/// # Panics
///
/// If it is another game.
pub fn positions(rule: Rule) -> Vec<Position> {
    let area = Area::square(15);
    let follow = |moves: &&str| {
        let mut position = Position::new(rule, area).expect("a board");
        for name in moves.split_whitespace() {
            position.play(area.point(name).expect("a point")).expect("a legal move");
        }
        position
    };
    GAMES.iter().map(follow).collect()
}

/// A player with one thread and empty tables.
pub fn player() -> FivesPlayer {
    FivesPlayer::new(Resources { memory: 16 << 20, ..Resources::default() })
}

/// Searches a position with a new [`player`]: the same nodes on every run.
pub fn think(mut player: FivesPlayer, position: &Position, depth: u32) -> Thought {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    player.think(SearchRequest::new(position, &limits)).expect("a game of fives")
}

/// Makes and unmakes about `moves` moves on a position, and returns their number.
pub fn make_and_unmake(position: &Position, moves: u64) -> u64 {
    let mut board = SearchBoard::new(position).expect("a game of fives");
    let mut made = 0;
    while made < moves {
        let spots: Vec<_> = board.near().filter(|&spot| board.is_legal(spot)).collect();
        if spots.is_empty() {
            break;
        }
        for first in spots {
            board.play(first);
            let replies: Vec<_> = board.near().take(8).collect();
            for &reply in &replies {
                board.play(reply);
                board.undo();
            }
            board.undo();
            made += 1 + replies.len() as u64;
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_nodes_on_every_run() {
        for rule in Rule::FIVES {
            for position in positions(rule).iter().skip(2).step_by(3) {
                let [one, other] = [(); 2].map(|()| think(player(), position, 5));
                assert_eq!((one.nodes, one.candidates), (other.nodes, other.candidates));
            }
        }
    }
}
