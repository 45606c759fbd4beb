//! A table that a question is asked about: anything with `__arrow_c_stream__`.

use arrow_array::{RecordBatchReader, ffi_stream::RecordBatchStreamReader};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::SchemaRef;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

/// A table as Python has it.
pub(super) struct TableInput {
    object: Py<PyAny>,
    /// Whether it is a stream that can be read only once.
    once: bool,
    /// The stream that its schema was read from, which is the next to be read.
    opened: Option<RecordBatchStreamReader>,
}

impl TableInput {
    /// Takes a table, and reads its schema.
    pub(super) fn new(object: &Bound<'_, PyAny>) -> PyResult<(TableInput, SchemaRef)> {
        // A dataset has no stream, but what it scans has one, each time anew.
        let opened = open(object)?;
        let once = ["__next__", "read_next_batch"].iter().any(|name| {
            // A class of streams has one of these; a table has neither.
            object.hasattr(*name).unwrap_or(false)
        });
        let schema = opened.schema();
        Ok((TableInput { object: object.clone().unbind(), once, opened: Some(opened) }, schema))
    }

    /// The batches of the table, from its first row on.
    pub(super) fn read(&mut self, py: Python<'_>) -> PyResult<RecordBatchStreamReader> {
        match self.opened.take() {
            Some(opened) => Ok(opened),
            None if self.once => Err(PyValueError::new_err(
                "the input is a stream that can be read only once, and it has been: pass a table or a \
                 dataset, or read the answers once and keep them",
            )),
            None => open(self.object.bind(py)),
        }
    }
}

fn open(object: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    if object.hasattr("__arrow_c_stream__")? {
        return RecordBatchStreamReader::from_pyarrow_bound(object);
    }
    if object.hasattr("scanner")? {
        let reader = object.call_method0("scanner")?.call_method0("to_reader")?;
        return RecordBatchStreamReader::from_pyarrow_bound(&reader);
    }
    Err(PyTypeError::new_err(format!(
        "{} is no Arrow table: pass something with __arrow_c_stream__, such as a table of pyarrow, a \
         DataFrame of polars or pandas, or a relation of DuckDB",
        object.get_type().name()?
    )))
}
