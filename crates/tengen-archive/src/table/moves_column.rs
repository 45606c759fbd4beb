//! The column of moves: texts, or lists of names, of pairs or of structs.

use arrow_array::{Array, ArrayRef, FixedSizeListArray, cast::AsArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use tengen_notation::columns::{ColumnProblem, MoveCells};

use super::{
    cell_column::{CellColumn, IntegerColumn, is_bytes},
    shown,
};

/// Why `moves` cannot be read from a column of this type, if so.
pub(crate) fn refuse_moves(field: &Field) -> Option<String> {
    let why = match field.data_type() {
        kind if is_bytes(kind) => return None,
        DataType::Null => "without any moves",
        kind => match item(kind) {
            None => "of a type that holds no moves",
            Some(one) if is_bytes(one) => return None,
            Some(DataType::Struct(fields)) if is_point(fields) => return None,
            Some(one) if one.is_numeric() => "a list of numbers, and a number alone names no point",
            Some(one) if item(one).is_some_and(DataType::is_integer) => return None,
            Some(_) => "a list of something else than points",
        },
    };
    Some(format!(
        "column \"{}\" ({}) is {why}: write text like h8i9, or a list of names, of pairs [x,y] or of \
         structs of x and y, from 0 at the top left",
        shown(field.name()),
        field.data_type()
    ))
}

/// The type of the items of a list.
fn item(kind: &DataType) -> Option<&DataType> {
    match kind {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            Some(item.data_type())
        }
        _ => None,
    }
}

fn is_point(fields: &Fields) -> bool {
    ["x", "y"].iter().all(|name| {
        fields.iter().any(|field| field.name() == name && field.data_type().is_integer())
    })
}

/// A column of moves.
#[derive(Debug)]
pub(super) enum MovesColumn<'a> {
    /// No row has moves.
    Absent,
    Texts(CellColumn<'a>),
    Lists(ListColumn<'a>, Items<'a>),
}

/// Where the items of each list are.
#[derive(Debug)]
pub(super) struct ListColumn<'a> {
    bounds: Bounds<'a>,
    nulls: Option<&'a NullBuffer>,
}

#[derive(Debug)]
enum Bounds<'a> {
    Small(&'a [i32]),
    Large(&'a [i64]),
    Fixed(&'a FixedSizeListArray),
}

/// The moves of all lists, one after another.
#[derive(Debug)]
pub(super) enum Items<'a> {
    Names(CellColumn<'a>),
    Pairs(ListColumn<'a>, IntegerColumn<'a>),
    Points { x: IntegerColumn<'a>, y: IntegerColumn<'a>, nulls: Option<&'a NullBuffer> },
}

impl<'a> ListColumn<'a> {
    /// The lists of a column, and all their items; none if it has no lists.
    fn new(array: &'a dyn Array) -> Option<(ListColumn<'a>, &'a ArrayRef)> {
        let (bounds, items) = match array.data_type() {
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                (Bounds::Small(lists.value_offsets()), lists.values())
            }
            DataType::LargeList(_) => {
                let lists = array.as_list::<i64>();
                (Bounds::Large(lists.value_offsets()), lists.values())
            }
            DataType::FixedSizeList(..) => {
                let lists = array.as_fixed_size_list();
                (Bounds::Fixed(lists), lists.values())
            }
            _ => return None,
        };
        Some((ListColumn { bounds, nulls: array.nulls() }, items))
    }

    /// Where the items of a list begin and end; none if it is null.
    #[inline]
    fn bounds(&self, row: usize) -> Option<(usize, usize)> {
        if self.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        Some(match self.bounds {
            Bounds::Small(offsets) => (offsets[row] as usize, offsets[row + 1] as usize),
            Bounds::Large(offsets) => (offsets[row] as usize, offsets[row + 1] as usize),
            Bounds::Fixed(lists) => {
                let start = lists.value_offset_at(row);
                (start, start + lists.value_length() as usize)
            }
        })
    }
}

impl<'a> MovesColumn<'a> {
    /// The moves of a column whose type [is not refused](refuse_moves).
    pub(super) fn new(array: &'a dyn Array) -> Option<MovesColumn<'a>> {
        let Some((lists, items)) = ListColumn::new(array) else {
            return CellColumn::new(array).map(MovesColumn::Texts);
        };
        let items: &dyn Array = items.as_ref();
        let items = if let Some((pairs, numbers)) = ListColumn::new(items) {
            Items::Pairs(pairs, IntegerColumn::new(numbers.as_ref())?)
        } else if let Some(points) = items.as_struct_opt() {
            let numbers =
                |name| points.column_by_name(name).and_then(|n| IntegerColumn::new(n.as_ref()));
            Items::Points { x: numbers("x")?, y: numbers("y")?, nulls: points.nulls() }
        } else {
            Items::Names(CellColumn::new(items)?)
        };
        Some(MovesColumn::Lists(lists, items))
    }

    /// Adds the moves of a row.
    #[inline]
    pub(super) fn read(&self, row: usize, moves: &mut MoveCells<'_>) -> Result<(), ColumnProblem> {
        let (lists, items) = match self {
            MovesColumn::Absent => return Ok(()),
            MovesColumn::Texts(texts) => {
                return moves.add_text(texts.spelled(row, &[]).ok_or(ColumnProblem::Without)?);
            }
            MovesColumn::Lists(lists, items) => (lists, items),
        };
        let (start, end) = lists.bounds(row).ok_or(ColumnProblem::Without)?;
        moves.reserve(end.saturating_sub(start))?;
        for index in start..end {
            let null = || ColumnProblem::NullMove(index - start + 1);
            match items {
                Items::Names(names) => {
                    moves.add_name(names.spelled(index, &[]).ok_or_else(null)?)?;
                }
                Items::Points { x, y, nulls } => {
                    if nulls.is_some_and(|nulls| nulls.is_null(index)) {
                        return Err(null());
                    }
                    moves.add_point(
                        x.get(index).ok_or_else(null)?,
                        y.get(index).ok_or_else(null)?,
                    )?;
                }
                Items::Pairs(pairs, numbers) => {
                    let (from, to) = pairs.bounds(index).ok_or_else(null)?;
                    if to - from != 2 {
                        return Err(ColumnProblem::Pair(to - from));
                    }
                    moves.add_point(
                        numbers.get(from).ok_or_else(null)?,
                        numbers.get(from + 1).ok_or_else(null)?,
                    )?;
                }
            }
        }
        Ok(())
    }
}
