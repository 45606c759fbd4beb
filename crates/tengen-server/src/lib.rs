//! The page and its API: positions, thoughts, solutions and games over HTTP.
//!
//! No rule of any game is here, nor in the page: what may be played, what is forbidden and why, who
//! has won, all of it is asked of the other crates. From the outside in: connections (`serve`), who
//! may ask ([`guard`], [`limits`], [`admission`]), questions and answers ([`ask`], [`errors`], [`wire`]), and a file
//! for each question ([`api`]), whose work has bounded pools ([`work`]). This is the only crate that does several things at a time by `async`.

pub mod admission;
pub mod api;
pub mod app;
pub mod ask;
pub mod config;
pub mod crowd;
pub mod errors;
pub mod guard;
mod ids;
pub mod jobs;
pub mod limits;
pub mod metrics;
pub mod page;
mod schema;
mod serve;
pub mod store;
pub mod wire;
pub mod work;

pub use api::{openapi, router};
pub use app::App;
pub use config::Config;
pub use serve::{ServeError, Server};
