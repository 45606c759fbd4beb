//! What a record says about how its game ended.

use std::{fmt, str::FromStr};

use tengen_core::Color;
use thiserror::Error;

/// The result that is written in a record, right or wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultClaim {
    /// A side won.
    Won(Color, Manner),
    /// A draw.
    Draw,
    /// The game was broken off or does not count.
    Void,
    /// Something is written that is not known as a result.
    Unknown,
}

impl ResultClaim {
    /// Who won, by the record.
    pub const fn winner(self) -> Option<Color> {
        match self {
            ResultClaim::Won(winner, _) => Some(winner),
            ResultClaim::Draw | ResultClaim::Void | ResultClaim::Unknown => None,
        }
    }
}

impl fmt::Display for ResultClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultClaim::Won(winner, Manner::Unsaid) => write!(f, "{winner} won"),
            ResultClaim::Won(winner, manner) => write!(f, "{winner} won by {manner}"),
            ResultClaim::Draw => f.write_str("a draw"),
            ResultClaim::Void => f.write_str("no result"),
            ResultClaim::Unknown => f.write_str("a result that is not known"),
        }
    }
}

/// A text that is not how a [`ResultClaim`] is displayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a result is like \"black won\", \"white won by time\", \"a draw\" or \"no result\"")]
pub struct ParseClaimError;

impl FromStr for ResultClaim {
    type Err = ParseClaimError;

    /// The inverse of [`Display`](fmt::Display).
    fn from_str(text: &str) -> Result<ResultClaim, ParseClaimError> {
        let won = Color::ALL.into_iter().flat_map(|winner| {
            Manner::ALL.into_iter().map(move |manner| ResultClaim::Won(winner, manner))
        });
        let mut claims = won.chain([ResultClaim::Draw, ResultClaim::Void]);
        claims.find(|claim| claim.to_string() == text).ok_or(ParseClaimError)
    }
}

/// How a game was won, as records state it.
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
    /// The other side made an illegal move, as on a stone.
    Illegal,
    /// The other side's program broke down: the board says nothing about it.
    Crash,
    /// The other side did something else that costs the game.
    Forfeit,
}

impl Manner {
    /// Every manner.
    pub const ALL: [Manner; 8] = [
        Manner::Unsaid,
        Manner::Board,
        Manner::Resignation,
        Manner::Time,
        Manner::Foul,
        Manner::Illegal,
        Manner::Crash,
        Manner::Forfeit,
    ];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_read_back_as_it_is_displayed() {
        let won =
            Color::ALL.map(|winner| Manner::ALL.map(|manner| ResultClaim::Won(winner, manner)));
        for claim in won.into_iter().flatten().chain([ResultClaim::Draw, ResultClaim::Void]) {
            assert_eq!(claim.to_string().parse(), Ok(claim));
        }
        assert_eq!("somebody won".parse::<ResultClaim>(), Err(ParseClaimError));
    }
}
