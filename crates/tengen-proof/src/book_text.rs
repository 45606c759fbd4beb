//! What a book says, in words.

use tengen_core::{Area, Color, Point};

use crate::{OutOfBook, ProofBook, ProofBookEntry, WinReason};

impl WinReason {
    /// The word for what the move makes: `five`, `four`, `threat` or `quiet`.
    pub fn word(&self) -> &'static str {
        match self {
            WinReason::Wins => "five",
            WinReason::Four => "four",
            WinReason::Threat(_) => "threat",
            WinReason::All => "quiet",
        }
    }

    /// The fours that the move threatens to win by, if it is a threat.
    pub fn line(&self) -> Option<&[Point]> {
        if let WinReason::Threat(line) = self { Some(line) } else { None }
    }

    fn describe(&self, area: Area) -> String {
        let more = match self {
            WinReason::Wins | WinReason::Four => String::new(),
            WinReason::Threat(line) => format!(" {}", area.names(line).join(" ")),
            WinReason::All => ", every reply is answered".to_owned(),
        };
        self.word().to_owned() + &more
    }
}

impl ProofBook {
    /// What a lookup has found, with `turn` to move, as a sentence.
    pub fn describe(&self, turn: Color, found: &Result<ProofBookEntry, OutOfBook>) -> String {
        let (area, winner) = (self.claim().setup.area, self.winner());
        match found {
            Ok(ProofBookEntry { point, how, moves_left }) => {
                let who = point.map_or(format!("{turn} to move"), |point| area.name(point));
                let moves = if *moves_left == 1 { "move" } else { "moves" };
                let why = how.describe(area);
                format!("{who}: {why}; {winner} wins in at most {moves_left} {moves}")
            }
            Err(out) => format!("not in the book: {}", self.describe_departure(out)),
        }
    }

    /// Why a position is not in the book, and what the book plays where the game left it.
    pub fn describe_departure(&self, out: &OutOfBook) -> String {
        match out {
            OutOfBook::Left { book: Some(point), .. } => {
                format!("{out}; it plays {} then", self.claim().setup.area.name(*point))
            }
            _ => out.to_string(),
        }
    }
}
