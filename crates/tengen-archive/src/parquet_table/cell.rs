//! Which types of columns are read, and the text of their cells.
//!
//! Words and numbers are written as they stand, dates as ISO 8601 has them, lists and structs as
//! JSON: so a cell is what stands in the same place of a TSV or JSON Lines file.

use std::{
    fmt::Debug,
    io::{self, Write},
    sync::Arc,
};

use arrow_array::{
    Array,
    cast::AsArray,
    types::{
        Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
        TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
        TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
    },
};
use arrow_schema::{DataType, Field, FieldRef, TimeUnit};
use tengen_notation::columns::ColumnRole;

/// Whether a column is read at all. Bytes that nothing is known of are text only where text is
/// expected: some programs write all text like that.
pub(super) fn is_read(field: &Field) -> bool {
    match field.data_type() {
        DataType::Binary => ColumnRole::from_name(field.name().as_bytes()).is_some(),
        kind => is_text(kind),
    }
}

/// Whether a value of this type can be written as text.
fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Null
        | DataType::Boolean
        | DataType::Utf8
        | DataType::Float32
        | DataType::Float64
        | DataType::Date32
        | DataType::Timestamp(..) => true,
        DataType::List(item) => is_text(item.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| is_text(field.data_type())),
        kind => kind.is_integer(),
    }
}

/// The field with texts as views. They share what stands in a dictionary, however often it is
/// meant: otherwise a small file could become as large as it likes.
pub(super) fn with_views(field: &FieldRef) -> FieldRef {
    let kind = match field.data_type() {
        DataType::Utf8 => DataType::Utf8View,
        DataType::Binary => DataType::BinaryView,
        DataType::List(item) => DataType::List(with_views(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(with_views).collect()),
        _ => return Arc::clone(field),
    };
    Arc::new(field.as_ref().clone().with_data_type(kind))
}

/// Adds a text to a cell, which has neither tabs nor line ends.
pub(super) fn add_text(text: &mut Vec<u8>, cell: &[u8]) {
    let blank = |&byte: &u8| if matches!(byte, b'\t' | b'\n' | b'\r') { b' ' } else { byte };
    text.extend(cell.iter().map(blank));
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellForm {
    /// As a cell of its own; what is null is empty.
    Cell,
    /// As a part of a JSON value.
    Json,
}

/// Writes the value in a row of a column that [is read](is_read).
pub(super) fn write_value(
    text: &mut Vec<u8>,
    column: &dyn Array,
    row: usize,
    form: CellForm,
) -> io::Result<()> {
    macro_rules! number {
        ($kind:ty) => {
            write!(text, "{}", column.as_primitive::<$kind>().value(row))?
        };
    }
    macro_rules! date {
        ($kind:ty, $zone:expr) => {{
            let moment = column.as_primitive::<$kind>().value_as_datetime(row);
            match moment {
                // A day is often kept as its first moment.
                Some(moment) if moment.time() == Default::default() => {
                    write_date(text, form, &moment.date(), "")?
                }
                Some(moment) => write_date(text, form, &moment, $zone)?,
                None => write_date(text, form, &format_args!("?"), "")?,
            }
        }};
    }
    if column.is_null(row) || column.data_type().is_null() {
        if form == CellForm::Json {
            text.extend_from_slice(b"null");
        }
        return Ok(());
    }
    match column.data_type() {
        DataType::Utf8View => {
            let word = column.as_string_view().value(row);
            match form {
                CellForm::Cell => add_text(text, word.as_bytes()),
                CellForm::Json => serde_json::to_writer(text, word)?,
            }
        }
        DataType::BinaryView => add_text(text, column.as_binary_view().value(row)),
        DataType::Boolean => write!(text, "{}", column.as_boolean().value(row))?,
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float32 => {
            write_float(text, form, column.as_primitive::<Float32Type>().value(row).into())?;
        }
        DataType::Float64 => {
            write_float(text, form, column.as_primitive::<Float64Type>().value(row))?;
        }
        DataType::Date32 => date!(Date32Type, ""),
        DataType::Timestamp(unit, zone) => {
            // With a zone, moments are those of UTC.
            let zone = if zone.is_some() { "Z" } else { "" };
            match unit {
                TimeUnit::Second => date!(TimestampSecondType, zone),
                TimeUnit::Millisecond => date!(TimestampMillisecondType, zone),
                TimeUnit::Microsecond => date!(TimestampMicrosecondType, zone),
                TimeUnit::Nanosecond => date!(TimestampNanosecondType, zone),
            }
        }
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(row);
            text.push(b'[');
            for index in 0..list.len() {
                comma(text, index);
                write_value(text, &list, index, CellForm::Json)?;
            }
            text.push(b']');
        }
        DataType::Struct(fields) => {
            text.push(b'{');
            for (index, (field, value)) in
                fields.iter().zip(column.as_struct().columns()).enumerate()
            {
                comma(text, index);
                serde_json::to_writer(&mut *text, field.name())?;
                text.push(b':');
                write_value(text, value, row, CellForm::Json)?;
            }
            text.push(b'}');
        }
        other => unreachable!("no column of type {other} is read"),
    }
    Ok(())
}

fn comma(text: &mut Vec<u8>, index: usize) {
    if index > 0 {
        text.push(b',');
    }
}

/// What is no number is nothing: so tables say that there is no value.
fn write_float(text: &mut Vec<u8>, form: CellForm, number: f64) -> io::Result<()> {
    match form {
        _ if number.is_finite() => write!(text, "{number}"),
        CellForm::Cell => Ok(()),
        CellForm::Json => text.write_all(b"null"),
    }
}

/// Writes a moment or a day, which show themselves as ISO 8601 has them.
fn write_date(
    text: &mut Vec<u8>,
    form: CellForm,
    moment: &dyn Debug,
    zone: &str,
) -> io::Result<()> {
    match form {
        CellForm::Cell => write!(text, "{moment:?}{zone}"),
        CellForm::Json => write!(text, "\"{moment:?}{zone}\""),
    }
}
