//! Which columns of a table are read, by their names and types.

use arrow_schema::{DataType, Field, Schema};
use tengen_notation::columns::{ColumnProblem, ColumnRole};
use thiserror::Error;

use super::{CellColumn, refuse_moves, shown};

/// The number of roles that a main line is read from.
pub(super) const ROLES: usize = ColumnRole::OF_MAIN_LINE.len();

/// Why a table cannot be read at all.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No column has the moves.
    #[error("{}", ColumnProblem::NoMoves)]
    NoMoves,
    /// The column of moves has a type that holds none.
    #[error("{0}")]
    Moves(String),
    /// A column that is read has a type that is not.
    #[error("column \"{column}\" ({kind}) is read as the {role} of a game: write words or numbers")]
    CellArray {
        /// The name of the column.
        column: String,
        /// Its type.
        kind: DataType,
        /// The name of its role.
        role: &'static str,
    },
}

/// The columns of a table that main lines are read from.
#[derive(Clone, Debug)]
pub struct TableLayout {
    /// The columns by their roles.
    pub(super) columns: [Option<usize>; ROLES],
    /// Their names in messages.
    pub(super) names: [String; ROLES],
    /// The columns that are not read because of their type.
    unread: Vec<LayoutError>,
}

impl TableLayout {
    /// Finds the columns of a table of games: by their names, in any order and case, as those of CSV
    /// files.
    ///
    /// # Errors
    ///
    /// If there is no column of moves, or its type holds none.
    pub fn new(schema: &Schema) -> Result<TableLayout, LayoutError> {
        TableLayout::from_fields(schema.fields().iter().map(AsRef::as_ref))
    }

    /// Finds the columns of a table whose rows say everything but the moves: main lines have none.
    pub fn without_moves(schema: &Schema) -> TableLayout {
        let mut layout = TableLayout::EMPTY;
        for (index, field) in schema.fields().iter().enumerate() {
            if let Some(role) = layout.free_role(field)
                && role != ColumnRole::Moves
            {
                layout.add(role, index, field);
            }
        }
        layout
    }

    pub(crate) fn from_fields<'f>(
        fields: impl IntoIterator<Item = &'f Field>,
    ) -> Result<TableLayout, LayoutError> {
        let mut layout = TableLayout::EMPTY;
        for (index, field) in fields.into_iter().enumerate() {
            let Some(role) = layout.free_role(field) else { continue };
            if role == ColumnRole::Moves
                && let Some(why) = refuse_moves(field)
            {
                return Err(LayoutError::Moves(why));
            }
            layout.add(role, index, field);
        }
        match layout.columns[ColumnRole::Moves as usize] {
            Some(_) => Ok(layout),
            None => Err(LayoutError::NoMoves),
        }
    }

    const EMPTY: TableLayout = TableLayout {
        columns: [None; ROLES],
        names: [const { String::new() }; ROLES],
        unread: Vec::new(),
    };

    /// What a column is for, if there is none for that yet: the first column of a kind counts.
    fn free_role(&self, field: &Field) -> Option<ColumnRole> {
        let role = ColumnRole::from_name(field.name().trim().as_bytes())?;
        self.columns.get(role as usize)?.is_none().then_some(role)
    }

    /// Adds a column for something, unless its type is not read.
    fn add(&mut self, role: ColumnRole, index: usize, field: &Field) {
        if role != ColumnRole::Moves && !CellColumn::reads(field.data_type()) {
            let (column, kind) = (shown(field.name()), field.data_type().clone());
            self.unread.push(LayoutError::CellArray { column, kind, role: role.name() });
            return;
        }
        self.columns[role as usize] = Some(index);
        self.names[role as usize] = shown(field.name());
    }

    /// Checks that no column that looks like one of a game has a type that is not read.
    ///
    /// # Errors
    ///
    /// The first such column. (Anything may stand in one called `end`.)
    pub fn check_types(&self) -> Result<(), LayoutError> {
        let end = ColumnRole::End.name();
        self.unread
            .iter()
            .find(|error| !matches!(error, LayoutError::CellArray { role, .. } if *role == end))
            .map_or(Ok(()), |error| Err(error.clone()))
    }

    /// The columns that are read, by their indices.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().copied().flatten()
    }

    /// The layout of the table that has only the columns that are read.
    #[must_use]
    #[cfg(feature = "parquet")]
    pub(crate) fn projected(&self) -> TableLayout {
        let mut read: Vec<usize> = self.columns().collect();
        read.sort_unstable();
        let columns = self.columns.map(|column| column.and_then(|c| read.binary_search(&c).ok()));
        TableLayout { columns, names: self.names.clone(), unread: Vec::new() }
    }
}
