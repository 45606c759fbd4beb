//! Hot: where Black may play at renju, updated stone by stone.

use tengen_core::{
    Area, Axis, Board, Cell, Color, Law, Window, renju,
    shape::{Shape, Shapes},
};

use super::environment_game::point_of;

/// What the shapes that a black stone would make say about a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FoulClass {
    /// No foul.
    Legal,
    /// An overline or a double four, whatever else is on the board.
    Foul,
    /// Two or more threes: whether they count depends on the moves that would extend them.
    Threes,
}

/// The points that Black may play on at renju, as a mask.
///
/// What a black stone would make on a line depends on that line alone, so a new stone changes it for the points of
/// four lines that see it. Only threes ask for more, and the few points with two of them are judged by the rules of
/// the core whenever Black is to move.
#[derive(Clone, Debug)]
pub(super) struct FoulMap {
    width: u32,
    mask: Vec<u8>,
    /// What a black stone on a point would make, on each axis.
    shapes: Vec<[Shape; 4]>,
    /// The empty points of class [`FoulClass::Threes`].
    threes: Vec<u32>,
}

impl FoulMap {
    /// The map of an empty board.
    pub(super) fn new(area: Area) -> FoulMap {
        let points = area.size().unwrap_or(0);
        FoulMap {
            width: super::vector_environment::sides(area).0 as u32,
            mask: vec![1; points],
            shapes: vec![[Shape::None; 4]; points],
            threes: Vec::new(),
        }
    }

    /// The points that Black may play on. Right only when Black is to move.
    #[inline]
    pub(super) fn mask(&self) -> &[u8] {
        &self.mask
    }

    /// Becomes equal to `other`.
    pub(super) fn copy_from(&mut self, other: &FoulMap) {
        self.mask.clone_from(&other.mask);
        self.shapes.clone_from(&other.shapes);
        self.threes.clone_from(&other.threes);
    }

    /// Updates the map for the stone on `action`, which is on the board already.
    pub(super) fn put(&mut self, board: &Board, action: usize, color: Color) {
        let table = Shapes::for_law(Law::RENJU_BLACK);
        let point = point_of(action, self.width);
        self.mask[action] = 0;
        self.threes.retain(|&other| other as usize != action);
        for axis in Axis::ALL {
            let along = point_of(action, self.width).along(axis, 1);
            let step = (along.y - point.y) * self.width as i32 + (along.x - point.x);
            for sign in [-1, 1] {
                for offset in 1..=Window::REACH {
                    let near = point.along(axis, sign * offset);
                    match board.cell(near) {
                        Cell::Empty => {
                            let at = (action as i32 + sign * offset * step) as usize;
                            self.set(at, axis, table.get(board.window(near, axis)));
                        }
                        Cell::Black => {}
                        // Black's lines end there, and no point beyond sees the stone.
                        Cell::White | Cell::Edge => break,
                    }
                }
            }
        }
        if color == Color::White {
            for &at in &self.threes {
                let point = point_of(at as usize, self.width);
                self.mask[at as usize] = u8::from(renju::foul(board, point).is_none());
            }
        }
    }

    /// Sets what a black stone on the empty point `at` would make on one axis.
    #[inline]
    fn set(&mut self, at: usize, axis: Axis, shape: Shape) {
        let shapes = &mut self.shapes[at];
        let old = std::mem::replace(&mut shapes[axis as usize], shape);
        if old == shape {
            return;
        }
        let class = classify(*shapes);
        self.mask[at] = u8::from(class != FoulClass::Foul);
        let listed = self.threes.iter().position(|&other| other as usize == at);
        match (class == FoulClass::Threes, listed) {
            (true, None) => self.threes.push(at as u32),
            (false, Some(place)) => {
                self.threes.swap_remove(place);
            }
            _ => {}
        }
    }
}

/// renju.md 3, up to the question which threes count.
fn classify(shapes: [Shape; 4]) -> FoulClass {
    if shapes.contains(&Shape::Five) {
        return FoulClass::Legal;
    }
    if shapes.contains(&Shape::Overline) || shapes.iter().map(|s| s.fours()).sum::<u32>() >= 2 {
        return FoulClass::Foul;
    }
    let threes = shapes.iter().filter(|&&shape| shape == Shape::Three).count();
    if threes >= 2 { FoulClass::Threes } else { FoulClass::Legal }
}
