//! Games between people: who has the link plays or watches, the server is the judge and keeps the time.
//!
//! The game itself is plain values: [`FriendGame`] with its [`FriendEvent`]s, [`FriendAction`]s and [`FriendTimeControl`]. Around it
//! are `LiveGame`, a game in memory with its listeners, and [`FriendGames`], all of them with their timer.

mod friend_action;
mod friend_event;
mod friend_game;
mod friend_games;
mod friend_result;
mod friend_seat;
mod friend_settings;
mod friend_time_control;
mod friend_view;
mod live_game;
mod opening_stage;
mod presence;
mod service_clock;

pub use friend_action::{ActionKind, ActionQuestion, FriendAction};
pub use friend_event::{FriendEvent, NumberedEvent, OpeningChoice};
pub use friend_game::{ActionFacts, FriendGame, MOST_EVENTS, MOST_LAG, Refusal};
pub use friend_games::FriendGames;
pub use friend_result::{FriendEndReason, FriendFoul, FriendResult};
pub use friend_seat::{FriendSeat, SecretHash};
pub use friend_settings::{FirstPlayer, FriendOpening, FriendSettings, NewFriendGame};
pub use friend_time_control::{FriendTimeControl, SideClock};
pub use friend_view::{FriendClocks, FriendState, FriendView};
pub(crate) use live_game::LiveGame;
pub use opening_stage::OpeningStage;
pub use service_clock::ServiceClock;
