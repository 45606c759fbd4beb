//! What goes over the wire: the types of questions and answers that several of them share.
//!
//! They are the one source: the document of the API is made from them, and the types of the page from
//! that. Points are `{x, y}` with `y` growing downward, as in the core.

mod board;
mod game;
mod lines;
mod position;

pub use board::{NamedPoint, WireColor, WirePoint, WireRule, WireSize, WireStone};
pub use game::{
    GameChange, GameInfo, GameSummary, GameTreeNode, MOST_COMMENT, MOST_TITLE, MoveAuthor, NewGame,
    NodeChange, StoredGame, StoredNode, TreeArrangement,
};
pub use lines::{WireAxis, WireLine, WireShape};
pub use position::{MOST_SIDE, MOST_STONES, WirePosition, WireSetup};
