//! Studies that are shared, and the pictures of links.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use serde::Serialize;
use tengen_answers::{
    picture::{PictureFormat, PictureQuestion},
    studies::{Study, StudySummary},
};
use utoipa::ToSchema;

use crate::{
    app::SharedApp,
    errors::{ApiError, HttpError},
    extract::{ApiResult, Json, JsonBody, PathParam},
    ids,
    wire::WirePosition,
    work::BlockingWork,
};

/// How wide the picture of a link is, in pixels.
pub(crate) const PREVIEW_WIDTH: u32 = 640;

/// The name of a study that is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SharedStudy {
    /// Its name, made from its content: the same study has the same name.
    pub id: String,
}

/// Whether a study is one: plays every move of it, and says how much it holds.
#[utoipa::path(
    post,
    path = "/api/studies/check",
    operation_id = "check_study",
    tag = "studies",
    request_body = Study,
    responses((status = 200, body = StudySummary))
)]
pub(crate) async fn check(
    work: BlockingWork,
    JsonBody(study): JsonBody<Study>,
) -> ApiResult<StudySummary> {
    Ok(Json(work.run(move |_| study.check()).await?))
}

/// Keeps a study, so that a link can name it. It is never changed.
#[utoipa::path(
    post,
    path = "/api/studies",
    operation_id = "share_study",
    tag = "studies",
    request_body = Study,
    responses((status = 200, body = SharedStudy))
)]
pub(crate) async fn add(
    app: SharedApp,
    work: BlockingWork,
    JsonBody(study): JsonBody<Study>,
) -> ApiResult<SharedStudy> {
    let checked = work.run(move |_| study.check().map(|_| study)).await?;
    Ok(Json(SharedStudy { id: app.store.add_study(&checked).await? }))
}

/// A study that is kept.
#[utoipa::path(
    get,
    path = "/api/studies/{id}",
    operation_id = "show_study",
    tag = "studies",
    params(("id" = String, Path, description = "The name of the study.")),
    responses((status = 200, body = Study))
)]
pub(crate) async fn show(app: SharedApp, PathParam(id): PathParam<String>) -> ApiResult<Study> {
    Ok(Json(find(&app, id).await?))
}

/// A study by its name.
pub(crate) async fn find(app: &SharedApp, id: String) -> Result<Study, ApiError> {
    if !ids::is_id(&id) {
        return Err(ApiError::not_found("study"));
    }
    Ok(app.store.study(id).await?)
}

/// The picture of a link to a position: the link, and `.png`.
pub(crate) async fn position_picture(
    work: BlockingWork,
    PathParam(name): PathParam<String>,
) -> Result<Response, HttpError> {
    let link = name.strip_suffix(".png").ok_or_else(|| ApiError::not_found("picture"))?;
    draw(work, WirePosition::from_link(link)?).await
}

/// The picture of a study: its name, and `.png`.
pub(crate) async fn study_picture(
    app: SharedApp,
    work: BlockingWork,
    PathParam(name): PathParam<String>,
) -> Result<Response, HttpError> {
    let id = name.strip_suffix(".png").ok_or_else(|| ApiError::not_found("picture"))?;
    let study = find(&app, id.to_owned()).await?;
    draw(work, study.position()).await
}

async fn draw(work: BlockingWork, position: WirePosition) -> Result<Response, HttpError> {
    let question = PictureQuestion {
        position,
        format: PictureFormat::Png,
        theme: None,
        numbers: None,
        forbidden: false,
        liberties: false,
        width: Some(PREVIEW_WIDTH),
        delay_ms: None,
    };
    let (kind, bytes) = work.run(move |cancel| question.draw(cancel)).await?;
    let keep = HeaderValue::from_static("public, max-age=86400");
    Ok((
        [(header::CONTENT_TYPE, HeaderValue::from_static(kind)), (header::CACHE_CONTROL, keep)],
        bytes,
    )
        .into_response())
}
