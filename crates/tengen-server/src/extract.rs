//! Extractors: the parts of a request as values, with errors that say where.

use std::sync::Arc;

pub use axum::Json;
use axum::{
    body::HttpBody as _,
    extract::{FromRequest, FromRequestParts, Path, Request},
    http::{HeaderMap, header, request::Parts},
};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tengen_answers::reading::parse_query;
use utoipa::ToSchema;

use crate::{
    App,
    admission::BodyLimit,
    config::MOST_QUESTION,
    errors::{ApiError, ErrorCode, HttpError},
    schema,
};

/// A JSON body, checked against the schema of its type before it is deserialized.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned + ToSchema + Send + 'static> FromRequest<Arc<App>> for JsonBody<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<JsonBody<T>, HttpError> {
        if !is_json(request.headers()) {
            let message = "the body must be JSON: send content-type: application/json";
            return Err(ApiError::new(ErrorCode::MediaType, message).into());
        }
        let RawBody(bytes) = RawBody::from_request(request, app).await?;
        if bytes.len() <= MOST_QUESTION {
            return Ok(JsonBody(parse(&bytes)?));
        }
        // It takes long enough to hold up others.
        Ok(JsonBody(app.pools.run_heavy(move || parse(&bytes)).await??))
    }
}

fn parse<T: DeserializeOwned + ToSchema>(bytes: &[u8]) -> Result<T, ApiError> {
    Ok(schema::check::<T>(bytes).and_then(|()| serde_json::from_slice(bytes))?)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// A body as bytes, up to the limit of its route and within a time limit.
#[derive(Clone, Debug)]
pub struct RawBody(pub Vec<u8>);

impl FromRequest<Arc<App>> for RawBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<RawBody, HttpError> {
        let timeout = app.config.body_timeout;
        let read = tokio::time::timeout(timeout, read(request)).await;
        let read = read.unwrap_or_else(|_| {
            let message = format!("the body did not come within {timeout:?}");
            Err(ApiError::new(ErrorCode::TooSlow, message))
        });
        Ok(read?)
    }
}

async fn read(request: Request) -> Result<RawBody, ApiError> {
    let limit = request.extensions().get().map_or(0, |&BodyLimit(limit)| limit);
    let declared = request.body().size_hint().lower();
    let mut bytes = Vec::with_capacity(usize::try_from(declared).map_or(limit, |n| n.min(limit)));
    let mut pieces = request.into_body().into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| {
            ApiError::new(ErrorCode::BadJson, format!("the body cannot be read: {error}"))
        })?;
        if piece.len() > limit - bytes.len() {
            return Err(ApiError::too_large(limit));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(RawBody(bytes))
}

/// The path parameters.
#[derive(Clone, Copy, Debug)]
pub struct PathParam<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParam<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathParam<T>, HttpError> {
        let path = Path::from_request_parts(parts, state).await;
        let Path(path) = path.map_err(|_| ApiError::not_found("address"))?;
        Ok(PathParam(path))
    }
}

/// The query parameters.
#[derive(Clone, Copy, Debug)]
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryParams<T>, HttpError> {
        Ok(QueryParams(parse_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// The result of a handler: a value that is sent as JSON, or an error.
pub type ApiResult<T> = Result<Json<T>, HttpError>;
