//! NoGo by trying everything.

use std::collections::HashMap;

use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_proof::{ProofClaim, WinningMove};

/// Remembers who wins, by the position.
#[derive(Default)]
pub(crate) struct Plain(HashMap<Key, bool>);

type Key = (Area, Vec<(Point, Color)>, Color);

impl Plain {
    /// Whether the side to move wins.
    pub(crate) fn wins(&mut self, position: &mut Position) -> bool {
        let board = position.board();
        let key = (board.area(), board.stones(), position.turn());
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let wins = self.winning_move(position).is_some();
        self.0.insert(key, wins);
        wins
    }

    /// The first move that wins.
    pub(crate) fn winning_move(&mut self, position: &mut Position) -> Option<Point> {
        position.legal_points().into_iter().find(|&point| {
            position.play(point).unwrap();
            let wins = !self.wins(position);
            position.undo();
            wins
        })
    }

    /// The first move that wins, as a strategy.
    pub(crate) fn answer(&mut self, position: &Position) -> Result<WinningMove, &'static str> {
        self.winning_move(&mut position.clone()).map(WinningMove::quiet).ok_or("no move")
    }

    pub(crate) fn is_true(&mut self, claim: &ProofClaim) -> bool {
        let mut position = Position::from_setup(claim.rule, &claim.setup).unwrap();
        self.wins(&mut position) == (position.turn() == claim.winner().unwrap())
    }
}

pub(crate) fn empty(width: u16, height: u16) -> Position {
    Position::new(Rule::NoGo, Area::Bounded { width, height }).unwrap()
}

/// A proof of who wins the empty board.
pub(crate) fn proof(width: u16, height: u16) -> Vec<u8> {
    let mut plain = Plain::default();
    let mut position = empty(width, height);
    let winner = if plain.wins(&mut position) { Color::Black } else { Color::White };
    let mut proof = Vec::new();
    let strategy = |position: &Position| plain.answer(position);
    tengen_proof::write(&position, winner, strategy, &mut proof).unwrap();
    proof
}
