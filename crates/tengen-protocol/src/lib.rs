//! Engine protocols: Gomocup, GTP, Botzone and analysis sessions over any reader and writer.
//!
//! Each protocol is a module with options and one function, `run`, that answers commands until the end of
//! the conversation. Input is read on a thread of its own, so that a search stops when a command asks for
//! it.
//!
//! - [`brain`]: five-in-a-row in the protocol of Gomocup, with the commands of Yixin.
//! - [`gtp`]: NoGo in the Go Text Protocol, with analysis and the extensions of `GoGui`.
//! - [`analysis_engine`]: analyses of many positions of any game, a JSON object a line.
//! - [`botzone`]: a bot for the NoGo of botzone.org.
//!
//! ```
//! use tengen_protocol::brain::{self, BrainOptions};
//!
//! let mut options = BrainOptions::default();
//! options.nodes = Some(100);
//! let commands = "START 15\nBEGIN\n";
//! let mut output = Vec::new();
//! brain::run(&options, commands.as_bytes(), &mut output)?;
//! assert!(String::from_utf8_lossy(&output).ends_with("7,7\n"), "the middle of the board");
//! # Ok::<(), std::io::Error>(())
//! ```

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod analysis_engine;
pub mod botzone;
pub mod brain;
pub mod gtp;
mod input_lines;
mod protocol_session;
mod stone_game;
