//! Ctrl-C while Rust is at work.

use std::{
    cell::{Cell, RefCell},
    time::{Duration, Instant},
};

use pyo3::prelude::*;

/// Runs the handlers of the signals that came, if this is the thread of the interpreter that does so.
///
/// # Errors
///
/// What a handler raises, as that of Ctrl-C does.
pub(crate) fn signals() -> PyResult<()> {
    Python::attach(|py| -> PyResult<()> { py.check_signals() })
}

/// Looks for signals of Python from time to time. A handler that raises, as that of Ctrl-C does, stops the work.
#[derive(Debug)]
pub(crate) struct Interrupt {
    next: Cell<Instant>,
    raised: RefCell<Option<PyErr>>,
}

impl Interrupt {
    /// Why not more often: each look takes the lock of the interpreter.
    const INTERVAL: Duration = Duration::from_millis(50);

    pub(crate) fn new() -> Interrupt {
        Interrupt {
            next: Cell::new(Instant::now() + Interrupt::INTERVAL),
            raised: RefCell::new(None),
        }
    }

    /// Whether the work is to stop.
    pub(crate) fn is_raised(&self) -> bool {
        let now = Instant::now();
        if now >= self.next.get() {
            self.next.set(now + Interrupt::INTERVAL);
            if let Err(error) = signals() {
                *self.raised.borrow_mut() = Some(error);
            }
        }
        self.raised.borrow().is_some()
    }

    /// What the work came to, unless a signal stopped it.
    pub(crate) fn finish<T>(self, result: T) -> PyResult<T> {
        match self.raised.into_inner() {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }
}
