//! What happened: who won a game, at which move and by which stones ([`Replayer`]), and whether a
//! position could have come about ([`reach()`]); for one record, or for a stream of millions
//! ([`stream`]).

pub mod archive;
mod hands;
pub mod reach;
mod replay;
pub mod stream;
mod table;

pub use hands::in_order;
pub use reach::{Answer, Reach, Reason, reach, reach_until};
pub use replay::{Ending, How, Misplay, Replayer, plain_ending};
