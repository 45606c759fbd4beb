//! Talking to other programs: the engine protocols.

pub(crate) mod botzone;
mod clock;
mod feed;
mod game;
pub(crate) mod gtp;
mod news;
