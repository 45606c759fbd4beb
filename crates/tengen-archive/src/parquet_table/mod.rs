//! Parquet files: their rows as record batches, or all of them as a text of named columns.
//!
//! The decoder is not ours and believes what it reads, so all that it allocates by is looked at
//! first: the footer (`footer`), the headers of pages (`chunk`) and their values (`pages`).

mod cell;
mod chunk;
mod footer;
mod pages;
mod parquet_batches;
mod tabbed_rows;
mod thrift;

use std::{fmt, fs::File, io, sync::Arc};

use arrow_schema::Fields;
use parquet::{
    arrow::parquet_to_arrow_schema,
    file::metadata::{ParquetMetaData, ParquetMetaDataReader},
};
use tengen_notation::{Fault, RecordProblem, columns::ColumnProblem};

use self::{cell::is_read, parquet_batches::ParquetBatches, tabbed_rows::TabbedRows};
use crate::{
    blocks::StreamError,
    panic_barrier::guarded,
    table::{LayoutError, TableBlock, TableLayout, shown},
    zip::SharedBytes,
};

/// A Parquet file that has been opened.
pub struct ParquetTable {
    file: SharedBytes,
    /// How many bytes the file has.
    length: u64,
    metadata: Arc<ParquetMetaData>,
    fields: Fields,
    /// The columns of games; none if there are no moves.
    layout: Option<TableLayout>,
    /// The columns that are not read, and their types.
    pub(crate) unread: Vec<String>,
}

impl fmt::Debug for ParquetTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetTable").field("fields", &self.fields).finish_non_exhaustive()
    }
}

impl ParquetTable {
    /// Opens a Parquet file.
    pub(crate) fn open(mut file: File) -> io::Result<ParquetTable> {
        footer::check(&mut file)?;
        guarded(|| ParquetTable::new(file))
    }

    fn new(file: File) -> io::Result<ParquetTable> {
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
        let metadata = Arc::new(metadata.map_err(|error| damaged(format!("its footer: {error}")))?);
        let length = file.metadata()?.len();
        // The types are those of Parquet: what another program would make of them is not asked.
        let schema = metadata.file_metadata().schema_descr();
        let fields = parquet_to_arrow_schema(schema, None).map_err(damaged)?.fields;
        let layout = match TableLayout::from_fields(fields.iter().map(AsRef::as_ref)) {
            Ok(layout) => Some(layout),
            Err(LayoutError::NoMoves) => None,
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        let unread = fields.iter().filter(|field| !is_read(field));
        let unread = unread
            .map(|field| format!("column \"{}\" ({})", shown(field.name()), field.data_type()));
        let unread = unread.collect();
        Ok(ParquetTable { file: SharedBytes::new(file), length, metadata, fields, layout, unread })
    }

    /// The rows, with the columns that main lines are read from, in blocks.
    pub(crate) fn into_blocks(self) -> Result<ParquetBlocks, StreamError> {
        let Some(layout) = &self.layout else { return Err(no_moves()) };
        layout.check_types().map_err(|error| StreamError::Read(io::Error::other(error)))?;
        let columns = layout.columns().collect();
        let layout = Arc::new(layout.projected());
        let batches = self.decode(columns).map_err(StreamError::Read)?;
        Ok(ParquetBlocks { batches, layout, rows: 0 })
    }

    /// All rows as tab-separated values, with all columns that are read.
    pub(crate) fn into_text(self) -> io::Result<TabbedRows> {
        let read: Vec<usize> =
            (0..self.fields.len()).filter(|&index| is_read(&self.fields[index])).collect();
        let header = TabbedRows::header(read.iter().map(|&index| self.fields[index].name()));
        Ok(TabbedRows::new(header, self.decode(read)?))
    }

    fn decode(self, columns: Vec<usize>) -> io::Result<ParquetBatches> {
        let ParquetTable { file, length, metadata, fields, .. } = self;
        guarded(|| ParquetBatches::new((file, length), &metadata, &fields, columns))
    }
}

/// The fault of a table without moves.
fn no_moves() -> StreamError {
    let problem = RecordProblem::Columns(ColumnProblem::NoMoves).into();
    let fault = Fault { line: 0, column: 0, excerpt: String::new(), caret: 0, width: 1, problem };
    StreamError::Fault(Box::new(fault))
}

/// Iterator over the rows of a Parquet file, in blocks. After an error there are none.
pub(crate) struct ParquetBlocks {
    batches: ParquetBatches,
    layout: Arc<TableLayout>,
    /// How many rows were delivered.
    rows: u64,
}

impl Iterator for ParquetBlocks {
    type Item = io::Result<TableBlock>;

    fn next(&mut self) -> Option<io::Result<TableBlock>> {
        let batch = self.batches.next()?;
        Some(batch.map(|batch| {
            let before = self.rows;
            self.rows += batch.num_rows() as u64;
            TableBlock::new(Arc::clone(&self.layout), batch, before)
        }))
    }
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
