//! Verdicts as a Parquet file.

use std::io::{self, Write};

use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::properties::WriterProperties,
};

use crate::VerdictBatch;

/// Parquet writer of verdicts, compressed by zstd.
#[derive(Debug)]
pub struct VerdictParquet<W: Write + Send>(ArrowWriter<W>);

impl<W: Write + Send> VerdictParquet<W> {
    /// Number of rows in a row group, which is in memory until it is whole.
    const ROWS: usize = 128 * 1024;

    /// Begins a file in `output`.
    ///
    /// # Errors
    ///
    /// If `output` takes no bytes.
    pub fn new(output: W) -> io::Result<VerdictParquet<W>> {
        let level = ZstdLevel::try_new(1).map_err(error)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(Some(VerdictParquet::<W>::ROWS))
            .build();
        let writer = ArrowWriter::try_new(output, VerdictBatch::schema(), Some(properties));
        writer.map(VerdictParquet).map_err(error)
    }

    /// The output.
    pub fn get_ref(&self) -> &W {
        self.0.inner()
    }

    /// Writes the verdicts of a batch.
    ///
    /// # Errors
    ///
    /// If the output takes no more bytes.
    pub fn write(&mut self, batch: VerdictBatch) -> io::Result<()> {
        self.0.write(&batch.record_batch()).map_err(error)
    }

    /// Writes the end of the file, and returns the output.
    ///
    /// # Errors
    ///
    /// If the output takes no more bytes.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(error)
    }
}

/// The error of the output, such as a full disk, without what the writer wrapped it in.
fn error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
