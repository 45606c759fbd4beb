//! What can be wrong with a library.

use thiserror::Error;

use crate::FoundText;

/// What is wrong with a RenLib file, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RenLibProblem {
    /// It begins like something else.
    #[error(
        "{0} does not begin a RenLib file: the first byte is ff and RenLib follows it, or it is 78, the \
         move h8"
    )]
    Head(FoundText),
    /// It is newer than what is known.
    #[error("this is a RenLib file of version {major}.{minor}: up to version 3.4 they are read")]
    Version {
        /// The part before the dot.
        major: u8,
        /// The part after it.
        minor: u8,
    },
    /// It is cut off.
    #[error("the file ends inside {0}")]
    End(&'static str),
    /// A node is of no point.
    #[error(
        "{0:02x} is no point of the 15x15 board: its first half is the row, 0 to e, and its second the \
         column, 1 to f"
    )]
    Point(u8),
    /// The tree is over.
    #[error("this node has no place: every line of the tree has ended before it")]
    Closed,
    /// The tree is larger than any that is read.
    #[error("the tree is too large: at most {} nodes are read", super::MAX_NODES)]
    TooMany,
    /// The file is larger than any that is read.
    #[error("the file is too large: at most {} bytes are read", super::LIMIT)]
    TooLong,
}
