//! Keywords that all questions about tables have.

use std::num::NonZero;

use pyo3::{exceptions::PyValueError, prelude::*};
use tengen_archive::VerdictSchema;
use tengen_engine::Level;
use tengen_notation::{ReadOptions, RowOrder};
use tengen_table::TableOptions;

use crate::arguments;

/// The keywords as they were given.
pub(super) struct TableSettings<'a, 'py> {
    pub(super) rule: Option<&'a str>,
    pub(super) size: Option<&'a Bound<'py, PyAny>>,
    pub(super) rows: &'a str,
    pub(super) threads: Option<usize>,
    pub(super) keep: Option<Vec<String>>,
    pub(super) batch_size: Option<usize>,
}

impl TableSettings<'_, '_> {
    /// What rows do not say themselves.
    pub(super) fn reading(&self) -> PyResult<ReadOptions> {
        let rows = match self.rows {
            "bottom" => RowOrder::FromBottom,
            "top" => RowOrder::FromTop,
            other => return Err(not_one_of("rows", other, &["bottom", "top"])),
        };
        let mut reading = ReadOptions::new(rows);
        reading.rule = self.rule.map(arguments::rule).transpose()?;
        reading.area = self.size.map(arguments::area).transpose()?;
        Ok(reading)
    }

    /// The number of worker threads: all cores, if none is given.
    pub(super) fn threads(&self) -> PyResult<NonZero<usize>> {
        match self.threads {
            Some(threads) => positive("threads", threads),
            None => Ok(std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)),
        }
    }

    pub(super) fn options(self) -> PyResult<TableOptions> {
        let mut options = TableOptions::default();
        options.reading = self.reading()?;
        options.threads = self.threads()?;
        options.batch_size =
            self.batch_size.map(|rows| positive("batch_size", rows)).transpose()?;
        options.keep = self.keep.unwrap_or_default();
        Ok(options)
    }
}

fn positive(name: &str, number: usize) -> PyResult<NonZero<usize>> {
    NonZero::new(number).ok_or_else(|| PyValueError::new_err(format!("{name} must be at least 1")))
}

/// The types of the columns of verdicts.
pub(super) fn verdict_schema(name: &str) -> PyResult<VerdictSchema> {
    match name {
        "compact" => Ok(VerdictSchema::Compact),
        "plain" => Ok(VerdictSchema::Plain),
        other => Err(not_one_of("schema", other, &["compact", "plain"])),
    }
}

/// A level of strength.
pub(super) fn level(number: u8) -> PyResult<Level> {
    let wrong = || PyValueError::new_err(format!("level is {number}: levels are 1 to 10"));
    Level::new(number).ok_or_else(wrong)
}

/// The error of a keyword that is none of these.
pub(super) fn not_one_of(keyword: &str, found: &str, choices: &[&str]) -> PyErr {
    PyValueError::new_err(format!("{keyword} is {found:?}: write {}", choices.join(" or ")))
}
