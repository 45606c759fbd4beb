//! Thoughts: searches of the engine.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tengen_answers::{
    Cancel,
    thoughts::{ThoughtAnswer, ThoughtQuestion, ThoughtSearch},
};

use super::job_handlers::job_handlers;
use crate::{app::SharedApp, errors::ApiError, jobs::Job};

job_handlers! {
    Thought, "thoughts", "thought", ThoughtEvent =
        [("thought", "Thought"), ("error", "ApiError"), ("done", "Done")];
    /// Starts to think about a position. A client has one search at a time: another one of the same client
    /// ends.
    start(ThoughtQuestion) = work;
    /// What is thought, as it comes: events `thought` and at last `done`. Every
    /// event has a number, and who names the last one it saw in `Last-Event-ID` gets the rest.
    events;
    /// Stops a search. Its events can still be read.
    stop;
}

fn work(
    app: &SharedApp,
    question: &ThoughtQuestion,
) -> Result<impl FnOnce(&Job) -> Result<(), ApiError> + use<>, ApiError> {
    let config = &app.config;
    let threads = if config.public { 1 } else { config.searches.get() };
    let search = ThoughtSearch::new(question, config.longest_thought())?
        .with_threads_up_to(threads)
        .with_book(config.book.clone());
    let patience = config.longest_search();
    let is_long = Duration::from_millis(question.time_ms.unwrap_or(0).into()) > patience;
    Ok(move |job: &Job| {
        let followed = Mutex::new(Instant::now());
        // The page that asked for it may be gone without a word.
        let is_abandoned = || {
            let mut followed = followed.lock().unwrap_or_else(PoisonError::into_inner);
            if job.is_followed() {
                *followed = Instant::now();
            }
            followed.elapsed() > patience
        };
        let stop = || job.is_cancelled() || (is_long && is_abandoned());
        let mut report = |thought: &ThoughtAnswer| job.emit("thought", thought);
        search.run(&Cancel::new(&stop), &mut report)
    })
}
