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
    exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError},
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
/// Nothing is done before the stream is taken, by `__arrow_c_stream__` or one of the methods; each time it
/// is, the input is read again.
#[pyclass(frozen, module = "tengen", name = "Answers")]
pub(crate) struct PyAnswers {
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

impl PyAnswers {
    /// Answers to a question about a table.
    pub(super) fn about(
        table: &Bound<'_, PyAny>,
        question: Arc<dyn TableQuestion>,
        settings: TableSettings<'_, '_>,
    ) -> PyResult<PyAnswers> {
        let options = settings.options()?;
        let (input, input_schema) = TableInput::new(table)?;
        let answers = TableAnswers::of(Arc::clone(&question), &input_schema, &options);
        let schema = answers.map_err(|error| PyValueError::new_err(error.to_string()))?.schema();
        let input = Mutex::new(input);
        let source = AnswerSource::Table { input, input_schema, question, options };
        Ok(PyAnswers { source, schema, interrupted: Arc::default() })
    }

    /// Verdicts on the records in files.
    pub(super) fn of_files(
        paths: Vec<PathBuf>,
        options: ArchiveOptions,
        schema: VerdictSchema,
    ) -> PyAnswers {
        let source = AnswerSource::Files { paths, options, schema };
        PyAnswers { source, schema: schema.arrow(), interrupted: Arc::default() }
    }

    /// Begins to answer.
    fn open(&self, py: Python<'_>) -> PyResult<InterruptibleReader> {
        let answers: AnswerStream = match &self.source {
            AnswerSource::Files { paths, options, schema } => {
                tengen_table::scan(super::open(paths, options)?, *schema)
            }
            AnswerSource::Table { input, input_schema, question, options } => {
                let input = input.lock().unwrap_or_else(PoisonError::into_inner).read(py)?;
                let answers = TableAnswers::of(Arc::clone(question), input_schema, options)
                    .map_err(|error| PyValueError::new_err(error.to_string()))?;
                answers.ask(input)
            }
        };
        Ok(InterruptibleReader::new(answers, Arc::clone(&self.interrupted)))
    }
}

#[pymethods]
impl PyAnswers {
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

    /// A `pyarrow.RecordBatchReader` of the answers.
    fn to_reader<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let reader = slf.py().import("pyarrow")?.getattr("RecordBatchReader")?;
        reader.call_method1("from_stream", (slf,))
    }

    /// Raises `KeyboardInterrupt` if Ctrl-C ended the answers, which those who read them report as an error of theirs.
    fn raise_interrupt(&self, py: Python<'_>) -> PyResult<()> {
        if !self.interrupted.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        // The interrupt that was raised for others is ours.
        drop(py.check_signals());
        Err(PyKeyboardInterrupt::new_err(()))
    }

    /// The answers as batches of pyarrow, one after another.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        PyAnswers::to_reader(slf)?.call_method0("__iter__")
    }

    fn __repr__(&self) -> String {
        format!("<tengen.Answers of columns {}>", self.column_names().join(", "))
    }
}
