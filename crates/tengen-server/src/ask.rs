//! Questions and answers: JSON in and out, with errors that say where.

use std::sync::Arc;

use axum::{
    body::{Body, HttpBody as _},
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use futures_util::StreamExt as _;
use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use crate::{
    App,
    admission::BodyLimit,
    config::MOST_QUESTION,
    errors::{ApiError, Code, Place},
    schema,
};

/// The body of a question as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Ask<T>(pub T);

impl<T: DeserializeOwned + ToSchema + Send + 'static> FromRequest<Arc<App>> for Ask<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Ask<T>, ApiError> {
        if !is_json(request.headers()) {
            let message = "the body must be JSON: send content-type: application/json";
            return Err(ApiError::new(Code::MediaType, message));
        }
        let Raw(bytes) = Raw::from_request(request, app).await?;
        if bytes.len() <= MOST_QUESTION {
            return parse(&bytes).map(Ask);
        }
        // It takes long enough to hold up others.
        app.pools.run_heavy(move || parse(&bytes)).await?.map(Ask)
    }
}

fn parse<T: DeserializeOwned + ToSchema>(bytes: &[u8]) -> Result<T, ApiError> {
    let parsed = schema::check::<T>(bytes).and_then(|()| serde_json::from_slice(bytes));
    parsed.map_err(|error| {
        let code = match error.classify() {
            serde_json::error::Category::Data => Code::BadValue,
            _ => Code::BadJson,
        };
        let place = Place::of_text(error.line() as u64, error.column());
        ApiError::at(code, error.to_string(), place)
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// The body of a question as it is.
#[derive(Clone, Debug)]
pub struct Raw(pub Vec<u8>);

impl FromRequest<Arc<App>> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Raw, ApiError> {
        let patience = app.config.body_patience;
        tokio::time::timeout(patience, read(request)).await.unwrap_or_else(|_| {
            let message = format!("the body did not come within {patience:?}");
            Err(ApiError::new(Code::TooSlow, message))
        })
    }
}

async fn read(request: Request) -> Result<Raw, ApiError> {
    let limit = request.extensions().get().map_or(0, |&BodyLimit(limit)| limit);
    let declared = request.body().size_hint().lower();
    let mut bytes = Vec::with_capacity(usize::try_from(declared).map_or(limit, |n| n.min(limit)));
    let mut pieces = request.into_body().into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| {
            ApiError::new(Code::BadJson, format!("the body cannot be read: {error}"))
        })?;
        if piece.len() > limit - bytes.len() {
            return Err(ApiError::too_large(limit));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(Raw(bytes))
}

/// The parts of an address that stand for something.
#[derive(Clone, Copy, Debug)]
pub struct At<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, ApiError> {
        let path = Path::from_request_parts(parts, state).await;
        let Path(path) = path.map_err(|_| ApiError::not_found("address"))?;
        Ok(At(path))
    }
}

/// The query of an address.
#[derive(Clone, Copy, Debug)]
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, ApiError> {
        let Query(query) = Query::from_request_parts(parts, state)
            .await
            .map_err(|rejection| ApiError::new(Code::BadQuery, rejection.body_text()))?;
        Ok(Asked(query))
    }
}

/// An answer as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Answer<T>(pub T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.0).expect("it has only text and numbers");
        let mut response = Response::new(Body::from(body));
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response
    }
}

/// What a handler gives: an answer or an error.
pub type Answered<T> = Result<Answer<T>, ApiError>;
