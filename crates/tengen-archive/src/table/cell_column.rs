//! A column of words or numbers, whatever type it has.

use std::io::Write as _;

use arrow_array::{
    Array, BinaryArray, BinaryViewArray, BooleanArray, Float32Array, Float64Array, Int8Array,
    Int16Array, Int32Array, Int64Array, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array, cast::AsArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::names::add_number;

/// A column whose cells are short texts: words as they stand, numbers as they are written.
#[derive(Debug)]
pub struct CellColumn<'a> {
    cells: CellArray<'a>,
    nulls: Option<&'a NullBuffer>,
}

#[derive(Debug)]
enum CellArray<'a> {
    /// Nothing stands in any cell.
    Null,
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    Boolean(&'a BooleanArray),
    Integer(IntegerColumn<'a>),
    Float32(&'a Float32Array),
    Float64(&'a Float64Array),
    /// Cells by their keys.
    Dictionary(Vec<usize>, Box<CellColumn<'a>>),
}

/// Whether cells of this type are bytes that stand for themselves.
pub(super) fn is_bytes(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_bytes(values),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => true,
        kind => kind.is_string(),
    }
}

impl<'a> CellColumn<'a> {
    /// Whether columns of this type are read.
    pub fn reads(kind: &DataType) -> bool {
        match kind {
            DataType::Null | DataType::Boolean | DataType::Float32 | DataType::Float64 => true,
            DataType::Dictionary(_, values) => CellColumn::reads(values),
            kind => is_bytes(kind) || kind.is_integer(),
        }
    }

    /// The cells of a column; none if its type [is not read](CellColumn::reads).
    pub fn new(array: &'a dyn Array) -> Option<CellColumn<'a>> {
        let cells = match array.data_type() {
            DataType::Null => CellArray::Null,
            DataType::Utf8 => CellArray::Utf8(array.as_string()),
            DataType::LargeUtf8 => CellArray::LargeUtf8(array.as_string()),
            DataType::Utf8View => CellArray::Utf8View(array.as_string_view()),
            DataType::Binary => CellArray::Binary(array.as_binary()),
            DataType::LargeBinary => CellArray::LargeBinary(array.as_binary()),
            DataType::BinaryView => CellArray::BinaryView(array.as_binary_view()),
            DataType::Boolean => CellArray::Boolean(array.as_boolean()),
            DataType::Float32 => CellArray::Float32(array.as_primitive()),
            DataType::Float64 => CellArray::Float64(array.as_primitive()),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let values = dictionary.values();
                // Keys of nothing are all null.
                let keys = match values.len() {
                    0 => vec![0; array.len()],
                    _ => dictionary.normalized_keys(),
                };
                CellArray::Dictionary(keys, Box::new(CellColumn::new(values.as_ref())?))
            }
            _ => CellArray::Integer(IntegerColumn::new(array)?),
        };
        Some(CellColumn { cells, nulls: array.nulls() })
    }

    /// Whether nothing stands in a cell.
    #[inline]
    pub fn is_null(&self, row: usize) -> bool {
        self.nulls.is_some_and(|nulls| nulls.is_null(row))
            || match &self.cells {
                CellArray::Null => true,
                CellArray::Dictionary(keys, values) => {
                    values.is_empty() || values.is_null(keys[row])
                }
                _ => false,
            }
    }

    /// The text of a cell, which is written to `spelled` if it is a number; none if it is null.
    #[inline]
    pub fn text<'s>(&'s self, row: usize, spelled: &'s mut Vec<u8>) -> Option<&'s [u8]> {
        self.spell(row, spelled);
        self.spelled(row, spelled)
    }

    /// Writes the cell to `out` if it is no text.
    #[inline]
    pub(super) fn spell(&self, row: usize, out: &mut Vec<u8>) {
        match &self.cells {
            CellArray::Integer(numbers) => numbers.spell(row, out),
            CellArray::Boolean(..) | CellArray::Float32(_) | CellArray::Float64(_) => {
                self.spell_other(row, out);
            }
            CellArray::Dictionary(keys, values) if !self.is_null(row) => {
                values.spell(keys[row], out);
            }
            _ => {}
        }
    }

    fn spell_other(&self, row: usize, out: &mut Vec<u8>) {
        out.clear();
        let number: f64 = match &self.cells {
            CellArray::Boolean(cells) => {
                return out.extend_from_slice(if cells.value(row) { b"true" } else { b"false" });
            }
            CellArray::Float32(cells) => cells.value(row).into(),
            CellArray::Float64(cells) => cells.value(row),
            _ => return,
        };
        // What is no number is nothing: so tables say that there is no value.
        if number.is_finite() {
            write!(out, "{number}").expect("memory can be written to");
        }
    }

    /// The text of a cell that has been spelled if it is no text; none if it is null.
    #[inline]
    pub(super) fn spelled<'s>(&'s self, row: usize, spelled: &'s [u8]) -> Option<&'s [u8]> {
        if self.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        Some(match &self.cells {
            CellArray::Null => return None,
            CellArray::Utf8(cells) => cells.value(row).as_bytes(),
            CellArray::LargeUtf8(cells) => cells.value(row).as_bytes(),
            CellArray::Utf8View(cells) => cells.value(row).as_bytes(),
            CellArray::Binary(cells) => cells.value(row),
            CellArray::LargeBinary(cells) => cells.value(row),
            CellArray::BinaryView(cells) => cells.value(row),
            CellArray::Integer(_)
            | CellArray::Boolean(_)
            | CellArray::Float32(_)
            | CellArray::Float64(_) => spelled,
            CellArray::Dictionary(keys, values) => {
                if values.is_empty() {
                    return None;
                }
                return values.spelled(keys[row], spelled);
            }
        })
    }

    /// Whether there are no cells at all.
    fn is_empty(&self) -> bool {
        match &self.cells {
            CellArray::Null => true,
            CellArray::Utf8(cells) => cells.is_empty(),
            CellArray::LargeUtf8(cells) => cells.is_empty(),
            CellArray::Utf8View(cells) => cells.is_empty(),
            CellArray::Binary(cells) => cells.is_empty(),
            CellArray::LargeBinary(cells) => cells.is_empty(),
            CellArray::BinaryView(cells) => cells.is_empty(),
            CellArray::Boolean(cells) => cells.is_empty(),
            CellArray::Integer(cells) => cells.is_empty(),
            CellArray::Float32(cells) => cells.is_empty(),
            CellArray::Float64(cells) => cells.is_empty(),
            CellArray::Dictionary(keys, _) => keys.is_empty(),
        }
    }
}

/// Defines [`IntegerColumn`]: a variant for each type.
macro_rules! integer_column {
    ($($kind:ident: $array:ty),+) => {
        /// A column of whole numbers.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum IntegerColumn<'a> {
            $($kind(&'a $array)),+
        }

        impl<'a> IntegerColumn<'a> {
            /// The numbers of a column; none if it has no whole numbers.
            pub(super) fn new(array: &'a dyn Array) -> Option<IntegerColumn<'a>> {
                Some(match array.data_type() {
                    $(DataType::$kind => IntegerColumn::$kind(array.as_primitive()),)+
                    _ => return None,
                })
            }

            /// The number in a row; none if it is null. What is beyond 64 bits is as far as these go.
            #[inline]
            pub(super) fn get(self, row: usize) -> Option<i64> {
                match self {
                    $(IntegerColumn::$kind(array) if array.is_null(row) => None,
                    IntegerColumn::$kind(array) => {
                        Some(i64::try_from(array.value(row)).unwrap_or(i64::MAX))
                    })+
                }
            }

            fn is_empty(self) -> bool {
                match self {
                    $(IntegerColumn::$kind(array) => array.is_empty(),)+
                }
            }
        }
    };
}

integer_column! {
    Int8: Int8Array, Int16: Int16Array, Int32: Int32Array, Int64: Int64Array,
    UInt8: UInt8Array, UInt16: UInt16Array, UInt32: UInt32Array, UInt64: UInt64Array
}

impl IntegerColumn<'_> {
    #[inline]
    fn spell(self, row: usize, out: &mut Vec<u8>) {
        out.clear();
        if let Some(number) = self.get(row) {
            if number < 0 {
                out.push(b'-');
            }
            add_number(out, number.unsigned_abs());
        }
    }
}
