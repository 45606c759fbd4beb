//! An engine at the board: one conversation, game after game.

use std::{io, sync::atomic::AtomicBool, time::Duration};

use tengen_core::{Area, Point, Position, Rule};
use tengen_referee::matches::Misdeed;

use super::{
    gomocup::Gomocup,
    gtp::Gtp,
    log::Transcript,
    process::{Process, Silence},
    spec::{Protocol, Spec},
};

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) rule: Rule,
    pub(super) area: Area,
    /// A game that is this long is drawn.
    pub(super) max_moves: Option<usize>,
    /// Whether every game has new processes.
    pub(super) fresh: bool,
}

/// What an engine did instead of what it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fall {
    /// What no engine may do.
    Misdeed(Misdeed),
    /// Nothing: the match is to stop.
    Stopped,
}

/// What an engine answers when it is asked for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Point(Point),
    Pass,
    Resign,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// For this move.
    pub(super) turn: Duration,
    /// How much later it may be.
    pub(super) tolerance: Duration,
    /// For the rest of the game, if there is a limit.
    pub(super) left: Option<Duration>,
    /// How much later than that it may be: what the moves before have left of the tolerance.
    pub(super) slack: Duration,
}

impl Allowance {
    /// What is left of both.
    pub(super) fn time(&self) -> Duration {
        self.left.map_or(self.turn, |left| left.min(self.turn))
    }

    /// How long to wait, and what it is to take longer.
    pub(super) fn limit(&self) -> (Duration, Misdeed) {
        let turn = self.turn + self.tolerance;
        match self.left.map(|left| left + self.slack) {
            Some(left) if left < turn => (left, Misdeed::MatchTime),
            _ => (turn, Misdeed::TurnTime),
        }
    }
}

/// An engine that runs.
#[derive(Debug)]
pub(super) struct Seat {
    pub(super) player: usize,
    talk: Talk,
}

#[derive(Debug)]
enum Talk {
    Gomocup(Gomocup),
    Gtp(Gtp),
}

impl Seat {
    /// Starts the engine and waits until it says who it is.
    pub(super) fn start(
        player: usize,
        spec: &Spec,
        transcript: Transcript,
        stop: &AtomicBool,
    ) -> io::Result<Result<Seat, Fall>> {
        let talk = match spec.protocol {
            Some(Protocol::Gtp) => Gtp::start(spec, transcript, stop)?.map(Talk::Gtp),
            _ => Gomocup::start(spec, transcript, stop)?.map(Talk::Gomocup),
        };
        Ok(talk.map(|talk| Seat { player, talk }))
    }

    /// Gets it ready for a new game; false if that takes a new process.
    pub(super) fn new_game(
        &mut self,
        spec: &Spec,
        terms: &Terms,
        times: &Allowance,
        stop: &AtomicBool,
    ) -> Result<bool, Fall> {
        match &mut self.talk {
            Talk::Gomocup(talk) => talk.new_game(spec, terms, times, stop),
            Talk::Gtp(talk) => talk.new_game(spec, terms, times, stop),
        }
    }

    /// Asks for a move in `position`. Returns it and how long it took.
    pub(super) fn ask(
        &mut self,
        position: &Position,
        times: &Allowance,
        stop: &AtomicBool,
    ) -> Result<(Answer, Duration), Fall> {
        match &mut self.talk {
            Talk::Gomocup(talk) => talk.ask(position, times, stop),
            Talk::Gtp(talk) => talk.ask(position, times, stop),
        }
    }

    /// Asks the process to end; false if it had to be killed.
    pub(super) fn end(self) -> bool {
        /// Timeout of each of the two ways to ask; long enough for a machine that is busy.
        const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
        match self.talk {
            Talk::Gomocup(talk) => talk.process.end("END", EXIT_TIMEOUT),
            Talk::Gtp(talk) => talk.process.end("quit", EXIT_TIMEOUT),
        }
    }

    /// Ends the process at once.
    pub(super) fn kill(self) {
        match self.talk {
            Talk::Gomocup(talk) => talk.process.kill(),
            Talk::Gtp(talk) => talk.process.kill(),
        }
    }
}

/// What it means that no line came: `late` if it is only that the time is up.
pub(super) fn fall(process: &Process, silence: Silence, late: Misdeed) -> Fall {
    Fall::Misdeed(match silence {
        Silence::Stopped => return Fall::Stopped,
        Silence::Flood => Misdeed::Flood,
        Silence::Closed => Misdeed::Closed,
        Silence::Ended => Misdeed::Crash,
        Silence::TimeUp if process.is_in_a_line() => Misdeed::HalfLine,
        Silence::TimeUp => late,
    })
}
