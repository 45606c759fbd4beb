//! Questions about tables: every answer is that of the library, whatever the number of threads and however
//! the table is cut.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answers;
mod streams;
mod support;
