//! Arguments as Python gives them: rules, sizes, points and limits.

use std::time::Duration;

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyString},
};
use tengen_core::{Area, Color, Point, Rule};

use crate::errors::{PointError, position_error};

/// The rule of this name.
pub(crate) fn rule(name: &str) -> PyResult<Rule> {
    name.parse().map_err(|error| PyValueError::new_err(format!("rule {name:?}: {error}")))
}

/// The color of this name.
pub(crate) fn color(name: &str) -> PyResult<Color> {
    let found = Color::ALL.into_iter().find(|color| color.to_string() == name);
    found.ok_or_else(|| PyValueError::new_err(format!("{name:?} is not a color: black or white")))
}

/// The name of a color, which is no new object.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The board of a size: a side, a pair of width and height, a text like `15x15`, or none for a board without edges.
pub(crate) fn area(size: &Bound<'_, PyAny>) -> PyResult<Area> {
    if size.is_none() {
        return Ok(Area::Unbounded);
    }
    if let Ok(text) = size.cast::<PyString>() {
        let text = text.to_str()?;
        let error = |error| PyValueError::new_err(format!("size {text:?}: {error}"));
        return text.parse().map_err(error);
    }
    let checked = |length: i64| match u16::try_from(length) {
        Ok(length) if length > 0 => Ok(length),
        _ => Err(PyValueError::new_err(format!("size {length}: a side has 1 to 65535 points"))),
    };
    if let Ok(square) = size.extract::<i64>() {
        return Ok(Area::square(checked(square)?));
    }
    if let Ok((width, height)) = size.extract::<(i64, i64)>() {
        return Ok(Area::Bounded { width: checked(width)?, height: checked(height)? });
    }
    let message = "a size is a number, a pair (width, height), a text like '15x15', or None for a board without edges";
    Err(PyTypeError::new_err(message))
}

/// The size of a board as Python has it: a pair, or none without edges.
pub(crate) const fn size(area: Area) -> Option<(u16, u16)> {
    match area {
        Area::Bounded { width, height } => Some((width, height)),
        Area::Unbounded => None,
    }
}

/// The point of a name or a pair of column and row. A pair may be outside the board.
#[inline]
pub(crate) fn point(area: Area, point: &Bound<'_, PyAny>) -> PyResult<Point> {
    if let Ok(name) = point.cast::<PyString>() {
        let named = area.point(name.to_str()?);
        return named.map_err(|error| PointError::new_err(error.to_string()));
    }
    let Ok((x, y)) = point.extract::<(i64, i64)>() else {
        let message = "a point is a name like 'h8' or a pair (x, y) of numbers";
        return Err(PyTypeError::new_err(message));
    };
    match (i32::try_from(x), i32::try_from(y)) {
        (Ok(x), Ok(y)) => Ok(Point::new(x, y)),
        _ => Err(PointError::new_err(format!("({x}, {y}) is outside of every board"))),
    }
}

/// Points: names in one text, or one after another in an iterable.
pub(crate) fn points(area: Area, points: &Bound<'_, PyAny>) -> PyResult<Vec<Point>> {
    if let Ok(names) = points.cast::<PyString>() {
        let names = names.to_str()?;
        let read = match area {
            Area::Bounded { .. } => area.parse_points(names),
            Area::Unbounded => names
                .split_inclusive(')')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(|name| area.point(name))
                .collect(),
        };
        return read.map_err(|error| PointError::new_err(error.to_string()));
    }
    points.try_iter()?.map(|item| point(area, &item?)).collect()
}

/// Stones: a mapping of points to colors.
pub(crate) fn stones(area: Area, stones: &Bound<'_, PyDict>) -> PyResult<Vec<(Point, Color)>> {
    let stone = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok((point(area, &key)?, color(value.cast::<PyString>()?.to_str()?)?))
    };
    stones.iter().map(stone).collect()
}

/// A duration in seconds.
pub(crate) fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(time) = time else { return Ok(None) };
    let duration = Duration::try_from_secs_f64(time);
    duration.map(Some).map_err(|_| PyValueError::new_err(format!("time {time}: give seconds")))
}

/// A size in bytes.
pub(crate) fn bytes(name: &str, megabytes: f64) -> PyResult<usize> {
    if megabytes.is_finite() && (1.0..=1_048_576.0).contains(&megabytes) {
        #[allow(clippy::cast_possible_truncation, reason = "a size in bytes has no fraction")]
        return Ok((megabytes * 1_048_576.0) as usize);
    }
    Err(PyValueError::new_err(format!("{name} {megabytes}: give megabytes, from 1 on")))
}

/// The position from which a game starts.
pub(crate) fn start(rule: Rule, setup: &tengen_core::Setup) -> PyResult<tengen_core::Position> {
    tengen_core::Position::from_setup(rule, setup).map_err(position_error)
}
