//! The rows of a Parquet file as tab-separated values, for readers of whole records.

use std::io::{self, Read};

use arrow_array::RecordBatch;

use super::{
    ParquetBatches,
    cell::{CellForm, add_text, write_value},
};
use crate::panic_barrier::guarded;

/// How much text is made at once.
const TEXT: usize = 256 * 1024;

/// The rows as text, as far as it has been made. The names of the columns are the first line.
pub(crate) struct TabbedRows {
    batches: ParquetBatches,
    /// The rows that were decoded last, and how many of them are text.
    batch: Option<(RecordBatch, usize)>,
    text: Vec<u8>,
    at: usize,
}

impl TabbedRows {
    /// The first line: the names of the columns.
    pub(super) fn header<'n>(names: impl Iterator<Item = &'n String>) -> Vec<u8> {
        let mut text = Vec::new();
        for (number, name) in names.enumerate() {
            if number > 0 {
                text.push(b'\t');
            }
            add_text(&mut text, name.as_bytes());
        }
        text.push(b'\n');
        text
    }

    /// The rows below a first line.
    pub(super) fn new(header: Vec<u8>, batches: ParquetBatches) -> TabbedRows {
        TabbedRows { batches, batch: None, text: header, at: 0 }
    }

    /// Makes text of the next rows; whether there are any.
    fn write_rows(&mut self) -> io::Result<bool> {
        let (batch, mut row) = match self.batch.take() {
            Some(batch) => batch,
            None => match self.batches.next().transpose()? {
                Some(batch) => (batch, 0),
                None => return Ok(false),
            },
        };
        while row < batch.num_rows() && self.text.len() < TEXT {
            for (number, column) in batch.columns().iter().enumerate() {
                if number > 0 {
                    self.text.push(b'\t');
                }
                write_value(&mut self.text, column, row, CellForm::Cell)?;
            }
            self.text.push(b'\n');
            row += 1;
        }
        if row < batch.num_rows() {
            self.batch = Some((batch, row));
        }
        Ok(true)
    }
}

impl Read for TabbedRows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            self.text.clear();
            self.at = 0;
            if !guarded(|| self.write_rows())? {
                return Ok(0);
            }
        }
        let length = buffer.len().min(self.text.len() - self.at);
        buffer[..length].copy_from_slice(&self.text[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}
