//! Where a proof breaks, and why.

use std::io;

use tengen_core::{Color, Illegal, Point, SetupError};
use thiserror::Error;

use crate::{MAX_POINTS, pairing::PairingFlaw};

/// A proof that does not hold, and the place where it breaks.
#[derive(Debug, Error)]
#[error("byte {offset}: {flaw}")]
#[non_exhaustive]
pub struct ProofError {
    /// The number of bytes before the place.
    pub offset: u64,
    /// What is wrong there.
    pub flaw: ProofFlaw,
}

/// What is wrong with a proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofFlaw {
    /// The bytes cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// There are no bytes where there should be.
    #[error("the proof ends where {0} was expected")]
    Ends(&'static str),
    /// There are bytes after the end.
    #[error("the proof is complete, but there are more bytes")]
    Trailing,
    /// A line of the header is not what it should be.
    #[error("the header line {found:?} should be {expected}")]
    Header {
        /// The line.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The board or the memory is larger than allowed.
    #[error("{0}")]
    Limit(String),
    /// The stones of the header are no position.
    #[error("the position of the header is impossible: {0}")]
    Setup(#[from] SetupError),
    /// A pairing does not show the draw.
    #[error("{0}")]
    Pairing(#[from] PairingFlaw),
    /// A number is longer than any that is needed.
    #[error("a number takes more than ten bytes")]
    Number,
    /// The winner has fewer legal moves.
    #[error("move {move_number} of the winner is chosen, but there are {legal} (after {line})")]
    Move {
        /// The number of the move, from 0.
        move_number: u64,
        /// How many there are.
        legal: usize,
        /// The moves that lead here.
        line: PlayedLine,
    },
    /// The winner is to move and cannot.
    #[error("the side that should win has no move (after {0})")]
    Stuck(PlayedLine),
    /// The winner's move is not in the numbered part of the board.
    #[error("point {number} is chosen, but there are {points} (after {line})")]
    Point {
        /// The number of the point, from 0.
        number: u64,
        /// How many there are.
        points: u64,
        /// The moves that lead here.
        line: PlayedLine,
    },
    /// The winner's move is not allowed.
    #[error("{point} cannot be played: {why} (after {line})")]
    Illegal {
        /// What the point is called.
        point: String,
        /// Why not.
        why: Illegal,
        /// The moves that lead here.
        line: PlayedLine,
    },
    /// The side that should win has not won, and it is over.
    #[error("the game is over and {0} has not won (after {1})")]
    Over(Color, PlayedLine),
    /// A step of another kind where the move has won.
    #[error("a step of kind {0} was found, but a move that wins is of kind 0 (after {1})")]
    Won(u8, PlayedLine),
    /// The side that should lose may play nowhere, or anywhere.
    #[error("the replies cannot be told one by one: there are {0} (after {1})")]
    Replies(&'static str, PlayedLine),
    /// A threat is too long.
    #[error("a threat of {0} moves was found; there can be 1 to {MAX_POINTS}")]
    Length(u64),
    /// The moves of a threat do not win, even if the other side does nothing about it.
    #[error("the threat {threat} does not win (after {line})")]
    NoThreat {
        /// The moves of the threat.
        threat: PlayedLine,
        /// The moves that lead here.
        line: PlayedLine,
    },
    /// There is no four, or the other side can make a five.
    #[error("{0} (after {1})")]
    NoFour(&'static str, PlayedLine),
    /// A step of a kind that is not known, or not known for this game.
    #[error("a step of kind {0} was found; there are {1}")]
    Kind(u8, &'static str),
    /// Counting does not decide it.
    #[error("counting does not decide this position (after {0})")]
    NotCounted(PlayedLine),
    /// The position referred to is another one.
    #[error("the position {back} back is not this one turned by {turn} (after {line})")]
    NotSeen {
        /// How far back.
        back: u64,
        /// The number of the symmetry.
        turn: u8,
        /// The moves that lead here.
        line: PlayedLine,
    },
    /// A node of a strategy graph is not spelled as it should be.
    #[error("{0}")]
    Node(String),
    /// A node of a strategy graph does not hold where it is reached.
    #[error("node {node}: {flaw}")]
    At {
        /// The number of the node, from 0.
        node: u32,
        /// What is wrong there.
        flaw: Box<ProofFlaw>,
    },
    /// A move that should make a five makes none.
    #[error("{point} makes no five (after {line})")]
    NoFive {
        /// What the point is called.
        point: String,
        /// The moves that lead here.
        line: PlayedLine,
    },
    /// A reply has no edge.
    #[error("the reply {reply} has no answer (after {line})")]
    NoAnswer {
        /// What the point of the reply is called.
        reply: String,
        /// The moves that lead here.
        line: PlayedLine,
    },
    /// The reply wins, or fills the board.
    #[error("after the reply {reply} the game is over and {winner} has not won (after {line})")]
    Lost {
        /// What the point of the reply is called.
        reply: String,
        /// The side that should win.
        winner: Color,
        /// The moves that lead here.
        line: PlayedLine,
    },
}

impl ProofFlaw {
    /// The error of a proof that breaks at this offset.
    pub(crate) fn at<T>(self, offset: u64) -> Result<T, ProofError> {
        Err(ProofError { offset, flaw: self })
    }
}

/// The moves from the first position, as players call them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedLine(pub(crate) Vec<String>);

impl PlayedLine {
    pub(crate) fn new(area: tengen_core::Area, moves: &[Point]) -> PlayedLine {
        PlayedLine(moves.iter().map(|&point| area.name(point)).collect())
    }
}

impl std::fmt::Display for PlayedLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() { f.write_str("no moves") } else { f.write_str(&self.0.join(" ")) }
    }
}
