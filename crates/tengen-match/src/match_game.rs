//! The referee of one game: engines send moves, the rules judge them.

use std::time::Duration;

use tengen_core::{Color, Point, Position, Rule};

use crate::{
    Fixture, GameResult, MatchRules, Offence, ResultReason,
    engine_session::{EngineFailure, EngineSession, MoveReply},
    game_clock::GameClock,
};

/// A finished game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedGame {
    /// Who played, and from which opening.
    pub fixture: Fixture,
    /// All moves, with those of the opening. An illegal move that lost the game is not among them.
    pub moves: Vec<Point>,
    /// The time of each move; zero for those of the opening.
    pub times: Vec<Duration>,
    /// Number of moves of the opening.
    pub opening: usize,
    /// The result.
    pub result: GameResult,
    /// The statistics of Black and White.
    pub conduct: [Conduct; 2],
}

/// The statistics of an engine in a game.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct Conduct {
    /// Number of moves.
    pub moves: u64,
    /// Time of all moves.
    pub used: Duration,
    /// Time of the longest move.
    pub longest: Duration,
    /// Number of late moves, within the tolerance.
    pub late: u64,
    /// The offence that lost the game.
    pub offence: Option<Offence>,
}

/// A running game.
pub(crate) struct MatchGame {
    fixture: Fixture,
    position: Position,
    times: Vec<Duration>,
    opening: usize,
    conduct: [Conduct; 2],
}

impl MatchGame {
    /// A game from a legal opening.
    pub(crate) fn new(rules: &MatchRules, fixture: Fixture, opening: &[Point]) -> MatchGame {
        let mut position = Position::new(rules.rule, rules.area).expect("the board has points");
        for &point in opening {
            position.play(point).expect("the opening is legal");
        }
        let times = vec![Duration::ZERO; opening.len()];
        MatchGame { fixture, position, times, opening: opening.len(), conduct: Default::default() }
    }

    /// Plays to the end; `None` if the sessions were stopped.
    pub(crate) fn play(
        mut self,
        rules: &MatchRules,
        mut sessions: [&mut dyn EngineSession; 2],
        mut clocks: [GameClock; 2],
    ) -> Option<PlayedGame> {
        loop {
            if let Some(outcome) = self.position.outcome() {
                let result = GameResult::from_outcome(outcome, rules.rule);
                return Some(self.end(result));
            }
            if rules.max_moves.is_some_and(|most| self.position.moves().len() >= most) {
                return Some(
                    self.end(GameResult { winner: None, reason: ResultReason::MoveLimit }),
                );
            }
            if is_stuck(&self.position) {
                return Some(self.end(GameResult { winner: None, reason: ResultReason::Stuck }));
            }
            let color = self.position.turn();
            let (session, clock) = (&mut sessions[color as usize], &mut clocks[color as usize]);
            let (reply, took) = match session.ask(&self.position, clock) {
                Ok(replied) => replied,
                Err(EngineFailure::Stopped) => return None,
                Err(EngineFailure::Offence(offence)) => return Some(self.lose(color, offence)),
            };
            let conduct = &mut self.conduct[color as usize];
            conduct.moves += 1;
            conduct.used += took;
            conduct.longest = conduct.longest.max(took);
            conduct.late += u64::from(took > clock.time());
            clock.spend(took);
            let point = match reply {
                MoveReply::Point(point) => point,
                MoveReply::Pass => return Some(self.lose(color, Offence::Pass)),
                MoveReply::Resign => {
                    return Some(self.end(GameResult::lost(color, ResultReason::Resigned)));
                }
            };
            match self.position.play(point) {
                Ok(()) => self.times.push(took),
                Err(illegal) => return Some(self.lose(color, illegal.into())),
            }
        }
    }

    /// Ends the game with the loss of `color`.
    pub(crate) fn lose(mut self, color: Color, offence: Offence) -> PlayedGame {
        self.conduct[color as usize].offence = Some(offence);
        self.end(GameResult::lost(color, ResultReason::Offence(offence)))
    }

    fn end(self, result: GameResult) -> PlayedGame {
        let MatchGame { fixture, position, times, opening, conduct } = self;
        PlayedGame { fixture, moves: position.moves().to_vec(), times, opening, result, conduct }
    }
}

/// Whether Black has only fouls left on a board that is not full. No rule says what that is (see 6.2 of
/// the rules of renju); no engine can answer it with a move, so it is a draw.
fn is_stuck(position: &Position) -> bool {
    let may_play = |point| position.may_play(point).is_ok();
    position.rule() == Rule::Renju && !position.board().area().points().any(may_play)
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
