//! The queue of work items: files, blocks of records, faults.

use std::{ops::Range, sync::Arc};

use tengen_notation::{BlockOffset, Fault, RecordReader};

use crate::{
    gomocup_results::Results,
    inputs::{InputItem, Inputs, OpenStream, SmallFile},
    record_stream::{NextBlock, RecordStream, StreamError, StreamOptions},
    unread_columns::UnreadColumns,
};

/// One item of work, and the buffer that it uses.
#[derive(Default)]
pub(crate) struct WorkItem {
    pub(crate) work: QueuedWork,
    pub(crate) buffer: Vec<u8>,
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
    /// Whole records of a stream.
    Records { stream: Arc<StreamInfo>, range: Range<usize>, place: BlockOffset },
    /// A record that cannot be read.
    Record { name: Arc<str>, number: u64, fault: Box<Fault> },
    /// Small files.
    Small(Vec<SmallFile>),
    /// A file that cannot be read, or not to its end.
    Unreadable { name: Arc<str>, error: StreamError, begun: bool },
}

/// What the workers need to know of a stream.
pub(crate) struct StreamInfo {
    pub(crate) name: Arc<str>,
    pub(crate) reader: Arc<RecordReader>,
    pub(crate) results: Results,
}

/// Source of the work items. One worker at a time takes from it.
pub(crate) struct WorkQueue {
    inputs: Inputs,
    options: StreamOptions,
    stream: Option<(RecordStream, Arc<StreamInfo>)>,
    /// Columns of tables that are not read.
    pub(crate) unread: UnreadColumns,
}

impl WorkQueue {
    pub(crate) fn new(inputs: Inputs, options: StreamOptions) -> WorkQueue {
        WorkQueue { inputs, options, stream: None, unread: UnreadColumns::default() }
    }

    /// The number of bytes in all files, if that is known.
    pub(crate) fn size(&self) -> Option<u64> {
        self.inputs.length()
    }

    /// Takes the next item; whether there was one.
    pub(crate) fn take(&mut self, item: &mut WorkItem) -> bool {
        let Some(work) = self.next(&mut item.buffer) else { return false };
        item.work = work;
        item.bytes_read = self.inputs.bytes_read();
        true
    }

    fn next(&mut self, buffer: &mut Vec<u8>) -> Option<QueuedWork> {
        while let Some((stream, info)) = &mut self.stream {
            let name = Arc::clone(&info.name);
            match stream.next(buffer) {
                Ok(NextBlock::Records(range, place)) => {
                    return Some(QueuedWork::Records { stream: Arc::clone(info), range, place });
                }
                Ok(NextBlock::Unreadable(number, fault)) => {
                    return Some(QueuedWork::Record { name, number, fault });
                }
                Ok(NextBlock::End) => self.stream = None,
                Err(error) => {
                    self.stream = None;
                    let error = StreamError::Read(error);
                    return Some(QueuedWork::Unreadable { name, error, begun: true });
                }
            }
        }
        Some(match self.inputs.next()? {
            InputItem::Small(files) => QueuedWork::Small(files),
            InputItem::Unreadable(name, error) => {
                let error = StreamError::Read(error);
                QueuedWork::Unreadable { name: name.into(), error, begun: false }
            }
            InputItem::Skipped => QueuedWork::File { skipped: true },
            InputItem::Stream(OpenStream { name, named, bytes, results, format, unread }) => {
                match RecordStream::open(&self.options.with_format(format), &name, bytes) {
                    Ok(stream) => {
                        self.unread.add(&name, unread);
                        let reader = Arc::clone(&stream.reader);
                        let info = StreamInfo { name: Arc::clone(&stream.name), reader, results };
                        self.stream = Some((stream, Arc::new(info)));
                        QueuedWork::File { skipped: false }
                    }
                    Err(StreamError::Fault(_)) if !named && !self.options.expects(&name) => {
                        QueuedWork::File { skipped: true }
                    }
                    Err(error) => QueuedWork::Unreadable { name: name.into(), error, begun: false },
                }
            }
        })
    }
}
