//! Terminal and file code that the verbs share: input, output, progress, signals.

pub(crate) mod atomic_file;
pub(crate) mod board_stream;
pub(crate) mod buffered_output;
pub(crate) mod error;
pub(crate) mod final_positions;
pub(crate) mod input;
pub(crate) mod input_format;
pub(crate) mod lines;
pub(crate) mod progress;
pub(crate) mod proof_book;
pub(crate) mod records;
pub(crate) mod start_position;
pub(crate) mod stdout;
pub(crate) mod stop;
pub(crate) mod subject;
pub(crate) mod temporary_file;
