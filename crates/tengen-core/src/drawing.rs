//! Boards as people draw them: `x` black, `o` white, `.` empty, any other letter or digit a mark.

use std::{error::Error, fmt, str::FromStr};

use crate::{Area, Board, Cell, Color, Point};

/// A picture of a board, one character a point, blanks between them as one likes.
///
/// Marks are on empty points and mean what the one who draws says. Examples in the documentation
/// and in the tests are drawings, so a wrong example does not pass.
///
/// ```
/// use tengen_core::{Cell, Drawing, Point};
///
/// let drawing: Drawing = "
///     . . . .
///     . x x 3
///     . . o .
/// ".parse().unwrap();
/// let board = drawing.board();
/// assert_eq!(board.area().to_string(), "4x3");
/// assert_eq!(board.cell(Point::new(2, 2)), Cell::White);
/// assert_eq!(drawing.marks().collect::<Vec<_>>(), [(Point::new(3, 1), '3')]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    width: usize,
    cells: Vec<char>,
}

impl Drawing {
    /// A picture of `board`, if it has edges.
    pub fn from_board(board: &Board) -> Option<Drawing> {
        let Area::Bounded { width, .. } = board.area() else { return None };
        let letter = |point| match board.cell(point) {
            Cell::Black => 'x',
            Cell::White => 'o',
            Cell::Empty | Cell::Edge => '.',
        };
        let cells = board.area().points().map(letter).collect();
        Some(Drawing { width: width.into(), cells })
    }

    /// The points that the drawing shows.
    pub fn area(&self) -> Area {
        let height = self.cells.len() / self.width;
        Area::Bounded { width: self.width as u16, height: height as u16 }
    }

    /// The stones.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.area());
        for (point, letter) in self.letters() {
            match letter {
                'x' => board.put(point, Color::Black),
                'o' => board.put(point, Color::White),
                _ => {}
            }
        }
        board
    }

    /// The marks on empty points, in reading order.
    pub fn marks(&self) -> impl Iterator<Item = (Point, char)> {
        self.letters().filter(|(_, letter)| !matches!(letter, '.' | 'x' | 'o'))
    }

    /// This drawing with `mark` on `point`.
    #[must_use]
    pub fn with_mark(mut self, point: Point, mark: char) -> Drawing {
        debug_assert!(self.area().contains(point));
        self.cells[point.y as usize * self.width + point.x as usize] = mark;
        self
    }

    fn letters(&self) -> impl Iterator<Item = (Point, char)> {
        self.area().points().zip(self.cells.iter().copied())
    }
}

impl FromStr for Drawing {
    type Err = DrawingError;

    fn from_str(text: &str) -> Result<Drawing, DrawingError> {
        let mut drawing = Drawing { width: 0, cells: Vec::new() };
        let rows = text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty());
        for (number, row) in rows {
            let line = number + 1;
            let before = drawing.cells.len();
            for (column, letter) in row.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
                if !letter.is_ascii_alphanumeric() && letter != '.' {
                    return Err(DrawingError::Letter { line, column: column + 1, letter });
                }
                drawing.cells.push(letter);
            }
            let width = drawing.cells.len() - before;
            if before == 0 {
                drawing.width = width;
            } else if width != drawing.width {
                return Err(DrawingError::Ragged { line, width, expected: drawing.width });
            }
        }
        let most = usize::from(u16::MAX);
        match drawing.width {
            0 => Err(DrawingError::Blank),
            width if width > most || drawing.cells.len() / width > most => {
                Err(DrawingError::TooLarge)
            }
            _ => Ok(drawing),
        }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.width) {
            for (column, letter) in row.iter().enumerate() {
                write!(f, "{}{letter}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Why a text is not a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DrawingError {
    /// There is nothing in it.
    Blank,
    /// A side is longer than 65,535.
    TooLarge,
    /// A row is not as long as the first one.
    Ragged {
        /// The line of the text, from 1.
        line: usize,
        /// The number of points in it.
        width: usize,
        /// The number of points in the first row.
        expected: usize,
    },
    /// A character stands for nothing.
    Letter {
        /// The line of the text, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
        /// The character.
        letter: char,
    },
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DrawingError::Blank => f.write_str("the drawing has no points"),
            DrawingError::TooLarge => f.write_str("the drawing has a side longer than 65535"),
            DrawingError::Ragged { line, width, expected } => {
                write!(f, "line {line} has {width} points, the first row has {expected}")
            }
            DrawingError::Letter { line, column, letter } => write!(
                f,
                "line {line}, column {column}: {letter:?} is no point; draw x, o, . or a mark"
            ),
        }
    }
}

impl Error for DrawingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_read_as_it_is_written() {
        let text = "x o .\n. 3 x\n";
        let drawing: Drawing = text.parse().unwrap();
        assert_eq!(drawing.to_string(), text);
        assert_eq!("xo.\n.3x".parse(), Ok(drawing.clone()));
        let bare = Drawing::from_board(&drawing.board()).unwrap();
        assert_eq!(bare.with_mark(Point::new(1, 1), '3'), drawing);
    }

    #[test]
    fn what_is_no_drawing_is_refused_with_the_place() {
        for (text, message) in [
            ("", "the drawing has no points"),
            (" \n", "the drawing has no points"),
            ("..\n\n...", "line 3 has 3 points, the first row has 2"),
            (".?", "line 1, column 2: '?' is no point; draw x, o, . or a mark"),
        ] {
            assert_eq!(text.parse::<Drawing>().unwrap_err().to_string(), message);
        }
    }
}
