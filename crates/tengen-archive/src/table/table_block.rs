//! Rows of a table as main lines.

use std::sync::Arc;

use arrow_array::RecordBatch;
use tengen_notation::{
    Fault, MainLine, ReadOptions, ResultClaim,
    columns::{self, ColumnRole},
};

use super::{CellColumn, TableLayout, moves_column::MovesColumn, table_layout::ROLES};

/// Rows of a table of games, any number of them.
#[derive(Clone, Debug)]
pub struct TableBlock {
    layout: Arc<TableLayout>,
    rows: RecordBatch,
    before: u64,
}

impl TableBlock {
    /// Rows of the table with this layout, of which `before` came before these.
    pub fn new(layout: Arc<TableLayout>, rows: RecordBatch, before: u64) -> TableBlock {
        TableBlock { layout, rows, before }
    }

    /// The number of rows of the table before these.
    pub const fn rows_before(&self) -> u64 {
        self.before
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.num_rows()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the main lines of the rows.
    pub fn main_lines<'a>(&'a self, reading: &'a ReadOptions) -> TableRows<'a> {
        let column = |role: ColumnRole| {
            self.layout.columns[role as usize].map(|index| self.rows.column(index).as_ref())
        };
        let moves = column(ColumnRole::Moves).map_or(Some(MovesColumn::Absent), MovesColumn::new);
        let cells = |role| (role != ColumnRole::Moves).then(|| column(role)).flatten();
        TableRows {
            layout: &self.layout,
            moves: moves.expect("the moves of a layout have a type that is read"),
            cells: ColumnRole::OF_MAIN_LINE.map(|role| cells(role).and_then(CellColumn::new)),
            spelled: Default::default(),
            reading,
            row: 0,
            rows: self.len(),
            before: self.before,
        }
    }
}

/// The main lines of rows of a table.
#[derive(Debug)]
pub struct TableRows<'a> {
    layout: &'a TableLayout,
    moves: MovesColumn<'a>,
    /// The other columns by their roles.
    cells: [Option<CellColumn<'a>>; ROLES],
    /// The numbers in a row as text.
    spelled: [Vec<u8>; ROLES],
    reading: &'a ReadOptions,
    row: usize,
    rows: usize,
    before: u64,
}

impl TableRows<'_> {
    /// Reads the next row into `line`. After a fault, reading goes on with the next row; what `line`
    /// holds then means nothing.
    pub fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        (self.row < self.rows).then(|| {
            self.row += 1;
            self.read_row(self.row - 1, line)
        })
    }

    /// Reads the row of this index into `line`.
    ///
    /// # Errors
    ///
    /// If a cell holds something else than it should: the row of the table, from 1, and the column.
    pub fn read_row(&mut self, row: usize, line: &mut MainLine) -> Result<(), Box<Fault>> {
        let TableRows { layout, moves, cells, spelled, before, .. } = self;
        let number = *before + row as u64 + 1;
        for (cells, spelled) in cells.iter().zip(&mut *spelled) {
            if let Some(cells) = cells {
                cells.spell(row, spelled);
            }
        }
        let cell =
            |role: ColumnRole| cells[role as usize].as_ref()?.spelled(row, &spelled[role as usize]);
        let read = columns::read_cells(cell, self.reading, line, |out| moves.read(row, out));
        if let Err(fault) = read {
            let column = &layout.names[fault.role as usize];
            return Err(fault.in_row(number, column));
        }
        if line.claim == Some(ResultClaim::Unknown) {
            let found = cell(ColumnRole::Winner).unwrap_or_default();
            let column = &layout.names[ColumnRole::Winner as usize];
            line.repairs.push(columns::unknown_result(column, found));
        }
        Ok(())
    }

    /// The name of the column for something, if there is one.
    pub fn name(&self, role: ColumnRole) -> Option<&str> {
        self.layout.names.get(role as usize).map(String::as_str).filter(|name| !name.is_empty())
    }
}
