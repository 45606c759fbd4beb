//! The rows of a Parquet file, decoded some thousands at a time.

use std::{io, sync::Arc};

use arrow_array::{Array, RecordBatch, cast::AsArray};
use arrow_schema::{DataType, Fields};
use parquet::{
    arrow::{
        ProjectionMask, arrow_reader::ParquetRecordBatchReader, parquet_to_arrow_field_levels,
    },
    file::metadata::ParquetMetaData,
};

use super::{cell::with_views, chunk::DecoderProgress, damaged, pages::CheckedRowGroups};
use crate::{panic_barrier::guarded, unpack::check_expansion, zip::SharedBytes};

/// How many rows are decoded at once.
const ROWS: usize = 4096;

/// Iterator over the rows of a Parquet file. After an error there are none.
pub(super) struct ParquetBatches {
    batches: Option<ParquetRecordBatchReader>,
    /// How many rows were decoded, and how many there should be.
    come: i64,
    promised: i64,
    progress: DecoderProgress,
    /// How many bytes the file has, and how many the values that were decoded.
    packed: u64,
    unpacked: u64,
}

impl ParquetBatches {
    /// The given columns of a file of `length` bytes.
    pub(super) fn new(
        (file, length): (SharedBytes, u64),
        metadata: &Arc<ParquetMetaData>,
        fields: &Fields,
        columns: Vec<usize>,
    ) -> io::Result<ParquetBatches> {
        let schema = metadata.file_metadata().schema_descr();
        let views: Fields = fields.iter().map(with_views).collect();
        let mask = ProjectionMask::roots(schema, columns);
        let levels = parquet_to_arrow_field_levels(schema, mask, Some(&views)).map_err(damaged)?;
        let progress = DecoderProgress::default();
        let table = CheckedRowGroups {
            file,
            length,
            metadata: Arc::clone(metadata),
            progress: progress.clone(),
        };
        let batches =
            ParquetRecordBatchReader::try_new_with_row_groups(&levels, &table, ROWS, None);
        Ok(ParquetBatches {
            batches: Some(batches.map_err(damaged)?),
            come: 0,
            promised: metadata.file_metadata().num_rows(),
            progress,
            packed: length,
            unpacked: 0,
        })
    }

    /// Decodes the next rows.
    fn decode(&mut self) -> io::Result<Option<RecordBatch>> {
        let Some(mut batches) = self.batches.take() else { return Ok(None) };
        let next = guarded(|| {
            let batch = batches.next().transpose().map_err(damaged)?;
            Ok((batch, batches))
        });
        match next {
            Ok((Some(batch), batches)) => {
                self.come += batch.num_rows() as i64;
                self.unpacked += batch.columns().iter().map(|c| value_bytes(c)).sum::<u64>();
                check_expansion(self.unpacked, self.packed)?;
                self.batches = Some(batches);
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

impl Iterator for ParquetBatches {
    type Item = io::Result<RecordBatch>;

    fn next(&mut self) -> Option<io::Result<RecordBatch>> {
        self.decode().transpose()
    }
}

/// How many bytes the values of a column have, each time that they are meant: a dictionary has them
/// once.
fn value_bytes(column: &dyn Array) -> u64 {
    // The length of a view is in its lowest bits.
    let of_views = |views: &[u128]| views.iter().map(|&view| u64::from(view as u32)).sum();
    match column.data_type() {
        DataType::Utf8View => of_views(column.as_string_view().views()),
        DataType::BinaryView => of_views(column.as_binary_view().views()),
        DataType::List(_) => {
            let lists = column.as_list::<i32>();
            column.len() as u64 + value_bytes(lists.values())
        }
        DataType::Struct(_) => column.as_struct().columns().iter().map(|c| value_bytes(c)).sum(),
        kind => (column.len() * kind.primitive_width().unwrap_or(1)) as u64,
    }
}
