//! Whether the server is well.

use serde::Serialize;
use utoipa::ToSchema;

use crate::ask::Answer;

/// That the server is well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Health {
    /// Always `well`: one that is not does not answer.
    pub status: &'static str,
    /// The version of the program.
    pub version: &'static str,
}

/// Whether the server is well.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, body = Health)))]
pub(crate) async fn health() -> Answer<Health> {
    Answer(Health { status: "well", version: env!("CARGO_PKG_VERSION") })
}
