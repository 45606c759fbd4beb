//! Errors as HTTP responses.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

pub use tengen_answers::{ApiError, ErrorCode, ErrorPlace};

/// The status of a code.
const fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadJson | ErrorCode::BadQuery => StatusCode::BAD_REQUEST,
        ErrorCode::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::TooSlow => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::BadValue
        | ErrorCode::BadSize
        | ErrorCode::TooManyStones
        | ErrorCode::BadSetup
        | ErrorCode::IllegalMove
        | ErrorCode::Unsuited
        | ErrorCode::BadRecord => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::WrongOrigin | ErrorCode::WrongSeat => StatusCode::FORBIDDEN,
        ErrorCode::SeatTaken | ErrorCode::NotNow => StatusCode::CONFLICT,
        ErrorCode::WrongHost => StatusCode::MISDIRECTED_REQUEST,
        ErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
        ErrorCode::Busy | ErrorCode::Timeout => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// An [`ApiError`] as the response of a handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HttpError(pub ApiError);

impl<E> From<E> for HttpError
where
    ApiError: From<E>,
{
    fn from(error: E) -> HttpError {
        HttpError(error.into())
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let HttpError(error) = self;
        let code = error.code;
        let mut response = (status(code), Json(error)).into_response();
        if matches!(code, ErrorCode::RateLimited | ErrorCode::Busy) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// A bug or a fault of the machine. What it was goes into the log and not to the client.
pub fn internal(error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!(%error, "the server is at fault");
    ApiError::new(ErrorCode::Internal, "something went wrong in the server; its log says what")
}
