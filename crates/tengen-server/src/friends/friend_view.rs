//! A game between people as it is shown.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    ActionKind, FriendGame, FriendResult, FriendSeat, FriendSettings, FriendTimeControl, MOST_LAG,
    SideClock, friend_result::FriendFoul, opening_stage::OpeningStage,
};
use crate::wire::{WireColor, WirePoint};

/// A game and who is there, at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FriendView {
    /// The time, in milliseconds of the server's service clock.
    pub now_ms: u64,
    /// Whether the host is there.
    pub host_here: bool,
    /// Whether the guest is there.
    pub guest_here: bool,
    /// How many watch.
    pub watchers: u32,
    /// The game.
    pub game: FriendState,
}

/// The state of a game, for players and watchers alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FriendState {
    /// The name of the game.
    pub id: String,
    /// The number of its last event.
    pub number: u32,
    /// What it is played by.
    pub settings: FriendSettings,
    /// Whether the guest has come.
    pub joined: bool,
    /// Who has the black stones; while a color is still to be chosen, who put the first stones.
    pub black: FriendSeat,
    /// How far the opening has come.
    pub stage: OpeningStage,
    /// The moves, black first.
    pub moves: Vec<WirePoint>,
    /// The move that lost by a foul, which is not among the moves.
    #[schema(required)]
    pub foul: Option<FriendFoul>,
    /// Who is to act; null while nobody can.
    #[schema(required)]
    pub to_act: Option<FriendSeat>,
    /// The color of the next stone.
    pub turn: WireColor,
    /// The clocks; null if there are none.
    #[schema(required)]
    pub clocks: Option<FriendClocks>,
    /// Who stopped the clock; null if nobody did.
    #[schema(required)]
    pub paused: Option<FriendSeat>,
    /// Who asks for a takeback.
    #[schema(required)]
    pub takeback: Option<FriendSeat>,
    /// Who offers a draw.
    #[schema(required)]
    pub draw: Option<FriendSeat>,
    /// Who offers a rematch.
    #[schema(required)]
    pub rematch: Option<FriendSeat>,
    /// The name of the rematch.
    #[schema(required)]
    pub next: Option<String>,
    /// The name of the game that this is a rematch of.
    #[schema(required)]
    pub previous: Option<String>,
    /// How it ended; null while it goes on.
    #[schema(required)]
    pub result: Option<FriendResult>,
    /// What the host may do.
    pub host_may: Vec<ActionKind>,
    /// What the guest may do.
    pub guest_may: Vec<ActionKind>,
}

/// The clocks of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FriendClocks {
    /// The host's, when it last stood still.
    pub host: SideClock,
    /// The guest's, when it last stood still.
    pub guest: SideClock,
    /// Whose clock runs; null if none does.
    #[schema(required)]
    pub running: Option<FriendSeat>,
    /// Since when it runs, in milliseconds of the server's service clock.
    pub from_ms: u64,
    /// The most milliseconds of a move that are taken for the network and not charged.
    pub most_lag_ms: u64,
}

impl FriendState {
    /// The state of a game by its name.
    pub fn new(id: &str, game: &FriendGame) -> FriendState {
        let may = |seat: FriendSeat| {
            let may = |kind: &ActionKind| game.may(seat, *kind).is_ok();
            ActionKind::ALL.iter().copied().filter(may).collect()
        };
        let [host, guest] = game.clocks;
        let clocks = FriendClocks {
            host,
            guest,
            running: game.running(),
            from_ms: game.turn_from,
            most_lag_ms: MOST_LAG,
        };
        FriendState {
            id: id.to_owned(),
            number: game.events,
            settings: game.settings,
            joined: game.joined,
            black: game.black,
            stage: game.stage,
            moves: WirePoint::list(game.position.moves().iter().copied()),
            foul: game.foul,
            to_act: game.to_act(),
            turn: game.position.turn().into(),
            clocks: (game.settings.clock != FriendTimeControl::None).then_some(clocks),
            paused: game.paused,
            takeback: game.takeback,
            draw: game.draw,
            rematch: game.rematch,
            next: game.next.clone(),
            previous: game.previous.clone(),
            result: game.result,
            host_may: may(FriendSeat::Host),
            guest_may: may(FriendSeat::Guest),
        }
    }
}
