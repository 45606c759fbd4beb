//! Lists of openings.

use pyo3::{exceptions::PyValueError, prelude::*};
use tengen_core::{Area, Point};
use tengen_engine::fives::Swap2Openings;

use crate::arguments;

/// Largest side of a board whose openings are listed: there are six million of 20x20.
const MAX_SIDE: u16 = 22;

/// The three-stone openings of swap2 up to symmetry, as texts of a black, a white and a black stone. All stones are at
/// least `margin` points away from the edges.
///
/// >>> from tengen import swap2_openings
/// >>> len(swap2_openings(5)), swap2_openings(5, margin=1)[:2]
/// (897, ['b4d4c4', 'b4b3c4'])
#[pyfunction]
#[pyo3(signature = (size, *, margin = 0))]
pub(crate) fn swap2_openings(size: &Bound<'_, PyAny>, margin: u16) -> PyResult<Vec<String>> {
    let area = arguments::area(size)?;
    if !matches!(area, Area::Bounded { width, height } if width.max(height) <= MAX_SIDE) {
        let message =
            format!("size {area}: openings are listed for boards up to {MAX_SIDE}x{MAX_SIDE}");
        return Err(PyValueError::new_err(message));
    }
    let text = |opening: [Point; 3]| opening.map(|point| area.name(point)).concat();
    Ok(size.py().detach(|| Swap2Openings::new(area, margin).map(text).collect()))
}
