//! A proof of one move, as opening book.

use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_proof::{ProofBook, StrategyGraph, StrategyNode, WinReason, write_graph};

/// Black has an open three on 15x15, from g8 to i8, and is to move.
pub fn open_three() -> Position {
    let mut position = Position::new(Rule::Freestyle, Area::square(15)).expect("15x15 is a board");
    for (x, y) in [(6, 7), (0, 0), (7, 7), (14, 14), (8, 7), (14, 0)] {
        position.play(Point::new(x, y)).expect("the point is empty");
    }
    position
}

/// The book in which Black makes an [`open_three`] a four in this column.
pub fn small_book(column: i32) -> ProofBook {
    let mut graph = StrategyGraph::new(Area::square(15)).expect("15x15 has edges");
    let node = StrategyNode::leaf(Point::new(column, 7), WinReason::Four);
    let root = graph.add(&node).expect("it is on the board");
    let mut proof = Vec::new();
    write_graph(&open_three(), Color::Black, &graph, root, &mut proof).expect("a four wins");
    ProofBook::read(&proof[..]).expect("it was just written")
}
