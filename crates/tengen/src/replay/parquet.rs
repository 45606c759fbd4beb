//! Verdicts into a Parquet file.

use std::{io, path::Path};

use arrow_array::RecordBatch;
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::properties::WriterProperties,
};
use tengen_archive::VerdictBatch;

use crate::{io::atomic_file::OutputFile, io::error::Failure};

/// A Parquet file that is being written.
pub(super) struct Parquet(ArrowWriter<OutputFile>);

impl Parquet {
    /// How many rows make a group, which is kept until it is whole.
    const ROWS: usize = 128 * 1024;

    pub(super) fn create(path: &Path, force: bool) -> Result<Parquet, Failure> {
        let failed = |error| failure(path, error);
        let level = ZstdLevel::try_new(1).map_err(failed)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(Some(Parquet::ROWS))
            .build();
        let file = OutputFile::create(path, force)?;
        let writer = ArrowWriter::try_new(file, VerdictBatch::schema(), Some(properties));
        writer.map(Parquet).map_err(failed)
    }

    /// Where it is written to.
    pub(super) fn path(&self) -> &Path {
        self.0.inner().path()
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        self.0.write(batch).map_err(|error| failure(self.path(), error))
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        let path = self.path().to_owned();
        self.0.into_inner().map_err(|error| failure(&path, error))?.finish()
    }
}

/// What the writer failed with; that the disk is full is an error of the system, not of the format.
fn failure(path: &Path, error: ParquetError) -> Failure {
    let error = match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    };
    Failure::Write { path: path.to_owned(), error }
}
