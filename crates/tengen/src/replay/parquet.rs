//! Verdicts into a Parquet file.

use std::{fs::File, io, path::Path};

use arrow_array::RecordBatch;
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::properties::WriterProperties,
};
use tengen_referee::archive::VerdictBatch;

/// A Parquet file that is being written.
pub(super) struct Parquet(ArrowWriter<File>);

impl Parquet {
    /// How many rows make a group, which is kept until it is whole.
    const ROWS: usize = 128 * 1024;

    pub(super) fn create(path: &Path) -> io::Result<Parquet> {
        let level = ZstdLevel::try_new(1).map_err(io::Error::other)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(Some(Parquet::ROWS))
            .build();
        let file = File::create(path)?;
        let writer = ArrowWriter::try_new(file, VerdictBatch::schema(), Some(properties));
        writer.map(Parquet).map_err(io::Error::other)
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.0.write(batch).map_err(io::Error::other)
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.0.close().map(|_| ()).map_err(io::Error::other)
    }
}
