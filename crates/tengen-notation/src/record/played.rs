//! A game that was just played, to be written down.

use std::time::Duration;

use tengen_core::{Area, Color, Point, Rule};

use super::Manner;

/// All that is written of a game, in whatever format. Black made the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<'a> {
    /// The game.
    pub rule: Rule,
    /// The board, which has edges.
    pub area: Area,
    /// The number of the game.
    pub number: usize,
    /// Who had the black stones.
    pub black: &'a str,
    /// Who had the white stones.
    pub white: &'a str,
    /// The moves in their order.
    pub moves: &'a [Point],
    /// How long each move took, or nothing at all.
    pub times: &'a [Duration],
    /// How many of the moves were set beforehand.
    pub opening: usize,
    /// Who won; nobody if it is drawn.
    pub winner: Option<Color>,
    /// How it was won.
    pub manner: Manner,
    /// What ended it, in words.
    pub ending: &'a str,
}
