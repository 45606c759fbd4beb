//! What a proof plays: lookups in an opening book that is a proof.

use serde::Serialize;
use tengen_proof::{ProofBook, WinReason};

use crate::{
    error::{ApiError, ErrorCode},
    wire::{NamedPoint, WireColor, WirePosition, WireSetup, WireSize, WireStone},
};

/// The book that is loaded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoadedBook {
    /// The book; null if none is loaded.
    pub book: Option<BookClaim>,
}

/// What the proof of a book claims.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookClaim {
    /// The first position.
    pub position: WirePosition,
    /// Who wins it.
    pub winner: WireColor,
    /// The most moves that the winner needs.
    pub moves_left: u32,
}

/// What the book says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookAnswer {
    /// Who wins.
    pub winner: WireColor,
    /// The winner's move; null if the loser is to move.
    pub point: Option<NamedPoint>,
    /// Why this move wins; if the loser is to move, why the winner's last one does.
    pub reason: BookReason,
    /// The moves of the threat, if that is the reason.
    pub line: Vec<NamedPoint>,
    /// The most moves that the winner makes from here on until it has a five.
    pub moves_left: u32,
}

/// Why a move of the book wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum BookReason {
    /// It makes a five.
    Five,
    /// It makes a four. If it can be stopped, the book goes on after that.
    Four,
    /// It threatens to win by a line of fours. The book goes on after each reply that parries it.
    Threat,
    /// It threatens nothing. The book goes on after each legal reply.
    Quiet,
}

impl From<&WinReason> for BookReason {
    fn from(how: &WinReason) -> BookReason {
        match how {
            WinReason::Wins => BookReason::Five,
            WinReason::Four => BookReason::Four,
            WinReason::Threat(_) => BookReason::Threat,
            WinReason::All => BookReason::Quiet,
        }
    }
}

/// Answers `GET /api/book`: what the loaded book is about.
pub fn loaded_book(book: Option<&ProofBook>) -> LoadedBook {
    let claim = |book: &ProofBook| {
        let setup = &book.claim().setup;
        let wire_setup =
            WireSetup { stones: WireStone::list(&setup.stones), turn: setup.turn.into() };
        let is_empty_board = *setup == tengen_core::Setup::new(setup.area);
        let position = WirePosition {
            rule: book.claim().rule.into(),
            area: WireSize::from_area(setup.area),
            setup: (!is_empty_board).then_some(wire_setup),
            moves: Vec::new(),
        };
        BookClaim { position, winner: book.winner().into(), moves_left: book.moves_left() }
    };
    LoadedBook { book: book.map(claim) }
}

/// Answers `POST /api/book`: what the book says of a position.
///
/// # Errors
///
/// `not_found` if there is no book or the position is not in it; what is wrong with the position.
pub fn look_up(book: Option<&ProofBook>, position: &WirePosition) -> Result<BookAnswer, ApiError> {
    let missing = |message: String| ApiError::new(ErrorCode::NotFound, message);
    let Some(book) = book else { return Err(missing("no book is loaded".to_owned())) };
    let area = position.area();
    let found = book.lookup(&position.open()?);
    let entry = found.map_err(|out| missing(book.describe_departure(&out)))?;
    Ok(BookAnswer {
        winner: book.winner().into(),
        point: entry.point.map(|point| NamedPoint::new(area, point)),
        reason: BookReason::from(&entry.how),
        line: NamedPoint::list(area, entry.how.line().unwrap_or_default()),
        moves_left: entry.moves_left,
    })
}

#[cfg(test)]
mod tests {
    use tengen_testkit::small_book;

    use super::*;
    use crate::wire::{WirePoint, WireRule};

    fn book() -> ProofBook {
        small_book(9)
    }

    #[test]
    fn a_book_says_what_it_is_about_and_answers_to_the_end() {
        let book = book();
        let claim = loaded_book(Some(&book)).book.unwrap();
        assert_eq!((claim.winner, claim.moves_left), (WireColor::Black, 2));
        let mut position = claim.position;
        let first = look_up(Some(&book), &position).unwrap();
        assert_eq!(first.point.map(|point| point.name).as_deref(), Some("j8"));
        assert_eq!((first.reason, first.moves_left), (BookReason::Four, 2));
        position.moves.push(WirePoint { x: 9, y: 7 });
        let reply = look_up(Some(&book), &position).unwrap();
        assert_eq!((reply.point, reply.reason, reply.moves_left), (None, BookReason::Four, 1));
        position.moves.push(WirePoint { x: 10, y: 7 });
        let last = look_up(Some(&book), &position).unwrap();
        assert_eq!(last.point.map(|point| point.name).as_deref(), Some("f8"));
        assert_eq!((last.reason, last.moves_left), (BookReason::Five, 1));
    }

    #[test]
    fn what_is_not_in_a_book_is_not_found() {
        assert_eq!(loaded_book(None), LoadedBook { book: None });
        let book = book();
        let mut position = loaded_book(Some(&book)).book.unwrap().position;
        let code = |book: Option<&ProofBook>, position: &WirePosition| {
            let error = look_up(book, position).unwrap_err();
            (error.code, error.message)
        };
        let none = "no book is loaded".to_owned();
        assert_eq!(code(None, &position), (ErrorCode::NotFound, none));
        position.moves.push(WirePoint { x: 0, y: 14 });
        let left = "the game left the book after 0 moves; it plays j8 then".to_owned();
        assert_eq!(code(Some(&book), &position), (ErrorCode::NotFound, left));
        position.rule = WireRule::Renju;
        let other = "the book is about freestyle on 15x15".to_owned();
        assert_eq!(code(Some(&book), &position), (ErrorCode::NotFound, other));
        position.moves.push(WirePoint { x: 0, y: 14 });
        assert_eq!(code(Some(&book), &position).0, ErrorCode::IllegalMove);
    }
}
