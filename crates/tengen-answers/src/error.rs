//! Errors of the API: a stable code, a message, and the place.

use serde::Serialize;
use tengen_engine::Unsuited;
use tengen_notation::Fault;
use tengen_solver::SolveError;

use crate::{error_reason::ErrorReason, wire::WirePoint};

/// What went wrong. The words never change; new ones may come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Code))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The body is no JSON.
    BadJson,
    /// The body is JSON, but not what this question needs.
    BadValue,
    /// The query of the address is not what this question needs.
    BadQuery,
    /// The body is not of the media type that this question needs.
    MediaType,
    /// The body is too large.
    TooLarge,
    /// The body did not come in time.
    TooSlow,
    /// There is nothing at this address.
    NotFound,
    /// The address does not know this method.
    MethodNotAllowed,
    /// The board is too large or has no points.
    BadSize,
    /// There are too many stones.
    TooManyStones,
    /// No game can start from the stones that were set up.
    BadSetup,
    /// A move is illegal.
    IllegalMove,
    /// The question is not one about this game or board.
    Unsuited,
    /// The record cannot be read or written.
    BadRecord,
    /// The request comes from a page of another site.
    WrongOrigin,
    /// The server is not called by this name.
    WrongHost,
    /// The seat at a board is another player's: the secret of the seat is missing or wrong.
    WrongSeat,
    /// Both seats of a game are taken.
    SeatTaken,
    /// The action is none that is possible in the game as it is now.
    NotNow,
    /// Too many requests came from this client.
    RateLimited,
    /// Too much is going on; ask again later.
    Busy,
    /// There is no room for more games.
    NoRoom,
    /// It took too long.
    Timeout,
    /// Something is not as it was thought to be: the server's fault.
    Internal,
}

/// Where something is wrong.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Place))]
pub struct ErrorPlace {
    /// The field of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The number of the move, from 1.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<WirePoint>,
    /// The line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column of the text in bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The part of the line around the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
}

impl ErrorPlace {
    /// A field of the question.
    pub fn at_field(field: &str) -> ErrorPlace {
        ErrorPlace { field: Some(field.to_owned()), ..ErrorPlace::default() }
    }

    /// A point of the board.
    pub fn at_point(point: WirePoint) -> ErrorPlace {
        ErrorPlace { point: Some(point), ..ErrorPlace::default() }
    }

    /// A move, by its number from 1.
    pub fn at_move(number: usize, point: WirePoint) -> ErrorPlace {
        ErrorPlace { number: Some(number), point: Some(point), ..ErrorPlace::default() }
    }

    /// A place in a text.
    pub fn at_text(line: u64, column: usize) -> ErrorPlace {
        ErrorPlace { line: Some(line), column: Some(column), ..ErrorPlace::default() }
    }
}

/// An answer that says what is wrong, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{message}")]
pub struct ApiError {
    /// A word for programs that never changes.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
    /// What exactly is wrong, if there is a word for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Box<ErrorReason>>,
    /// Where it is, if there is such a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Box<ErrorPlace>>,
}

impl ApiError {
    /// An error without a place.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), reason: None, place: None }
    }

    /// An error with a place.
    pub fn at(code: ErrorCode, message: impl Into<String>, place: ErrorPlace) -> ApiError {
        ApiError { place: Some(Box::new(place)), ..ApiError::new(code, message) }
    }

    /// An error in a field of the question.
    pub fn in_field(code: ErrorCode, field: &str, message: impl Into<String>) -> ApiError {
        ApiError::at(code, message, ErrorPlace::at_field(field))
    }

    /// The error with a reason.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<ErrorReason>) -> ApiError {
        ApiError { reason: Some(Box::new(reason.into())), ..self }
    }

    /// A body is larger than it may be.
    pub fn too_large(most: usize) -> ApiError {
        let message = format!("the body is too large: it may have up to {most} bytes");
        ApiError::new(ErrorCode::TooLarge, message)
    }

    /// There is nothing at this address.
    pub fn not_found(what: &str) -> ApiError {
        ApiError::new(ErrorCode::NotFound, format!("there is no such {what}"))
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> ApiError {
        let code = match error.classify() {
            serde_json::error::Category::Data => ErrorCode::BadValue,
            _ => ErrorCode::BadJson,
        };
        let place = ErrorPlace::at_text(error.line() as u64, error.column());
        ApiError::at(code, error.to_string(), place)
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> ApiError {
        ApiError::new(ErrorCode::Unsuited, error.to_string()).with_reason(&error)
    }
}

impl From<Unsuited> for ApiError {
    fn from(error: Unsuited) -> ApiError {
        ApiError::new(ErrorCode::Unsuited, error.to_string()).with_reason(&error)
    }
}

impl From<Box<Fault>> for ApiError {
    fn from(fault: Box<Fault>) -> ApiError {
        let place = ErrorPlace::at_text(fault.line, fault.column);
        let place = ErrorPlace { excerpt: Some(fault.excerpt.clone()), ..place };
        ApiError::at(ErrorCode::BadRecord, fault.to_string(), place).with_reason(&fault.problem)
    }
}
