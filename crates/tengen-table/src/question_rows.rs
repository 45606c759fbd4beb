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
    Fen, MainLine, ReadOptions,
    columns::{ColumnRole, ROW_LIMIT},
};

use crate::answer_columns::AnswerColumns;

/// Which columns of a table hold its positions.
#[derive(Clone, Debug)]
pub(crate) struct QuestionLayout {
    pub(crate) table: Arc<TableLayout>,
    /// The column of positions as text; positions come of moves if there is none.
    text: Option<TextLayout>,
}

/// A column of positions as text.
#[derive(Clone, Debug)]
struct TextLayout {
    form: TextForm,
    index: usize,
    name: String,
}

/// How positions are spelled in a column of text.
#[derive(Clone, Copy, Debug)]
enum TextForm {
    Fen,
    Drawing,
}

impl QuestionLayout {
    /// The layout of a table of games.
    pub(crate) fn for_games(schema: &Schema) -> Result<QuestionLayout, LayoutError> {
        let table = Arc::new(TableLayout::new(schema)?);
        table.check_types()?;
        Ok(QuestionLayout { table, text: None })
    }

    /// The layout of a table of games or positions: the first column called `fen` or `drawing` has these,
    /// or they come of the moves.
    pub(crate) fn for_positions(schema: &Schema) -> Result<QuestionLayout, LayoutError> {
        let text = schema.fields().iter().enumerate().find_map(|(index, field)| {
            let form = match field.name().to_ascii_lowercase().as_str() {
                "fen" => TextForm::Fen,
                "drawing" => TextForm::Drawing,
                _ => return None,
            };
            let name = field.name().clone();
            CellColumn::reads(field.data_type()).then_some(TextLayout { form, index, name })
        });
        if text.is_none() {
            return QuestionLayout::for_games(schema);
        }
        let table = Arc::new(TableLayout::without_moves(schema));
        table.check_types()?;
        Ok(QuestionLayout { table, text })
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
    pub fn new(what: impl Into<String>) -> RowError {
        RowError { role: None, what: what.into() }
    }

    /// Something wrong with a cell of a row, in the column for something.
    pub fn in_column(role: ColumnRole, what: impl Into<String>) -> RowError {
        RowError { role: Some(role), what: what.into() }
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
    text: Option<TextPosition>,
}

/// A position that was spelled in a cell.
enum TextPosition {
    Fen(Fen),
    Drawing(Drawing),
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

    /// Whether the receiver of the answers is gone.
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

    /// Answers a question about the game of every row: from where it starts, and its moves.
    pub(crate) fn each_game<C: AnswerColumns>(
        &self,
        mut answer: impl FnMut(&Position, &[Point], &mut C) -> Result<(), RowError>,
    ) -> Vec<ArrayRef> {
        self.each(|row, columns| {
            let pass = row.line.irregularities.first();
            if let Some((index, _)) = pass {
                return Err(RowError::new(format!("move {} is a pass", index + 1)));
            }
            answer(&row.start()?, &row.line.moves, columns)
        })
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
        let texts = self.layout.text.as_ref().map(|text| {
            let cells = CellColumn::new(self.batch.column(text.index).as_ref());
            (text.form, cells.expect("the layout has a column of a type that is read"))
        });
        let (mut columns, mut errors) = (C::default(), StringBuilder::new());
        let (mut line, mut spelled) = (MainLine::default(), Vec::new());
        for row in 0..self.len() {
            let number = self.before + row as u64 + 1;
            let read = rows.read_row(row, &mut line).map_err(|fault| fault.to_string());
            let answered = read.and_then(|()| {
                let text = texts.as_ref().map(|(form, cells)| {
                    let text = cells.text(row, &mut spelled);
                    TextPosition::parse(*form, text.unwrap_or_default())
                });
                text.transpose()
                    .and_then(|text| answer(&QuestionRow { line: &line, text }, &mut columns))
                    .map_err(|error| self.place(&rows, number, &error))
            });
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
        let text = || self.layout.text.as_ref().map(|text| text.name.as_str());
        let position = || text().or_else(|| rows.name(ColumnRole::Moves));
        let column = rows.name(role).or_else(position).unwrap_or(role.name());
        format!("row {number}, column \"{column}\": {}", error.what)
    }
}

impl TextPosition {
    fn parse(form: TextForm, text: &[u8]) -> Result<TextPosition, RowError> {
        if text.len() > ROW_LIMIT {
            let what = format!("the cell is longer than {ROW_LIMIT} bytes, which no board needs");
            return Err(RowError::new(what));
        }
        let text = std::str::from_utf8(text).map_err(|_| RowError::new("this is no UTF-8 text"))?;
        Ok(match form {
            TextForm::Fen => {
                let fen = text.trim().parse::<Fen>();
                TextPosition::Fen(fen.map_err(|error| RowError::new(error.to_string()))?)
            }
            TextForm::Drawing => {
                let drawing = text.parse::<Drawing>();
                TextPosition::Drawing(drawing.map_err(|error| RowError::new(error.to_string()))?)
            }
        })
    }
}

/// The side of the largest board of NoGo, whose points all take memory.
const NOGO_SIDE: u16 = 1000;

fn check_area(rule: Rule, area: Area) -> Result<(), RowError> {
    if let (Rule::NoGo, Area::Bounded { width, height }) = (rule, area)
        && width.max(height) > NOGO_SIDE
    {
        let what =
            format!("a {area} board is too large for NoGo: sides may have up to {NOGO_SIDE}");
        return Err(RowError::in_column(ColumnRole::Size, what));
    }
    Ok(())
}

impl QuestionRow<'_> {
    fn rule(&self) -> Rule {
        match &self.text {
            Some(TextPosition::Fen(fen)) => fen.rule(),
            _ => self.line.rule.unwrap_or(Rule::Freestyle),
        }
    }

    fn area(&self) -> Area {
        match &self.text {
            Some(TextPosition::Fen(fen)) => fen.setup().area,
            Some(TextPosition::Drawing(drawing)) => drawing.area(),
            None => self.line.area.unwrap_or(Area::square(15)),
        }
    }

    /// The empty board.
    fn start(&self) -> Result<Position, RowError> {
        let (rule, area) = (self.rule(), self.area());
        check_area(rule, area)?;
        Position::new(rule, area)
            .map_err(|error| RowError::in_column(ColumnRole::Size, error.to_string()))
    }

    /// The position at the end of the moves, all of which are legal, or that of the text.
    fn position(&self) -> Result<Position, RowError> {
        let (rule, area) = (self.rule(), self.area());
        check_area(rule, area)?;
        match &self.text {
            Some(TextPosition::Fen(fen)) => {
                return fen.position().map_err(|error| RowError::new(error.to_string()));
            }
            Some(TextPosition::Drawing(drawing)) => {
                let board = drawing.board();
                let setup = Setup::from_board(&board, turn(&board)?);
                return Position::from_setup(rule, &setup)
                    .map_err(|error| RowError::new(error.to_string()));
            }
            None => {}
        }
        let mut position = self.start()?;
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

    /// The stones of the moves, or those of the text.
    fn board(&self) -> Result<Board, RowError> {
        let area = self.area();
        check_area(self.rule(), area)?;
        let mut board = match &self.text {
            Some(TextPosition::Drawing(drawing)) => drawing.board(),
            _ => Board::new(area),
        };
        if let Some(TextPosition::Fen(fen)) = &self.text {
            fen.setup().stones.iter().for_each(|&(point, color)| board.put(point, color));
        }
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

/// Whose turn it is on a board that does not say it.
fn turn(board: &Board) -> Result<Color, RowError> {
    let [black, white] = Color::ALL.map(|color| board.count(color));
    match black.checked_sub(white) {
        Some(0) => Ok(Color::Black),
        Some(1) => Ok(Color::White),
        _ => Err(RowError::new(format!(
            "{black} black and {white} white stones do not say whose turn it is: black has as many as \
             white, or one more"
        ))),
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
