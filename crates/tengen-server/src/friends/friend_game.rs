//! The state of a game between people: a pure function of its events.
//!
//! [`FriendGame::decide`] says what an action of a player amounts to, or why it is refused; [`FriendGame::apply`] takes an
//! event into the state. Nothing here knows of connections, disks or the time of day: times are milliseconds of a clock
//! that the caller reads.

use tengen_core::{Illegal, Outcome, Point, Position};

use super::{
    ActionKind, FriendAction, FriendEvent, FriendSeat, FriendSettings, FriendTimeControl,
    OpeningChoice, SideClock,
    friend_result::{FriendEndReason, FriendFoul, FriendResult},
    opening_stage::OpeningStage,
};
use crate::{
    errors::{ApiError, ErrorCode, ErrorPlace},
    wire::{MOST_STONES, WirePoint},
};

/// The most milliseconds of a move that are taken for the network.
pub const MOST_LAG: u64 = 500;

/// The most events of a game.
pub const MOST_EVENTS: u32 = 20_000;

/// The state of a game between people.
#[derive(Clone, Debug)]
pub struct FriendGame {
    pub(super) settings: FriendSettings,
    /// Who has the black stones; until the choice of swap2, who puts the first three.
    pub(super) black: FriendSeat,
    pub(super) previous: Option<String>,
    pub(super) joined: bool,
    pub(super) position: Position,
    pub(super) foul: Option<FriendFoul>,
    pub(super) stage: OpeningStage,
    /// The stones of the opening, which no takeback takes back.
    opening_stones: usize,
    pub(super) clocks: [SideClock; 2],
    /// Who has acted: a clock does not run before the first action of its side.
    acted: [bool; 2],
    /// Since when the side to act is charged.
    pub(super) turn_from: u64,
    pub(super) paused: Option<FriendSeat>,
    pub(super) takeback: Option<FriendSeat>,
    pub(super) draw: Option<FriendSeat>,
    /// How many stones lay when a side last asked for a takeback: it may ask once in a position.
    takeback_asked: [Option<usize>; 2],
    draw_offered: [Option<usize>; 2],
    pub(super) rematch: Option<FriendSeat>,
    pub(super) next: Option<String>,
    pub(super) result: Option<FriendResult>,
    pub(super) events: u32,
}

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The time of the player is up: the game ends by it.
    TimeUp,
    /// Anything else.
    Wrong(ApiError),
}

impl FriendGame {
    /// The game after its first event.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn new(
        settings: FriendSettings,
        black: FriendSeat,
        previous: Option<String>,
    ) -> Result<FriendGame, ApiError> {
        let position = settings.start()?;
        Ok(FriendGame {
            position,
            black,
            previous,
            joined: false,
            foul: None,
            stage: OpeningStage::start(settings.opening),
            opening_stones: 0,
            clocks: [settings.clock.start(); 2],
            acted: [false; 2],
            turn_from: 0,
            paused: None,
            takeback: None,
            draw: None,
            takeback_asked: [None; 2],
            draw_offered: [None; 2],
            rematch: None,
            next: None,
            result: None,
            events: 1,
            settings,
        })
    }

    /// The state after `events`, of which the first is that the game was made.
    ///
    /// # Errors
    ///
    /// If they are not the events of a game.
    pub fn replay<'a>(
        events: impl IntoIterator<Item = (&'a FriendEvent, u64)>,
    ) -> Result<FriendGame, ApiError> {
        let mut events = events.into_iter();
        let Some((FriendEvent::Created { settings, black, previous }, _)) = events.next() else {
            return Err(not_now("a game begins with being made"));
        };
        let mut game = FriendGame::new(*settings, *black, previous.clone())?;
        for (event, at) in events {
            game.apply(event, at)?;
        }
        Ok(game)
    }

    /// How many events there were.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// How it ended; `None` while it goes on.
    pub fn result(&self) -> Option<FriendResult> {
        self.result
    }

    /// Whether the guest has come.
    pub fn is_joined(&self) -> bool {
        self.joined
    }

    /// What it is played by.
    pub fn settings(&self) -> &FriendSettings {
        &self.settings
    }

    /// Who has the black stones; until the choice of swap2, who puts the first three.
    pub fn black(&self) -> FriendSeat {
        self.black
    }

    /// Who is gone while the clock is stopped for it.
    pub fn waits_for(&self) -> Option<FriendSeat> {
        self.paused.map(FriendSeat::other)
    }

    /// The moves, without one that was a foul.
    pub fn moves(&self) -> &[Point] {
        self.position.moves()
    }

    /// The seat of a color.
    fn seat_of(&self, color: tengen_core::Color) -> FriendSeat {
        match color {
            tengen_core::Color::Black => self.black,
            tengen_core::Color::White => self.black.other(),
        }
    }

    /// Who is to act; `None` while nobody can.
    pub fn to_act(&self) -> Option<FriendSeat> {
        if !self.joined || self.result.is_some() || self.paused.is_some() {
            return None;
        }
        Some(self.turn())
    }

    /// Whose turn it is, also while the clock is stopped.
    fn turn(&self) -> FriendSeat {
        match self.stage.actor(self.black) {
            Some(seat) => seat,
            None => self.seat_of(self.position.turn()),
        }
    }

    /// Whose clock runs; `None` if none does.
    pub fn running(&self) -> Option<FriendSeat> {
        let seat = self.to_act()?;
        let runs = self.settings.clock != FriendTimeControl::None && self.acted[seat.index()];
        runs.then_some(seat)
    }

    /// Milliseconds that the side to act has taken so far.
    fn elapsed(&self, at: u64) -> u64 {
        if self.running().is_some() { at.saturating_sub(self.turn_from) } else { 0 }
    }

    /// When the time of the side to act is up, whatever is still on its way; `None` if no clock runs.
    pub fn deadline(&self) -> Option<u64> {
        let seat = self.running()?;
        let left = self.settings.clock.time_left(self.clocks[seat.index()]);
        Some(self.turn_from + left + MOST_LAG)
    }

    /// The event of a fallen flag, if a player's time is up.
    pub fn time_up(&self, at: u64) -> Option<FriendEvent> {
        (at >= self.deadline()?).then_some(FriendEvent::TimeUp { seat: self.running()? })
    }

    /// How many stones lie after a takeback that `seat` asks for.
    fn takeback_to(&self, seat: FriendSeat) -> Option<usize> {
        let stones = self.position.moves().len();
        let back = if self.turn() == seat { 2 } else { 1 };
        stones.checked_sub(back).filter(|&left| left >= self.opening_stones)
    }

    /// Whether a player may act in a way, whatever the details.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may(&self, seat: FriendSeat, kind: ActionKind) -> Result<(), ApiError> {
        let need = |is: bool, why: &str| if is { Ok(()) } else { Err(not_now(why)) };
        if kind == ActionKind::Cancel {
            need(seat == FriendSeat::Host, "only who made the game calls it off")?;
            need(self.result.is_none(), "the game is over")?;
            return need(!self.joined, "the other player has come: resign in place of it");
        }
        need(self.joined, "the other player has not come yet")?;
        if matches!(kind, ActionKind::OfferRematch | ActionKind::AcceptRematch) {
            need(self.result.is_some(), "the game goes on")?;
            need(self.next.is_none(), "there is a rematch already")?;
            return match kind {
                ActionKind::OfferRematch => need(self.rematch.is_none(), "it is offered already"),
                _ => need(self.rematch == Some(seat.other()), "no rematch is offered"),
            };
        }
        need(self.result.is_none(), "the game is over")?;
        match kind {
            ActionKind::Resign => return Ok(()),
            ActionKind::Resume => return need(self.paused.is_some(), "the clock is not stopped"),
            _ => need(self.paused.is_none(), "the clock is stopped")?,
        }
        let begun = self.stage == OpeningStage::Done;
        let stones = Some(self.position.moves().len());
        match kind {
            ActionKind::Move => {
                need(self.turn() == seat, "it is the turn of the other player")?;
                need(self.stage.is_placing(), "first a color is chosen")
            }
            ActionKind::Choose => {
                need(self.turn() == seat, "it is the turn of the other player")?;
                need(!self.stage.is_placing(), "there is nothing to choose")
            }
            ActionKind::AskTakeback => {
                need(begun, "not before the colors are chosen")?;
                need(self.takeback.is_none(), "a takeback is asked for already")?;
                need(self.takeback_asked[seat.index()] != stones, "once in a position")?;
                need(self.takeback_to(seat).is_some(), "there is no move to take back")
            }
            ActionKind::AcceptTakeback => {
                need(self.takeback == Some(seat.other()), "no takeback is asked for")
            }
            ActionKind::DeclineTakeback => {
                need(self.takeback.is_some(), "no takeback is asked for")
            }
            ActionKind::OfferDraw => {
                need(begun, "not before the colors are chosen")?;
                need(self.draw.is_none(), "a draw is offered already")?;
                need(self.draw_offered[seat.index()] != stones, "once in a position")
            }
            ActionKind::AcceptDraw => need(self.draw == Some(seat.other()), "no draw is offered"),
            ActionKind::DeclineDraw => need(self.draw.is_some(), "no draw is offered"),
            ActionKind::Pause => need(
                self.settings.clock != FriendTimeControl::None,
                "there is no clock that could be stopped",
            ),
            _ => Ok(()),
        }
    }

    /// What an action of `seat` at the time `at` amounts to. `away` says whether the other player is gone, `thought_ms` what
    /// the player took by its own clock, and `rematch` names a game that may be made.
    ///
    /// # Errors
    ///
    /// Why it is refused. Then nothing has changed.
    pub fn decide(
        &self,
        seat: FriendSeat,
        action: FriendAction,
        at: u64,
        facts: ActionFacts<'_>,
    ) -> Result<FriendEvent, Refusal> {
        if self.events >= MOST_EVENTS && action.kind() != ActionKind::Resign {
            let message = format!("the game has {MOST_EVENTS} events, and no more fit");
            return Err(Refusal::Wrong(ApiError::new(ErrorCode::TooManyStones, message)));
        }
        self.may(seat, action.kind()).map_err(Refusal::Wrong)?;
        let elapsed = self.elapsed(at);
        let mine = self.running() == Some(seat);
        let lag_ms = match facts.thought_ms {
            Some(thought) if mine => elapsed.saturating_sub(thought).min(MOST_LAG),
            _ => 0,
        };
        let spent_ms = if mine { elapsed - lag_ms } else { 0 };
        let in_time = || match self.settings.clock.run(self.clocks[seat.index()], spent_ms) {
            None => Err(Refusal::TimeUp),
            Some(_) => Ok(()),
        };
        Ok(match action {
            FriendAction::Move { point, ply } => {
                self.check_move(point, ply).map_err(Refusal::Wrong)?;
                in_time()?;
                FriendEvent::Moved { seat, point, spent_ms, lag_ms }
            }
            FriendAction::Choose { choice } => {
                if choice == OpeningChoice::More && self.stage != OpeningStage::ChooseFirst {
                    return Err(Refusal::Wrong(not_now("two more stones were put already")));
                }
                in_time()?;
                FriendEvent::Chosen { seat, choice, spent_ms, lag_ms }
            }
            FriendAction::AskTakeback => FriendEvent::TakebackAsked { seat },
            FriendAction::AcceptTakeback => {
                FriendEvent::TakebackAccepted { seat, spent_ms: self.spendable(elapsed) }
            }
            FriendAction::DeclineTakeback => FriendEvent::TakebackDeclined { seat },
            FriendAction::OfferDraw => FriendEvent::DrawOffered { seat },
            FriendAction::AcceptDraw => FriendEvent::DrawAccepted { seat },
            FriendAction::DeclineDraw => FriendEvent::DrawDeclined { seat },
            FriendAction::Pause => {
                if !facts.away {
                    return Err(Refusal::Wrong(not_now("the other player is here")));
                }
                FriendEvent::Paused { seat, spent_ms: self.spendable(elapsed) }
            }
            FriendAction::Resume => FriendEvent::Resumed { seat },
            FriendAction::Resign => FriendEvent::Resigned { seat },
            FriendAction::Cancel => FriendEvent::Cancelled,
            FriendAction::OfferRematch => FriendEvent::RematchOffered { seat },
            FriendAction::AcceptRematch => {
                FriendEvent::RematchAccepted { seat, game: facts.rematch.to_owned() }
            }
        })
    }

    /// Of the time that the side to act has taken, what its clock can be charged with: within the allowance for the
    /// network a clock may be past its end without being up.
    fn spendable(&self, elapsed: u64) -> u64 {
        let Some(seat) = self.running() else { return 0 };
        elapsed.min(self.settings.clock.time_left(self.clocks[seat.index()]).saturating_sub(1))
    }

    fn check_move(&self, point: WirePoint, ply: u32) -> Result<(), ApiError> {
        let stones = self.position.moves().len();
        if ply as usize != stones {
            return Err(not_now(&format!("{stones} stones lie on the board, and not {ply}")));
        }
        if stones >= MOST_STONES {
            let message = format!("there may be up to {MOST_STONES} stones");
            return Err(ApiError::new(ErrorCode::TooManyStones, message));
        }
        match self.position.may_play(point.into()) {
            // As the referee has it: a foul may be played, and loses.
            Ok(()) | Err(Illegal::Foul(_)) => Ok(()),
            Err(illegal) => {
                let place = ErrorPlace::at_move(stones + 1, point);
                Err(ApiError::at(ErrorCode::IllegalMove, illegal.to_string(), place)
                    .with_reason(illegal))
            }
        }
    }

    /// Charges a clock. An event was decided when there was time.
    fn charge(&mut self, seat: FriendSeat, spent_ms: u64) {
        let clock = &mut self.clocks[seat.index()];
        *clock = self.settings.clock.run(*clock, spent_ms).unwrap_or_default();
    }

    /// The side to act has acted.
    fn act(&mut self, seat: FriendSeat, spent_ms: u64, at: u64) {
        self.charge(seat, spent_ms);
        let clock = &mut self.clocks[seat.index()];
        *clock = self.settings.clock.after_move(*clock);
        self.acted[seat.index()] = true;
        self.turn_from = at;
        (self.takeback, self.draw) = (None, None);
    }

    fn end(&mut self, winner: Option<FriendSeat>, reason: FriendEndReason) {
        self.result = Some(FriendResult { winner, reason });
        (self.takeback, self.draw, self.paused) = (None, None, None);
    }

    /// Takes an event into the state.
    ///
    /// # Errors
    ///
    /// If it is not one that could happen now. Then the state is as it was.
    pub fn apply(&mut self, event: &FriendEvent, at: u64) -> Result<(), ApiError> {
        match event {
            FriendEvent::Created { .. } => return Err(not_now("a game is made once")),
            FriendEvent::Joined => {
                if self.joined || self.result.is_some() {
                    return Err(not_now("the seat is taken"));
                }
                self.joined = true;
                self.turn_from = at;
            }
            &FriendEvent::Moved { seat, point, spent_ms, .. } => {
                self.may(seat, ActionKind::Move)?;
                self.put(seat, point.into())?;
                self.act(seat, spent_ms, at);
            }
            &FriendEvent::Chosen { seat, choice, spent_ms, .. } => {
                self.may(seat, ActionKind::Choose)?;
                self.act(seat, spent_ms, at);
                self.choose(seat, choice);
            }
            &FriendEvent::TakebackAsked { seat } => {
                self.may(seat, ActionKind::AskTakeback)?;
                self.takeback = Some(seat);
                self.takeback_asked[seat.index()] = Some(self.position.moves().len());
            }
            &FriendEvent::TakebackAccepted { seat, spent_ms } => {
                self.may(seat, ActionKind::AcceptTakeback)?;
                let left = self.takeback_to(seat.other());
                let left = left.ok_or_else(|| not_now("there is no move to take back"))?;
                if let Some(running) = self.running() {
                    self.charge(running, spent_ms);
                }
                while self.position.moves().len() > left {
                    self.position.undo();
                }
                (self.takeback, self.draw) = (None, None);
                self.turn_from = at;
            }
            &FriendEvent::TakebackDeclined { seat } => {
                self.may(seat, ActionKind::DeclineTakeback)?;
                self.takeback = None;
            }
            &FriendEvent::DrawOffered { seat } => {
                self.may(seat, ActionKind::OfferDraw)?;
                self.draw = Some(seat);
                self.draw_offered[seat.index()] = Some(self.position.moves().len());
            }
            &FriendEvent::DrawAccepted { seat } => {
                self.may(seat, ActionKind::AcceptDraw)?;
                self.end(None, FriendEndReason::Agreed);
            }
            &FriendEvent::DrawDeclined { seat } => {
                self.may(seat, ActionKind::DeclineDraw)?;
                self.draw = None;
            }
            &FriendEvent::Paused { seat, spent_ms } => {
                self.may(seat, ActionKind::Pause)?;
                if let Some(running) = self.running() {
                    self.charge(running, spent_ms);
                }
                self.paused = Some(seat);
            }
            &FriendEvent::Resumed { seat } => {
                self.may(seat, ActionKind::Resume)?;
                self.paused = None;
                self.turn_from = at;
            }
            &FriendEvent::Resigned { seat } => {
                self.may(seat, ActionKind::Resign)?;
                self.end(Some(seat.other()), FriendEndReason::Resigned);
            }
            &FriendEvent::TimeUp { seat } => {
                if self.running() != Some(seat) {
                    return Err(not_now("the clock does not run"));
                }
                self.clocks[seat.index()] = SideClock::default();
                self.end(Some(seat.other()), FriendEndReason::TimeUp);
            }
            FriendEvent::Cancelled => {
                self.may(FriendSeat::Host, ActionKind::Cancel)?;
                self.end(None, FriendEndReason::Cancelled);
            }
            &FriendEvent::RematchOffered { seat } => {
                self.may(seat, ActionKind::OfferRematch)?;
                self.rematch = Some(seat);
            }
            FriendEvent::RematchAccepted { seat, game } => {
                self.may(*seat, ActionKind::AcceptRematch)?;
                self.next = Some(game.clone());
            }
        }
        self.events += 1;
        Ok(())
    }

    /// Takes a choice of the opening.
    fn choose(&mut self, seat: FriendSeat, choice: OpeningChoice) {
        (self.stage, self.black) = match choice {
            OpeningChoice::More => (OpeningStage::PlaceTwo, self.black),
            OpeningChoice::Black => (OpeningStage::Done, seat),
            OpeningChoice::White => (OpeningStage::Done, seat.other()),
        };
        self.opening_stones = self.position.moves().len();
    }

    /// Puts a stone, and sees whether the game is over by it.
    fn put(&mut self, seat: FriendSeat, point: Point) -> Result<(), ApiError> {
        match self.position.play(point) {
            Ok(()) => {}
            Err(Illegal::Foul(foul)) => {
                self.foul = Some(FriendFoul { x: point.x, y: point.y, kind: foul.into() });
                self.end(Some(seat.other()), FriendEndReason::Foul);
                return Ok(());
            }
            Err(illegal) => {
                let error = ApiError::new(ErrorCode::IllegalMove, illegal.to_string());
                return Err(error.with_reason(illegal));
            }
        }
        let stones = self.position.moves().len();
        self.stage = self.stage.after_stone(stones);
        if let Some(outcome) = self.position.outcome() {
            let winner = match outcome {
                Outcome::Won(color) => Some(self.seat_of(color)),
                Outcome::Drawn => None,
            };
            let reason = FriendEndReason::from_outcome(outcome, self.position.rule());
            self.end(winner, reason);
        }
        Ok(())
    }
}

/// What the server knows besides the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ActionFacts<'a> {
    /// Whether the other player is gone.
    pub away: bool,
    /// Milliseconds that the player took by its own clock.
    pub thought_ms: Option<u64>,
    /// The name of a game that may be made.
    pub rematch: &'a str,
}

/// An action that is not possible now.
pub(super) fn not_now(why: &str) -> ApiError {
    ApiError::new(ErrorCode::NotNow, why)
}
