//! `Proof` and `Proved`: proofs that anyone can check.

use std::{
    fs::{self, File},
    io::{BufReader, Cursor},
    path::PathBuf,
};

use pyo3::{exceptions::PyOSError, prelude::*, types::PyBytes};
use tengen_archive::{ByteStream, unpack_stream};
use tengen_core::Setup;
use tengen_proof::{Proved, check};

use crate::{
    arguments::{self, color_name},
    board::PyBoard,
    errors::ProofError,
};

/// A proof of who wins a position, or that nobody does. `verify` checks it by the rules alone.
#[pyclass(name = "Proof", module = "tengen", frozen)]
#[derive(Debug)]
pub(crate) struct PyProof {
    bytes: Vec<u8>,
}

impl PyProof {
    pub(crate) const fn new(bytes: Vec<u8>) -> PyProof {
        PyProof { bytes }
    }
}

#[pymethods]
impl PyProof {
    /// Writes the proof into a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let error = |error| PyOSError::new_err(format!("{}: {error}", path.display()));
        fs::write(&path, &self.bytes).map_err(error)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// The length in bytes.
    fn __len__(&self) -> usize {
        self.bytes.len()
    }

    fn __repr__(&self) -> String {
        format!("<Proof: {} bytes>", self.bytes.len())
    }
}

/// A proof that holds, and what it shows.
#[pyclass(name = "Proved", module = "tengen", frozen)]
#[derive(Debug)]
pub(crate) struct PyProved {
    proved: Proved,
}

#[pymethods]
impl PyProved {
    /// What is proved, in words.
    #[getter]
    fn claim(&self) -> String {
        self.proved.claim.to_string()
    }

    /// The game.
    #[getter]
    fn rule(&self) -> String {
        self.proved.claim.rule.to_string()
    }

    /// Width and height of the board; None without edges.
    #[getter]
    const fn size(&self) -> Option<(u16, u16)> {
        arguments::size(self.proved.claim.setup.area)
    }

    /// The winner with best play; None if it is a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.proved.claim.winner().map(color_name)
    }

    /// The position that it is about.
    #[getter]
    fn board(&self) -> PyResult<PyBoard> {
        let claim = &self.proved.claim;
        PyBoard::new(claim.rule, Setup::clone(&claim.setup), &[])
    }

    /// The steps that were checked.
    #[getter]
    const fn steps(&self) -> u64 {
        self.proved.steps
    }

    /// The number of nodes, if it is a strategy graph.
    #[getter]
    const fn nodes(&self) -> Option<u64> {
        self.proved.nodes
    }

    /// The length of the proof in bytes.
    #[getter]
    const fn bytes(&self) -> u64 {
        self.proved.bytes
    }

    fn __repr__(&self) -> String {
        format!("<Proved: {}>", self.claim())
    }
}

/// Checks a proof by the rules of the game alone: a path or bytes, compressed by gzip or zstd or not.
///
/// >>> from tengen import Board, solve, verify
/// >>> proof = solve(Board("nogo", size=(3, 3))).proof
/// >>> verify(bytes(proof)).claim
/// 'black wins nogo on 3x3, black to move'
#[pyfunction]
#[pyo3(signature = (proof, /))]
pub(crate) fn verify(proof: &Bound<'_, PyAny>) -> PyResult<PyProved> {
    let (name, packed): (String, ByteStream) = if let Ok(bytes) = proof.cast::<PyBytes>() {
        (String::new(), Box::new(Cursor::new(bytes.as_bytes().to_vec())))
    } else if let Ok(proof) = proof.cast::<PyProof>() {
        (String::new(), Box::new(Cursor::new(proof.get().bytes.clone())))
    } else {
        let path: PathBuf = proof.extract()?;
        let name = path.display().to_string();
        let file = File::open(&path).map_err(|error| os_error(&name, &error))?;
        (format!("{name}: "), Box::new(file))
    };
    let proved = proof.py().detach(|| {
        let reader = unpack_stream(packed).map_err(|error| os_error(&name, &error))?;
        let checked = check(BufReader::with_capacity(1 << 16, reader));
        checked.map_err(|error| ProofError::new_err(format!("{name}{error}")))
    })?;
    Ok(PyProved { proved })
}

fn os_error(name: &str, error: &std::io::Error) -> PyErr {
    PyOSError::new_err(format!("{name}: {error}"))
}
