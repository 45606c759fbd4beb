//! The queue of work items: files, blocks of records, faults.

use std::sync::Arc;

use crate::{
    blocks::StreamError,
    gomocup_results::Results,
    inputs::{InputItem, Inputs, OpenStream, SmallFile, StreamContent},
    record_stream::{RecordBlock, RecordStream, StreamOptions},
    unread_columns::UnreadColumns,
};
#[cfg(feature = "parquet")]
use crate::{parquet_table::ParquetBlocks, table::TableBlock};

/// One item of work.
#[derive(Default)]
pub(crate) struct WorkItem {
    pub(crate) work: QueuedWork,
    /// The block that was judged before, whose memory is used again.
    pub(crate) judged: Option<RecordBlock>,
    /// The number of bytes of files read when this was taken.
    pub(crate) bytes_read: u64,
}

/// What there is to do.
#[derive(Default)]
pub(crate) enum QueuedWork {
    /// Nothing.
    #[default]
    Nothing,
    /// A file is begun, or was skipped because it holds no records.
    File { skipped: bool },
    /// Records of the stream of this name, and results from elsewhere.
    Records { name: Arc<str>, results: Results, block: RecordBlock },
    /// Rows of the table of this name, and results from elsewhere.
    #[cfg(feature = "parquet")]
    Rows { name: Arc<str>, results: Results, block: TableBlock },
    /// Small files.
    Small(Vec<SmallFile>),
    /// A record that cannot be read, by its number; or a file, or the rest of one that is begun.
    Unreadable { name: Arc<str>, number: u64, error: StreamError, begun: bool },
}

/// Source of the work items. One worker at a time takes from it.
pub(crate) struct WorkQueue {
    inputs: Inputs,
    options: StreamOptions,
    stream: Option<(RecordStream, Results)>,
    #[cfg(feature = "parquet")]
    table: Option<(ParquetBlocks, Arc<str>, Results)>,
    /// Columns of tables that are not read.
    pub(crate) unread: UnreadColumns,
}

impl WorkQueue {
    pub(crate) fn new(inputs: Inputs, options: StreamOptions) -> WorkQueue {
        WorkQueue {
            inputs,
            options,
            stream: None,
            #[cfg(feature = "parquet")]
            table: None,
            unread: UnreadColumns::default(),
        }
    }

    /// The number of bytes in all files, if that is known.
    pub(crate) fn size(&self) -> Option<u64> {
        self.inputs.length()
    }

    /// Takes the next item; whether there was one.
    pub(crate) fn take(&mut self, item: &mut WorkItem) -> bool {
        if let (Some(block), Some((stream, _))) = (item.judged.take(), &mut self.stream) {
            stream.recycle(block);
        }
        let Some(work) = self.next() else { return false };
        item.work = work;
        item.bytes_read = self.inputs.bytes_read();
        true
    }

    fn next(&mut self) -> Option<QueuedWork> {
        if let Some((stream, results)) = &mut self.stream {
            let name = Arc::clone(stream.name());
            match stream.next() {
                Some(Ok(block)) => {
                    return Some(QueuedWork::Records { name, results: results.clone(), block });
                }
                Some(Err(error)) => {
                    let broken = matches!(error, StreamError::Read(_));
                    let number = if broken { 0 } else { stream.records() };
                    return Some(QueuedWork::Unreadable { name, number, error, begun: true });
                }
                None => self.stream = None,
            }
        }
        #[cfg(feature = "parquet")]
        if let Some((rows, name, results)) = &mut self.table {
            let name = Arc::clone(name);
            match rows.next() {
                Some(Ok(block)) => {
                    return Some(QueuedWork::Rows { name, results: results.clone(), block });
                }
                Some(Err(error)) => {
                    let error = StreamError::Read(error);
                    return Some(QueuedWork::Unreadable { name, number: 0, error, begun: true });
                }
                None => self.table = None,
            }
        }
        let unreadable = |name: String, error: StreamError| QueuedWork::Unreadable {
            name: name.into(),
            number: 0,
            error,
            begun: false,
        };
        Some(match self.inputs.next()? {
            InputItem::Small(files) => QueuedWork::Small(files),
            InputItem::Unreadable(name, error) => unreadable(name, StreamError::Read(error)),
            InputItem::Skipped => QueuedWork::File { skipped: true },
            InputItem::Stream(OpenStream { name, named, content, results, unread }) => {
                let opened = match content {
                    StreamContent::Bytes(bytes) => RecordStream::open(&self.options, &name, bytes)
                        .map(|stream| self.stream = Some((stream, results))),
                    #[cfg(feature = "parquet")]
                    StreamContent::Table(table) => table.into_blocks().map(|rows| {
                        self.table = Some((rows, name.as_str().into(), results));
                    }),
                };
                match opened {
                    Ok(()) => {
                        self.unread.add(&name, unread);
                        QueuedWork::File { skipped: false }
                    }
                    Err(StreamError::Fault(_)) if !named && !self.options.expects(&name) => {
                        QueuedWork::File { skipped: true }
                    }
                    Err(error) => unreadable(name, error),
                }
            }
        })
    }
}
