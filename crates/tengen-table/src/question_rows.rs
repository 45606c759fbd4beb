//! Rows of a table as positions.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use arrow_array::{ArrayRef, Int64Array, RecordBatch, builder::StringBuilder};
use arrow_schema::Schema;
use tengen_archive::{CellColumn, LayoutError, TableBlock, TableLayout, TableRows};
use tengen_core::{Area, Board, Cell, Color, Drawing, Point, Position, Rule, Setup};
use tengen_notation::{
    MainLine, ReadOptions,
    columns::{ColumnRole, ROW_LIMIT},
};

use crate::answer_columns::AnswerColumns;

/// Which columns of a table hold its positions.
#[derive(Clone, Debug)]
pub(crate) struct QuestionLayout {
    pub(crate) table: Arc<TableLayout>,
    /// The column of drawings and its name; positions come of moves if there is none.
    drawing: Option<(usize, String)>,
}

impl QuestionLayout {
    /// The layout of a table of games.
    pub(crate) fn for_games(schema: &Schema) -> Result<QuestionLayout, LayoutError> {
        let table = Arc::new(TableLayout::new(schema)?);
        table.check_types()?;
        Ok(QuestionLayout { table, drawing: None })
    }

    /// The layout of a table of games or positions.
    pub(crate) fn for_positions(schema: &Schema) -> Result<QuestionLayout, LayoutError> {
        let drawing = schema.fields().iter().position(|field| {
            field.name().eq_ignore_ascii_case("drawing") && CellColumn::reads(field.data_type())
        });
        let Some(index) = drawing else { return QuestionLayout::for_games(schema) };
        let table = Arc::new(TableLayout::without_moves(schema));
        table.check_types()?;
        let name = schema.field(index).name().clone();
        Ok(QuestionLayout { table, drawing: Some((index, name)) })
    }
}

/// What is wrong with a row, and in which column if it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowError {
    role: Option<ColumnRole>,
    what: String,
}

impl RowError {
    /// Something wrong with a row.
    pub fn new(what: impl ToString) -> RowError {
        RowError { role: None, what: what.to_string() }
    }

    /// Something wrong with a cell of a row, in the column for something.
    pub fn in_column(role: ColumnRole, what: impl ToString) -> RowError {
        RowError { role: Some(role), what: what.to_string() }
    }
}

/// Rows of a table, about each of which a question is asked.
#[derive(Debug)]
pub struct QuestionRows<'a> {
    pub(crate) batch: RecordBatch,
    pub(crate) layout: &'a QuestionLayout,
    pub(crate) reading: &'a ReadOptions,
    /// The number of rows of the table before these.
    pub(crate) before: u64,
    pub(crate) cancelled: &'a AtomicBool,
}

/// A row that has been read: its rule, and its stones or its moves.
struct QuestionRow<'r> {
    line: &'r MainLine,
    drawing: Option<Drawing>,
}

impl QuestionRows<'_> {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.batch.num_rows()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether nobody waits for the answers any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The rows as games.
    pub(crate) fn block(&self) -> TableBlock {
        TableBlock::new(Arc::clone(&self.layout.table), self.batch.clone(), self.before)
    }

    /// Answers a question about the position of every row.
    pub(crate) fn each_position<C: AnswerColumns>(
        &self,
        mut answer: impl FnMut(&Position, &mut C) -> Result<(), RowError>,
    ) -> Vec<ArrayRef> {
        self.each(|row, columns| answer(&row.position()?, columns))
    }

    /// Answers a question about the stones of every row, which no game may lead to.
    pub(crate) fn each_board<C: AnswerColumns>(
        &self,
        mut answer: impl FnMut(&Board, Rule, &mut C) -> Result<(), RowError>,
    ) -> Vec<ArrayRef> {
        self.each(|row, columns| answer(&row.board()?, row.rule(), columns))
    }

    /// The numbers of the rows, the answers, and what is wrong with rows that have none.
    fn each<C: AnswerColumns>(
        &self,
        mut answer: impl FnMut(&QuestionRow<'_>, &mut C) -> Result<(), RowError>,
    ) -> Vec<ArrayRef> {
        let block = self.block();
        let mut rows = block.main_lines(self.reading);
        let drawings = self.layout.drawing.as_ref().map(|&(index, _)| {
            CellColumn::new(self.batch.column(index).as_ref())
                .expect("the layout has a column of a type that is read")
        });
        let (mut columns, mut errors) = (C::default(), StringBuilder::new());
        let (mut line, mut spelled) = (MainLine::default(), Vec::new());
        for row in 0..self.len() {
            let number = self.before + row as u64 + 1;
            let answered = match rows.read_row(row, &mut line) {
                Err(fault) => Err(fault.to_string()),
                Ok(()) => {
                    let drawing = drawings.as_ref().map(|cells| {
                        read_drawing(cells.text(row, &mut spelled).unwrap_or_default())
                    });
                    let read = drawing.transpose().map_err(RowError::new);
                    read.and_then(|drawing| {
                        answer(&QuestionRow { line: &line, drawing }, &mut columns)
                    })
                    .map_err(|error| self.place(&rows, number, &error))
                }
            };
            match answered {
                Ok(()) => errors.append_null(),
                Err(what) => errors.append_value(what),
            }
            columns.end_row(row + 1);
        }
        let numbers = (0..self.len()).map(|row| (self.before + row as u64 + 1) as i64);
        let mut answers: Vec<ArrayRef> = vec![Arc::new(Int64Array::from_iter_values(numbers))];
        answers.append(&mut columns.finish());
        answers.push(Arc::new(errors.finish()));
        answers
    }

    /// What is wrong, with row and column.
    fn place(&self, rows: &TableRows<'_>, number: u64, error: &RowError) -> String {
        let role = error.role.unwrap_or(ColumnRole::Moves);
        let drawing = || self.layout.drawing.as_ref().map(|(_, name)| name.as_str());
        let position = || drawing().or_else(|| rows.name(ColumnRole::Moves));
        let column = rows.name(role).or_else(position).unwrap_or(role.name());
        format!("row {number}, column \"{column}\": {}", error.what)
    }
}

fn read_drawing(text: &[u8]) -> Result<Drawing, String> {
    if text.len() > ROW_LIMIT {
        return Err(format!("the cell is longer than {ROW_LIMIT} bytes, which no board needs"));
    }
    let text = std::str::from_utf8(text).map_err(|_| "this is no UTF-8 text".to_owned())?;
    text.parse().map_err(|error: <Drawing as std::str::FromStr>::Err| error.to_string())
}

impl QuestionRow<'_> {
    fn rule(&self) -> Rule {
        self.line.rule.unwrap_or(Rule::Freestyle)
    }

    fn area(&self) -> Area {
        self.line.area.unwrap_or(Area::square(15))
    }

    /// The side of the largest board of NoGo, whose points all take memory.
    const NOGO_SIDE: u16 = 1000;

    /// The position at the end of the moves, all of which are legal, or that of the drawing.
    fn position(&self) -> Result<Position, RowError> {
        let (rule, area) = (self.rule(), self.area());
        if let Some(drawing) = &self.drawing {
            let board = drawing.board();
            let [black, white] = Color::ALL.map(|color| board.count(color));
            let turn = match black.checked_sub(white) {
                Some(0) => Color::Black,
                Some(1) => Color::White,
                _ => {
                    return Err(RowError::new(format!(
                        "{black} black and {white} white stones do not say whose turn it is: black \
                         has as many as white, or one more"
                    )));
                }
            };
            return Position::from_setup(rule, &Setup::from_board(&board, turn))
                .map_err(RowError::new);
        }
        if let (Rule::NoGo, Area::Bounded { width, height }) = (rule, area)
            && width.max(height) > QuestionRow::NOGO_SIDE
        {
            let what = format!("a {area} board is too large for this: sides may have up to 1000");
            return Err(RowError::in_column(ColumnRole::Size, what));
        }
        let mut position = Position::new(rule, area)
            .map_err(|error| RowError::in_column(ColumnRole::Size, error))?;
        for (index, step) in self.line.steps().enumerate() {
            let Some(point) = step.point else {
                return Err(RowError::new(format!("move {} is a pass", index + 1)));
            };
            position.play(point).map_err(|illegal| {
                let name = area.name(point);
                RowError::new(format!("move {}, {name}, cannot be played: {illegal}", index + 1))
            })?;
        }
        Ok(position)
    }

    /// The stones of the moves, or those of the drawing.
    fn board(&self) -> Result<Board, RowError> {
        if let Some(drawing) = &self.drawing {
            return Ok(drawing.board());
        }
        let area = self.area();
        let mut board = Board::new(area);
        for (index, step) in self.line.steps().enumerate() {
            let Some(point) = step.point else { continue };
            let why = match board.cell(point) {
                Cell::Empty => {
                    board.put(point, step.color);
                    continue;
                }
                Cell::Edge => "is outside the board",
                Cell::Black | Cell::White => "is on a point that is occupied",
            };
            let name = area.name(point);
            return Err(RowError::new(format!("move {}, {name}, {why}", index + 1)));
        }
        Ok(board)
    }
}

/// Moves as a column of moves spells them.
pub(crate) fn spell_moves(area: Area, moves: impl IntoIterator<Item = Point>) -> String {
    let moves = moves.into_iter();
    match area {
        Area::Bounded { .. } => moves.map(|point| area.name(point)).collect(),
        Area::Unbounded => {
            let pairs: Vec<String> =
                moves.map(|point| format!("[{},{}]", point.x, point.y)).collect();
            format!("[{}]", pairs.join(","))
        }
    }
}
