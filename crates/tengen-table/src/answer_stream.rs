//! Answers about the rows of a stream, in order.

use std::{
    any::Any,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use tengen_archive::ordered_parallel;

use crate::TableAnswers;

/// Iterator over the answers about the rows of a stream. Workers work ahead of it by a few batches; when it
/// is dropped they stop.
#[derive(Debug)]
pub struct AnswerStream {
    schema: SchemaRef,
    receiver: Option<Receiver<Result<RecordBatch, ArrowError>>>,
    cancelled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What comes next of an [`AnswerStream`].
#[derive(Debug)]
pub enum NextAnswer {
    /// Answers, or why there are no more.
    Batch(Result<RecordBatch, ArrowError>),
    /// Nothing yet.
    Pending,
    /// Nothing more.
    End,
}

/// Where batches are sent, or why there are no more.
pub(crate) type BatchSender = SyncSender<Result<RecordBatch, ArrowError>>;

/// A stream of record batches.
type BatchInput = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

impl AnswerStream {
    pub(crate) fn new(answers: TableAnswers, input: BatchInput) -> AnswerStream {
        let (schema, threads) = (answers.schema(), answers.threads().get());
        AnswerStream::spawn(schema, threads, move |cancelled, sender| {
            answer_all(&answers, input, cancelled, sender)
        })
    }

    /// A stream of what `work` sends, up to `ahead` batches ahead of who reads it.
    pub(crate) fn spawn(
        schema: SchemaRef,
        ahead: usize,
        work: impl FnOnce(&Arc<AtomicBool>, &BatchSender) -> Result<(), ArrowError> + Send + 'static,
    ) -> AnswerStream {
        let cancelled = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::sync_channel(ahead);
        let flag = Arc::clone(&cancelled);
        let run = move || {
            let work = AssertUnwindSafe(|| work(&flag, &sender));
            let end = panic::catch_unwind(work).unwrap_or_else(|payload| Err(panicked(&*payload)));
            if let Err(error) = end {
                // The receiver may be gone.
                let _ = sender.send(Err(error));
            }
        };
        let thread = Some(thread::spawn(run));
        AnswerStream { schema, receiver: Some(receiver), cancelled, thread }
    }

    /// Waits for the next answers, but no longer than `timeout`: for callers that have to look at
    /// something else now and then.
    pub fn next_within(&mut self, timeout: Duration) -> NextAnswer {
        let Some(receiver) = &self.receiver else { return NextAnswer::End };
        match receiver.recv_timeout(timeout) {
            Ok(batch) => NextAnswer::Batch(batch),
            Err(RecvTimeoutError::Timeout) => NextAnswer::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                self.stop();
                NextAnswer::End
            }
        }
    }

    /// Ends the stream: searches that are under way stop, and there are no more answers.
    pub fn stop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        // A worker that waits to send ends now.
        self.receiver = None;
        if let Some(thread) = self.thread.take() {
            // Its panics have been caught.
            let _ = thread.join();
        }
    }
}

impl Drop for AnswerStream {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Iterator for AnswerStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        loop {
            match self.next_within(Duration::from_hours(1)) {
                NextAnswer::Batch(batch) => return Some(batch),
                NextAnswer::Pending => {}
                NextAnswer::End => return None,
            }
        }
    }
}

impl RecordBatchReader for AnswerStream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Answers all rows of `input` and sends the answers in order.
fn answer_all(
    answers: &TableAnswers,
    input: BatchInput,
    cancelled: &AtomicBool,
    sender: &BatchSender,
) -> Result<(), ArrowError> {
    let mut slices = Slices { input, batch: None, rows: answers.rows_at_once(), before: 0 };
    ordered_parallel(
        answers.threads(),
        |item: &mut Option<(RecordBatch, u64)>| {
            *item = if cancelled.load(Ordering::Relaxed) { None } else { slices.next()? };
            Ok(item.is_some())
        },
        |item, answer: &mut Option<RecordBatch>| {
            if let Some((batch, before)) = item.take() {
                *answer = Some(answers.answer(batch, before, cancelled)?);
            }
            Ok(())
        },
        |_, answer| match answer.take() {
            Some(answer) => sender.send(Ok(answer)).map_err(|_| gone()),
            None => Ok(()),
        },
    )
}

pub(crate) fn gone() -> ArrowError {
    ArrowError::ComputeError("nobody reads the answers".to_owned())
}

fn panicked(payload: &(dyn Any + Send)) -> ArrowError {
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = message.unwrap_or("it does not say why");
    ArrowError::ComputeError(format!("a bug in Tengen: a worker panicked: {message}"))
}

/// A stream of batches in slices of a few rows, each with the number of rows before it.
struct Slices {
    input: BatchInput,
    /// The batch that is cut, and how many of its rows were taken.
    batch: Option<(RecordBatch, usize)>,
    rows: usize,
    before: u64,
}

impl Slices {
    fn next(&mut self) -> Result<Option<(RecordBatch, u64)>, ArrowError> {
        loop {
            if let Some((batch, at)) = self.batch.take() {
                let rows = self.rows.min(batch.num_rows() - at);
                if rows > 0 {
                    let (slice, before) = (batch.slice(at, rows), self.before);
                    self.before += rows as u64;
                    self.batch = Some((batch, at + rows));
                    return Ok(Some((slice, before)));
                }
            }
            match self.input.next().transpose()? {
                Some(batch) => self.batch = Some((batch, 0)),
                None => return Ok(None),
            }
        }
    }
}
