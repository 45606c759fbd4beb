//! What can be wrong with a database of games in XML.

use thiserror::Error;

use crate::FoundText;

/// What is wrong with a `RenjuNet` file, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RifProblem {
    /// It makes entities of its own.
    #[error("this file has a document type, where entities are made: no RenjuNet file has one")]
    DocumentType,
    /// It is not XML.
    #[error("this is not XML: {0}")]
    Xml(String),
    /// An unknown entity.
    #[error("{0} is not one of the five entities of XML")]
    Entity(FoundText),
    /// A game does not end.
    #[error("this game does not end: write </game>")]
    Unclosed,
    /// Something else than a move.
    #[error("{0} is not a move: write points like h8 with blanks between them")]
    Move(FoundText),
    /// A game is longer than any.
    #[error("the game is longer than {} bytes, which none needs", super::GAME_LIMIT)]
    TooLong,
}
