//! What a column is for, by its name.

/// What a column is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColumnRole {
    /// The moves.
    Moves,
    /// The rule of the game.
    Rule,
    /// The size of the board.
    Size,
    /// The width of the board.
    Width,
    /// The height of the board.
    Height,
    /// The result.
    Winner,
    /// How the game ended.
    End,
    /// From where the rows of names are counted.
    Rows,
    /// Who played Black.
    Black,
    /// Who played White.
    White,
    /// The event.
    Event,
    /// The round.
    Round,
    /// The date.
    Date,
    /// The place.
    Place,
    /// The comment.
    Comment,
    /// Everything else, in one column.
    Other,
}

impl ColumnRole {
    /// The number of roles.
    pub const COUNT: usize = ColumnRole::Other as usize + 1;

    /// The names of columns; the first is the one that is written.
    const NAMES: [(ColumnRole, &'static [&'static str]); ColumnRole::COUNT] = [
        (ColumnRole::Moves, &["moves", "pos", "position", "positions"]),
        (ColumnRole::Rule, &["rule", "rules"]),
        (ColumnRole::Size, &["size", "board", "boardsize"]),
        (ColumnRole::Width, &["width"]),
        (ColumnRole::Height, &["height"]),
        (ColumnRole::Winner, &["winner", "result"]),
        (ColumnRole::End, &["end", "ending", "reason", "termination"]),
        (ColumnRole::Rows, &["rows"]),
        (ColumnRole::Black, &["black", "name1", "player1", "blackname"]),
        (ColumnRole::White, &["white", "name2", "player2", "whitename"]),
        (ColumnRole::Event, &["event", "tournament"]),
        (ColumnRole::Round, &["round"]),
        (ColumnRole::Date, &["date"]),
        (ColumnRole::Place, &["place", "site"]),
        (ColumnRole::Comment, &["comment"]),
        (ColumnRole::Other, &["other"]),
    ];

    /// The roles that a [`MainLine`](crate::MainLine) is read from; the moves come first.
    pub const OF_MAIN_LINE: [ColumnRole; 8] = [
        ColumnRole::Moves,
        ColumnRole::Rule,
        ColumnRole::Size,
        ColumnRole::Width,
        ColumnRole::Height,
        ColumnRole::Winner,
        ColumnRole::End,
        ColumnRole::Rows,
    ];

    /// What the column of this name is for; `None` for a column that is only kept. Case, blanks, `_`
    /// and `-` do not matter.
    pub fn from_name(name: &[u8]) -> Option<ColumnRole> {
        let plain = |name: &[u8]| -> Vec<u8> {
            let kept = name.iter().filter(|byte| !matches!(byte, b' ' | b'_' | b'-'));
            kept.map(u8::to_ascii_lowercase).collect()
        };
        let name = plain(name);
        let known = ColumnRole::NAMES
            .iter()
            .find(|(_, names)| names.iter().any(|known| known.as_bytes() == name));
        known.map(|&(role, _)| role)
    }

    /// The name that is written.
    pub const fn name(self) -> &'static str {
        ColumnRole::NAMES[self as usize].1[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_their_roles() {
        for (index, (role, names)) in ColumnRole::NAMES.iter().enumerate() {
            assert_eq!(*role as usize, index);
            for name in *names {
                assert_eq!(ColumnRole::from_name(name.as_bytes()), Some(*role));
                assert_eq!(ColumnRole::from_name(name.to_uppercase().as_bytes()), Some(*role));
            }
        }
        assert_eq!(ColumnRole::from_name(b"Black-Name"), Some(ColumnRole::Black));
        assert_eq!(ColumnRole::from_name(b"opening"), None);
        assert_eq!(ColumnRole::from_name(b"Pos").map(ColumnRole::name), Some("moves"));
        for (index, role) in ColumnRole::OF_MAIN_LINE.into_iter().enumerate() {
            assert_eq!(role as usize, index);
        }
    }
}
