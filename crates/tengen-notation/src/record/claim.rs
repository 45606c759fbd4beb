//! What a record says about how its game ended.

use std::fmt;

use tengen_core::Color;

/// The result that is written in a record, right or wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// A side won.
    Won(Color, Manner),
    /// Nobody won.
    Draw,
    /// The game was broken off or does not count.
    Void,
}

impl Claim {
    /// Who won, by the record.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Claim::Won(winner, _) => Some(winner),
            Claim::Draw | Claim::Void => None,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Won(winner, Manner::Unsaid) => write!(f, "{winner} won"),
            Claim::Won(winner, manner) => write!(f, "{winner} won by {manner}"),
            Claim::Draw => f.write_str("a draw"),
            Claim::Void => f.write_str("no result"),
        }
    }
}

/// How a game was won, as far as records tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// The record does not say.
    Unsaid,
    /// On the board.
    Board,
    /// The other side gave up.
    Resignation,
    /// The other side ran out of time.
    Time,
    /// Black played a point that renju forbids. Tournaments leave that move out of the record.
    Foul,
    /// The other side played where nobody may, as on a stone.
    Illegal,
    /// The other side's program broke down: the board says nothing about it.
    Crash,
    /// The other side did something else that costs the game.
    Forfeit,
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Manner::Unsaid => "some means",
            Manner::Board => "play",
            Manner::Resignation => "resignation",
            Manner::Time => "time",
            Manner::Foul => "a foul",
            Manner::Illegal => "an illegal move",
            Manner::Crash => "a crash",
            Manner::Forfeit => "forfeit",
        })
    }
}
