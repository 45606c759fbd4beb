//! What a column is for, by its name.

/// What a column is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
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

impl Role {
    /// How many there are.
    pub(super) const COUNT: usize = Role::Other as usize + 1;

    /// The names of columns; the first is the one that is written.
    const NAMES: [(Role, &'static [&'static str]); Role::COUNT] = [
        (Role::Moves, &["moves", "pos", "position", "positions"]),
        (Role::Rule, &["rule", "rules"]),
        (Role::Size, &["size", "board", "boardsize"]),
        (Role::Width, &["width"]),
        (Role::Height, &["height"]),
        (Role::Winner, &["winner", "result"]),
        (Role::End, &["end", "ending", "reason", "termination"]),
        (Role::Rows, &["rows"]),
        (Role::Black, &["black", "name1", "player1", "blackname"]),
        (Role::White, &["white", "name2", "player2", "whitename"]),
        (Role::Event, &["event", "tournament"]),
        (Role::Round, &["round"]),
        (Role::Date, &["date"]),
        (Role::Place, &["place", "site"]),
        (Role::Comment, &["comment"]),
        (Role::Other, &["other"]),
    ];

    /// What the column of this name is for. Case, blanks, `_` and `-` do not matter.
    pub(super) fn of(name: &[u8]) -> Option<Role> {
        let plain = |name: &[u8]| -> Vec<u8> {
            let kept = name.iter().filter(|byte| !matches!(byte, b' ' | b'_' | b'-'));
            kept.map(u8::to_ascii_lowercase).collect()
        };
        let name = plain(name);
        let known = Role::NAMES
            .iter()
            .find(|(_, names)| names.iter().any(|known| known.as_bytes() == name));
        known.map(|&(role, _)| role)
    }

    /// The name that is written.
    pub(super) const fn name(self) -> &'static str {
        Role::NAMES[self as usize].1[0]
    }
}

/// What the column of this name is for, by the name that is written for it: `moves` for `pos`, too.
/// `None` for a column that is only kept. For tables whose columns have types, so that what a type
/// cannot hold is refused before any row is read.
pub fn column_role(name: &str) -> Option<&'static str> {
    Role::of(name.as_bytes()).map(Role::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_their_roles() {
        for (index, (role, names)) in Role::NAMES.iter().enumerate() {
            assert_eq!(*role as usize, index);
            for name in *names {
                assert_eq!(Role::of(name.as_bytes()), Some(*role));
                assert_eq!(Role::of(name.to_uppercase().as_bytes()), Some(*role));
            }
        }
        assert_eq!(Role::of(b"Black-Name"), Some(Role::Black));
        assert_eq!(Role::of(b"opening"), None);
        assert_eq!((column_role("Pos"), column_role("opening")), (Some("moves"), None));
    }
}
