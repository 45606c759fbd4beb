//! The keys of puzzles.

use std::fmt;

/// What a puzzle says. Whatever else it says is passed over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PuzzleKey {
    /// The game.
    Rule,
    /// The size of the board.
    Size,
    /// Whose turn it is.
    ToMove,
    /// The black stones.
    Black,
    /// The white stones.
    White,
    /// What it is called.
    Name,
    /// Where it is from.
    Set,
    /// Its number there.
    No,
    /// What is to be found.
    Kind,
    /// Rule, stones and side to move as FEN, in place of their own keys.
    Fen,
    /// How deep its solution is.
    Depth,
    /// Nodes that a solver needed.
    Nodes,
}

impl PuzzleKey {
    pub(crate) const ALL: [PuzzleKey; 12] = [
        PuzzleKey::Rule,
        PuzzleKey::Size,
        PuzzleKey::ToMove,
        PuzzleKey::Black,
        PuzzleKey::White,
        PuzzleKey::Name,
        PuzzleKey::Set,
        PuzzleKey::No,
        PuzzleKey::Kind,
        PuzzleKey::Fen,
        PuzzleKey::Depth,
        PuzzleKey::Nodes,
    ];

    /// What FEN says in place of them.
    pub(crate) const OF_POSITION: [PuzzleKey; 5] =
        [PuzzleKey::Rule, PuzzleKey::Size, PuzzleKey::ToMove, PuzzleKey::Black, PuzzleKey::White];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            PuzzleKey::Rule => "rule",
            PuzzleKey::Size => "size",
            PuzzleKey::ToMove => "to_move",
            PuzzleKey::Black => "black",
            PuzzleKey::White => "white",
            PuzzleKey::Name => "name",
            PuzzleKey::Set => "set",
            PuzzleKey::No => "no",
            PuzzleKey::Kind => "kind",
            PuzzleKey::Fen => "fen",
            PuzzleKey::Depth => "depth",
            PuzzleKey::Nodes => "nodes",
        }
    }

    /// What would be right.
    pub(crate) const fn expected(self) -> &'static str {
        match self {
            PuzzleKey::Rule => r#""freestyle", "exact", "renju" or "nogo""#,
            PuzzleKey::Size => r#"a number like 15, or a text like "15x13" or "infinite""#,
            PuzzleKey::ToMove => r#""black" or "white""#,
            PuzzleKey::Black | PuzzleKey::White => r#"a list of points like ["h8","i9"]"#,
            PuzzleKey::Name | PuzzleKey::Set | PuzzleKey::Kind => "a text",
            PuzzleKey::No => "a number or a text",
            PuzzleKey::Fen => r#"a text like "3/1x1/3 w freestyle""#,
            PuzzleKey::Depth | PuzzleKey::Nodes => "a number",
        }
    }
}

impl fmt::Display for PuzzleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
