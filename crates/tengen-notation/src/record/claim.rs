//! What a record says about how its game ended.

use std::{fmt, str::FromStr};

use tengen_core::Color;
use thiserror::Error;

/// The result that is written in a record, right or wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// A side won.
    Won(Color, Manner),
    /// Nobody won.
    Draw,
    /// The game was broken off or does not count.
    Void,
    /// Something is written that is not known as a result.
    Unknown,
}

impl Claim {
    /// Who won, by the record.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Claim::Won(winner, _) => Some(winner),
            Claim::Draw | Claim::Void | Claim::Unknown => None,
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
            Claim::Unknown => f.write_str("a result that is not known"),
        }
    }
}

/// A text that is not how a [`Claim`] is displayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a result is like \"black won\", \"white won by time\", \"a draw\" or \"no result\"")]
pub struct ParseClaimError;

impl FromStr for Claim {
    type Err = ParseClaimError;

    /// The inverse of [`Display`](fmt::Display).
    fn from_str(text: &str) -> Result<Claim, ParseClaimError> {
        let won = Color::ALL.into_iter().flat_map(|winner| {
            Manner::ALL.into_iter().map(move |manner| Claim::Won(winner, manner))
        });
        let mut claims = won.chain([Claim::Draw, Claim::Void]);
        claims.find(|claim| claim.to_string() == text).ok_or(ParseClaimError)
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
        let won = Color::ALL.map(|winner| Manner::ALL.map(|manner| Claim::Won(winner, manner)));
        for claim in won.into_iter().flatten().chain([Claim::Draw, Claim::Void]) {
            assert_eq!(claim.to_string().parse(), Ok(claim));
        }
        assert_eq!("somebody won".parse::<Claim>(), Err(ParseClaimError));
    }
}
