//! An engine session: a running process and the protocol that it understands, game after game.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use tengen_core::{Point, Position};

use crate::{
    EngineLog, EngineProtocol, EngineSpec, MatchRules, Offence,
    engine_log::EngineTranscript,
    engine_process::EngineProcess,
    game_clock::GameClock,
    gomocup_engine::{GomocupEngine, is_chatter},
    gtp_engine::GtpEngine,
};

/// Why an engine did not do what it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineFailure {
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
pub(crate) enum MoveReply {
    /// A stone on this point.
    Point(Point),
    /// A pass, which no game here allows.
    Pass,
    /// Resignation.
    Resign,
}

/// A running engine.
pub(crate) trait EngineSession {
    /// Prepares the engine for a new game; false if that takes a new process.
    fn new_game(&mut self, rules: &MatchRules, clock: &GameClock) -> Result<bool, EngineFailure>;

    /// Asks for a move in `position`. Returns it and how long it took; it may be illegal.
    fn ask(
        &mut self,
        position: &Position,
        clock: &GameClock,
    ) -> Result<(MoveReply, Duration), EngineFailure>;

    /// The process, and the command that asks it to exit.
    fn into_process(self: Box<Self>) -> (EngineProcess, &'static str);

    /// Asks the process to exit; false if it had to be killed.
    fn end(self: Box<Self>) -> bool {
        let (process, exit) = self.into_process();
        process.end(exit)
    }

    /// Kills the process at once.
    fn kill(self: Box<Self>) {
        self.into_process().0.kill();
    }
}

/// Starts an engine and waits until it identifies itself. Setting `stop` ends every wait of the session.
pub(crate) fn start_engine(
    spec: &EngineSpec,
    log: Option<&Arc<EngineLog>>,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn EngineSession>, EngineFailure> {
    let is_gtp = spec.protocol == Some(EngineProtocol::Gtp);
    let skips = if is_gtp { |_: &[u8]| false } else { is_chatter };
    let transcript = EngineTranscript::new(log, spec.name());
    let process = EngineProcess::start(&spec.command, skips, transcript, stop);
    let process = process.map_err(|_| Offence::Unstartable)?;
    let until = Instant::now() + spec.start_time();
    Ok(if is_gtp {
        Box::new(GtpEngine::new(process, spec, until)?)
    } else {
        Box::new(GomocupEngine::new(process, spec, until)?)
    })
}
