//! FEN: a position in one line, as Forsyth-Edwards notation has it for chess.
//!
//! Three fields with blanks between them: the board, the side to move (`b` or `w`) and the rule. A board with edges is its
//! rows from the top with `/` between them, in which `x` is a black stone, `o` a white one and a number that many empty
//! points: `3/1x1/2o b freestyle`. A board without edges is a list of its stones, each with its point, or `-` if there
//! are none: `x(0,0)o(1,-1) b renju`.

use std::{fmt, str::FromStr};

use tengen_core::{Area, Color, NameError, Point, Position, Rule, Setup, SetupError};
use thiserror::Error;

/// A position as FEN spells it: rule, board and side to move. The moves that led to it are not part of it.
///
/// ```
/// use tengen_core::{Area, Point, Position, Rule};
/// use tengen_notation::Fen;
///
/// let mut position = Position::new(Rule::Renju, Area::square(5)).unwrap();
/// position.play(Point::new(2, 2)).unwrap();
/// let fen = Fen::from(&position).to_string();
/// assert_eq!(fen, "5/5/2x2/5/5 w renju");
/// assert_eq!(fen.parse::<Fen>().unwrap().position().unwrap(), position);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fen {
    rule: Rule,
    /// The stones in reading order, all inside the area and no two on one point.
    setup: Setup,
}

impl Fen {
    /// The FEN of a rule and stones, which may break the rule. None if a stone is outside or on another.
    pub fn new(rule: Rule, mut setup: Setup) -> Option<Fen> {
        setup.stones.sort_unstable_by_key(|stone| stone.0);
        let is_twice = setup.stones.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let is_inside = setup.stones.iter().all(|stone| setup.area.contains(stone.0));
        (is_inside && !is_twice).then_some(Fen { rule, setup })
    }

    /// The game.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The board, its stones in reading order, and the side to move.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position, from which a game can go on.
    ///
    /// # Errors
    ///
    /// If it breaks the rules.
    pub fn position(&self) -> Result<Position, SetupError> {
        Position::from_setup(self.rule, &self.setup)
    }
}

impl From<&Position> for Fen {
    fn from(position: &Position) -> Fen {
        let mut setup = Setup::from_board(position.board(), position.turn());
        setup.stones.sort_unstable_by_key(|stone| stone.0);
        Fen { rule: position.rule(), setup }
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'x',
        Color::White => 'o',
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fen { rule, setup: Setup { area, stones, turn } } = self;
        match *area {
            Area::Unbounded if stones.is_empty() => f.write_str("-")?,
            Area::Unbounded => {
                for &(point, color) in stones {
                    write!(f, "{}{}", letter(color), area.name(point))?;
                }
            }
            Area::Bounded { width, height } => {
                let mut rest = stones.iter().peekable();
                for y in 0..i32::from(height) {
                    let mut x = 0;
                    while let Some(&(point, color)) = rest.next_if(|stone| stone.0.y == y) {
                        write_run(f, point.x - x)?;
                        write!(f, "{}", letter(color))?;
                        x = point.x + 1;
                    }
                    write_run(f, i32::from(width) - x)?;
                    f.write_str(if y + 1 < i32::from(height) { "/" } else { "" })?;
                }
            }
        }
        let turn = match turn {
            Color::Black => 'b',
            Color::White => 'w',
        };
        write!(f, " {turn} {rule}")
    }
}

/// Writes a number of empty points; nothing if there are none.
fn write_run(f: &mut fmt::Formatter<'_>, empty: i32) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

/// A text that is no FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: {problem}")]
#[non_exhaustive]
pub struct FenError {
    /// The column in bytes, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: FenProblem,
}

/// What is wrong in a FEN, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FenProblem {
    /// A field is missing.
    #[error(
        "{0} is missing: write the board, the side to move and the rule, like 3/1x1/3 w freestyle"
    )]
    Missing(&'static str),
    /// There is a fourth field.
    #[error("there is more after the rule, which is the last field")]
    More,
    /// A character of the board has no meaning.
    #[error("{0:?} is not a stone: write x for black, o for white and a number of empty points")]
    Stone(char),
    /// A number of empty points is zero or begins with one.
    #[error("a number of empty points is 1 or more and does not begin with 0")]
    Zero,
    /// A row has no points.
    #[error("this row has no points")]
    EmptyRow,
    /// A row is not as long as the first.
    #[error("this row has {found} points, and the first has {expected}")]
    RowLength {
        /// The number of its points.
        found: u32,
        /// The number of points of the first row.
        expected: u32,
    },
    /// A side of the board is too long.
    #[error("a board has up to {} points a side", u16::MAX)]
    TooLarge,
    /// A stone of a board without edges has no point.
    #[error("a stone of a board without edges is like x(3,-4)")]
    StonePoint,
    /// The point of a stone is none.
    #[error("{0}")]
    Point(NameError),
    /// A point has two stones.
    #[error("there is a stone on this point already")]
    Twice,
    /// The side to move is neither.
    #[error("the side to move is b or w")]
    Turn,
    /// The rule is none.
    #[error("not a rule: write freestyle, exact, renju or nogo")]
    Rule,
}

impl FenProblem {
    /// The error at the byte of this index.
    const fn at(self, index: usize) -> FenError {
        FenError { column: index + 1, problem: self }
    }
}

impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut field = |name: &'static str| {
            let missing = FenProblem::Missing(name).at(text.trim_ascii_end().len());
            fields.next().map(|field| (offset(text, field), field)).ok_or(missing)
        };
        let (at, board) = field("the board")?;
        let (area, stones) = if board == "-" || board.get(1..2) == Some("(") {
            (Area::Unbounded, parse_stones(board, at)?)
        } else {
            parse_rows(board, at)?
        };
        let turn = match field("the side to move")? {
            (_, "b") => Color::Black,
            (_, "w") => Color::White,
            (at, _) => return Err(FenProblem::Turn.at(at)),
        };
        let (at, rule) = field("the rule")?;
        let rule = rule.parse().map_err(|_| FenProblem::Rule.at(at))?;
        match fields.next() {
            Some(more) => Err(FenProblem::More.at(offset(text, more))),
            None => Ok(Fen { rule, setup: Setup { area, stones, turn } }),
        }
    }
}

/// Where a part of `text` begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

type AreaStones = (Area, Vec<(Point, Color)>);

/// Parses the rows of a board with edges, which begin at byte `start` of the text.
fn parse_rows(rows: &str, start: usize) -> Result<AreaStones, FenError> {
    let mut stones = Vec::new();
    let (mut width, mut height) = (None, 0_u16);
    for row in rows.split('/') {
        let at = start + offset(rows, row);
        let length = parse_row(row, at, i32::from(height), &mut stones)?;
        let expected = *width.get_or_insert(length);
        if length != expected {
            let (found, expected) = (length.into(), expected.into());
            return Err(FenProblem::RowLength { found, expected }.at(at));
        }
        height = height.checked_add(1).ok_or_else(|| FenProblem::TooLarge.at(at))?;
    }
    Ok((Area::Bounded { width: width.unwrap_or(0), height }, stones))
}

/// Parses a row, which begins at byte `start` of the text, and gives the number of its points.
fn parse_row(
    row: &str,
    start: usize,
    y: i32,
    stones: &mut Vec<(Point, Color)>,
) -> Result<u16, FenError> {
    let mut length = 0_u16;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let at = start + offset(row, rest);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let points = match first {
            'x' | 'X' | 'o' | 'O' => {
                let color =
                    if first.eq_ignore_ascii_case(&'x') { Color::Black } else { Color::White };
                stones.push((Point::new(length.into(), y), color));
                1
            }
            '0' => return Err(FenProblem::Zero.at(at)),
            '1'..='9' => rest[..digits].parse().map_err(|_| FenProblem::TooLarge.at(at))?,
            other => return Err(FenProblem::Stone(other).at(at)),
        };
        length = length.checked_add(points).ok_or_else(|| FenProblem::TooLarge.at(at))?;
        rest = &rest[digits.max(1)..];
    }
    if length == 0 { Err(FenProblem::EmptyRow.at(start)) } else { Ok(length) }
}

/// Parses the stones of a board without edges, which begin at byte `start` of the text.
fn parse_stones(list: &str, start: usize) -> Result<Vec<(Point, Color)>, FenError> {
    let mut stones: Vec<(Point, Color, usize)> = Vec::new();
    let mut rest = if list == "-" { "" } else { list };
    while let Some(first) = rest.chars().next() {
        let at = start + offset(list, rest);
        let color = match first {
            'x' | 'X' => Color::Black,
            'o' | 'O' => Color::White,
            other => return Err(FenProblem::Stone(other).at(at)),
        };
        let name = rest[1..].split_inclusive(')').next().unwrap_or_default();
        if !name.starts_with('(') || !name.ends_with(')') {
            return Err(FenProblem::StonePoint.at(at + 1));
        }
        let point = Area::Unbounded.point(name);
        stones.push((point.map_err(|error| FenProblem::Point(error).at(at + 1))?, color, at + 1));
        rest = &rest[1 + name.len()..];
    }
    stones.sort_by_key(|stone| stone.0);
    let twice = stones.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].2).min();
    match twice {
        Some(at) => Err(FenProblem::Twice.at(at)),
        None => Ok(stones.into_iter().map(|(point, color, _)| (point, color)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (usize, FenProblem) {
        let FenError { column, problem } = text.parse::<Fen>().unwrap_err();
        (column, problem)
    }

    #[test]
    fn a_fen_is_its_own_spelling() {
        for text in [
            "15/15/15/15/15/15/15/7x7/8o6/15/15/15/15/15/15 b renju",
            "1 b nogo",
            "xox/3/1x1 w freestyle",
            "65535 b exact",
            "- b freestyle",
            "x(-3,-2)o(0,0)x(1000000000,7) w renju",
        ] {
            assert_eq!(text.parse::<Fen>().unwrap().to_string(), text);
        }
        let blanks = " 3/X2/2O \t b\n renju ".parse::<Fen>().unwrap();
        assert_eq!(blanks.to_string(), "3/x2/2o b renju");
        assert_eq!("12x/13 w renju".parse::<Fen>().unwrap().setup().area.to_string(), "13x2");
        let any_order = "o(0,0)x(-3,-2) w renju".parse::<Fen>().unwrap();
        assert_eq!(any_order.to_string(), "x(-3,-2)o(0,0) w renju");
    }

    #[test]
    fn every_error_has_its_column() {
        assert_eq!(error(""), (1, FenProblem::Missing("the board")));
        assert_eq!(error("3/3"), (4, FenProblem::Missing("the side to move")));
        assert_eq!(error("3/3 b "), (6, FenProblem::Missing("the rule")));
        assert_eq!(error("3/3 b renju 0"), (13, FenProblem::More));
        assert_eq!(error("3/1z1 b renju"), (4, FenProblem::Stone('z')));
        assert_eq!(error("3/é b renju"), (3, FenProblem::Stone('é')));
        assert_eq!(error("3/03 b renju"), (3, FenProblem::Zero));
        assert_eq!(error("3//3 b renju"), (3, FenProblem::EmptyRow));
        let unequal = FenProblem::RowLength { found: 4, expected: 3 };
        assert_eq!(error("3/1x2/3 b renju"), (3, unequal));
        assert_eq!(error("65536 b renju"), (1, FenProblem::TooLarge));
        assert_eq!(error("65535x b renju"), (6, FenProblem::TooLarge));
        let high = "1/".repeat(65_535) + "1 b renju";
        assert_eq!(error(&high), (131_071, FenProblem::TooLarge));
        assert_eq!(error("3/3 x renju"), (5, FenProblem::Turn));
        assert_eq!(error("3/3 b chess"), (7, FenProblem::Rule));
        assert_eq!(error("x(0,0)o b renju"), (8, FenProblem::StonePoint));
        assert_eq!(error("x(0,0)o(0,0) b renju"), (8, FenProblem::Twice));
        assert_eq!(error("x(0,0)? b renju"), (7, FenProblem::Stone('?')));
        assert!(matches!(error("x(0;0) b renju"), (2, FenProblem::Point(_))));
        assert!(matches!(error("x(2000000000,0) b renju"), (2, FenProblem::Point(_))));
        let shown = "3/1z1 b renju".parse::<Fen>().unwrap_err().to_string();
        assert!(shown.starts_with("column 4: 'z' is not a stone"), "{shown}");
    }

    #[test]
    fn a_position_that_breaks_the_rules_is_read_and_has_no_game() {
        let fen: Fen = "xxxxx/5/5/5/5 b freestyle".parse().unwrap();
        assert_eq!(fen.position(), Err(SetupError::WonByMover(Color::Black)));
        let fen: Fen = "- b nogo".parse().unwrap();
        assert_eq!(fen.position(), Err(SetupError::Endless));
    }
}
