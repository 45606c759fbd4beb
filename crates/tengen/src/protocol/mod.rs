//! Talking to other programs: the engine protocols.

pub(crate) mod botzone;
pub(crate) mod brain;
mod clock;
mod feed;
mod game;
pub(crate) mod gtp;
mod news;
