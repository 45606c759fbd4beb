//! Thoughts: searches of the engine.

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
    let search = ThoughtSearch::new(question, app.config.longest_search())?;
    let search = search.with_book(app.config.book.clone());
    Ok(move |job: &Job| {
        let stop = || job.is_asked_to_end();
        let mut tell = |thought: &ThoughtAnswer| job.tell("thought", thought);
        search.run(&Cancel::new(&stop), &mut tell)
    })
}
