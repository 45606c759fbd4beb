//! Questions about every row of a table: anything with `__arrow_c_stream__` in, an Arrow stream out.

mod answer_source;
mod interruptible_reader;
mod table_input;
mod table_settings;

use std::{path::PathBuf, sync::Arc};

use pyo3::{exceptions::PyValueError, prelude::*};
use tengen_archive::{Archive, ArchiveError, ArchiveOptions};
use tengen_solver::fives::By;
use tengen_table::{
    EvaluateQuestion, GameReviewQuestion, ReachabilityQuestion, ReplayQuestion, SolveQuestion,
};

use crate::arguments;
use table_settings::TableSettings;

pub(crate) use answer_source::PyAnswerSource;

/// The verdict on the game of every row.
#[pyfunction]
#[pyo3(signature = (table, *, rule=None, size=None, rows="bottom", threads=None, keep=None, batch_size=None, schema="compact"))]
#[allow(clippy::too_many_arguments, reason = "each is a keyword of the Python function")]
pub(crate) fn replay_table(
    table: &Bound<'_, PyAny>,
    rule: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    rows: &str,
    threads: Option<usize>,
    keep: Option<Vec<String>>,
    batch_size: Option<usize>,
    schema: &str,
) -> PyResult<PyAnswerSource> {
    let schema = table_settings::verdict_schema(schema)?;
    let settings = TableSettings { rule, size, rows, threads, keep, batch_size };
    PyAnswerSource::about(table, Arc::new(ReplayQuestion { schema }), settings)
}

/// Whether the position of every row could have come about.
#[pyfunction]
#[pyo3(signature = (table, *, limit=1_000_000, rule=None, size=None, rows="bottom", threads=None, keep=None, batch_size=None))]
#[allow(clippy::too_many_arguments, reason = "each is a keyword of the Python function")]
pub(crate) fn check_table(
    table: &Bound<'_, PyAny>,
    limit: u64,
    rule: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    rows: &str,
    threads: Option<usize>,
    keep: Option<Vec<String>>,
    batch_size: Option<usize>,
) -> PyResult<PyAnswerSource> {
    let settings = TableSettings { rule, size, rows, threads, keep, batch_size };
    PyAnswerSource::about(table, Arc::new(ReachabilityQuestion::with_limit(limit)), settings)
}

/// Who wins the position of every row.
#[pyfunction]
#[pyo3(signature = (table, *, by="threats", nodes=1_000_000, time=None, memory=64.0, proof=false, rule=None, size=None, rows="bottom", threads=None, keep=None, batch_size=None))]
#[allow(clippy::too_many_arguments, reason = "each is a keyword of the Python function")]
pub(crate) fn solve_table(
    table: &Bound<'_, PyAny>,
    by: &str,
    nodes: u64,
    time: Option<f64>,
    memory: f64,
    proof: bool,
    rule: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    rows: &str,
    threads: Option<usize>,
    keep: Option<Vec<String>>,
    batch_size: Option<usize>,
) -> PyResult<PyAnswerSource> {
    let mut question = SolveQuestion::default();
    question.by = match by {
        "fours" => By::Fours,
        "threats" => By::Threats,
        "quiet" => By::QuietMoves,
        other => {
            return Err(table_settings::not_one_of("by", other, &["fours", "threats", "quiet"]));
        }
    };
    (question.nodes, question.time, question.proof) = (nodes, arguments::seconds(time)?, proof);
    question.memory = arguments::bytes("memory", memory)?;
    let settings = TableSettings { rule, size, rows, threads, keep, batch_size };
    PyAnswerSource::about(table, Arc::new(question), settings)
}

/// The best move in the position of every row, and its value.
#[pyfunction]
#[pyo3(signature = (table, *, nodes=None, time=None, level=10, memory=16.0, seed=0, rule=None, size=None, rows="bottom", threads=None, keep=None, batch_size=None))]
#[allow(clippy::too_many_arguments, reason = "each is a keyword of the Python function")]
pub(crate) fn evaluate_table(
    table: &Bound<'_, PyAny>,
    nodes: Option<u64>,
    time: Option<f64>,
    level: u8,
    memory: f64,
    seed: u64,
    rule: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    rows: &str,
    threads: Option<usize>,
    keep: Option<Vec<String>>,
    batch_size: Option<usize>,
) -> PyResult<PyAnswerSource> {
    let mut question = EvaluateQuestion::default();
    // A limit of time alone is one, too.
    let default = time.is_none().then_some(EvaluateQuestion::NODES);
    (question.nodes, question.time, question.seed) =
        (nodes.or(default), arguments::seconds(time)?, seed);
    question.level = table_settings::level(level)?;
    question.memory = arguments::bytes("memory", memory)?;
    let settings = TableSettings { rule, size, rows, threads, keep, batch_size };
    PyAnswerSource::about(table, Arc::new(question), settings)
}

/// The mistakes in the game of every row.
#[pyfunction]
#[pyo3(signature = (table, *, level=10, nodes=None, time=None, memory=32.0, rule=None, size=None, rows="bottom", threads=None, keep=None, batch_size=None))]
#[allow(clippy::too_many_arguments, reason = "each is a keyword of the Python function")]
pub(crate) fn review_table(
    table: &Bound<'_, PyAny>,
    level: u8,
    nodes: Option<u64>,
    time: Option<f64>,
    memory: f64,
    rule: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    rows: &str,
    threads: Option<usize>,
    keep: Option<Vec<String>>,
    batch_size: Option<usize>,
) -> PyResult<PyAnswerSource> {
    let mut question = GameReviewQuestion::default();
    (question.level, question.nodes) = (table_settings::level(level)?, nodes);
    question.time = arguments::seconds(time)?;
    question.memory = arguments::bytes("memory", memory)?;
    let settings = TableSettings { rule, size, rows, threads, keep, batch_size };
    PyAnswerSource::about(table, Arc::new(question), settings)
}

/// The verdicts on all records in files, folders and archives.
#[pyfunction]
#[pyo3(signature = (paths, *, format=None, rule=None, size=None, rows="bottom", threads=None, schema="compact"))]
pub(crate) fn scan_files(
    paths: &Bound<'_, PyAny>,
    format: Option<&str>,
    rule: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    rows: &str,
    threads: Option<usize>,
    schema: &str,
) -> PyResult<PyAnswerSource> {
    let schema = table_settings::verdict_schema(schema)?;
    let settings = TableSettings { rule, size, rows, threads, keep: None, batch_size: None };
    let mut options = ArchiveOptions::default();
    options.reading = settings.reading()?;
    options.threads = Some(settings.threads()?);
    let named = format.map(str::parse::<tengen_notation::Format>).transpose();
    options.format = named.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let paths: Vec<PathBuf> = match paths.extract::<PathBuf>() {
        Ok(path) => vec![path],
        Err(_) => paths.extract()?,
    };
    // What is not there is an error now, and not when the stream is read.
    open(&paths, &options)?;
    Ok(PyAnswerSource::of_files(paths, options, schema))
}

/// Opens the files at the given paths.
fn open(paths: &[PathBuf], options: &ArchiveOptions) -> PyResult<Archive> {
    Archive::open(paths, options).map_err(|error| match error {
        ArchiveError::Read { name, error } => {
            let message = format!("{name}: {error}");
            PyErr::from(std::io::Error::new(error.kind(), message))
        }
        other => PyValueError::new_err(other.to_string()),
    })
}
