//! Searching for a move, and pondering on the time of the opponent.

use std::{io, time::Instant};

use tengen_core::{Area, Point, Position, Rule};
use tengen_engine::{Limits, Resources, SearchRequest, Thought, fives::FivesPlayer};
use tengen_notation::gomocup;

use super::{BrainGame, BrainSession, brain_output, brain_settings::BrainSettings};
use crate::protocol_session::{CommandError, ProtocolSession};

impl BrainSession<'_> {
    /// Maximum number of variations.
    const MAX_LINES: usize = 22 * 22;

    /// Checks the settings: an error in an `INFO` is reported once a move is asked for.
    pub(super) fn check_settings(&mut self) -> Result<(), String> {
        if let Some(error) = self.info_error.take() {
            return Err(error);
        }
        self.settings.rule()?;
        self.settings.level()?;
        Ok(())
    }

    /// Searches `game`, plays the move on it and writes it. On an error the board stays as it was.
    pub(super) fn answer(
        &mut self,
        mut game: BrainGame,
        lines: usize,
        arrived: Instant,
    ) -> Result<(), CommandError> {
        self.check_settings()?;
        let rule = self.settings.rule()?;
        let position = game.position(rule)?;
        self.prepare_player()?;
        let since = arrived.elapsed();
        let limits = self.settings.limits(since, game.stones().len())?;
        // The best move that is not blocked is among this many.
        let lines = lines.saturating_add(self.blocked.len()).min(BrainSession::MAX_LINES);
        let thought = self.think(&position, &Limits { lines, ..limits })?;
        let spent = arrived.elapsed();
        self.settings.spend(spent);
        if let Some(time) = limits.time {
            self.settings.note_lag(spent.saturating_sub(since + time));
        }
        if self.io.signals().is_ended() {
            return Ok(());
        }
        let Some(best) = thought.best() else {
            return Err("there is no move that may be played".to_owned().into());
        };
        let point = best.point;
        self.say(&brain_output::format_message(&thought, game.area()))?;
        if self.suggests {
            self.change(game);
            self.suggested = Some(point);
            return Ok(self.say(&format!("SUGGEST {}", gomocup::format_point(point)))?);
        }
        game.play(point, rule)?;
        self.change(game);
        self.opponent_thinks = true;
        Ok(self.say(&gomocup::format_point(point))?)
    }

    /// Searches until the limits, or until a line asks to stop, and writes the analysis meanwhile.
    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought, CommandError> {
        let BrainSession {
            player: Some(player),
            io: ProtocolSession { lines, out },
            settings,
            blocked,
            ..
        } = self
        else {
            return Err("there is no player".to_owned().into());
        };
        let area = position.board().area();
        let signals = lines.signals();
        let mut written: io::Result<()> = Ok(());
        let mut depth = None;
        let mut report = |thought: &Thought| {
            let news = depth.is_none_or(|depth| thought.depth > depth);
            depth = Some(thought.depth);
            if news && written.is_ok() && !signals.is_ended() {
                let thought = without(thought, blocked);
                let mut lines = brain_output::format_detail(&thought, area, settings.detail);
                if settings.verbose {
                    lines.push(brain_output::format_message(&thought, area));
                }
                let said = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
                written = said.and_then(|()| out.flush());
            }
        };
        let stop = || signals.asks_to_stop();
        let request = SearchRequest { position, limits, stop: &stop, news: Some(&mut report) };
        let thought = player.think(request).map_err(|unsuited| unsuited.to_string())?;
        // Unless it was written already: a move that is found at once has no depth of its own.
        report(&thought);
        written?;
        Ok(without(&thought, blocked))
    }

    /// Ponders: searches on the time of the opponent, until a line arrives.
    pub(super) fn ponder(&mut self) {
        if !self.settings.pondering || !self.opponent_thinks {
            return;
        }
        // Once is enough: it ends by itself only when there is nothing more to find.
        self.opponent_thinks = false;
        let (Some(game), Ok(rule)) = (&self.game, self.settings.rule()) else { return };
        let (Ok(position), Some(player)) = (game.position(rule), &mut self.player) else { return };
        let signals = self.io.signals();
        let _ = player.think(SearchRequest {
            stop: &|| signals.is_waiting(),
            ..SearchRequest::new(&position, &Limits::default())
        });
        self.opponent_thinks = true;
    }

    /// Searches an empty board by every rule once, so that lazy tables are built while no clock runs.
    pub(super) fn warm_up(&mut self, area: Area) {
        // A small table: its size is often set later, and the player is made again for that.
        let resources = Resources { memory: BrainSettings::SMALL as usize, ..Resources::default() };
        let player = self.player.take().unwrap_or_else(|| FivesPlayer::new(resources));
        // A book would answer at once, and no table would be built.
        let mut player = player.with_book(None);
        let once = Limits { nodes: Some(1), ..Limits::default() };
        for position in Rule::FIVES.into_iter().filter_map(|rule| Position::new(rule, area).ok()) {
            let _ = player
                .think(SearchRequest { stop: &|| true, ..SearchRequest::new(&position, &once) });
        }
        player.clear();
        self.player = Some(player.with_book(self.book.clone()));
    }

    /// Makes the player by the settings, if they have changed.
    pub(super) fn prepare_player(&mut self) -> Result<(), String> {
        let resources = self.settings.resources()?;
        if self.player.as_ref().is_none_or(|player| *player.resources() != resources) {
            // Two of them at a time would need more than either may.
            self.player = None;
            self.player = Some(FivesPlayer::new(resources).with_book(self.book.clone()));
        }
        Ok(())
    }
}

/// The thought without moves to blocked points.
fn without(thought: &Thought, blocked: &[Point]) -> Thought {
    let mut thought = thought.clone();
    thought.candidates.retain(|candidate| !blocked.contains(&candidate.point));
    thought
}
