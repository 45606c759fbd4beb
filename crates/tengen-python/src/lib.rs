//! The extension module `tengen._tengen`: thin bindings, in which nothing is decided. What Python sees is documented in
//! `python/tengen/_tengen.pyi`.

#![allow(
    clippy::doc_link_with_quotes,
    reason = "the comments are docstrings, with lists of Python in them"
)]
#![allow(clippy::needless_pass_by_value, reason = "arguments that Python gives are values")]

mod analysis;
mod arguments;
mod board;
mod engine;
mod environment;
mod errors;
mod game;
mod game_node;
mod interrupt;
mod legal_moves;
mod openings;
mod outcome;
mod playouts;
mod proof;
mod reading;
mod solution;
mod tables;

use pyo3::prelude::*;

/// The module as Python imports it.
#[pymodule]
mod _tengen {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::analysis::{PyAnalysis, PyCandidate};
    #[pymodule_export]
    use super::board::PyBoard;
    #[pymodule_export]
    use super::engine::{PyEngine, PyLiveAnalysis};
    #[pymodule_export]
    use super::environment::PyVectorEnvironment;
    #[pymodule_export]
    use super::errors::{
        IllegalMoveError, PointError, PositionError, ProofError, ReadError, TengenError, WriteError,
    };
    #[pymodule_export]
    use super::game::{PyGame, PyVerdict, format_of_name, write_games};
    #[pymodule_export]
    use super::game_node::PyNode;
    #[pymodule_export]
    use super::legal_moves::PyLegalMoves;
    #[pymodule_export]
    use super::openings::swap2_openings;
    #[pymodule_export]
    use super::outcome::{PyFoul, PyFoulLine, PyOutcome};
    #[pymodule_export]
    use super::playouts::{PyPlayouts, playouts};
    #[pymodule_export]
    use super::proof::{PyProof, PyProved, verify};
    #[pymodule_export]
    use super::reading::read_games;
    #[pymodule_export]
    use super::solution::{PySolution, PySolutionMove, solve_board};
    #[pymodule_export]
    use super::tables::{
        PyAnswerSource, check_table, evaluate_table, replay_table, review_table, scan_files,
        solve_table,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
