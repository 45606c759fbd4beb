//! What is wrong with records of games.

use thiserror::Error;

use super::{
    BotzoneProblem, PositionProblem, ccgc::CcgcProblem, columns::ColumnProblem, psq::PsqProblem,
    renlib::RenLibProblem, rif::RifProblem, sgf::SgfProblem,
};

/// What is wrong with a record of a game, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordProblem {
    /// A stream is in no format that is known.
    #[error(
        "this is in no format of games that is known: write position strings like h8i9, SGF, psq \
         or another, and name it if it is not found by looking"
    )]
    UnknownFormat,
    /// Something that is read on a board with edges only.
    #[error("this format needs a board with edges: name its size, like 15x15")]
    NoEdges,
    /// A line is longer than any game.
    #[error("the line is longer than {0} bytes, which no game needs")]
    LineTooLong(usize),
    /// A record is longer than any game.
    #[error("the record is longer than {0} bytes, which no game needs")]
    RecordTooLong(usize),
    /// A position string is not right.
    #[error(transparent)]
    Position(#[from] PositionProblem),
    /// A library is not right.
    #[error("byte {at}: {problem}")]
    RenLib {
        /// Where, from 0.
        at: usize,
        /// What is wrong.
        problem: RenLibProblem,
    },
    /// A row of named columns is not right.
    #[error(transparent)]
    Columns(#[from] ColumnProblem),
    /// A record of Gomocup is not right.
    #[error(transparent)]
    Psq(#[from] PsqProblem),
    /// A game tree is not right.
    #[error(transparent)]
    Sgf(#[from] SgfProblem),
    /// A database in XML is not right.
    #[error(transparent)]
    Rif(#[from] RifProblem),
    /// A game of Botzone is not right.
    #[error(transparent)]
    Botzone(#[from] BotzoneProblem),
    /// A record of the Chinese championship is not right.
    #[error(transparent)]
    Ccgc(#[from] CcgcProblem),
}
