//! What takes longer than a request: searches that tell what they find as they find it.

mod events;
mod job;
mod registry;
pub(crate) mod routes;

use events::{events, last_seen};
pub use job::{Done, Job, JobEnd, JobEvent};
pub use registry::{Client, Jobs, Purpose};
pub use routes::Started;
