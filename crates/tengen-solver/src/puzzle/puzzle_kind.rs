//! Kinds of puzzles.

use std::{fmt, str::FromStr};

use tengen_core::Rule;

/// Kind of a puzzle: what the side to move is to find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleKind {
    /// A win by fours alone.
    Vcf,
    /// A win by threats, where fours alone are not enough.
    Vct,
    /// A win of White by fours at renju that there would not be if Black were free to play on forbidden points (抓禁).
    Foul,
    /// The one move that stops all wins of the other side by threats.
    Defence,
    /// The one move that wins at NoGo.
    NoGo,
}

/// Error of a word that is no kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a kind of puzzle is vcf, vct, foul, defence or nogo")]
pub struct UnknownPuzzleKind;

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [PuzzleKind; 5] =
        [PuzzleKind::Vcf, PuzzleKind::Vct, PuzzleKind::Foul, PuzzleKind::Defence, PuzzleKind::NoGo];

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Vcf => "vcf",
            PuzzleKind::Vct => "vct",
            PuzzleKind::Foul => "foul",
            PuzzleKind::Defence => "defence",
            PuzzleKind::NoGo => "nogo",
        }
    }

    /// Whether there are puzzles of this kind in the games of a rule.
    pub fn suits(self, rule: Rule) -> bool {
        match self {
            PuzzleKind::Vcf | PuzzleKind::Vct | PuzzleKind::Defence => rule != Rule::NoGo,
            PuzzleKind::Foul => rule == Rule::Renju,
            PuzzleKind::NoGo => rule == Rule::NoGo,
        }
    }

    /// The range of ratings.
    pub const RATINGS: (u32, u32) = (600, 2600);

    /// Difficulty of a puzzle in the scale of Elo: a start for the kind, so much for each move of depth, and so much for
    /// each doubling of the nodes that its solver needed.
    ///
    /// ```
    /// use tengen_solver::puzzle::PuzzleKind;
    /// assert!(PuzzleKind::Vcf.rating(3, 8) < PuzzleKind::Vcf.rating(9, 400));
    /// ```
    pub fn rating(self, depth: u32, nodes: u64) -> u32 {
        let (start, by_depth, by_doubling) = match self {
            PuzzleKind::Vcf => (400, 110, 45),
            PuzzleKind::Foul => (650, 110, 45),
            PuzzleKind::Vct => (500, 110, 40),
            PuzzleKind::Defence => (500, 60, 40),
            PuzzleKind::NoGo => (500, 60, 50),
        };
        let (least, most) = PuzzleKind::RATINGS;
        let doublings = nodes.max(1).ilog2();
        u32::saturating_add(start + by_doubling * doublings, depth.saturating_mul(by_depth))
            .clamp(least, most)
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PuzzleKind {
    type Err = UnknownPuzzleKind;

    fn from_str(word: &str) -> Result<PuzzleKind, UnknownPuzzleKind> {
        PuzzleKind::ALL.into_iter().find(|kind| kind.name() == word).ok_or(UnknownPuzzleKind)
    }
}
