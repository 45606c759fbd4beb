//! The result of a game of a match, whatever the engines do.

use std::fmt;

use tengen_core::{Color, Illegal, Outcome, Rule, renju::Foul};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// How the game ended.
    pub reason: ResultReason,
}

impl GameResult {
    /// The loss of `color`.
    pub const fn lost(color: Color, reason: ResultReason) -> GameResult {
        let winner = match color {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        GameResult { winner: Some(winner), reason }
    }

    /// The result of a game that ended on the board.
    pub fn from_outcome(outcome: Outcome, rule: Rule) -> GameResult {
        match outcome {
            Outcome::Drawn => GameResult { winner: None, reason: ResultReason::FullBoard },
            Outcome::Won(color) => {
                let stuck = rule == Rule::NoGo;
                let reason = if stuck { ResultReason::Stuck } else { ResultReason::Five };
                GameResult { winner: Some(color), reason }
            }
        }
    }

    /// The half points of `color`: 2 for a win, 1 for a draw.
    pub fn half_points(&self, color: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        }
    }
}

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ResultReason {
    /// A line that wins.
    Five,
    /// Every point has a stone.
    FullBoard,
    /// A side has no move left: at NoGo it has lost; at renju, where Black has only fouls left, it is a
    /// draw.
    Stuck,
    /// A side resigned.
    Resigned,
    /// The maximum number of moves is reached: a draw.
    MoveLimit,
    /// An engine committed an offence.
    Offence(Offence),
}

impl fmt::Display for ResultReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultReason::Five => f.write_str("five in a row"),
            ResultReason::FullBoard => f.write_str("the board is full"),
            ResultReason::Stuck => f.write_str("no legal move is left"),
            ResultReason::Resigned => f.write_str("resigned"),
            ResultReason::MoveLimit => f.write_str("the limit of moves is reached"),
            ResultReason::Offence(offence) => offence.fmt(f),
        }
    }
}

/// An offence of an engine. Each loses the game, but for the last two, which are only counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Offence {
    /// The process could not be started, though it could before the match.
    Unstartable,
    /// It did not identify itself.
    NoAbout,
    /// It did not report to be ready for a game.
    NoStart,
    /// It declined the board or the rule.
    Declined,
    /// It exceeded the time limit of a move.
    TurnTime,
    /// It exceeded the time limit of the game.
    MatchTime,
    /// It answered with something that is no move, and no move came in time.
    Nonsense,
    /// It began a line and did not end it before its time was up.
    HalfLine,
    /// Its move is outside the board.
    Outside,
    /// Its move is on a stone.
    Occupied,
    /// Its move is a foul at renju.
    Foul(Foul),
    /// At NoGo, its move leaves a chain without a liberty.
    Choke,
    /// It passed, which no rule here allows.
    Pass,
    /// It refused the question, or the legal move of the other side.
    Refused,
    /// It sent a move without being asked.
    Unasked,
    /// It flooded its stdout.
    Flood,
    /// It does not read its stdin.
    Deaf,
    /// It closed its stdout and lives on.
    Closed,
    /// It exited by itself.
    Crash,
    /// It was late, but within the tolerance.
    Late,
    /// It did not exit when it was asked to, and was killed.
    Undying,
}

impl Offence {
    /// One word for it, in tables and in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Offence::Unstartable => "unstartable",
            Offence::NoAbout => "no-about",
            Offence::NoStart => "no-start",
            Offence::Declined => "declined",
            Offence::TurnTime => "turn-time",
            Offence::MatchTime => "match-time",
            Offence::Nonsense => "nonsense",
            Offence::HalfLine => "half-line",
            Offence::Outside => "outside",
            Offence::Occupied => "occupied",
            Offence::Foul(_) => "foul",
            Offence::Choke => "choke",
            Offence::Pass => "pass",
            Offence::Refused => "refused",
            Offence::Unasked => "unasked",
            Offence::Flood => "flood",
            Offence::Deaf => "deaf",
            Offence::Closed => "closed",
            Offence::Crash => "crash",
            Offence::Late => "late",
            Offence::Undying => "undying",
        }
    }

    /// Whether it is about the clock.
    pub const fn is_timeout(self) -> bool {
        matches!(self, Offence::TurnTime | Offence::MatchTime | Offence::Late)
    }
}

impl From<Illegal> for Offence {
    /// The offence of a move that is illegal.
    ///
    /// # Panics
    ///
    /// If the game is over: no engine is asked for a move then.
    fn from(illegal: Illegal) -> Offence {
        match illegal {
            Illegal::Outside => Offence::Outside,
            Illegal::Occupied => Offence::Occupied,
            Illegal::Foul(foul) => Offence::Foul(foul),
            Illegal::Chokes(_) => Offence::Choke,
            Illegal::GameOver => unreachable!("no engine is asked for a move after the game"),
        }
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Offence::Unstartable => "could not be started",
            Offence::NoAbout => "did not say who it is",
            Offence::NoStart => "did not say that it is ready",
            Offence::Declined => "will not play this game",
            Offence::TurnTime => "took too long for a move",
            Offence::MatchTime => "took too long for the game",
            Offence::Nonsense => "answered with something that is no move",
            Offence::HalfLine => "did not end its line",
            Offence::Outside => "played outside the board",
            Offence::Occupied => "played on a stone",
            Offence::Foul(foul) => return write!(f, "played a foul: {foul}"),
            Offence::Choke => "left a chain without a liberty",
            Offence::Pass => "passed",
            Offence::Refused => "refused a legal move or a question",
            Offence::Unasked => "named a move without being asked",
            Offence::Flood => "said too much",
            Offence::Deaf => "does not read what it is told",
            Offence::Closed => "shut its output",
            Offence::Crash => "ended by itself",
            Offence::Late => "was late, within the tolerance",
            Offence::Undying => "would not end and was killed",
        };
        f.write_str(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_of_a_game_are_two() {
        for winner in [None, Some(Color::Black), Some(Color::White)] {
            let result = GameResult { winner, reason: ResultReason::Five };
            assert_eq!(result.half_points(Color::Black) + result.half_points(Color::White), 2);
        }
        let result = GameResult::lost(Color::Black, ResultReason::Offence(Offence::Crash));
        assert_eq!((result.half_points(Color::Black), result.half_points(Color::White)), (0, 2));
    }
}
