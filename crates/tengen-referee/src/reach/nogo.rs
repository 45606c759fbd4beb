//! `NoGo`: every part of a position in which all chains breathe is such a position, so its stones may
//! have been played in any order (nogo.md 5.2).

use tengen_core::{Board, Chains};

use super::{Reach, Reason, by_color, take_turns};

/// The numbers of stones fit.
pub(super) fn reach(board: &Board) -> Reach {
    let mut chains = Chains::new(board.area()).expect("boards that are read have edges");
    for (point, color) in board.stones() {
        chains.put(point, color);
    }
    if let Some(chain) = chains.choked().and_then(|point| chains.chain(point)) {
        return Reach::No(Reason::Choked { chain });
    }
    let [black, white] = by_color(board);
    Reach::Yes(take_turns(&black, &white))
}
