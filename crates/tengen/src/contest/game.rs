//! One game: the engines name moves, the rules judge them.

use std::{sync::atomic::AtomicBool, time::Duration};

use tengen_core::{Color, Illegal, Outcome, Point, Position, Rule};
use tengen_referee::matches::{Fixture, Misdeed, Verdict, Why};

use super::{
    seat::{Allowance, Answer, Fall, Seat, Terms},
    spec::Spec,
};

/// A game that was played to some end.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) fixture: Fixture,
    /// All moves, those of the opening too. A move that cost the game is not among them.
    pub(super) moves: Vec<Point>,
    /// How long each took; those of the opening took no time.
    pub(super) times: Vec<Duration>,
    /// How many moves are of the opening.
    pub(super) opening: usize,
    pub(super) verdict: Verdict,
    /// How Black and White behaved.
    pub(super) conduct: [Conduct; 2],
}

/// How a player behaved in a game.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Conduct {
    /// How many moves it made.
    pub(super) moves: u64,
    /// How long they took together.
    pub(super) used: Duration,
    /// How long the longest took.
    pub(super) longest: Duration,
    /// How many came later than they should have, within the tolerance.
    pub(super) late: u64,
    /// What cost it the game.
    pub(super) misdeed: Option<Misdeed>,
}

/// The clock of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    turn: Duration,
    left: Option<Duration>,
    tolerance: Duration,
    /// What is left of the tolerance for the whole game.
    slack: Duration,
}

impl Clock {
    /// The clock of an engine at the start of a game.
    pub(super) fn new(spec: &Spec) -> Clock {
        let left = spec.match_time;
        let turn = spec.turn_time.or(left).unwrap_or(Duration::from_secs(1));
        let tolerance = spec.tolerance.expect("the match has a tolerance for every engine");
        Clock { turn, left, tolerance, slack: tolerance }
    }

    /// What there is for the next move.
    pub(super) fn allowance(&self) -> Allowance {
        let Clock { turn, left, tolerance, slack } = *self;
        Allowance { turn, tolerance, left, slack }
    }

    fn spend(&mut self, time: Duration) {
        if let Some(left) = &mut self.left {
            self.slack = self.slack.saturating_sub(time.saturating_sub(*left));
            *left = left.saturating_sub(time);
        }
    }
}

/// A game that is going on.
#[derive(Debug)]
pub(super) struct Game {
    fixture: Fixture,
    position: Position,
    times: Vec<Duration>,
    opening: usize,
    conduct: [Conduct; 2],
}

impl Game {
    /// A game from an opening, which is legal.
    pub(super) fn new(terms: &Terms, fixture: Fixture, opening: &[Point]) -> Game {
        let mut position = Position::new(terms.rule, terms.area).expect("the board has points");
        for &point in opening {
            position.play(point).expect("the opening is legal");
        }
        let times = vec![Duration::ZERO; opening.len()];
        Game { fixture, position, times, opening: opening.len(), conduct: Default::default() }
    }

    /// Plays to the end; nothing if the match is to stop.
    pub(super) fn play(
        mut self,
        terms: &Terms,
        mut seats: [&mut Seat; 2],
        mut clocks: [Clock; 2],
        stop: &AtomicBool,
    ) -> Option<Played> {
        loop {
            if let Some(outcome) = self.position.outcome() {
                let verdict = of_board(outcome, terms.rule);
                return Some(self.end(verdict));
            }
            if terms.max_moves.is_some_and(|most| self.position.moves().len() >= most) {
                return Some(self.end(Verdict { winner: None, why: Why::MoveLimit }));
            }
            if is_stuck(&self.position) {
                return Some(self.end(Verdict { winner: None, why: Why::Stuck }));
            }
            let color = self.position.turn();
            let (seat, clock) = (&mut seats[color as usize], &mut clocks[color as usize]);
            let times = clock.allowance();
            let asked = seat.ask(&self.position, &times, stop);
            let (answer, took) = match asked {
                Ok(answered) => answered,
                Err(Fall::Stopped) => return None,
                Err(Fall::Misdeed(misdeed)) => return Some(self.lose(color, misdeed)),
            };
            clock.spend(took);
            let conduct = &mut self.conduct[color as usize];
            conduct.moves += 1;
            conduct.used += took;
            conduct.longest = conduct.longest.max(took);
            conduct.late += u64::from(took > times.time());
            let point = match answer {
                Answer::Point(point) => point,
                Answer::Pass => return Some(self.lose(color, Misdeed::Pass)),
                Answer::Resign => return Some(self.end(Verdict::lost(color, Why::Resigned))),
            };
            match self.position.play(point) {
                Ok(()) => self.times.push(took),
                Err(illegal) => return Some(self.lose(color, of_rules(illegal))),
            }
        }
    }

    /// The game is lost by what a player did.
    pub(super) fn lose(mut self, color: Color, misdeed: Misdeed) -> Played {
        self.conduct[color as usize].misdeed = Some(misdeed);
        self.end(Verdict::lost(color, Why::Misdeed(misdeed)))
    }

    fn end(self, verdict: Verdict) -> Played {
        let Game { fixture, position, times, opening, conduct } = self;
        Played { fixture, moves: position.moves().to_vec(), times, opening, verdict, conduct }
    }
}

fn of_board(outcome: Outcome, rule: Rule) -> Verdict {
    match outcome {
        Outcome::Drawn => Verdict { winner: None, why: Why::FullBoard },
        Outcome::Won(color) => {
            let why = if rule == Rule::NoGo { Why::Stuck } else { Why::Five };
            Verdict { winner: Some(color), why }
        }
    }
}

/// Whether Black has only fouls left on a board that is not full. No rule says what that is (see 6.2 of
/// the rules of renju); no engine can answer it with a move, so it is a draw.
fn is_stuck(position: &Position) -> bool {
    let may_play = |point| position.may_play(point).is_ok();
    position.rule() == Rule::Renju && !position.board().area().points().any(may_play)
}

fn of_rules(illegal: Illegal) -> Misdeed {
    match illegal {
        Illegal::Outside => Misdeed::Outside,
        Illegal::Occupied => Misdeed::Occupied,
        Illegal::Foul(foul) => Misdeed::Foul(foul),
        Illegal::Chokes(_) => Misdeed::Choke,
        Illegal::GameOver => unreachable!("nobody is asked for a move when the game is over"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::{Drawing, Setup};

    #[test]
    fn a_black_who_has_only_fouls_left_is_stuck() {
        let full_but_one = |row: &str| {
            let rest = "
                o o x o o x
                o x o x o o
                x o o x x o
                o x o o x o
                x o x o o x";
            let drawing: Drawing = format!("{row}{rest}").parse().expect("a board");
            let setup = Setup::from_board(&drawing.board(), Color::Black);
            let position = Position::from_setup(Rule::Renju, &setup).expect("a position");
            assert_eq!(position.outcome(), None);
            position
        };
        assert!(is_stuck(&full_but_one("x x x . x x")), "it would make six");
        assert!(!is_stuck(&full_but_one("o x x . x x")), "it makes five, and wins");
        assert!(!is_stuck(&full_but_one("o x o . x x")), "it makes nothing");
    }
}
