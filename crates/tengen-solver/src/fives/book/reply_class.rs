//! Replies that are images of one another, of which a book is about one.

use tengen_core::{Area, Board, Point, Position, Symmetry};

use super::Book;

impl Book {
    /// The replies of the loser to `first`, a legal move in the first position, those that are
    /// images of one another together.
    pub fn replies(&self, first: Point) -> Vec<ReplyClass> {
        let mut position = self.root.clone();
        if position.play(first).is_err() || position.board().area() == Area::Unbounded {
            return Vec::new();
        }
        let symmetries = symmetries_of(position.board());
        let mut classes: Vec<ReplyClass> = Vec::new();
        // The last of a kind stands for all: then the stands are near each other.
        for reply in position.legal_points().into_iter().rev() {
            let join = |class: &mut ReplyClass| {
                let onto = symmetries.iter().find(|turn| turn.apply(reply) == class.reply)?;
                class.symmetries.push((reply, *onto));
                Some(())
            };
            if !classes.iter_mut().any(|class| join(class).is_some()) {
                classes.push(ReplyClass { reply, symmetries: vec![(reply, symmetries[0])] });
            }
        }
        for class in &mut classes {
            self.turn(class, &position, &symmetries);
        }
        classes
    }

    /// Has that reply of a class stand for all whose hinted answer is the least point: then most positions of the book
    /// have the same stones of the winner, and share their plans.
    fn turn(&self, class: &mut ReplyClass, position: &Position, symmetries: &[Symmetry]) {
        let mut position = position.clone();
        if position.play(class.reply).is_err() {
            return;
        }
        let Some(hint) = self.hint(&position) else { return };
        let turn = symmetries.iter().min_by_key(|turn| turn.apply(hint));
        let turn = turn.expect("the identity is one of them");
        let stand = turn.apply(class.reply);
        for (reply, onto) in &mut class.symmetries {
            let found = symmetries.iter().find(|turn| turn.apply(*reply) == stand);
            *onto = *found.expect("all replies of a class are images of one another");
        }
        class.reply = stand;
    }
}

/// Equivalence class of replies under the symmetries of the position.
#[derive(Clone, Debug)]
pub struct ReplyClass {
    /// The one that stands for all.
    pub reply: Point,
    /// All of them, and what turns each into that one.
    pub(super) symmetries: Vec<(Point, Symmetry)>,
}

impl ReplyClass {
    /// How many they are.
    pub fn count(&self) -> usize {
        self.symmetries.len()
    }
}

/// The symmetries that leave the stones as they are, the identity first.
fn symmetries_of(board: &Board) -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| {
        let same = |point| board.cell(symmetry.apply(point)) == board.cell(point);
        board.stones().into_iter().all(|(point, _)| same(point))
    };
    Symmetry::all(board.area()).filter(keeps).collect()
}

#[cfg(test)]
mod tests {
    use tengen_core::Color;

    use super::*;

    #[test]
    fn stones_leave_the_symmetries_that_keep_them() {
        let mut board = Board::new(Area::square(5));
        let stones = [(2, 2, Color::Black), (2, 0, Color::White), (1, 0, Color::Black)];
        for ((x, y, color), count) in stones.into_iter().zip([8, 2, 1]) {
            board.put(Point::new(x, y), color);
            assert_eq!(symmetries_of(&board).len(), count);
        }
    }
}
