//! Hints: moves of the winner from a file, which order the search and are never believed.

use rustc_hash::FxHashMap;
use tengen_core::{Board, Point, Position, Symmetry};

use crate::fives::{Threats, TooWide};

/// Moves of the winner by position. Positions that are images of one another are one.
#[derive(Clone, Default, Debug)]
pub struct Hints {
    /// By the hash of the canonical image, as a point of that image.
    moves: FxHashMap<u64, Point>,
}

/// Error of a line of hints.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {what}")]
#[non_exhaustive]
pub struct HintError {
    /// Line number, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What is wrong, or what would be right.
    pub what: String,
}

impl Hints {
    /// Parses hints about the positions after `root`: a line is the moves of both sides from there on, the last of
    /// which is one of the side to move in `root`. Of two hints about one position the first counts.
    ///
    /// # Errors
    ///
    /// If a line has a move that cannot be played, or ends with a move of the other side.
    pub fn parse(text: &str, root: &Position) -> Result<Hints, HintError> {
        let mut hints = Hints::default();
        let area = root.board().area();
        let wrong =
            |line, column, what: String| HintError { line: line + 1, column: column + 1, what };
        let too_wide = |error: TooWide| wrong(0, 0, error.to_string());
        let threats = Threats::new(root).map_err(too_wide)?;
        for (number, line) in text.lines().enumerate() {
            let mut position = root.clone();
            let mut hint = None;
            for word in line.split_whitespace() {
                let column = word.as_ptr() as usize - line.as_ptr() as usize;
                let wrong = |what: String| wrong(number, column, what);
                let point = area.point(word).map_err(|error| wrong(error.to_string()))?;
                let before = canonical(&threats, position.board());
                position.play(point).map_err(|error| wrong(error.to_string()))?;
                hint = Some((before, point, column));
            }
            let Some(((hash, image), point, column)) = hint else { continue };
            if position.moves().len().is_multiple_of(2) {
                let what = "a hint ends with a move of the side that is to win";
                return Err(wrong(number, column, what.to_owned()));
            }
            hints.moves.entry(hash).or_insert(image.apply(point));
        }
        Ok(hints)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Number of positions that there is a hint about.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The hint about the position of `board`, the winner to move.
    pub(crate) fn get(&self, threats: &Threats, board: &Board) -> Option<Point> {
        if self.is_empty() {
            return None;
        }
        let (hash, image) = canonical(threats, board);
        self.moves.get(&hash).map(|&point| image.inverse().apply(point))
    }
}

/// The images of the stones of `board`: their hash, and what leads to them. The board itself is the first.
pub(crate) fn images(threats: &Threats, board: &Board) -> impl Iterator<Item = (u64, Symmetry)> {
    let stones = board.stones();
    Symmetry::all(board.area()).map(move |symmetry| {
        let hash = stones.iter().fold(threats.empty_hash(), |hash, &(point, color)| {
            hash ^ threats.stone_hash(threats.spot(symmetry.apply(point)), color)
        });
        (hash, symmetry)
    })
}

/// The image with the least hash, which stands for all.
fn canonical(threats: &Threats, board: &Board) -> (u64, Symmetry) {
    images(threats, board).min_by_key(|&(hash, _)| hash).expect("the identity is one")
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Rule};

    use super::*;

    #[test]
    fn a_hint_is_found_after_other_orders_of_moves_and_in_every_image() {
        let area = Area::square(15);
        let root = Position::new(Rule::Freestyle, area).unwrap();
        let hints = Hints::parse("h8\n\nh8 i9 g9 a1 f10\n", &root).unwrap();
        assert_eq!(hints.len(), 2);
        let threats = Threats::new(&root).unwrap();
        assert_eq!(hints.get(&threats, root.board()), Some(area.point("h8").unwrap()));
        for symmetry in Symmetry::all(area) {
            let mut position = root.clone();
            for name in ["g9", "a1", "h8", "i9"] {
                position.play(symmetry.apply(area.point(name).unwrap())).unwrap();
            }
            let hint = symmetry.apply(area.point("f10").unwrap());
            assert_eq!(hints.get(&threats, position.board()), Some(hint));
            position.undo();
            assert_eq!(hints.get(&threats, position.board()), None);
        }
    }

    #[test]
    fn wrong_hints_are_refused_with_their_place() {
        let root = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
        for (text, line, column) in
            [("h8\nh8 q9 a1", 2, 4), ("h8 h8 a1", 1, 4), ("h8 i9", 1, 4), ("h8 i9 ?", 1, 7)]
        {
            let error = Hints::parse(text, &root).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{error}");
        }
    }
}
