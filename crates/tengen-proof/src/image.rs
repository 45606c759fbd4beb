//! The stones of a board, packed.

use tengen_core::{Area, Board, Color, Point, Symmetry};

use crate::MAX_POINTS;

/// All stones of a board, in reading order: two bits a point, or on a board without edges nine
/// bytes a stone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Image(Box<[u8]>);

impl Image {
    /// The most bytes that an image takes.
    pub(crate) fn bytes(area: Area) -> usize {
        area.size().map_or(9 * MAX_POINTS, |points| points.div_ceil(4))
    }

    /// The stones of `board`.
    pub(crate) fn new(board: &Board) -> Image {
        Image::with_symmetry(
            board,
            Symmetry::all(board.area()).next().expect("the identity is the first"),
        )
    }

    /// The stones of `board` after `symmetry`.
    pub(crate) fn with_symmetry(board: &Board, symmetry: Symmetry) -> Image {
        let Area::Bounded { width, .. } = board.area() else {
            return Image::of_stones(&board.stones());
        };
        let mut packed = vec![0; Image::bytes(board.area())];
        for (point, color) in board.stones() {
            let Point { x, y } = symmetry.apply(point);
            let number = (y * i32::from(width) + x) as usize;
            let cell = if color == Color::Black { 1 } else { 2 };
            packed[number / 4] |= cell << (number % 4 * 2);
        }
        Image(packed.into())
    }

    fn of_stones(stones: &[(Point, Color)]) -> Image {
        let mut packed = Vec::with_capacity(9 * stones.len());
        for &(Point { x, y }, color) in stones {
            packed.extend_from_slice(&x.to_le_bytes());
            packed.extend_from_slice(&y.to_le_bytes());
            packed.push(color as u8);
        }
        Image(packed.into())
    }
}
