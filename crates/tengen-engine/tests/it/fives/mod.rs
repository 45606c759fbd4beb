//! Five-in-a-row: the plain opponent, and what the player is held to.

#[allow(dead_code, reason = "the example that runs the bars in full uses the rest")]
mod arena;
mod games;
mod judge;
mod levels;
mod manners;
mod plain;
mod tactics;
mod twin;
