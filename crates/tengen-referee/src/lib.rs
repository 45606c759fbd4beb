//! What happened: who won a game, at which move and by which stones ([`Replayer`]), and whether a
//! position could have come about ([`reach()`]); for one record, or for a stream of millions
//! ([`stream`]). And what a match shows: who meets whom, how games end, who is stronger ([`mod@matches`]).

pub mod archive;
mod hands;
pub mod matches;
pub mod reach;
mod replay;
pub mod stream;
mod table;

pub use hands::in_order;
pub use reach::{Answer, Reach, Reason, reach, reach_until};
pub use replay::{Ending, How, Misplay, Replayer, plain_ending};
