//! Boards, drawn or made of stones.

use tengen_core::{Area, Board, Color, Drawing, Point, naive::Stones};

/// A board with edges.
pub const fn area(width: u16, height: u16) -> Area {
    Area::Bounded { width, height }
}

/// A drawing of a board.
///
/// # Panics
///
/// If the text is no drawing.
pub fn draw(picture: &str) -> Drawing {
    picture.parse().expect("the test draws a board")
}

/// A board with these stones.
pub fn board(area: Area, stones: &[(Point, Color)]) -> Board {
    let mut board = Board::new(area);
    for &(point, color) in stones {
        board.put(point, color);
    }
    board
}

/// The stones of `board` as the plain rules (`tengen_core::naive`) take them.
pub fn stones(board: &Board) -> Stones {
    board.stones().into_iter().collect()
}

/// The empty points of `board`, in reading order.
pub fn empty_points(board: &Board) -> Vec<Point> {
    let empty = |point: &Point| board.cell(*point).stone().is_none();
    board.area().points().filter(empty).collect()
}

/// The side that plays move `number`, counted from 0.
pub const fn color_of_move(number: usize) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}
