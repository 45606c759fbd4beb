//! A Parquet file as a text of named columns, so that all of it is read as such a text is.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use arrow_array::{
    Array, BooleanArray, Float64Array, RecordBatch,
    cast::AsArray,
    types::{
        Float32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
        UInt64Type,
    },
};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use super::unpack::Bytes;

/// How many rows are read at once.
const ROWS: usize = 4096;

/// The rows of a Parquet file as tab-separated values, the names of the columns in the first line.
pub(crate) fn open(file: File) -> io::Result<Bytes> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(io::Error::other)?;
    let names: Vec<String> =
        builder.schema().fields().iter().map(|field| one_line(field.name())).collect();
    let rows = builder.with_batch_size(ROWS).build().map_err(io::Error::other)?;
    let text = (names.join("\t") + "\n").into_bytes();
    Ok(Box::new(Tabs { rows, text, at: 0 }))
}

/// The text, as far as it has been made.
struct Tabs {
    rows: ParquetRecordBatchReader,
    text: Vec<u8>,
    at: usize,
}

impl Read for Tabs {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            let Some(batch) = self.rows.next() else { return Ok(0) };
            self.text.clear();
            self.at = 0;
            write_rows(&mut self.text, &batch.map_err(io::Error::other)?)?;
        }
        let length = buffer.len().min(self.text.len() - self.at);
        buffer[..length].copy_from_slice(&self.text[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

fn write_rows(text: &mut Vec<u8>, batch: &RecordBatch) -> io::Result<()> {
    for row in 0..batch.num_rows() {
        for (number, column) in batch.columns().iter().enumerate() {
            if number > 0 {
                text.push(b'\t');
            }
            write_cell(text, column, row)?;
        }
        text.push(b'\n');
    }
    Ok(())
}

/// Writes one cell; what is no word and no number is left empty.
fn write_cell(text: &mut Vec<u8>, column: &dyn Array, row: usize) -> io::Result<()> {
    if column.is_null(row) {
        return Ok(());
    }
    match column.data_type() {
        DataType::Utf8 => add_text(text, column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => add_text(text, column.as_string::<i64>().value(row)),
        DataType::Utf8View => add_text(text, column.as_string_view().value(row)),
        DataType::Dictionary(..) => {
            let words = column.as_any_dictionary();
            return write_cell(text, words.values(), key(words.keys(), row));
        }
        DataType::Boolean => {
            let column: &BooleanArray = column.as_boolean();
            write!(text, "{}", column.value(row))?;
        }
        DataType::Int8 => write!(text, "{}", column.as_primitive::<Int8Type>().value(row))?,
        DataType::Int16 => write!(text, "{}", column.as_primitive::<Int16Type>().value(row))?,
        DataType::Int32 => write!(text, "{}", column.as_primitive::<Int32Type>().value(row))?,
        DataType::Int64 => write!(text, "{}", column.as_primitive::<Int64Type>().value(row))?,
        DataType::UInt8 => write!(text, "{}", column.as_primitive::<UInt8Type>().value(row))?,
        DataType::UInt16 => write!(text, "{}", column.as_primitive::<UInt16Type>().value(row))?,
        DataType::UInt32 => write!(text, "{}", column.as_primitive::<UInt32Type>().value(row))?,
        DataType::UInt64 => write!(text, "{}", column.as_primitive::<UInt64Type>().value(row))?,
        DataType::Float32 => write!(text, "{}", column.as_primitive::<Float32Type>().value(row))?,
        DataType::Float64 => {
            let column: &Float64Array = column.as_primitive();
            write!(text, "{}", column.value(row))?;
        }
        _ => {}
    }
    Ok(())
}

/// The key of a word.
fn key(keys: &dyn Array, row: usize) -> usize {
    match keys.data_type() {
        DataType::Int8 => keys.as_primitive::<Int8Type>().value(row) as usize,
        DataType::Int16 => keys.as_primitive::<Int16Type>().value(row) as usize,
        DataType::Int32 => keys.as_primitive::<Int32Type>().value(row) as usize,
        DataType::Int64 => keys.as_primitive::<Int64Type>().value(row) as usize,
        DataType::UInt8 => keys.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => keys.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => keys.as_primitive::<UInt32Type>().value(row) as usize,
        _ => keys.as_primitive::<UInt64Type>().value(row) as usize,
    }
}

/// A cell has neither tabs nor line ends.
fn add_text(text: &mut Vec<u8>, cell: &str) {
    text.extend(
        cell.bytes().map(|byte| if matches!(byte, b'\t' | b'\n' | b'\r') { b' ' } else { byte }),
    );
}

fn one_line(name: &str) -> String {
    let mut text = Vec::new();
    add_text(&mut text, name);
    String::from_utf8(text).expect("blanks in place of tabs keep it UTF-8")
}
