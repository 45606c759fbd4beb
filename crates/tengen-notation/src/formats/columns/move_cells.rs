//! Rows of tables whose cells are values, such as those of Arrow: no text is made of them.

use tengen_core::Point;

use super::{
    ColumnProblem, ColumnRole, ROW_LIMIT, column_moves,
    row::{MoveBoard, ReadPath, read_all_but_moves, read_moves},
};
use crate::{Fault, FoundText, MainLine, ReadOptions, RecordProblem, Repair, formats::repair};

/// What is wrong with a row of a table: in the cell of which column.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CellFault {
    /// What the column is for.
    pub role: ColumnRole,
    /// What is wrong with its cell.
    pub problem: ColumnProblem,
}

impl CellFault {
    /// The fault of row `row`, from 1, whose column is called `column`. It has neither line nor column
    /// of a text.
    pub fn in_row(self, row: u64, column: &str) -> Box<Fault> {
        let column = crate::text::printable(column.as_bytes());
        let problem = ColumnProblem::Cell { row, column, problem: Box::new(self.problem) };
        let problem = RecordProblem::Columns(problem).into();
        Box::new(Fault { line: 0, column: 0, excerpt: String::new(), caret: 0, width: 1, problem })
    }
}

/// Reads the main line of a row. `cell` gives the text of the cell in the column for something, if there
/// is one, and is not asked for the moves; `moves` adds these. What the caller of a reader says about
/// rule and board is filled in.
///
/// ```
/// use tengen_core::{Area, Point};
/// use tengen_notation::{MainLine, ReadOptions, RowOrder, columns::{ColumnRole, read_cells}};
///
/// let cell = |role| (role == ColumnRole::Size).then_some(&b"9"[..]);
/// let mut line = MainLine::default();
/// let reading = ReadOptions::new(RowOrder::FromBottom);
/// read_cells(cell, &reading, &mut line, |moves| moves.add_text(b"a9b8")).unwrap();
/// assert_eq!(line.area, Some(Area::square(9)));
/// assert_eq!(line.moves, [Point::new(0, 0), Point::new(1, 1)]);
/// ```
///
/// # Errors
///
/// If a cell holds something else than it should.
#[inline]
pub fn read_cells<'a>(
    cell: impl Fn(ColumnRole) -> Option<&'a [u8]>,
    reading: &ReadOptions,
    line: &mut MainLine,
    moves: impl FnOnce(&mut MoveCells<'_>) -> Result<(), ColumnProblem>,
) -> Result<(), CellFault> {
    line.clear();
    (line.line, line.offset) = (0, 0);
    let board = read_all_but_moves(cell, reading, ReadPath::Plain, line)
        .map_err(|fault| CellFault { role: fault.role, problem: fault.problem })?;
    let mut cells = MoveCells { line, board };
    moves(&mut cells).map_err(|problem| CellFault { role: ColumnRole::Moves, problem })?;
    reading.settle(&mut line.rule, &mut line.area);
    Ok(())
}

/// The repair of a row whose result `found` is not known, in the column of this name.
pub fn unknown_result(column: &str, found: &[u8]) -> Repair {
    let column = crate::text::printable(column.as_bytes());
    let what = repair::unknown_result(&FoundText::new(found.trim_ascii()));
    let what = format!("column \"{column}\": {what}").into();
    Repair { line: 0, column: 0, what, affects_verdict: true }
}

/// The moves of one row as they are added, one after another.
#[derive(Debug)]
pub struct MoveCells<'a> {
    line: &'a mut MainLine,
    board: MoveBoard,
}

impl MoveCells<'_> {
    /// The longest list of moves, as a text of it would be as long as [`ROW_LIMIT`].
    const LONGEST: usize = ROW_LIMIT / 4;

    /// Adds the moves of a text: names one after another, or a list in JSON.
    ///
    /// # Errors
    ///
    /// If it is something else, or longer than any game.
    #[inline]
    pub fn add_text(&mut self, text: &[u8]) -> Result<(), ColumnProblem> {
        if text.len() > ROW_LIMIT {
            return Err(ColumnProblem::CellTooLong(ROW_LIMIT));
        }
        let (area, is_list) = (self.line.area, text.trim_ascii_start().first() == Some(&b'['));
        if !is_list && read_moves(text, self.board, ReadPath::Quick, self.line).is_ok() {
            return Ok(());
        }
        self.line.area = area;
        self.line.moves.clear();
        let read = read_moves(text, self.board, ReadPath::Plain, self.line);
        read.map_err(|(_, problem)| problem)
    }

    /// Checks the length of a list before its moves are added.
    ///
    /// # Errors
    ///
    /// If it is longer than any game.
    pub fn reserve(&mut self, count: usize) -> Result<(), ColumnProblem> {
        if count > MoveCells::LONGEST {
            return Err(ColumnProblem::CellTooLong(ROW_LIMIT));
        }
        self.line.moves.reserve(count);
        Ok(())
    }

    /// Adds a move by the name of its point, or a pass.
    ///
    /// # Errors
    ///
    /// If it is neither, or the board has no names of points.
    #[inline]
    pub fn add_name(&mut self, name: &[u8]) -> Result<(), ColumnProblem> {
        column_moves::listed_name(name, self.board.names, self.line)?;
        // Names mean points of this board and of no other, so the record is on it from now on.
        if !self.line.moves.is_empty() {
            self.line.area.get_or_insert(self.board.area);
        }
        Ok(())
    }

    /// Adds a move by its point, with x and y from 0 at the top left.
    ///
    /// # Errors
    ///
    /// If a coordinate is beyond every board.
    #[inline]
    pub fn add_point(&mut self, x: i64, y: i64) -> Result<(), ColumnProblem> {
        let coordinate = |at: i64| i32::try_from(at).map_err(|_| ColumnProblem::Coordinate(at));
        self.line.moves.push(Point::new(coordinate(x)?, coordinate(y)?));
        Ok(())
    }

    /// The number of moves and passes so far.
    pub fn len(&self) -> usize {
        self.line.moves.len() + self.line.irregularities.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
