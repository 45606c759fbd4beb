//! Records to games.

use pyo3::{prelude::*, types::PyBytes};
use tengen_answers::{ApiError, ErrorCode, reading::ReadingQuery};
use tengen_archive::UnpackLimits;
use tengen_notation::WholeRecord;

use crate::{errors::ReadError, game::PyGame};

/// What may come out of a file: far more than fits into a list, and less than a decompression bomb asks for.
const LIMITS: UnpackLimits = UnpackLimits::new(1 << 34, 1_000_000);

/// A game and the file of the archive that it stands in, or why it cannot be read.
type ReadGame = (String, Result<WholeRecord, ApiError>);

/// Reads the records in `bytes`. Each that cannot be read is given to `on_error`, or is raised if that is none.
#[pyfunction]
#[pyo3(signature = (bytes, name, format, rule, size, rows, on_error))]
#[allow(clippy::too_many_arguments, reason = "they are the parameters of the Python function")]
pub(crate) fn read_games(
    py: Python<'_>,
    bytes: &Bound<'_, PyBytes>,
    name: String,
    format: Option<String>,
    rule: Option<String>,
    size: Option<String>,
    rows: Option<String>,
    on_error: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PyGame>> {
    let query = ReadingQuery { format, name: Some(name.clone()), rule, size, rows };
    let (_, options) =
        query.options().map_err(|error| pyo3::exceptions::PyValueError::new_err(error.message))?;
    let bytes = bytes.as_bytes();
    let stops = on_error.is_none();
    let read = py.detach(|| read_all(&query, bytes, stops));
    let mut games = Vec::new();
    for (file, read) in read {
        match read {
            Ok(mut whole) => {
                whole.record.rule = whole.record.rule.or(options.rule);
                games.push(PyGame { whole, file });
            }
            Err(error) => {
                let error = read_error(&name, &file, &error);
                match on_error {
                    Some(on_error) => drop(on_error.call1((error.into_value(py),))?),
                    None => return Err(error),
                }
            }
        }
    }
    Ok(games)
}

/// All games in their order, or up to the first that cannot be read.
fn read_all(query: &ReadingQuery, bytes: &[u8], stops: bool) -> Vec<ReadGame> {
    let mut games: Vec<ReadGame> = Vec::new();
    let stopped = || ApiError::new(ErrorCode::Internal, "");
    let read = query.each_file(bytes, &LIMITS, |query, file, text| {
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                games.push((file.to_owned(), Err(error)));
                return if stops { Err(stopped()) } else { Ok(()) };
            }
        };
        query.each_game(text, |_, game| {
            let failed = game.is_err();
            games.push((file.to_owned(), game));
            if failed && stops { Err(stopped()) } else { Ok(()) }
        })
    });
    match read {
        // What made it stop is the last in the list.
        Err(error) if !error.message.is_empty() => games.push((String::new(), Err(error))),
        _ => {}
    }
    games
}

/// An error with its file, line and column.
fn read_error(name: &str, file: &str, error: &ApiError) -> PyErr {
    let mut place = vec![name, file];
    place.retain(|part| !part.is_empty());
    let mut place = place.join(":");
    if let Some(at) = &error.place {
        for (word, number) in [("line", at.line), ("column", at.column.map(|column| column as u64))]
        {
            if let Some(number) = number {
                let comma = if place.is_empty() { "" } else { ", " };
                place = format!("{place}{comma}{word} {number}");
            }
        }
    }
    let colon = if place.is_empty() { "" } else { ": " };
    ReadError::new_err(format!("{place}{colon}{}", error.message))
}
