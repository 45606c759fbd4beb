//! Answers about a table, as a stream that can be taken more than once.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::{SchemaRef, ffi::FFI_ArrowSchema};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyCapsule,
};
use tengen_archive::{ArchiveOptions, VerdictSchema};
use tengen_table::{AnswerStream, TableAnswers, TableOptions, TableQuestion};

use super::{
    interruptible_reader::InterruptibleReader, table_input::TableInput,
    table_settings::TableSettings,
};

/// Answers about the rows of a table, or about the records in files, as an Arrow stream.
///
/// Nothing is done before the stream is taken; each time it is, the input is read again. Why nothing here reads
/// the stream, and `Answers` is a class of Python: a reader may release the GIL first, and inside of a function
/// of this module pyo3 assumes that its thread still holds it.
#[pyclass(frozen, module = "tengen", name = "AnswerSource")]
pub(crate) struct PyAnswerSource {
    source: AnswerSource,
    schema: SchemaRef,
    /// Whether Ctrl-C ended a stream.
    interrupted: Arc<AtomicBool>,
}

enum AnswerSource {
    Table {
        input: Mutex<TableInput>,
        input_schema: SchemaRef,
        question: Arc<dyn TableQuestion>,
        options: TableOptions,
    },
    Files {
        paths: Vec<PathBuf>,
        options: ArchiveOptions,
        schema: VerdictSchema,
    },
}

impl PyAnswerSource {
    /// Answers to a question about a table.
    pub(super) fn about(
        table: &Bound<'_, PyAny>,
        question: Arc<dyn TableQuestion>,
        settings: TableSettings<'_, '_>,
    ) -> PyResult<PyAnswerSource> {
        let options = settings.options()?;
        let (input, input_schema) = TableInput::new(table)?;
        let answers = TableAnswers::shared(Arc::clone(&question), &input_schema, &options);
        let schema = answers.map_err(|error| PyValueError::new_err(error.to_string()))?.schema();
        let input = Mutex::new(input);
        let source = AnswerSource::Table { input, input_schema, question, options };
        Ok(PyAnswerSource { source, schema, interrupted: Arc::default() })
    }

    /// Verdicts on the records in files.
    pub(super) fn of_files(
        paths: Vec<PathBuf>,
        options: ArchiveOptions,
        schema: VerdictSchema,
    ) -> PyAnswerSource {
        let source = AnswerSource::Files { paths, options, schema };
        PyAnswerSource { source, schema: schema.arrow(), interrupted: Arc::default() }
    }

    /// Begins to answer.
    fn open(&self, py: Python<'_>) -> PyResult<InterruptibleReader> {
        let answers: AnswerStream = match &self.source {
            AnswerSource::Files { paths, options, schema } => {
                tengen_table::scan(super::open(paths, options)?, *schema)
            }
            AnswerSource::Table { input, input_schema, question, options } => {
                let input = input.lock().unwrap_or_else(PoisonError::into_inner).read(py)?;
                let answers = TableAnswers::shared(Arc::clone(question), input_schema, options)
                    .map_err(|error| PyValueError::new_err(error.to_string()))?;
                answers.ask(input)
            }
        };
        Ok(InterruptibleReader::new(answers, Arc::clone(&self.interrupted)))
    }
}

#[pymethods]
impl PyAnswerSource {
    /// The answers as an Arrow C stream. The requested schema is not used, as the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let stream = FFI_ArrowArrayStream::new(Box::new(self.open(py)?));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema of the answers as an Arrow C schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref())
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Whether Ctrl-C ended a stream since this was last asked.
    fn take_interrupt(&self) -> bool {
        self.interrupted.swap(false, Ordering::Relaxed)
    }
}
