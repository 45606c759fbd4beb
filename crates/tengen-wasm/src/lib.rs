//! Tengen in the browser: the questions of the API, answered in WebAssembly.
//!
//! [`answer`] is the whole of it: the address of a question and its body in, the body of the answer out, byte for byte
//! as the server sends it. A search reports to its [`Host`] while it runs. The exports that a page calls are in the
//! module `boundary`, which exists for the target `wasm32-unknown-unknown` alone.
//!
//! ```
//! use tengen_wasm::{Host, answer};
//!
//! struct Page;
//!
//! impl Host for Page {
//!     fn is_cancelled(&self) -> bool {
//!         false
//!     }
//!     fn random(&self) -> u64 {
//!         4
//!     }
//!     fn emit(&self, _event: &str, _json: &str) {}
//! }
//!
//! let question = br#"{"rule": "renju", "area": {"width": 15, "height": 15}, "moves": [{"x": 7, "y": 7}]}"#;
//! let answer = answer("/api/view", question, &Page).unwrap();
//! assert!(String::from_utf8(answer.bytes).unwrap().contains(r#""name":"h8""#));
//! ```

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod boundary;
#[cfg(feature = "engine")]
mod engine_questions;
#[cfg(feature = "puzzles")]
mod puzzle_questions;
#[cfg(feature = "records")]
mod record_questions;
#[cfg(feature = "review")]
mod review_questions;
mod router;
#[cfg(any(feature = "engine", feature = "review"))]
mod weights;

pub use router::{Answer, Host, answer};
