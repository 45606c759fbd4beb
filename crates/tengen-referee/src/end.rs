//! The words for what became of a game.

use tengen_core::renju::Foul;

/// How a record ends, by the board alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum End {
    /// A line that wins.
    Five,
    /// Black made six or more in a row at renju, and loses.
    Overline,
    /// Black made two fours at renju, and loses.
    DoubleFour,
    /// Black made two threes at renju, and loses.
    DoubleThree,
    /// At NoGo, the side to move has no move left and loses.
    NoMove,
    /// At NoGo, the move left a chain without a liberty, and loses.
    Choke,
    /// Every point has a stone and nobody has won.
    FullBoard,
    /// Nothing: the record stops before.
    Unfinished,
    /// A move on a point that has a stone.
    Occupied,
    /// A move beyond the edge of the board.
    Outside,
    /// A move of the side whose turn it is not.
    OutOfTurn,
    /// A pass where the game has none: at NoGo.
    Pass,
    /// No game can start from the stones that were set up, or stones were set or taken away later.
    Setup,
    /// The record cannot be read.
    Unreadable,
}

impl End {
    /// Every end, in a fixed order.
    pub const ALL: [End; 14] = [
        End::Five,
        End::Overline,
        End::DoubleFour,
        End::DoubleThree,
        End::NoMove,
        End::Choke,
        End::FullBoard,
        End::Unfinished,
        End::Occupied,
        End::Outside,
        End::OutOfTurn,
        End::Pass,
        End::Setup,
        End::Unreadable,
    ];

    /// A word for programs that never changes.
    pub const fn word(self) -> &'static str {
        End::WORDS[self as usize]
    }

    /// The words of all ends, in their order.
    pub const WORDS: [&'static str; 14] = [
        "five",
        "overline",
        "double-four",
        "double-three",
        "no-move",
        "choke",
        "full-board",
        "unfinished",
        "occupied",
        "outside",
        "out-of-turn",
        "pass",
        "setup",
        "unreadable",
    ];

    /// Whether the record has something that no game has: it could not be judged to its end.
    pub const fn is_fault(self) -> bool {
        self as u8 >= End::Occupied as u8
    }

    /// Whether Black lost by a forbidden move.
    pub const fn is_foul(self) -> bool {
        matches!(self, End::Overline | End::DoubleFour | End::DoubleThree)
    }
}

impl From<Foul> for End {
    fn from(foul: Foul) -> End {
        match foul {
            Foul::Overline => End::Overline,
            Foul::DoubleFour => End::DoubleFour,
            Foul::DoubleThree => End::DoubleThree,
        }
    }
}

/// Whether the board bears out the result that is written in the record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Agreement {
    /// It does, or says nothing against it where it cannot say more.
    Yes,
    /// It does not.
    No,
    /// There is nothing to compare.
    Unknown,
}

impl Agreement {
    /// Words for programs that never change.
    pub const WORDS: [&'static str; 3] = ["yes", "no", "unknown"];

    /// The word for this one.
    pub const fn word(self) -> &'static str {
        Agreement::WORDS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_its_own_word_at_its_place() {
        for (number, end) in End::ALL.into_iter().enumerate() {
            assert_eq!(end as usize, number);
            assert_eq!(End::WORDS.iter().filter(|&&word| word == end.word()).count(), 1);
        }
    }
}
