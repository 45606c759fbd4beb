//! The exceptions of the package.

use pyo3::{PyErr, create_exception, exceptions::PyValueError};

create_exception!(tengen, TengenError, PyValueError, "Base of the errors of this package.");
create_exception!(tengen, PointError, TengenError, "A text or a pair of numbers is no point.");
create_exception!(tengen, IllegalMoveError, TengenError, "The rules do not allow a move.");
create_exception!(
    tengen,
    PositionError,
    TengenError,
    "Stones, a size or a FEN are no position, or a question does not suit one."
);
create_exception!(tengen, ReadError, TengenError, "A record cannot be read.");
create_exception!(tengen, WriteError, TengenError, "A format cannot hold a game or a part of it.");
create_exception!(tengen, ProofError, TengenError, "A proof does not hold.");

/// An error about a position.
pub(crate) fn position_error(error: impl ToString) -> PyErr {
    PositionError::new_err(error.to_string())
}
