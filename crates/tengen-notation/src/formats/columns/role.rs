//! What a column is for, by its name.

/// What a column is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnRole {
    Moves,
    Rule,
    Size,
    Width,
    Height,
    Winner,
    End,
    Rows,
    Black,
    White,
    Event,
    Round,
    Date,
    Place,
    Comment,
    Other,
}

impl ColumnRole {
    /// How many there are.
    pub(super) const COUNT: usize = ColumnRole::Other as usize + 1;

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

    /// What the column of this name is for. Case, blanks, `_` and `-` do not matter.
    pub(super) fn of(name: &[u8]) -> Option<ColumnRole> {
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
    pub(super) const fn name(self) -> &'static str {
        ColumnRole::NAMES[self as usize].1[0]
    }
}

/// What the column of this name is for, by the name that is written for it: `moves` for `pos`, too.
/// `None` for a column that is only kept. For tables whose columns have types, so that what a type
/// cannot hold is refused before any row is read.
pub fn canonical_name(name: &str) -> Option<&'static str> {
    ColumnRole::of(name.as_bytes()).map(ColumnRole::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_their_roles() {
        for (index, (role, names)) in ColumnRole::NAMES.iter().enumerate() {
            assert_eq!(*role as usize, index);
            for name in *names {
                assert_eq!(ColumnRole::of(name.as_bytes()), Some(*role));
                assert_eq!(ColumnRole::of(name.to_uppercase().as_bytes()), Some(*role));
            }
        }
        assert_eq!(ColumnRole::of(b"Black-Name"), Some(ColumnRole::Black));
        assert_eq!(ColumnRole::of(b"opening"), None);
        assert_eq!((canonical_name("Pos"), canonical_name("opening")), (Some("moves"), None));
    }
}
