//! Whether a position could have come about.

use serde::{Deserialize, Serialize};
use tengen_core as core;
use tengen_referee::{Reach, reach_until};

use crate::view::WireChain;
use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode, ErrorPlace},
    wire::{
        self, NamedPoint, WireColor, WireLine, WirePoint, WirePosition, WireRule, WireSetup,
        WireSize, WireStone,
    },
};

/// Stones that somebody wonders about.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckQuestion {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    pub area: Option<WireSize>,
    /// The stones, in any order.
    pub stones: Vec<WireStone>,
}

/// Whether a position could have come about.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckAnswer {
    /// Whether it could.
    pub answer: Possible,
    /// If it could: moves that lead to it from the empty board.
    pub moves: Vec<NamedPoint>,
    /// If it could not: why.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reason: Option<Impossible>,
    /// If it was not found out: how many steps were tried.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub tried: Option<u64>,
}

/// Whether something could have come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Possible {
    /// It could.
    Yes,
    /// It could not.
    No,
    /// Not found out within the limit.
    Unknown,
}

/// Why a position could not have come about.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Impossible {
    /// A word for programs that never changes: `counts`, `won-before`, `two-wins`, `overline`,
    /// `no-order`, `no-legal-order` or `choked`.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The lines that show it.
    pub lines: Vec<WireLine>,
    /// The chain that shows it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub chain: Option<WireChain>,
}

/// How many steps a search for an order of moves may try.
pub(crate) const LIMIT: u64 = 200_000;

/// Answers `/api/check`: whether the stones could have come about.
///
/// # Errors
///
/// If there is no such board.
pub fn check(question: &CheckQuestion, cancel: &Cancel<'_>) -> Result<CheckAnswer, ApiError> {
    question.answer(LIMIT, cancel)
}

impl CheckQuestion {
    /// Whether the stones could have come about, by up to `limit` steps of search.
    pub(crate) fn answer(&self, limit: u64, cancel: &Cancel<'_>) -> Result<CheckAnswer, ApiError> {
        let stop = || cancel.is_cancelled();
        Ok(CheckAnswer::find(&self.board()?, self.rule.into(), limit, &stop))
    }

    fn board(&self) -> Result<core::Board, ApiError> {
        let CheckQuestion { rule, area, stones } = self;
        let none = WireSetup { stones: Vec::new(), turn: WireColor::Black };
        // The limits of boards and stones, and a game that has no such board.
        let empty = WirePosition { rule: *rule, area: *area, setup: Some(none), moves: Vec::new() };
        empty.start()?;
        if stones.len() > wire::MOST_STONES {
            let message =
                format!("{} stones: there may be up to {}", stones.len(), wire::MOST_STONES);
            return Err(ApiError::in_field(ErrorCode::TooManyStones, "stones", message));
        }
        let mut board = core::Board::new(WireSize::area(*area));
        for &WireStone { x, y, color, .. } in stones {
            let point = core::Point::new(x, y);
            let wrong = match board.cell(point) {
                core::Cell::Empty => {
                    board.put(point, color.into());
                    continue;
                }
                core::Cell::Edge => core::SetupError::Outside(point),
                core::Cell::Black | core::Cell::White => core::SetupError::Twice(point),
            };
            let place = ErrorPlace::at_point(WirePoint { x, y });
            let error = ApiError::at(ErrorCode::BadSetup, wrong.to_string(), place);
            return Err(error.with_reason(&wrong));
        }
        Ok(board)
    }
}

impl CheckAnswer {
    /// Whether the stones of `board` could have come about, by up to `limit` steps of search; unknown
    /// if `stop` cancels it.
    pub fn find(
        board: &core::Board,
        rule: core::Rule,
        limit: u64,
        stop: &dyn Fn() -> bool,
    ) -> CheckAnswer {
        let none =
            CheckAnswer { answer: Possible::Unknown, moves: Vec::new(), reason: None, tried: None };
        match reach_until(board, rule, limit, stop) {
            Reach::Yes(moves) => {
                let moves = NamedPoint::list(board.area(), &moves);
                CheckAnswer { answer: Possible::Yes, moves, ..none }
            }
            Reach::No(reason) => {
                let chain = reason.chain().map(|chain| WireChain {
                    id: 0,
                    color: chain.color.into(),
                    stones: WirePoint::list(chain.stones.iter().copied()),
                    liberties: Vec::new(),
                });
                let lines = reason.lines().iter().map(|&line| WireLine::row(line, rule)).collect();
                let (code, message) = (reason.code(), reason.to_string());
                let reason = Some(Impossible { code, message, lines, chain });
                CheckAnswer { answer: Possible::No, reason, ..none }
            }
            Reach::Unknown { tried, .. } => CheckAnswer { tried: Some(tried), ..none },
        }
    }
}
