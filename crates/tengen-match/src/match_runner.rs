//! The runner: workers take games from the schedule one by one and play them at the same time.

use std::{
    io,
    num::NonZero,
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use tengen_core::{Area, Color, Point};
use tengen_notation::gtp;
use thiserror::Error;

use crate::{
    EngineLog, EngineSpec, EngineSpecError, Fixture, MatchReport, MatchRules, Pairing, PlayedGame,
    Schedule, Sprt,
    engine_log::EngineTranscript,
    engine_process::EngineProcess,
    engine_session::{EngineFailure, EngineSession, start_engine},
    game_clock::GameClock,
    match_game::MatchGame,
};

/// How often the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Why a match cannot be played.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum MatchError {
    /// There is no opponent.
    #[error("a match takes at least two engines")]
    TooFewEngines,
    /// An engine cannot play this game.
    #[error(transparent)]
    Spec(#[from] EngineSpecError),
    /// A sequential test compares two engines.
    #[error("an SPRT takes exactly two engines")]
    SprtEngines,
    /// There is nothing to start from.
    #[error("a match takes at least one opening")]
    NoOpening,
    /// The board has no edges.
    #[error("matches are played on boards with edges")]
    Unbounded,
    /// GTP cannot name all points of the board.
    #[error("gtp has no letters for a {0} board; sides go up to {max}", max = gtp::MAX_SIDE)]
    TooLarge(Area),
    /// The game is over before it begins.
    #[error("nobody can move on a {0} board")]
    NoMove(Area),
    /// There is no such board.
    #[error("{0}")]
    Board(String),
    /// An engine cannot be started.
    #[error("engine {name} cannot be started: {command}: {error}")]
    Start {
        /// The name of the engine.
        name: String,
        /// Its program.
        command: String,
        /// Why.
        error: io::Error,
    },
    /// No worker thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// An event of a running match.
#[derive(Debug)]
#[non_exhaustive]
pub enum MatchEvent {
    /// A game was played.
    Played(Box<PlayedGame>),
    /// A game was aborted, since the match is to stop.
    Aborted,
    /// The process of this engine did not exit and was killed.
    Undying(usize),
}

/// A match between engines: what is played, by whom, from where and how often.
#[derive(Debug)]
#[non_exhaustive]
pub struct Match {
    /// The rules of all games.
    pub rules: MatchRules,
    /// The engines; see [`Match::new`].
    engines: Vec<EngineSpec>,
    /// Where games start; the empty board by default.
    pub openings: Vec<Vec<Point>>,
    /// Which engines meet.
    pub pairing: Pairing,
    /// Number of pairs of games of any two engines that meet; one for each opening by default.
    pub rounds: Option<usize>,
    /// Seed of a random order of the openings; the given order by default.
    pub shuffle_seed: Option<u64>,
    /// Number of games that are played at the same time.
    pub concurrency: NonZero<usize>,
    /// Stop as soon as this test of the first two engines is decided.
    pub sprt: Option<Sprt>,
    /// Where every line to and from engines is logged.
    pub log: Option<Arc<EngineLog>>,
}

impl Match {
    /// A match of one pair of games from the empty board. Engines of one name are numbered.
    ///
    /// # Errors
    ///
    /// If there are fewer than two engines, or they cannot play by these rules.
    pub fn new(rules: MatchRules, specs: Vec<EngineSpec>) -> Result<Match, MatchError> {
        rules.check()?;
        if specs.len() < 2 {
            return Err(MatchError::TooFewEngines);
        }
        let mut engines: Vec<EngineSpec> = Vec::new();
        for spec in specs {
            let mut spec = spec.resolved(rules.rule)?;
            let name = spec.name().to_owned();
            let mut number = 2;
            while engines.iter().any(|other| other.name == spec.name) {
                spec.name = Some(format!("{name}-{number}"));
                number += 1;
            }
            engines.push(spec);
        }
        Ok(Match {
            rules,
            engines,
            openings: vec![Vec::new()],
            pairing: Pairing::default(),
            rounds: None,
            shuffle_seed: None,
            concurrency: NonZero::<usize>::MIN,
            sprt: None,
            log: None,
        })
    }

    /// The engines, each with a name of its own.
    pub fn engines(&self) -> &[EngineSpec] {
        &self.engines
    }

    /// All games of the match, in order.
    ///
    /// # Panics
    ///
    /// If there is no opening.
    pub fn schedule(&self) -> Schedule {
        let (players, openings) = (self.engines.len(), self.openings.len());
        let rounds = self.rounds.unwrap_or(openings);
        Schedule::new(self.pairing, players, rounds, openings, self.shuffle_seed)
    }

    /// Starts every engine once, so that a wrong command is found before the first game.
    ///
    /// # Errors
    ///
    /// If an engine cannot be started.
    pub fn try_engines(&self) -> Result<(), MatchError> {
        for spec in &self.engines {
            let (transcript, stop) = (EngineTranscript::default(), Arc::default());
            let process = EngineProcess::start(&spec.command, |_| true, transcript, &stop);
            let process = process.map_err(|error| {
                let (name, command) = (spec.name().to_owned(), spec.command[0].clone());
                MatchError::Start { name, command, error }
            })?;
            process.kill();
        }
        Ok(())
    }

    /// Plays the match until its end, until `stop` is set, until its test is decided, or until
    /// `on_event` breaks. Every process that was started has ended when it returns.
    ///
    /// `on_event` is called on this thread, after the report has counted the event.
    ///
    /// # Errors
    ///
    /// If the match makes no sense, or a thread cannot be started. Whatever engines do is no error:
    /// it is in the report.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut on_event: impl FnMut(&MatchEvent, &MatchReport) -> ControlFlow<()>,
    ) -> Result<MatchReport, MatchError> {
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err(MatchError::SprtEngines);
        }
        if self.openings.is_empty() {
            return Err(MatchError::NoOpening);
        }
        let schedule = self.schedule();
        let halt = Arc::new(AtomicBool::new(false));
        let workers =
            MatchWorkers { contest: self, fixtures: Mutex::new(schedule.fixtures()), halt };
        let mut report = MatchReport::new(&self.engines, &self.rules, self.sprt);
        let mut started = Ok(());
        thread::scope(|scope| {
            let (sender, events) = mpsc::channel();
            for _ in 0..self.concurrency.get().min(schedule.len()) {
                let (sender, workers) = (sender.clone(), &workers);
                let work = move || workers.work(&sender);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    started = Err(MatchError::Thread(error));
                    workers.halt.store(true, Relaxed);
                    break;
                }
            }
            drop(sender);
            loop {
                let mut flow = ControlFlow::Continue(());
                match events.recv_timeout(POLL_INTERVAL) {
                    Ok(event) => {
                        report.add(&event);
                        flow = on_event(&event, &report);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if stop.load(Relaxed) || report.is_decided() || flow.is_break() {
                    workers.halt.store(true, Relaxed);
                }
            }
        });
        started.map(|()| report)
    }
}

/// What all workers share.
struct MatchWorkers<'a, I: Iterator<Item = Fixture>> {
    contest: &'a Match,
    fixtures: Mutex<I>,
    /// Set when the match is to stop.
    halt: Arc<AtomicBool>,
}

/// A running engine and its number.
struct RunningEngine {
    player: usize,
    session: Box<dyn EngineSession>,
}

impl RunningEngine {
    /// Asks the process to exit, and reports if it had to be killed.
    fn end(self, events: &Sender<MatchEvent>) {
        if !self.session.end() {
            let _ = events.send(MatchEvent::Undying(self.player));
        }
    }
}

impl<I: Iterator<Item = Fixture>> MatchWorkers<'_, I> {
    /// The worker thread: plays games until there are no more, or the match is to stop. Every process
    /// that was started has ended when it returns.
    fn work(&self, events: &Sender<MatchEvent>) {
        let mut idle: Vec<RunningEngine> = Vec::new();
        while let Some(fixture) = self.next() {
            let players = [fixture.black, fixture.white];
            // Engines that do not play the next game would only take memory.
            for engine in idle.extract_if(.., |engine| !players.contains(&engine.player)) {
                engine.end(events);
            }
            let event = match self.game(fixture, &mut idle, events) {
                Some(played) => MatchEvent::Played(Box::new(played)),
                None => MatchEvent::Aborted,
            };
            // If the receiver is gone, the match is over.
            let _ = events.send(event);
        }
        for engine in idle {
            engine.end(events);
        }
    }

    fn next(&self) -> Option<Fixture> {
        if self.halt.load(Relaxed) {
            return None;
        }
        self.fixtures.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// Plays a game with the processes that are idle, or new ones.
    fn game(
        &self,
        fixture: Fixture,
        idle: &mut Vec<RunningEngine>,
        events: &Sender<MatchEvent>,
    ) -> Option<PlayedGame> {
        let Match { rules, engines, openings, .. } = self.contest;
        let game = MatchGame::new(rules, fixture, &openings[fixture.opening]);
        let players = [fixture.black, fixture.white];
        let clocks = players.map(|player| GameClock::new(&engines[player]));
        let mut ready = Vec::new();
        for (color, player) in Color::ALL.into_iter().zip(players) {
            let old = idle.iter().position(|engine| engine.player == player);
            let old = old.map(|index| idle.swap_remove(index));
            match self.prepare(player, old, &clocks[color as usize], events) {
                Ok(session) => ready.push(RunningEngine { player, session }),
                Err(failure) => {
                    idle.append(&mut ready);
                    return match failure {
                        EngineFailure::Stopped => None,
                        EngineFailure::Offence(offence) => Some(game.lose(color, offence)),
                    };
                }
            }
        }
        let [black, white] = ready.as_mut_slice() else { unreachable!("two are ready") };
        let played = game.play(rules, [&mut *black.session, &mut *white.session], clocks);
        for (index, engine) in ready.into_iter().enumerate() {
            match &played {
                // It may still be thinking; whatever it answers would come too late.
                None => engine.session.kill(),
                Some(played) if played.conduct[index].offence.is_some() => engine.session.kill(),
                Some(_) if rules.fresh => engine.end(events),
                Some(_) => idle.push(engine),
            }
        }
        played
    }

    /// A session that is ready for a new game: the old one, if it can play another.
    fn prepare(
        &self,
        player: usize,
        old: Option<RunningEngine>,
        clock: &GameClock,
        events: &Sender<MatchEvent>,
    ) -> Result<Box<dyn EngineSession>, EngineFailure> {
        let Match { rules, engines, log, .. } = self.contest;
        if let Some(mut engine) = old {
            if engine.session.new_game(rules, clock)? {
                return Ok(engine.session);
            }
            engine.end(events);
        }
        let mut session = start_engine(&engines[player], log.as_ref(), &self.halt)?;
        session.new_game(rules, clock)?;
        Ok(session)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use tengen_core::Rule;

    use super::*;
    use crate::Offence;

    /// An engine that answers `START` and `RESTART` with this line.
    fn shell(answer: &str) -> EngineSpec {
        let script = format!(
            "while read line; do case $line in ABOUT*) echo me;; *START*) echo {answer};; esac; done"
        );
        let command = ["sh", "-c", &script].map(str::to_owned).to_vec();
        EngineSpec { command, ..EngineSpec::default() }
    }

    #[test]
    fn an_engine_that_declines_loses_its_games_and_the_match_goes_on() {
        let engines = vec![shell("OK"), shell("ERROR")];
        let mut contest = Match::new(MatchRules::new(Rule::Renju), engines).unwrap();
        contest.rounds = Some(3);
        contest.try_engines().unwrap();
        let mut games = Vec::new();
        let report = contest.run(&AtomicBool::new(false), |event, report| {
            if let MatchEvent::Played(game) = event {
                games.push(report.game_line(game));
            }
            ControlFlow::Continue(())
        });
        let report = report.unwrap();
        assert_eq!((games.len(), report.games(), report.table.total(0).won), (6, 6, 6));
        assert_eq!(games[1], "game 2: sh-2 - sh 0-1, opening 1, 0 moves: will not play this game");
        assert_eq!(report.engines[1].offences[Offence::Declined.word()], 6);
    }

    #[test]
    fn a_match_that_makes_no_sense_is_refused() {
        let rules = MatchRules::new(Rule::Exact);
        let refused = |rules, engines| Match::new(rules, engines).unwrap_err().to_string();
        assert_eq!(refused(rules, vec![shell("OK")]), "a match takes at least two engines");
        let nogo = MatchRules { rule: Rule::NoGo, area: Area::square(40), ..rules };
        assert!(refused(nogo, Vec::new()).starts_with("gtp has no letters for a 40x40 board"));
        let mut three = Match::new(rules, vec![shell("OK"), shell("OK"), shell("OK")]).unwrap();
        three.sprt = Some(Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap());
        let run = three.run(&AtomicBool::new(false), |_, _| ControlFlow::Continue(()));
        assert!(matches!(run, Err(MatchError::SprtEngines)));
        let mut missing = shell("OK");
        missing.command = vec!["./no-such-engine".to_owned()];
        let contest = Match::new(rules, vec![missing, shell("OK")]).unwrap();
        let error = contest.try_engines().unwrap_err().to_string();
        assert!(error.starts_with("engine no-such-engine cannot be started"), "{error}");
    }
}
