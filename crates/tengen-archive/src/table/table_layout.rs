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
    Cells {
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

    pub(crate) fn from_fields<'f>(
        fields: impl IntoIterator<Item = &'f Field>,
    ) -> Result<TableLayout, LayoutError> {
        let mut layout = TableLayout {
            columns: [None; ROLES],
            names: ColumnRole::OF_MAIN_LINE.map(|role| role.name().to_owned()),
            unread: Vec::new(),
        };
        for (index, field) in fields.into_iter().enumerate() {
            let Some(role) = ColumnRole::from_name(field.name().trim().as_bytes()) else {
                continue;
            };
            // The first column of a kind counts.
            if role as usize >= ROLES || layout.columns[role as usize].is_some() {
                continue;
            }
            if role == ColumnRole::Moves {
                if let Some(why) = refuse_moves(field) {
                    return Err(LayoutError::Moves(why));
                }
            } else if !CellColumn::reads(field.data_type()) {
                let (column, kind) = (shown(field.name()), field.data_type().clone());
                layout.unread.push(LayoutError::Cells { column, kind, role: role.name() });
                continue;
            }
            layout.columns[role as usize] = Some(index);
            layout.names[role as usize] = shown(field.name());
        }
        match layout.columns[ColumnRole::Moves as usize] {
            Some(_) => Ok(layout),
            None => Err(LayoutError::NoMoves),
        }
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
            .find(|error| !matches!(error, LayoutError::Cells { role, .. } if *role == end))
            .map_or(Ok(()), |error| Err(error.clone()))
    }

    /// The columns that are read, by their indices.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().copied().flatten()
    }

    /// The layout of the table that has only the columns that are read.
    #[must_use]
    pub(crate) fn projected(&self) -> TableLayout {
        let mut read: Vec<usize> = self.columns().collect();
        read.sort_unstable();
        let columns = self.columns.map(|column| column.and_then(|c| read.binary_search(&c).ok()));
        TableLayout { columns, names: self.names.clone(), unread: Vec::new() }
    }
}
