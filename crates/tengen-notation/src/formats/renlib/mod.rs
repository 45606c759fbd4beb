//! The libraries of `RenLib`: all lines of play of a 15x15 board as one tree, in bytes.
//!
//! ```text
//! file    = [ header ] { node }                 the nodes in preorder; the oldest files have no header
//! header  = FF "RenLib" FF major minor FF*10
//! node    = position flags [ extension extension ] [ comment ] [ board text ]
//! position= 0 for the empty board or a pass, else 16 * row + column: rows from 0 at the top,
//!           columns from 1 at the left
//! flags   = 80 a sibling comes later   40 nothing is below   20 an old comment   10 mark
//!           08 comment   04 start   02 no move   01 extension bytes follow
//! ```
//!
//! A board text is what is drawn on the point of the node while the board stands as before it, so it
//! is a label of the node above. A node that is no move and has nothing but a board text is such a
//! label and no more. The encoding of texts is said nowhere; it is found by looking.
//!
//! Black begins and the sides take turns; a game is the main line of the library.

mod nodes;
mod renlib_problem;
mod renlib_reader;
mod renlib_writer;
#[cfg(test)]
mod tests;

pub use renlib_problem::RenLibProblem;

pub(crate) use nodes::is_renlib;
pub(super) use renlib_reader::open;
pub(super) use renlib_writer::write;

/// The side of the only board there is.
const SIDE: u16 = 15;

/// No tree has more nodes.
pub(crate) const MAX_NODES: usize = 2_000_000;

/// No library is longer.
pub(crate) const LIMIT: usize = 64 * 1024 * 1024;

/// Names of what a library says besides moves, comments and labels. Their case does not matter, for SGF
/// holds them in capitals.
mod key {
    /// Of the record: the version that its header states.
    pub(super) const VERSION: &str = "RenLib";
    /// Of the record: there is a node for the empty board, which some programs leave out.
    pub(super) const ROOT: &str = "Root";
    /// Of the record: the encoding of its texts. (The `CA` of SGF is that of the file itself.)
    pub(super) const CHARSET: &str = "Charset";
    /// Of a node: it is marked.
    pub(super) const MARK: &str = "Mark";
    /// Of a node: the library is to be opened here.
    pub(super) const START: &str = "Start";
    /// Of a node: it is no move, but stands for this point.
    pub(super) const NO_MOVE: &str = "NoMove";
    /// Of a node without a point: its board text.
    pub(super) const TEXT: &str = "BoardText";
    /// Of a node: unknown bits of its extension, in hexadecimal.
    pub(super) const EXTENSION: &str = "Extension";
    /// Of a node: how many lines of its comment are the part that `RenLib` shows in one line, where
    /// that is not the first line.
    pub(super) const ONE_LINE: &str = "OneLine";
    /// Of a node: its comment has line ends that are not those of Windows, and is as it stands.
    pub(super) const LINE_ENDS: &str = "LineEnds";

    /// Whether `name` is that of `key`.
    pub(super) fn is(name: &str, key: &str) -> bool {
        name.eq_ignore_ascii_case(key)
    }

    /// Whether a library holds what a record says under this name. What a root says may stand there, too:
    /// SGF does not distinguish the two.
    pub(super) fn of_record(name: &str) -> bool {
        [VERSION, ROOT, CHARSET].iter().any(|key| is(name, key)) || of_node(name)
    }

    /// Whether a library holds what a node says under this name.
    pub(super) fn of_node(name: &str) -> bool {
        let keys = [MARK, START, NO_MOVE, TEXT, EXTENSION, ONE_LINE, LINE_ENDS];
        keys.iter().any(|key| is(name, key))
    }
}
