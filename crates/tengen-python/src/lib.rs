//! The extension module `tengen._tengen`: thin bindings, in which nothing is decided. What Python sees is documented in
//! `python/tengen/_tengen.pyi`.

mod tables;

use pyo3::prelude::*;

/// The module as Python imports it.
#[pymodule]
mod _tengen {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::tables::{Answers, check, evaluate, replay, scan, solve_table};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
