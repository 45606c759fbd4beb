//! Jobs: searches that outlive their request and report what they find as they find it.

mod events;
mod job;
pub(crate) mod job_routes;
mod registry;

pub(crate) use events::{EventSource, events, last_seen};
pub use job::{Done, Job, JobEnd, JobEvent};
pub use job_routes::Started;
pub use registry::{Client, Jobs, Purpose};
