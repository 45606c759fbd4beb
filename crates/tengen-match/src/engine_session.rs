//! An engine session: one process and the dialect that it understands, game after game.

use std::{
    fmt,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use tengen_core::{Point, Position};

use crate::{
    EngineLog, EngineProtocol, EngineSpec, MatchRules, Offence, engine_log::EngineTranscript,
    engine_process::EngineProcess, gomocup_dialect::GomocupDialect, gtp_dialect::GtpDialect,
};

/// Timeout of each of the two ways to ask a process to exit; long enough for a busy machine.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Why an engine did not do what it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineFailure {
    /// It broke the rules of the match.
    Offence(Offence),
    /// The match was stopped; the engine is not to blame.
    Stopped,
}

impl From<Offence> for EngineFailure {
    fn from(offence: Offence) -> EngineFailure {
        EngineFailure::Offence(offence)
    }
}

/// The reply of an engine that is asked for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveReply {
    /// A stone on this point.
    Point(Point),
    /// A pass, which no game here allows.
    Pass,
    /// Resignation.
    Resign,
}

/// The time limits of one move.
#[derive(Clone, Copy, Debug)]
pub struct MoveTime {
    /// Limit of this move.
    pub turn: Duration,
    /// How much later than `turn` it may come without losing the game.
    pub tolerance: Duration,
    /// Limit of all remaining moves of the game, if there is one.
    pub left: Option<Duration>,
    /// How much later than `left` it may come: the part of the tolerance that earlier moves have not used.
    pub slack: Duration,
}

impl MoveTime {
    /// The time for this move: the smaller of both limits.
    pub fn time(&self) -> Duration {
        self.left.map_or(self.turn, |left| left.min(self.turn))
    }

    /// The timeout of this move, and the offence of exceeding it.
    pub fn limit(&self) -> (Duration, Offence) {
        let turn = self.turn + self.tolerance;
        match self.left.map(|left| left + self.slack) {
            Some(left) if left < turn => (left, Offence::MatchTime),
            _ => (turn, Offence::TurnTime),
        }
    }
}

/// A protocol, from the side of the match: what is sent to an engine, and how its lines are understood.
pub(crate) trait Dialect: fmt::Debug + Send {
    /// Whether a line is for people only, and skipped.
    fn is_chatter(&self) -> fn(&[u8]) -> bool {
        |_| false
    }

    /// Waits until the engine identifies itself.
    fn handshake(
        &mut self,
        process: &mut EngineProcess,
        until: Instant,
    ) -> Result<(), EngineFailure>;

    /// Starts a game; false if this process cannot play another one.
    fn new_game(
        &mut self,
        process: &mut EngineProcess,
        spec: &EngineSpec,
        rules: &MatchRules,
        times: &MoveTime,
    ) -> Result<bool, EngineFailure>;

    /// Asks for a move. Returns it and how long it took.
    fn ask(
        &mut self,
        process: &mut EngineProcess,
        position: &Position,
        times: &MoveTime,
    ) -> Result<(MoveReply, Duration), EngineFailure>;

    /// The command that asks the engine to exit.
    fn quit(&self) -> &'static str;
}

/// A running engine.
#[derive(Debug)]
pub struct EngineSession {
    spec: EngineSpec,
    process: EngineProcess,
    dialect: Box<dyn Dialect>,
}

impl EngineSession {
    /// Starts the engine and waits until it identifies itself. Setting `stop` ends every wait of the
    /// session.
    ///
    /// # Errors
    ///
    /// If the process cannot be started or does not answer.
    pub fn start(
        spec: &EngineSpec,
        log: Option<&Arc<EngineLog>>,
        stop: &Arc<AtomicBool>,
    ) -> Result<EngineSession, EngineFailure> {
        let mut dialect: Box<dyn Dialect> = match spec.protocol {
            Some(EngineProtocol::Gtp) => Box::new(GtpDialect::default()),
            _ => Box::new(GomocupDialect::default()),
        };
        let transcript = EngineTranscript::new(log, spec.name());
        let started = EngineProcess::start(&spec.command, dialect.is_chatter(), transcript, stop);
        let mut process = started.map_err(|_| Offence::Unstartable)?;
        dialect.handshake(&mut process, Instant::now() + spec.start_time())?;
        Ok(EngineSession { spec: spec.clone(), process, dialect })
    }

    /// Prepares the engine for a new game; false if that takes a new process.
    ///
    /// # Errors
    ///
    /// If the engine declines, or does not answer in time.
    pub fn new_game(
        &mut self,
        rules: &MatchRules,
        times: &MoveTime,
    ) -> Result<bool, EngineFailure> {
        self.dialect.new_game(&mut self.process, &self.spec, rules, times)
    }

    /// Asks for a move in `position`. Returns it and how long it took; it may be illegal.
    ///
    /// # Errors
    ///
    /// If no move comes in time.
    pub fn ask(
        &mut self,
        position: &Position,
        times: &MoveTime,
    ) -> Result<(MoveReply, Duration), EngineFailure> {
        self.dialect.ask(&mut self.process, position, times)
    }

    /// Asks the process to exit; false if it had to be killed.
    pub fn end(self) -> bool {
        self.process.end(self.dialect.quit(), EXIT_TIMEOUT)
    }

    /// Kills the process at once.
    pub fn kill(self) {
        self.process.kill();
    }
}
