//! Thinking: about a move, and while the opponent does.

use std::{io, time::Instant};

use tengen_core::{Area, Point, Position, Rule};
use tengen_engine::{Limits, Resources, Thought, fives::FivesPlayer};
use tengen_notation::spell_gomocup_point;

use super::{Game, Session, Trouble, news, settings::Settings};

impl Session<'_> {
    /// The most lines that are told.
    const MAX_LINES: usize = 22 * 22;

    /// What was told and cannot be done, or was not understood: said once a move is asked for.
    pub(super) fn check_wishes(&mut self) -> Result<(), String> {
        if let Some(complaint) = self.complaint.take() {
            return Err(complaint);
        }
        self.settings.rule()?;
        self.settings.level()?;
        Ok(())
    }

    /// Thinks about `game`, plays the move on it and says it. If anything is wrong, the board stays
    /// as it was.
    pub(super) fn answer(
        &mut self,
        mut game: Game,
        lines: usize,
        arrived: Instant,
    ) -> Result<(), Trouble> {
        self.check_wishes()?;
        let rule = self.settings.rule()?;
        let position = game.position(rule)?;
        self.prepare_player()?;
        let since = arrived.elapsed();
        let limits = self.settings.limits(since, game.stones().len())?;
        // The best of those that are left is among so many.
        let lines = lines.saturating_add(self.blocked.len()).min(Session::MAX_LINES);
        let thought = self.think(&position, &Limits { lines, ..limits })?;
        let spent = arrived.elapsed();
        self.settings.spend(spent);
        if let Some(time) = limits.time {
            self.settings.note_lag(spent.saturating_sub(since + time));
        }
        if self.inbox.signals().is_ended() {
            return Ok(());
        }
        let Some(best) = thought.best() else {
            return Err("there is no move that may be played".to_owned().into());
        };
        let point = best.point;
        self.say(&news::spell_message(&thought, game.area()))?;
        if self.suggests {
            self.change(game);
            self.suggested = Some(point);
            return Ok(self.say(&format!("SUGGEST {}", spell_gomocup_point(point)))?);
        }
        game.play(point, rule)?;
        self.change(game);
        self.opponent_thinks = true;
        Ok(self.say(&spell_gomocup_point(point))?)
    }

    /// Thinks until the limits, or until it is asked to stop, and tells what it thinks meanwhile.
    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought, Trouble> {
        let Session { player: Some(player), inbox, out, settings, blocked, .. } = self else {
            return Err("there is no player".to_owned().into());
        };
        let area = position.board().area();
        let signals = inbox.signals();
        let mut told: io::Result<()> = Ok(());
        let mut depth = None;
        let mut tell = |thought: &Thought| {
            let news = depth.is_none_or(|depth| thought.depth > depth);
            depth = Some(thought.depth);
            if news && told.is_ok() && !signals.is_ended() {
                let thought = without(thought, blocked);
                let mut lines = news::spell_detail(&thought, area, settings.detail);
                if settings.verbose {
                    lines.push(news::spell_message(&thought, area));
                }
                let said = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
                told = said.and_then(|()| out.flush());
            }
        };
        let thought = player
            .think(position, limits, &|| signals.asks_to_stop(), &mut tell)
            .map_err(|unsuited| unsuited.to_string())?;
        // Unless it was told already: what is seen at once has no depth of its own.
        tell(&thought);
        told?;
        Ok(without(&thought, blocked))
    }

    /// Thinks on the opponent's time, until something is said.
    pub(super) fn ponder(&mut self) {
        if !self.settings.pondering || !self.opponent_thinks {
            return;
        }
        // Once is enough: it ends by itself only when there is nothing more to find.
        self.opponent_thinks = false;
        let (Some(game), Ok(rule)) = (&self.game, self.settings.rule()) else { return };
        let (Ok(position), Some(player)) = (game.position(rule), &mut self.player) else { return };
        let signals = self.inbox.signals();
        let _ = player.think(&position, &Limits::default(), &|| signals.is_waiting(), &mut |_| {});
        self.opponent_thinks = true;
    }

    /// Looks once at an empty board by every rule, so that what is made only once is made now, while
    /// no clock runs.
    pub(super) fn warm_up(&mut self, area: Area) {
        // A small one: how much it may remember is often told later, and it is made again for that.
        let resources = Resources { memory: Settings::SMALL as usize, ..Resources::default() };
        let player = self.player.get_or_insert_with(|| FivesPlayer::new(resources));
        let once = Limits { nodes: Some(1), ..Limits::default() };
        for position in Rule::FIVES.into_iter().filter_map(|rule| Position::new(rule, area).ok()) {
            let _ = player.think(&position, &once, &|| true, &mut |_| {});
        }
        player.clear();
    }

    /// A player that may use what was told, the same as before if that has not changed.
    pub(super) fn prepare_player(&mut self) -> Result<(), String> {
        let resources = self.settings.resources()?;
        if self.player.as_ref().is_none_or(|player| *player.resources() != resources) {
            // Two of them at a time would need more than either may.
            self.player = None;
            self.player = Some(FivesPlayer::new(resources));
        }
        Ok(())
    }
}

/// The same without moves to points that are blocked.
fn without(thought: &Thought, blocked: &[Point]) -> Thought {
    let mut thought = thought.clone();
    thought.candidates.retain(|candidate| !blocked.contains(&candidate.point));
    thought
}
