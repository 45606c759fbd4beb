//! Many games at the same time: workers take them from the schedule one by one.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering::Relaxed},
    mpsc::Sender,
};

use tengen_core::{Color, Point};
use tengen_referee::matches::{Fixture, Misdeed};

use super::{
    game::{Clock, Game, Played},
    log::{Log, Transcript},
    seat::{Fall, Seat, Terms},
    spec::Spec,
};

/// What a worker tells.
#[derive(Debug)]
pub(super) enum News {
    /// A game was played.
    Played(Box<Played>),
    /// A game was broken off, since the match is to stop.
    BrokenOff,
    /// The process of this player would not end.
    Undying(usize),
}

/// What all workers share.
pub(super) struct Match<'a, I: Iterator<Item = Fixture>> {
    pub(super) terms: Terms,
    pub(super) specs: &'a [Spec],
    pub(super) openings: &'a [Vec<Point>],
    pub(super) fixtures: Mutex<I>,
    pub(super) log: Option<Arc<Log>>,
    pub(super) stop: &'a AtomicBool,
}

impl<I: Iterator<Item = Fixture>> Match<'_, I> {
    /// Plays games until there are no more, or the match is to stop. Every process that was started
    /// has ended when it returns.
    pub(super) fn work(&self, news: &Sender<News>) {
        let mut seats: Vec<Seat> = Vec::new();
        while let Some(fixture) = self.next() {
            let players = [fixture.black, fixture.white];
            // Those who sit out the next game would only take memory.
            for seat in seats.extract_if(.., |seat| !players.contains(&seat.player)) {
                end(seat, news);
            }
            let told = match self.game(fixture, &mut seats, news) {
                Some(played) => News::Played(Box::new(played)),
                None => News::BrokenOff,
            };
            // If nobody listens any more, the match is over.
            let _ = news.send(told);
        }
        for seat in seats {
            end(seat, news);
        }
    }

    fn next(&self) -> Option<Fixture> {
        if self.stop.load(Relaxed) {
            return None;
        }
        self.fixtures.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// Plays a game with the processes that are there, or new ones.
    fn game(&self, fixture: Fixture, seats: &mut Vec<Seat>, news: &Sender<News>) -> Option<Played> {
        let game = Game::new(&self.terms, fixture, &self.openings[fixture.opening]);
        let players = [fixture.black, fixture.white];
        let clocks = players.map(|player| Clock::new(&self.specs[player]));
        let mut ready = Vec::new();
        for (color, player) in Color::ALL.into_iter().zip(players) {
            let old = seats.iter().position(|seat| seat.player == player);
            let old = old.map(|index| seats.swap_remove(index));
            match self.prepare(player, old, &clocks[color as usize], news) {
                Ok(seat) => ready.push(seat),
                Err(fall) => {
                    seats.append(&mut ready);
                    return match fall {
                        Fall::Stopped => None,
                        Fall::Misdeed(misdeed) => Some(game.lose(color, misdeed)),
                    };
                }
            }
        }
        let [black, white] = ready.as_mut_slice() else { unreachable!("two are ready") };
        let played = game.play(&self.terms, [black, white], clocks, self.stop);
        for (index, seat) in ready.into_iter().enumerate() {
            match &played {
                // It may be thinking still; whatever it says would come too late.
                None => seat.kill(),
                Some(played) if played.conduct[index].misdeed.is_some() => seat.kill(),
                Some(_) if self.terms.fresh => end(seat, news),
                Some(_) => seats.push(seat),
            }
        }
        played
    }

    /// A process that is ready for a new game: the old one, if it can play another.
    fn prepare(
        &self,
        player: usize,
        old: Option<Seat>,
        clock: &Clock,
        news: &Sender<News>,
    ) -> Result<Seat, Fall> {
        let (spec, times) = (&self.specs[player], clock.allowance());
        if let Some(mut seat) = old {
            if seat.new_game(spec, &self.terms, &times, self.stop)? {
                return Ok(seat);
            }
            end(seat, news);
        }
        let transcript = Transcript::new(self.log.as_ref(), spec.name());
        let started = Seat::start(player, spec, transcript, self.stop);
        let mut seat = started.map_err(|_| Fall::Misdeed(Misdeed::Unstartable))??;
        seat.new_game(spec, &self.terms, &times, self.stop)?;
        Ok(seat)
    }
}

/// Asks a process to end, and tells if it would not.
fn end(seat: Seat, news: &Sender<News>) {
    let player = seat.player;
    if !seat.end() {
        let _ = news.send(News::Undying(player));
    }
}
