//! Five-in-a-row: the plain opponent, and what the player is held to.

mod plain;
mod twin;
