//! A game as it is kept: who played, how it ended by what is written, and the moves with all their
//! variations. Every format is read into a [`Record`] and written from one.

mod claim;
mod result_word;
mod tree;

use tengen_core::{Area, Rule};

pub use claim::{Manner, ParseClaimError, ResultClaim};
pub(crate) use result_word::RESULT_KEY;
pub use tree::{NodeId, Notes, RecordNode, RecordStep, RecordTree, Sign};

/// A record, whole.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Record {
    /// The game, where the record says which.
    pub rule: Option<Rule>,
    /// The board, where the record says which.
    pub area: Option<Area>,
    /// Who had the black stones; empty if the record does not say.
    pub black: String,
    /// Who had the white stones.
    pub white: String,
    /// What the game was part of.
    pub event: String,
    /// The number of the game or round in it.
    pub round: String,
    /// When it was played, as written.
    pub date: String,
    /// Where it was played.
    pub place: String,
    /// How it ended, by the record.
    pub claim: Option<ResultClaim>,
    /// What else is said about the game as a whole, as it stands there: a name and its value. Names
    /// are those of the format it was read from.
    pub other: Vec<(String, String)>,
    /// The moves.
    pub tree: RecordTree,
}
