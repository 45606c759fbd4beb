//! Games between people.

use std::sync::Arc;

use axum::{
    http::{HeaderMap, HeaderName, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::SharedApp,
    errors::{ApiError, ErrorCode, HttpError},
    extract::{ApiResult, Json, JsonBody, PathParam},
    friends::{ActionQuestion, FriendGames, FriendSeat, FriendView, LiveGame, NewFriendGame},
    jobs,
};

/// The header with the secret of a seat.
const SEAT: HeaderName = HeaderName::from_static("tengen-seat");

/// Who wants the other seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatQuestion {
    /// A secret of the asker's own, of 32 hexadecimal digits. Who asks twice with the same one gets the seat again.
    pub key: String,
}

/// A seat and its secret, which proves it in the header `tengen-seat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatAnswer {
    /// The name of the game.
    pub id: String,
    /// The seat.
    pub seat: FriendSeat,
    /// Its secret: 128 random bits. The server keeps only a hash of it.
    pub secret: String,
}

/// What came of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ActionAnswer {
    /// The number of the event. The disk has it.
    pub number: u32,
    /// The time, in milliseconds of the server's service clock.
    pub now_ms: u64,
}

/// That a player was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct HereAnswer {
    /// Whose secret it was.
    pub seat: FriendSeat,
    /// The time, in milliseconds of the server's service clock.
    pub now_ms: u64,
}

/// An event of a game between people as it is sent.
#[derive(Clone, Copy, Debug)]
pub struct FriendStreamEvent;

impl utoipa::PartialSchema for FriendStreamEvent {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        super::description::events(&[("event", "NumberedEvent"), ("state", "FriendView")])
    }
}

impl ToSchema for FriendStreamEvent {}

/// Makes a game between people. Its name is for the link that is sent; the secret is the host's and stays in the browser.
#[utoipa::path(
    post,
    path = "/api/friend-games",
    operation_id = "add_friend_game",
    tag = "friends",
    request_body = NewFriendGame,
    responses((status = 200, body = SeatAnswer))
)]
pub(crate) async fn add(
    app: SharedApp,
    JsonBody(game): JsonBody<NewFriendGame>,
) -> ApiResult<SeatAnswer> {
    let taken = app.friends.add(&app, &game).await?;
    Ok(Json(SeatAnswer { id: taken.id, seat: taken.seat, secret: taken.secret }))
}

/// A game as players and watchers see it.
#[utoipa::path(
    get,
    path = "/api/friend-games/{id}",
    operation_id = "show_friend_game",
    tag = "friends",
    params(("id" = String, Path, description = "The name of the game.")),
    responses((status = 200, body = FriendView))
)]
pub(crate) async fn show(
    app: SharedApp,
    PathParam(id): PathParam<String>,
) -> Result<Response, HttpError> {
    let live = app.friends.find(&app, &id).await?;
    live.update_presence();
    let json = [(header::CONTENT_TYPE, "application/json")];
    Ok((json, live.view(app.friends.now_ms())).into_response())
}

/// Takes the other seat: the first who asks gets it, others hear `seat_taken` and may watch.
#[utoipa::path(
    post,
    path = "/api/friend-games/{id}/seat",
    operation_id = "join_friend_game",
    tag = "friends",
    params(("id" = String, Path, description = "The name of the game.")),
    request_body = SeatQuestion,
    responses((status = 200, body = SeatAnswer))
)]
pub(crate) async fn join(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    JsonBody(question): JsonBody<SeatQuestion>,
) -> ApiResult<SeatAnswer> {
    let taken = app.friends.join(&app, &id, &question.key).await?;
    Ok(Json(SeatAnswer { id: taken.id, seat: taken.seat, secret: taken.secret }))
}

/// Acts for the seat whose secret is in the header `tengen-seat`. The answer comes when the disk has it; who asks again
/// with the same name of the action gets the same answer.
#[utoipa::path(
    post,
    path = "/api/friend-games/{id}/actions",
    operation_id = "act_in_friend_game",
    tag = "friends",
    params(
        ("id" = String, Path, description = "The name of the game."),
        ("tengen-seat" = String, Header, description = "The secret of the seat.")
    ),
    request_body = ActionQuestion,
    responses((status = 200, body = ActionAnswer))
)]
pub(crate) async fn act(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    headers: HeaderMap,
    JsonBody(question): JsonBody<ActionQuestion>,
) -> ApiResult<ActionAnswer> {
    let secret = secret(&headers).ok_or_else(no_secret)?;
    let number = app.friends.act(&app, &id, secret, question).await?;
    Ok(Json(ActionAnswer { number, now_ms: app.friends.now_ms() }))
}

/// Says that the player of a seat is there. Who listens and is silent for 25 seconds is taken for gone.
#[utoipa::path(
    post,
    path = "/api/friend-games/{id}/here",
    operation_id = "here_in_friend_game",
    tag = "friends",
    params(
        ("id" = String, Path, description = "The name of the game."),
        ("tengen-seat" = String, Header, description = "The secret of the seat.")
    ),
    responses((status = 200, body = HereAnswer))
)]
pub(crate) async fn here(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    headers: HeaderMap,
) -> ApiResult<HereAnswer> {
    let secret = secret(&headers).ok_or_else(no_secret)?;
    let live = app.friends.find(&app, &id).await?;
    let seat = live.seat(secret).await?;
    live.hear(seat);
    Ok(Json(HereAnswer { seat, now_ms: app.friends.now_ms() }))
}

/// What happens, as it happens: numbered events `event`, and after each an event `state` with the game as it is then. Who
/// names the last event that it saw in `Last-Event-ID` gets those after it; without it they begin with the next one.
#[utoipa::path(
    get,
    path = "/api/friend-games/{id}/events",
    operation_id = "friend_game_events",
    tag = "friends",
    params(
        ("id" = String, Path, description = "The name of the game."),
        ("tengen-seat" = Option<String>, Header, description = "The secret of the seat, if it is a player who listens."),
        ("last-event-id" = Option<String>, Header, description = "The number of the last event that was seen. \
            Default: events from the next one on.")
    ),
    responses((status = 200, content((FriendStreamEvent = "text/event-stream"))))
)]
pub(crate) async fn events(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let live = app.friends.find(&app, &id).await?;
    let seat = match secret(&headers) {
        Some(secret) => Some(live.seat(secret).await?),
        None => None,
    };
    let listening = ListenerPresence::enter(Arc::clone(&live), seat)?;
    if let Some(seat) = seat {
        FriendGames::welcome(&app, &live, seat);
    }
    let seen = jobs::last_seen(&headers).unwrap_or_else(|| live.count());
    let source = app.friends.events_of(live);
    Ok(jobs::events(app.0, source, seen, listening))
}

/// Guard of a listener: it is removed on drop.
struct ListenerPresence {
    live: Arc<LiveGame>,
    seat: Option<FriendSeat>,
}

impl ListenerPresence {
    fn enter(live: Arc<LiveGame>, seat: Option<FriendSeat>) -> Result<ListenerPresence, ApiError> {
        live.enter(seat)?;
        Ok(ListenerPresence { live, seat })
    }
}

impl Drop for ListenerPresence {
    fn drop(&mut self) {
        self.live.leave(self.seat);
    }
}

/// The secret that a request comes with.
fn secret(headers: &HeaderMap) -> Option<&str> {
    headers.get(SEAT).and_then(|secret| secret.to_str().ok())
}

fn no_secret() -> ApiError {
    ApiError::new(ErrorCode::WrongSeat, "send the secret of the seat in the header tengen-seat")
}
