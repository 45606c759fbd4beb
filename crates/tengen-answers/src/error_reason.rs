//! Reasons of errors: what exactly is wrong, as a word and its parameters, for programs that translate it.

use std::collections::BTreeMap;

use serde::Serialize;
use tengen_core::{Illegal, SetupError, renju::Foul};
use tengen_engine::Unsuited;
use tengen_notation::{
    PositionProblem, Problem, RecordProblem, ccgc::CcgcProblem, columns::ColumnProblem,
    links::LinkProblem, psq::PsqProblem, renlib::RenLibProblem, rif::RifProblem, sgf::SgfProblem,
};
use tengen_solver::SolveError;

/// What exactly is wrong, beside the code. The words never change; new ones may come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// No format is recognized.
    UnknownFormat,
    /// The text is empty.
    EmptyText,
    /// The text is in an encoding that is not read.
    Encoding,
    /// A line, record or file is longer than any game.
    TooLong,
    /// A tree has too many nodes, variations or marks.
    TooComplex,
    /// The format needs a board with edges.
    NeedsEdges,
    /// There is no game in the text.
    NoGame,
    /// The file is damaged or of another version.
    BadFile,
    /// `found` stands for no point of a drawn board.
    NotAStone,
    /// A name is of no point of the board.
    NotAPoint,
    /// `found` is no move.
    NotAMove,
    /// `found` is no size of a board.
    NotASize,
    /// `found` is no rule.
    NotARule,
    /// `found` is no whole number.
    NotANumber,
    /// `found` is no color.
    NotAColor,
    /// `found` is no list of moves.
    NotAList,
    /// `found` is no order of rows.
    NotARowOrder,
    /// A row has `found` points instead of `expected`.
    RowLength,
    /// A board has `found` rows instead of `expected`.
    BoardHeight,
    /// A board has more than its `expected` rows.
    RowTooMany,
    /// The board is too large.
    BoardTooLarge,
    /// `found` is no number of records or moves.
    NotACount,
    /// `promised` records or moves were to come, and `found` came.
    MissingRecords,
    /// Something follows the end.
    TrailingText,
    /// `found` moves do not fit on `points` points.
    TooManyMoves,
    /// `found` is out of place.
    Unexpected,
    /// The text breaks off.
    UnexpectedEnd,
    /// A bracket, a quotation or an element is not closed.
    Unclosed,
    /// The point has a stone.
    Occupied,
    /// The point is outside the board.
    Outside,
    /// The game is over.
    GameOver,
    /// Black would make a double three.
    DoubleThree,
    /// Black would make a double four.
    DoubleFour,
    /// Black would make an overline.
    Overline,
    /// A chain would have no liberty.
    Choked,
    /// `black` and `white` stones do not fit with Black to move.
    Uneven,
    /// There are too many stones.
    TooManyStones,
    /// The side to move has won.
    WonAlready,
    /// Both sides have won.
    BothWon,
    /// The board has no points.
    NoPoints,
    /// NoGo needs a board with edges.
    NogoNeedsEdges,
    /// The text is not JSON.
    NotJson,
    /// `key` is missing.
    MissingKey,
    /// `key` is there twice.
    RepeatedKey,
    /// The value of `key` is wrong.
    WrongValue,
    /// The FEN is wrong.
    BadFen,
    /// The puzzle cannot be solved.
    Unsolvable,
    /// No column has the moves.
    NoMovesColumn,
    /// A row has another number of fields than `expected`.
    RowFields,
    /// The link has no position.
    NoPosition,
    /// `found` is no list of stones.
    NotStones,
    /// The file cannot be unpacked, or too much comes out of it.
    Packed,
    /// No game can begin with these stones.
    ImpossibleSetup,
    /// The question is about five-in-a-row.
    ForFives,
    /// The question is about NoGo.
    ForNogo,
    /// The question is about a board without edges.
    ForInfinite,
    /// The stones are too far apart.
    TooSpread,
    /// The board is too large to be solved.
    TooLargeToSolve,
    /// The engine does not support the board.
    EngineBoard,
    /// The record has a pass, a move out of turn or stones that are set.
    OutOfTurn,
    /// The numbers of stones do not fit.
    StoneCounts,
    /// Somebody had won before the last move.
    WonBefore,
    /// There is an overline that cannot come about.
    ImpossibleOverline,
    /// No order of moves leads to the position.
    NoOrder,
    /// Every order of moves has a forbidden one.
    NoLegalOrder,
}

impl ReasonCode {
    /// Why a position cannot come about, by the word of the referee.
    pub(crate) fn of_impossible(word: &str) -> Option<ReasonCode> {
        Some(match word {
            "counts" => ReasonCode::StoneCounts,
            "won-before" => ReasonCode::WonBefore,
            "two-wins" => ReasonCode::BothWon,
            "overline" => ReasonCode::ImpossibleOverline,
            "no-order" => ReasonCode::NoOrder,
            "no-legal-order" => ReasonCode::NoLegalOrder,
            "choked" => ReasonCode::Choked,
            _ => return None,
        })
    }
}

/// What exactly is wrong, with its parameters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErrorReason {
    /// A word for programs that never changes.
    pub code: ReasonCode,
    /// What the message names, such as `found` and `expected`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::HashMap<String, String>, required = false))]
    pub params: BTreeMap<&'static str, String>,
}

impl ErrorReason {
    fn with<const N: usize>(
        code: ReasonCode,
        params: [(&'static str, &dyn ToString); N],
    ) -> ErrorReason {
        let params = params.into_iter().map(|(name, value)| (name, value.to_string()));
        ErrorReason { code, params: params.collect() }
    }

    fn found(code: ReasonCode, found: &dyn ToString) -> ErrorReason {
        ErrorReason::with(code, [("found", found)])
    }
}

impl From<ReasonCode> for ErrorReason {
    fn from(code: ReasonCode) -> ErrorReason {
        ErrorReason { code, params: BTreeMap::new() }
    }
}

impl From<Illegal> for ErrorReason {
    fn from(illegal: Illegal) -> ErrorReason {
        let code = match illegal {
            Illegal::GameOver => ReasonCode::GameOver,
            Illegal::Outside => ReasonCode::Outside,
            Illegal::Occupied => ReasonCode::Occupied,
            Illegal::Foul(Foul::DoubleThree) => ReasonCode::DoubleThree,
            Illegal::Foul(Foul::DoubleFour) => ReasonCode::DoubleFour,
            Illegal::Foul(Foul::Overline) => ReasonCode::Overline,
            Illegal::Chokes(_) => ReasonCode::Choked,
        };
        code.into()
    }
}

impl From<&SetupError> for ErrorReason {
    fn from(error: &SetupError) -> ErrorReason {
        let code = match error {
            SetupError::NoPoints => ReasonCode::NoPoints,
            SetupError::Outside(_) => ReasonCode::Outside,
            SetupError::Twice(_) => ReasonCode::Occupied,
            SetupError::WonByMover(_) => ReasonCode::WonAlready,
            SetupError::BothWon => ReasonCode::BothWon,
            SetupError::Choked(_) => ReasonCode::Choked,
            SetupError::Endless => ReasonCode::NogoNeedsEdges,
            _ => ReasonCode::ImpossibleSetup,
        };
        code.into()
    }
}

impl From<&SolveError> for ErrorReason {
    fn from(error: &SolveError) -> ErrorReason {
        let code = match error {
            SolveError::NotNoGo => ReasonCode::ForNogo,
            SolveError::HasEdges => ReasonCode::ForInfinite,
            SolveError::Over => ReasonCode::GameOver,
            SolveError::TooWide(_) => ReasonCode::TooSpread,
            SolveError::TooLarge(_) => ReasonCode::TooLargeToSolve,
            _ => ReasonCode::ForFives,
        };
        code.into()
    }
}

impl From<&Unsuited> for ErrorReason {
    fn from(error: &Unsuited) -> ErrorReason {
        let code = match error {
            Unsuited::NotFives(_) => ReasonCode::ForFives,
            Unsuited::NotNoGo(_) => ReasonCode::ForNogo,
            Unsuited::Reach => ReasonCode::TooSpread,
            _ => ReasonCode::EngineBoard,
        };
        code.into()
    }
}

impl From<&Problem> for ErrorReason {
    fn from(problem: &Problem) -> ErrorReason {
        use ReasonCode as Code;
        match problem {
            Problem::Point(found, _) | Problem::Stone(found) => {
                ErrorReason::found(Code::NotAStone, found)
            }
            Problem::RowLength { found, expected, .. } => {
                ErrorReason::with(Code::RowLength, [("found", found), ("expected", expected)])
            }
            Problem::BoardHeight { found, expected, .. } => {
                ErrorReason::with(Code::BoardHeight, [("found", found), ("expected", expected)])
            }
            Problem::RowTooMany(_, expected) => {
                ErrorReason::with(Code::RowTooMany, [("expected", expected)])
            }
            Problem::TooLarge | Problem::FieldTooLarge => Code::BoardTooLarge.into(),
            Problem::Count(found) | Problem::MoveCount(found) => {
                ErrorReason::found(Code::NotACount, found)
            }
            Problem::Missing { promised, found } => {
                ErrorReason::with(Code::MissingRecords, [("found", found), ("promised", promised)])
            }
            Problem::MissingMoves { promised, found } => {
                ErrorReason::with(Code::MissingRecords, [("found", found), ("promised", promised)])
            }
            Problem::Trailing { .. } | Problem::AfterBoard | Problem::AfterPieces => {
                Code::TrailingText.into()
            }
            Problem::Empty(_) => Code::EmptyText.into(),
            Problem::TooManyMoves { found, points, .. } => {
                ErrorReason::with(Code::TooManyMoves, [("found", found), ("points", points)])
            }
            Problem::Move(found) | Problem::OpeningHalf(found) => {
                ErrorReason::found(Code::NotAMove, found)
            }
            Problem::MoveOutside { .. }
            | Problem::OpeningOutside { .. }
            | Problem::PieceOutside(_) => Code::Outside.into(),
            Problem::Illegal { illegal, .. } => (*illegal).into(),
            Problem::FieldSize(found) => ErrorReason::found(Code::NotASize, found),
            Problem::Choked(_) => Code::Choked.into(),
            Problem::Uneven { black, white } => {
                ErrorReason::with(Code::Uneven, [("black", black), ("white", white)])
            }
            Problem::Unexpected { found, .. } | Problem::NoPuzzle { found } => {
                ErrorReason::found(Code::Unexpected, found)
            }
            Problem::PiecesEnd { .. } => Code::UnexpectedEnd.into(),
            Problem::PieceNumbers(found) => ErrorReason::found(Code::NotAList, found),
            Problem::PieceNumber(found) | Problem::OpeningOffset(found) => {
                ErrorReason::found(Code::NotANumber, found)
            }
            Problem::PieceColor(found) => ErrorReason::found(Code::NotAColor, found),
            Problem::PieceTwice { .. } | Problem::PuzzleTwice { .. } => Code::Occupied.into(),
            Problem::TooManyPieces => Code::TooManyStones.into(),
            Problem::Json(_) => Code::NotJson.into(),
            Problem::PuzzleWithout { key } => ErrorReason::with(Code::MissingKey, [("key", key)]),
            Problem::PuzzleKeyTwice(key) | Problem::PuzzleBeside { key } => {
                ErrorReason::with(Code::RepeatedKey, [("key", key)])
            }
            Problem::PuzzleValue { key, .. } => ErrorReason::with(Code::WrongValue, [("key", key)]),
            Problem::PuzzleFen(_) => Code::BadFen.into(),
            Problem::Unsolvable(_) => Code::Unsolvable.into(),
            Problem::PuzzlePoint(_) | Problem::OpeningPoint(_) => Code::NotAPoint.into(),
            Problem::PuzzleTooLong | Problem::LineTooLong | Problem::RecordTooLong => {
                Code::TooLong.into()
            }
            Problem::Over(_) => Code::GameOver.into(),
            Problem::Link(problem) => problem.into(),
            Problem::Record(problem) => problem.into(),
            Problem::Encoding(_) => Code::Encoding.into(),
        }
    }
}

impl From<&LinkProblem> for ErrorReason {
    fn from(problem: &LinkProblem) -> ErrorReason {
        match problem {
            LinkProblem::Without => ReasonCode::NoPosition.into(),
            LinkProblem::TooLong => ReasonCode::TooLong.into(),
            LinkProblem::Rule(found) => ErrorReason::found(ReasonCode::NotARule, found),
            LinkProblem::Size(found) => ErrorReason::found(ReasonCode::NotASize, found),
            LinkProblem::Setup(found) => ErrorReason::found(ReasonCode::NotStones, found),
            LinkProblem::Point(_) => ReasonCode::NotAPoint.into(),
            _ => ReasonCode::TrailingText.into(),
        }
    }
}

impl From<&RecordProblem> for ErrorReason {
    fn from(problem: &RecordProblem) -> ErrorReason {
        use ReasonCode as Code;
        match problem {
            RecordProblem::UnknownFormat => Code::UnknownFormat.into(),
            RecordProblem::NoEdges => Code::NeedsEdges.into(),
            RecordProblem::LineTooLong(_) | RecordProblem::RecordTooLong(_) => Code::TooLong.into(),
            RecordProblem::Position(
                PositionProblem::Move(found)
                | PositionProblem::Column(found)
                | PositionProblem::Row(found),
            ) => ErrorReason::found(Code::NotAMove, found),
            RecordProblem::RenLib { problem, .. } => match problem {
                RenLibProblem::Head(_) => Code::NoGame.into(),
                RenLibProblem::TooMany => Code::TooComplex.into(),
                RenLibProblem::TooLong => Code::TooLong.into(),
                RenLibProblem::End(_) => Code::UnexpectedEnd.into(),
                RenLibProblem::Version { .. } | RenLibProblem::Point(_) | RenLibProblem::Closed => {
                    Code::BadFile.into()
                }
            },
            RecordProblem::Columns(problem) => problem.into(),
            RecordProblem::Psq(problem) => match problem {
                PsqProblem::Header(_) => Code::NoGame.into(),
                PsqProblem::Size(found) => ErrorReason::found(Code::NotASize, found),
                PsqProblem::Move(found) => ErrorReason::found(Code::NotAMove, found),
                PsqProblem::Code(found) | PsqProblem::State(found) => {
                    ErrorReason::found(Code::Unexpected, found)
                }
                PsqProblem::After(_) => Code::TrailingText.into(),
            },
            RecordProblem::Sgf(SgfProblem::NoTree) | RecordProblem::Botzone(_) => {
                Code::NoGame.into()
            }
            RecordProblem::Sgf(_) => Code::TooComplex.into(),
            RecordProblem::Rif(problem) => match problem {
                RifProblem::DocumentType | RifProblem::Xml(_) | RifProblem::Entity(_) => {
                    Code::BadFile.into()
                }
                RifProblem::Unclosed => Code::Unclosed.into(),
                RifProblem::Move(found) => ErrorReason::found(Code::NotAMove, found),
                RifProblem::TooLong => Code::TooLong.into(),
            },
            RecordProblem::Ccgc(problem) => match problem {
                CcgcProblem::Missing => Code::NoGame.into(),
                CcgcProblem::Move(_) => Code::NotAPoint.into(),
                CcgcProblem::Unclosed => Code::Unclosed.into(),
            },
        }
    }
}

impl From<&ColumnProblem> for ErrorReason {
    fn from(problem: &ColumnProblem) -> ErrorReason {
        use ReasonCode as Code;
        match problem {
            ColumnProblem::NoMoves | ColumnProblem::Without => Code::NoMovesColumn.into(),
            ColumnProblem::Names | ColumnProblem::CellTooLong(_) => Code::TooLong.into(),
            ColumnProblem::Short { expected, .. } | ColumnProblem::Long(expected) => {
                ErrorReason::with(Code::RowFields, [("expected", expected)])
            }
            ColumnProblem::Unclosed => Code::Unclosed.into(),
            ColumnProblem::AfterQuote(found) => ErrorReason::found(Code::Unexpected, found),
            ColumnProblem::Rule(found) => ErrorReason::found(Code::NotARule, found),
            ColumnProblem::Size(found) => ErrorReason::found(Code::NotASize, found),
            ColumnProblem::Rows(found) => ErrorReason::found(Code::NotARowOrder, found),
            ColumnProblem::Move(found) => ErrorReason::found(Code::NotAMove, found),
            ColumnProblem::List(found) => ErrorReason::found(Code::NotAList, found),
            ColumnProblem::NoEdges => Code::NeedsEdges.into(),
            ColumnProblem::Json(_) => Code::NotJson.into(),
            ColumnProblem::NullMove(_) => ErrorReason::found(Code::NotAMove, &"null"),
            ColumnProblem::Pair(count) => ErrorReason::found(Code::NotAList, count),
            ColumnProblem::Coordinate(number) => ErrorReason::found(Code::NotANumber, number),
            ColumnProblem::Cell { problem, .. } => problem.as_ref().into(),
        }
    }
}
