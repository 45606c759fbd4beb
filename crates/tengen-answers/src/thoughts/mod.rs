//! The engine: what it thinks of a position, as it thinks.

mod search;

use serde::{Deserialize, Serialize};
use tengen_core::Rule;
use tengen_engine::Value;

use crate::wire::{NamedPoint, WireColor, WirePosition};
pub use search::ThoughtSearch;

/// What is asked of the engine.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ThoughtQuestion {
    /// The position.
    pub position: WirePosition,
    /// How strong to be, from 1 for a beginner to 10 for full strength. Default: 10.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10))]
    pub level: Option<u8>,
    /// How many of the best moves to return, each with its line. Default: 1.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 20))]
    pub lines: Option<u8>,
    /// How long to think, in milliseconds. Default: 2,000. A
    /// public server takes no longer than 10,000; elsewhere a search of more than a minute ends when nobody has followed
    /// its events for that long.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 3_600_000))]
    pub time_ms: Option<u32>,
    /// How many positions to search. Default: no limit.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// How many threads to search on. Default: 1. A public server and a browser have no more.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 64))]
    pub threads: Option<u8>,
    /// Where chance starts from, for the levels that leave something to it.
    #[serde(default)]
    pub seed: u64,
}

/// What the engine thinks so far: the event `thought`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Thought))]
pub struct ThoughtAnswer {
    /// The side that is to move, and whose chances are given.
    pub turn: WireColor,
    /// How many plies were looked ahead; null at NoGo.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub depth: Option<u32>,
    /// Positions looked at; playouts at NoGo.
    pub nodes: u64,
    /// Time spent.
    pub elapsed_ms: u64,
    /// The chances of the side to move, from 0 to 1; null if there is no move.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub chances: Option<f32>,
    /// The best moves, the best first.
    pub lines: Vec<WireCandidate>,
    /// How much each move was looked at, of one; at five-in-a-row only those of `lines`.
    pub heat: Vec<Heat>,
}

/// What the engine thinks of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Candidate))]
pub struct WireCandidate {
    /// The move.
    pub point: NamedPoint,
    /// What it is worth to the side that moves.
    pub value: Worth,
    /// The chances of the side that moves, from 0 to 1.
    pub chances: f32,
    /// How play might go on, this move first.
    pub line: Vec<NamedPoint>,
}

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Worth {
    /// A proven win.
    Wins {
        /// The most plies until the win; null if that is not known.
        #[cfg_attr(feature = "openapi", schema(required))]
        plies: Option<u32>,
    },
    /// A proven loss.
    Loses {
        /// The most plies until the loss; null if that is not known.
        #[cfg_attr(feature = "openapi", schema(required))]
        plies: Option<u32>,
    },
    /// As it seems.
    Seems,
}

impl Worth {
    /// What a value of the engine is worth. At NoGo the end of the game is proven, not its length.
    pub fn new(rule: Rule, value: Value) -> Worth {
        let plies = |plies: u32| (rule != Rule::NoGo).then_some(plies);
        match value {
            Value::Wins(most) => Worth::Wins { plies: plies(most) },
            Value::Loses(most) => Worth::Loses { plies: plies(most) },
            Value::Seems(_) => Worth::Seems,
        }
    }
}

/// How much a move was looked at.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Heat {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// Of one.
    pub share: f32,
    /// The chances of the side that moves, from 0 to 1.
    pub chances: f32,
}
