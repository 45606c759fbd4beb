//! Arguments of examples, written as `key=value`.

use std::str::FromStr;

/// The number of an argument.
///
/// # Errors
///
/// If the value is not a number, with the argument.
pub fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key}: {value:?} is not a number"))
}
