//! Whether the server is well.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    app::SharedApp,
    errors::ApiError,
    extract::{ApiResult, Json},
};

/// That the server is well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Health {
    /// Always `well`: one that is not answers with an error, or not at all.
    pub status: &'static str,
    /// The version of the program.
    pub version: &'static str,
}

/// Whether the server is well: it answers, its games can be read, and there is room for more. A full disk
/// is reported as `no_room` until there is room again.
#[utoipa::path(
    get,
    path = "/health",
    tag = "server",
    responses((status = 200, body = Health), (status = "5XX", body = ApiError))
)]
pub(crate) async fn health(app: SharedApp) -> ApiResult<Health> {
    app.store.check().await?;
    Ok(Json(Health { status: "well", version: env!("CARGO_PKG_VERSION") }))
}
