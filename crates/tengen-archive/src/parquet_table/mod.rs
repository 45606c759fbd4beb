//! A Parquet file as a text of named columns, so that all of it is read as such a text is.
//!
//! The decoder is not ours and believes what it reads, so all that it allocates by is looked at
//! first: the footer (`footer`), the headers of pages (`chunk`) and their values (`pages`).

mod cell;
mod chunk;
mod footer;
mod pages;
mod thrift;

use std::{
    fs::File,
    io::{self, Read},
    sync::Arc,
};

use arrow_array::RecordBatch;
use arrow_schema::Fields;
use parquet::{
    arrow::{
        ProjectionMask, arrow_reader::ParquetRecordBatchReader, parquet_to_arrow_field_levels,
        parquet_to_arrow_schema,
    },
    file::metadata::ParquetMetaDataReader,
};
use tengen_notation::columns;

use self::{
    cell::{CellForm, add_text, is_read, refuse_moves, shown, with_views, write_value},
    chunk::DecoderProgress,
    pages::CheckedRowGroups,
};
use crate::{panic_barrier::guarded, zip::SharedBytes};

/// How many rows are decoded at once.
const ROWS: usize = 4096;
/// How much text is made of them at once.
const TEXT: usize = 256 * 1024;

/// A Parquet file that has been opened.
pub(crate) struct ParquetTable {
    /// Its rows as tab-separated values, the names of the columns in the first line.
    pub(crate) rows: TabbedRows,
    /// How many bytes the file has.
    pub(crate) length: u64,
    /// The columns that are not read, and their types.
    pub(crate) unread: Vec<String>,
}

/// Opens a Parquet file.
pub(crate) fn open(mut file: File) -> io::Result<ParquetTable> {
    footer::check(&mut file)?;
    guarded(|| decode(file))
}

fn decode(file: File) -> io::Result<ParquetTable> {
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
    let metadata = Arc::new(metadata.map_err(|error| damaged(format!("its footer: {error}")))?);
    let length = file.metadata()?.len();
    let schema = metadata.file_metadata().schema_descr();
    // The types are those of Parquet: what another program would make of them is not asked.
    let fields = parquet_to_arrow_schema(schema, None).map_err(damaged)?.fields;
    if let Some(moves) =
        fields.iter().find(|field| columns::canonical_name(field.name()) == Some("moves"))
        && let Some(why) = refuse_moves(moves)
    {
        return Err(io::Error::other(why));
    }
    let mut text = Vec::new();
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for (index, field) in fields.iter().enumerate() {
        if !is_read(field) {
            unread.push(format!("column \"{}\" ({})", shown(field.name()), field.data_type()));
            continue;
        }
        if !read.is_empty() {
            text.push(b'\t');
        }
        add_text(&mut text, field.name().as_bytes());
        read.push(index);
    }
    text.push(b'\n');
    let views: Fields = fields.iter().map(with_views).collect();
    let mask = ProjectionMask::roots(schema, read);
    let levels = parquet_to_arrow_field_levels(schema, mask, Some(&views)).map_err(damaged)?;
    let progress = DecoderProgress::default();
    let table = CheckedRowGroups {
        file: SharedBytes::new(file),
        length,
        metadata: Arc::clone(&metadata),
        progress: progress.clone(),
    };
    let batches = ParquetRecordBatchReader::try_new_with_row_groups(&levels, &table, ROWS, None);
    let promised = metadata.file_metadata().num_rows();
    let rows = TabbedRows {
        batches: Some(batches.map_err(damaged)?),
        batch: None,
        text,
        at: 0,
        come: 0,
        promised,
        progress,
    };
    Ok(ParquetTable { rows, length, unread })
}

fn damaged(error: impl std::fmt::Display) -> io::Error {
    let mut what = error.to_string();
    // The decoder says for each of its layers that it was an error.
    for layer in ["Parquet argument error: ", "Parquet error: ", "External: "] {
        what = what.replace(layer, "");
    }
    // What was found on the way to the decoder has said so.
    if what.starts_with(DAMAGED) {
        return io::Error::other(what);
    }
    io::Error::other(format!("{DAMAGED}: {what}"))
}

/// How faults of a file begin.
const DAMAGED: &str = "the Parquet file is damaged";

/// The rows as text, as far as it has been made.
pub(crate) struct TabbedRows {
    batches: Option<ParquetRecordBatchReader>,
    /// The rows that were decoded last, and how many of them are text.
    batch: Option<(RecordBatch, usize)>,
    text: Vec<u8>,
    at: usize,
    /// How many rows were decoded, and how many there should be.
    come: i64,
    promised: i64,
    progress: DecoderProgress,
}

impl Read for TabbedRows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            self.text.clear();
            self.at = 0;
            if !self.write_rows()? {
                return Ok(0);
            }
        }
        let length = buffer.len().min(self.text.len() - self.at);
        buffer[..length].copy_from_slice(&self.text[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

impl TabbedRows {
    /// Makes text of the next rows; whether there are any.
    fn write_rows(&mut self) -> io::Result<bool> {
        let (batch, mut row) = match self.batch.take() {
            Some(batch) => batch,
            None => match self.decode()? {
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

    /// Decodes the next rows. After a fault there are none.
    fn decode(&mut self) -> io::Result<Option<RecordBatch>> {
        let Some(mut batches) = self.batches.take() else { return Ok(None) };
        let next = guarded(|| {
            let batch = batches.next().transpose().map_err(damaged)?;
            Ok((batch, batches))
        });
        match next {
            Ok((Some(batch), batches)) => {
                self.batches = Some(batches);
                self.come += batch.num_rows() as i64;
                Ok(Some(batch))
            }
            Ok((None, _)) if self.come == self.promised => Ok(None),
            Ok((None, _)) => {
                Err(damaged(format!("it has {} of {} rows", self.come, self.promised)))
            }
            Err(error) => Err(match self.progress.place() {
                Some(place) => io::Error::other(format!(
                    "{error} (after row {}; the last page read is that of {place})",
                    self.come
                )),
                None => error,
            }),
        }
    }
}
