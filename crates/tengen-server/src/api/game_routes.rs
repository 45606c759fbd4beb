//! Games that are kept.

use std::sync::atomic::Ordering::Relaxed;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app::SharedApp,
    errors::{self, ApiError, ErrorCode},
    extract::{ApiResult, Json, JsonBody, PathParam, QueryParams},
    ids,
    store::{
        GameChange, GameSummary, MoveAuthor, NewGame, NodeChange, StoreError, StoredGame,
        StoredNode,
    },
    wire::WirePoint,
};

/// A move that is to be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNode {
    /// The node that it follows; 0 is the start.
    pub parent: u32,
    /// Where it is played.
    pub point: WirePoint,
    /// Who chose it. Default: a person at the board.
    #[serde(default)]
    pub author: MoveAuthor,
}

/// A list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = Games)]
pub struct GameList {
    /// The games, the latest first.
    pub games: Vec<GameSummary>,
}

/// How many games are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct GamesQuery {
    /// The most games to list, at most 1,000. Default: 100.
    #[serde(default)]
    pub most: Option<u32>,
}

/// That it was done, and the disk has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = Kept)]
pub struct Acknowledged {
    /// Always true: what is not is an error.
    pub kept: bool,
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Missing(what) => ApiError::not_found(what),
            StoreError::Refused(error) => error,
            StoreError::Full => ApiError::new(ErrorCode::NoRoom, error.to_string()),
            StoreError::Closed => ApiError::new(ErrorCode::Busy, "the server is ending"),
            error => errors::internal(&error),
        }
    }
}

/// Keeps a new game. Its name cannot be guessed, and is all that is needed to go on with it.
#[utoipa::path(
    post,
    path = "/api/games",
    tag = "games",
    request_body = NewGame,
    responses((status = 200, body = StoredGame))
)]
pub(crate) async fn add(
    app: SharedApp,
    JsonBody(game): JsonBody<NewGame>,
) -> ApiResult<StoredGame> {
    Ok(Json(app.store.add_game(game).await?))
}

/// The games that are kept, the latest first. Not where others may ask: there a game belongs to those
/// who know its name.
#[utoipa::path(
    get,
    path = "/api/games",
    tag = "games",
    params(GamesQuery),
    responses((status = 200, body = GameList))
)]
pub(crate) async fn list(
    app: SharedApp,
    QueryParams(query): QueryParams<GamesQuery>,
) -> ApiResult<GameList> {
    if app.config.public {
        return Err(ApiError::not_found("list: games are found by their names alone").into());
    }
    let most = query.most.unwrap_or(100).min(1000);
    Ok(Json(GameList { games: app.store.games(most).await? }))
}

/// A game with all its variations.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    responses((status = 200, body = StoredGame))
)]
pub(crate) async fn show(
    app: SharedApp,
    PathParam(id): PathParam<String>,
) -> ApiResult<StoredGame> {
    Ok(Json(app.store.game(known(id)?).await?))
}

/// Changes what a game is called, or what the page keeps with it.
#[utoipa::path(
    patch,
    path = "/api/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    request_body = GameChange,
    responses((status = 200, body = Acknowledged))
)]
pub(crate) async fn change(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    JsonBody(change): JsonBody<GameChange>,
) -> ApiResult<Acknowledged> {
    app.store.change_game(known(id)?, change).await?;
    Ok(Json(Acknowledged { kept: true }))
}

/// Forgets a game with all that is in it. There is no way back.
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    responses((status = 200, body = Acknowledged))
)]
pub(crate) async fn forget(
    app: SharedApp,
    PathParam(id): PathParam<String>,
) -> ApiResult<Acknowledged> {
    app.store.drop_game(known(id)?).await?;
    Ok(Json(Acknowledged { kept: true }))
}

/// Plays a move after any node: if it is not there yet, a new node. The answer comes when the disk has
/// it. A move that was played there before is answered with its node.
#[utoipa::path(
    post,
    path = "/api/games/{id}/nodes",
    tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    request_body = NewNode,
    responses((status = 200, body = StoredNode))
)]
pub(crate) async fn play(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    JsonBody(node): JsonBody<NewNode>,
) -> ApiResult<StoredNode> {
    let NewNode { parent, point, author } = node;
    let node = app.store.add_node(known(id)?, parent, point, author).await?;
    app.metrics.nodes_written.fetch_add(1, Relaxed);
    Ok(Json(node))
}

/// Says something of a node, in place of what was said before, or what chance Black has after it; 0 is
/// the start.
#[utoipa::path(
    patch,
    path = "/api/games/{id}/nodes/{number}",
    tag = "games",
    params(
        ("id" = String, Path, description = "The name of the game."),
        ("number" = String, Path, description = "The number of the node.")
    ),
    request_body = NodeChange,
    responses((status = 200, body = Acknowledged))
)]
pub(crate) async fn change_node(
    app: SharedApp,
    PathParam((id, number)): PathParam<(String, String)>,
    JsonBody(change): JsonBody<NodeChange>,
) -> ApiResult<Acknowledged> {
    let number = number.parse().map_err(|_| ApiError::not_found("node"))?;
    app.store.change_node(known(id)?, number, change).await?;
    Ok(Json(Acknowledged { kept: true }))
}

/// A name that could be one of a game.
fn known(id: String) -> Result<String, ApiError> {
    if ids::is_id(&id) { Ok(id) } else { Err(ApiError::not_found("game")) }
}
