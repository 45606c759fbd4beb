//! Positions up to symmetry.

use tengen_core::{Color, Point, Position, Rule, Symmetry};

/// Shape of a position: equal for two positions that a rotation or reflection of the board makes equal.
///
/// At five-in-a-row so does a translation, and colors and rules make no difference: what the side to move has and
/// where is all that counts. Positions that differ by edges or rule alone may so have one shape, and equal ones always
/// do.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionShape {
    /// Width and height at NoGo, where the edges count.
    sides: Option<(u16, u16)>,
    /// The stones, and whether each is of the side to move.
    stones: Vec<(Point, bool)>,
}

impl From<&Position> for PositionShape {
    fn from(position: &Position) -> PositionShape {
        let (area, turn) = (position.board().area(), position.turn());
        let is_nogo = position.rule() == Rule::NoGo;
        let stones = position.board().stones();
        let image = |symmetry: Symmetry| {
            let turned = |&(point, color): &(Point, Color)| (symmetry.apply(point), color == turn);
            let mut image: Vec<(Point, bool)> = stones.iter().map(turned).collect();
            if !is_nogo {
                let left = image.iter().map(|(point, _)| point.x).min().unwrap_or(0);
                let top = image.iter().map(|(point, _)| point.y).min().unwrap_or(0);
                for (point, _) in &mut image {
                    *point = Point::new(point.x - left, point.y - top);
                }
            }
            image.sort_unstable();
            image
        };
        let stones = Symmetry::all(area).map(image).min().expect("there is the identity");
        let sides = match area {
            tengen_core::Area::Bounded { width, height } if is_nogo => Some((width, height)),
            _ => None,
        };
        PositionShape { sides, stones }
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Setup};

    use super::*;

    fn shape(rule: Rule, turn: Color, stones: &[(i32, i32, Color)]) -> PositionShape {
        let stones = stones.iter().map(|&(x, y, color)| (Point::new(x, y), color)).collect();
        let setup = Setup { area: Area::square(9), stones, turn };
        PositionShape::from(&Position::from_setup(rule, &setup).unwrap())
    }

    #[test]
    fn images_translations_and_changed_colors_are_equal_at_five_in_a_row() {
        use Color::{Black, White};
        let one = shape(Rule::Renju, Black, &[(2, 2, Black), (3, 2, White), (2, 4, White)]);
        let turned = shape(Rule::Renju, Black, &[(2, 2, Black), (2, 3, White), (4, 2, White)]);
        let moved = shape(Rule::Freestyle, White, &[(6, 6, White), (5, 6, Black), (6, 8, Black)]);
        let other = shape(Rule::Renju, Black, &[(2, 2, White), (3, 2, Black), (2, 4, White)]);
        assert_eq!(one, turned);
        assert_eq!(one, moved);
        assert_ne!(one, other);
    }

    #[test]
    fn the_edges_count_at_nogo() {
        use Color::{Black, White};
        let one = shape(Rule::NoGo, Black, &[(0, 0, Black), (2, 0, White)]);
        let turned = shape(Rule::NoGo, Black, &[(8, 8, Black), (8, 6, White)]);
        let moved = shape(Rule::NoGo, Black, &[(1, 1, Black), (3, 1, White)]);
        assert_eq!(one, turned);
        assert_ne!(one, moved);
    }
}
