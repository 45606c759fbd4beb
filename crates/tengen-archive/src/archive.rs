//! The front door: archives opened by their paths, verdicts in order.

use std::{
    fmt, io,
    io::Read,
    num::NonZero,
    path::Path,
    sync::mpsc::{self, Receiver},
    thread::{self, JoinHandle},
};

use tengen_notation::{Format, ReadOptions, RowOrder};
use thiserror::Error;

use crate::{
    input_paths::InputPaths,
    inputs::Inputs,
    parallel::ordered_parallel,
    record_stream::StreamOptions,
    unread_columns::UnreadColumns,
    verdict_batch::VerdictBatch,
    work_queue::{WorkItem, WorkQueue},
    worker::{BlockOutput, VerdictBlock, Worker},
};

/// Options of reading and judging an archive.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ArchiveOptions {
    /// The format of the records; detected for each file if `None`.
    pub format: Option<Format>,
    /// What records do not say themselves.
    pub reading: ReadOptions,
    /// The number of worker threads; all cores if `None`.
    pub threads: Option<NonZero<usize>>,
}

impl Default for ArchiveOptions {
    fn default() -> ArchiveOptions {
        ArchiveOptions {
            format: None,
            reading: ReadOptions::new(RowOrder::FromBottom),
            threads: None,
        }
    }
}

/// Why an archive cannot be opened. What cannot be read later on is an output of its own.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// A path does not exist or is not accessible.
    #[error("{name}: {error}")]
    Read {
        /// The path.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// A pattern is malformed.
    #[error("{0}")]
    Pattern(String),
}

/// Game records in files, folders and archives, ready to be judged.
pub struct Archive {
    queue: WorkQueue,
    options: StreamOptions,
    workers: NonZero<usize>,
    cancelled: Box<dyn FnMut() -> bool + Send>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Archive {
    /// Opens files, folders with all that is in them, and patterns; `-` is the standard input.
    ///
    /// # Errors
    ///
    /// If a path does not exist or a pattern is malformed.
    pub fn open(
        paths: &[impl AsRef<Path>],
        options: &ArchiveOptions,
    ) -> Result<Archive, ArchiveError> {
        Ok(Archive::from_inputs(Inputs::new(InputPaths::new(paths)?), options))
    }

    /// The records in a stream of bytes, packed or not. The extension of the name may determine its format.
    pub fn from_reader(
        name: &str,
        reader: impl Read + Send + 'static,
        options: &ArchiveOptions,
    ) -> Archive {
        Archive::from_inputs(Inputs::from_reader(name, Box::new(reader)), options)
    }

    /// The records in inputs that have been found already.
    pub fn from_inputs(inputs: Inputs, options: &ArchiveOptions) -> Archive {
        let ArchiveOptions { format, reading, threads } = *options;
        let options = StreamOptions { format, reading };
        let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        Archive {
            queue: WorkQueue::new(inputs, options.clone()),
            options,
            workers: threads.unwrap_or_else(cores),
            cancelled: Box::new(|| false),
        }
    }

    /// The number of worker threads.
    pub const fn threads(&self) -> NonZero<usize> {
        self.workers
    }

    /// Takes no more work once `cancelled` says so. What was begun is finished and delivered.
    #[must_use]
    pub fn with_cancellation(self, cancelled: impl FnMut() -> bool + Send + 'static) -> Archive {
        Archive { cancelled: Box::new(cancelled), ..self }
    }

    /// The number of bytes in all files, if only files were named.
    pub fn size(&self) -> Option<u64> {
        self.queue.size()
    }

    /// Judges all records on all worker threads. Each worker fills an output of its own, made by
    /// `new_output`, with one block at a time; `deliver` is given the outputs in the order of the
    /// blocks, and the number of bytes read so far. Returns the columns of tables that are not read.
    ///
    /// # Errors
    ///
    /// The first error of `deliver`.
    pub fn judge<O: BlockOutput, E: Send>(
        mut self,
        new_output: impl Fn() -> O + Sync,
        mut deliver: impl FnMut(&mut O, u64) -> Result<(), E> + Send,
    ) -> Result<UnreadColumns, E> {
        ordered_parallel(
            self.workers,
            |item: &mut WorkItem| Ok(!(self.cancelled)() && self.queue.take(item)),
            |item, (worker, output): &mut (Worker, Option<O>)| {
                let output = output.get_or_insert_with(&new_output);
                worker.work(&self.options, item, output);
                Ok(())
            },
            |item, (_, output)| match output {
                Some(output) => deliver(output, item.bytes_read),
                None => Ok(()),
            },
        )?;
        Ok(self.queue.unread)
    }

    /// The verdicts on all records, in their order. At most a few batches are in memory at a time.
    pub fn batches(self) -> Batches {
        if self.workers == NonZero::<usize>::MIN {
            let (item, worker, block) = Default::default();
            return Batches(Driver::Inline(Box::new((self, item, worker, block))));
        }
        let (sender, receiver) = mpsc::sync_channel(self.workers.get());
        let run = move || {
            let deliver = |block: &mut VerdictBlock, _| match std::mem::take(&mut block.batch) {
                batch if batch.is_empty() => Ok(()),
                batch => sender.send(batch).map_err(|_| ()),
            };
            // The only error is that the iterator was dropped.
            let _ = self.judge(VerdictBlock::default, deliver);
        };
        let thread = thread::spawn(run);
        Batches(Driver::Thread { receiver, thread: Some(thread) })
    }
}

/// Iterator over the verdicts of an [`Archive`], in the order of the records.
#[derive(Debug)]
pub struct Batches(Driver);

enum Driver {
    /// One worker works when it is asked.
    Inline(Box<(Archive, WorkItem, Worker, VerdictBlock)>),
    /// Many workers work ahead.
    Thread { receiver: Receiver<VerdictBatch>, thread: Option<JoinHandle<()>> },
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Driver::Inline(_) => "Inline",
            Driver::Thread { .. } => "Thread",
        })
    }
}

impl Iterator for Batches {
    type Item = VerdictBatch;

    fn next(&mut self) -> Option<VerdictBatch> {
        match &mut self.0 {
            Driver::Inline(inline) => loop {
                let (archive, item, worker, block) = &mut **inline;
                if (archive.cancelled)() || !archive.queue.take(item) {
                    return None;
                }
                worker.work(&archive.options, item, block);
                if !block.batch.is_empty() {
                    return Some(std::mem::take(&mut block.batch));
                }
            },
            Driver::Thread { receiver, thread } => receiver.recv().ok().or_else(|| {
                if let Some(Err(panic)) = thread.take().map(JoinHandle::join) {
                    std::panic::resume_unwind(panic);
                }
                None
            }),
        }
    }
}
