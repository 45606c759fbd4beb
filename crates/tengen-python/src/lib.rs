//! The extension module `tengen._tengen`: thin bindings, in which nothing is decided. What Python sees is documented in
//! `python/tengen/_tengen.pyi`.

use pyo3::prelude::*;

/// The module as Python imports it.
#[pymodule]
mod _tengen {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
