//! The pages of a table, checked on their way from the unpacker to the decoder of values.

use std::sync::Arc;

use parquet::{
    arrow::arrow_reader::RowGroups,
    basic::Encoding,
    column::page::{Page, PageIterator, PageMetadata, PageReader},
    errors::{ParquetError, Result},
    file::{
        metadata::{ParquetMetaData, RowGroupMetaData},
        reader::SerializedPageReader,
    },
};

use super::chunk::{CheckedChunk, DecoderProgress};
use crate::zip::SharedBytes;

/// All row groups of a file.
#[derive(Clone)]
pub(super) struct CheckedRowGroups {
    pub(super) file: SharedBytes,
    pub(super) length: u64,
    pub(super) metadata: Arc<ParquetMetaData>,
    pub(super) progress: DecoderProgress,
}

impl RowGroups for CheckedRowGroups {
    fn num_rows(&self) -> usize {
        usize::try_from(self.metadata.file_metadata().num_rows()).unwrap_or(0)
    }

    fn column_chunks(&self, column: usize) -> Result<Box<dyn PageIterator>> {
        Ok(Box::new(ColumnChunks { table: self.clone(), column, group: 0 }))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(self.metadata.row_groups().iter())
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

/// The chunks of one column, a row group after another.
struct ColumnChunks {
    table: CheckedRowGroups,
    column: usize,
    group: usize,
}

impl Iterator for ColumnChunks {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        let CheckedRowGroups { file, length, metadata, progress } = &self.table;
        let (group, rows) = (self.group, metadata.row_groups().get(self.group)?);
        self.group += 1;
        let open = || -> Result<Box<dyn PageReader>> {
            let column = rows.column(self.column);
            let chunk = Arc::new(CheckedChunk::new(file, *length, group, column, progress));
            let count = usize::try_from(rows.num_rows())?;
            let pages = SerializedPageReader::new(chunk, column, count, None)?;
            let levels = column.column_descr();
            let levels = (levels.max_rep_level() > 0, levels.max_def_level() > 0);
            Ok(Box::new(CheckedPages { pages, levels }))
        };
        Some(open())
    }
}

impl PageIterator for ColumnChunks {}

/// The pages of one chunk.
struct CheckedPages {
    pages: SerializedPageReader<CheckedChunk>,
    /// Whether repetition and definition levels stand before the values.
    levels: (bool, bool),
}

impl CheckedPages {
    fn check(&self, page: &Page) -> Result<()> {
        let lists = match page.encoding() {
            Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
            Encoding::DELTA_BYTE_ARRAY => 2,
            _ => return Ok(()),
        };
        let values = self.values(page).ok_or_else(|| wrong("its levels are longer than it is"))?;
        let mut at = 0;
        for _ in 0..lists {
            let lengths = values.get(at..).and_then(|rest| lengths_end(rest, page.num_values()));
            at += lengths.ok_or_else(|| wrong("it has more lengths than values"))?;
        }
        Ok(())
    }

    /// The values of a page of data, after its levels.
    fn values<'a>(&self, page: &'a Page) -> Option<&'a [u8]> {
        match page {
            Page::DataPage { buf, .. } => {
                let mut rest: &[u8] = buf;
                for _ in 0..u8::from(self.levels.0) + u8::from(self.levels.1) {
                    let (length, levels) = rest.split_first_chunk()?;
                    rest = levels.get(u32::from_le_bytes(*length) as usize..)?;
                }
                Some(rest)
            }
            Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, .. } => {
                let levels = def_levels_byte_len.checked_add(*rep_levels_byte_len)?;
                buf.get(levels as usize..)
            }
            Page::DictionaryPage { .. } => None,
        }
    }
}

fn wrong(what: &str) -> ParquetError {
    ParquetError::General(format!("a page cannot be right: {what}"))
}

/// Where a list of delta-encoded lengths ends; `None` if it has more than `most`, or breaks off. The
/// decoder makes room for as many as the list says.
fn lengths_end(bytes: &[u8], most: u32) -> Option<usize> {
    let mut at = 0;
    let varint = |at: &mut usize| -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *bytes.get(*at)?;
            *at += 1;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    };
    let (block, minis, count) = (varint(&mut at)?, varint(&mut at)?, varint(&mut at)?);
    varint(&mut at)?;
    if count > u64::from(most) || minis == 0 || block == 0 || block > 1 << 20 || minis > block {
        return None;
    }
    let in_mini = block / minis;
    // The first value stands in the head.
    let mut left = count.saturating_sub(1);
    while left > 0 {
        varint(&mut at)?;
        let widths = bytes.get(at..at.checked_add(minis as usize)?)?;
        at += widths.len();
        for &width in widths {
            if left == 0 {
                break;
            }
            at = at.checked_add((u64::from(width) * in_mini).div_ceil(8) as usize)?;
            left = left.saturating_sub(in_mini);
        }
    }
    (at <= bytes.len()).then_some(at)
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        if let Some(page) = &page {
            self.check(page)?;
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}
