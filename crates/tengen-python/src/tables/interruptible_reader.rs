//! A stream of answers that Ctrl-C ends.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use tengen_table::{AnswerStream, NextAnswer};

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(100);

/// A stream of answers. It is waited for without the GIL, which the input may need, and Python's signal
/// handlers run while it is.
pub(super) struct InterruptibleReader {
    schema: SchemaRef,
    /// None after an interrupt.
    answers: Option<AnswerStream>,
    interrupted: Arc<AtomicBool>,
}

impl InterruptibleReader {
    pub(super) fn new(answers: AnswerStream, interrupted: Arc<AtomicBool>) -> InterruptibleReader {
        InterruptibleReader { schema: answers.schema(), answers: Some(answers), interrupted }
    }

    /// Ends the stream as an exception of a signal handler asks for. The reader of the stream wraps this error
    /// in its own, so the interrupt is raised again for Python to see.
    fn interrupt(&mut self) -> ArrowError {
        self.interrupted.store(true, Ordering::Relaxed);
        self.stop();
        Python::try_attach(|py| {
            let raised =
                py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
            // If there is no main thread any more there is nothing to interrupt.
            drop(raised);
        });
        ArrowError::ComputeError("interrupted".to_owned())
    }

    fn stop(&mut self) {
        let answers = self.answers.take();
        detached(move || drop(answers));
    }
}

/// Does something without the GIL, whether or not this thread has it.
fn detached<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    let done = Python::try_attach(|py| py.detach(|| work.take().map(|work| work()))).flatten();
    // Where Python has ended there is no GIL.
    done.or_else(|| work.take().map(|work| work())).expect("the work is done one way or the other")
}

impl Iterator for InterruptibleReader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        loop {
            let answers = self.answers.as_mut()?;
            match detached(|| answers.next_within(POLL)) {
                NextAnswer::Batch(batch) => return Some(batch),
                NextAnswer::End => return None,
                NextAnswer::Pending => {}
            }
            // Only the main thread runs signal handlers; for any other this does nothing.
            if Python::try_attach(|py| py.check_signals().is_err()) == Some(true) {
                return Some(Err(self.interrupt()));
            }
        }
    }
}

impl RecordBatchReader for InterruptibleReader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Drop for InterruptibleReader {
    fn drop(&mut self) {
        self.stop();
    }
}
