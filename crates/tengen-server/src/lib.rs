//! The page and its API: positions, thoughts, solutions and games over HTTP.
//!
//! No rule of any game is here, nor in the page: what may be played, what is forbidden and why, who
//! has won, all of it is asked of the other crates. From the outside in: connections (`serve`), who
//! may ask ([`guard`], [`token_bucket`], [`admission`]), questions and answers ([`extract`], [`errors`], [`wire`]), and a file
//! for each question ([`api`]), whose work has bounded pools ([`work`]). This is the only crate that does several things at a time by `async`.

pub mod admission;
pub mod api;
pub mod app;
pub mod client_address;
pub mod config;
pub mod connection_limit;
pub mod errors;
pub mod extract;
pub mod friends;
pub mod guard;
mod ids;
pub mod jobs;
pub mod metrics;
pub mod page;
mod preview;
mod schema;
mod serve;
pub mod store;
pub mod token_bucket;
pub mod work;

pub use tengen_answers::wire;

pub use api::{openapi, router};
pub use app::App;
pub use config::Config;
pub use serve::{ServeError, Server};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ServerReadme;
