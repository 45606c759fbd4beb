//! The position at the root of the search tree.

use tengen_core::{Color, Position};

use super::legality_board::LegalityBoard;
use crate::playout::State;

/// Position at the root, as a board for simulations and one with the legality of all points. Both number the
/// spots alike.
#[derive(Debug)]
pub(super) struct RootPosition {
    pub(super) state: State,
    pub(super) legality: LegalityBoard,
    pub(super) turn: Color,
}

impl RootPosition {
    /// The board of `position`, which is of NoGo and has this width and height, up to [`State::MAX_SIDE`].
    pub(super) fn new(position: &Position, width: u16, height: u16) -> RootPosition {
        let mut state =
            State::new(position.board().area()).expect("the sides of the board are up to 25");
        let mut legality = LegalityBoard::with_stride(width, height, state.stride() as u16);
        for (point, color) in position.board().stones() {
            state.put_legal(state.spot(point), color);
            legality.play(legality.spot(point), color);
        }
        state.set_turn(position.turn());
        state.forget_stones();
        RootPosition { state, legality, turn: position.turn() }
    }
}
