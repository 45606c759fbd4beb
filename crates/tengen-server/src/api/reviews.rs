//! Reviews: games with every move valued.

use std::thread::available_parallelism;

use tengen_answers::{
    Cancel,
    review::{ReviewNews, ReviewQuestion, ReviewSearch},
};

use super::job_handlers::job_handlers;
use crate::{app::SharedApp, errors::ApiError, jobs::Job};

job_handlers! {
    Review, "reviews", "review", ReviewEvent = [
        ("progress", "ReviewProgress"),
        ("review", "Review"),
        ("error", "ApiError"),
        ("done", "Done"),
    ];
    /// Starts to review a game. A client has one review at a time: another one of the same client ends.
    start(ReviewQuestion) = work;
    /// How far it is, and what is found: events `progress`, one event `review` or `error`, and at last `done`. A
    /// review that was stopped has no `review`. As with thoughts, `Last-Event-ID` gets the rest.
    events;
    /// Stops a review.
    stop;
}

/// On a public server a position takes at most this part of the longest search: a game has many.
const PART_OF_LONGEST: u32 = 20;

fn work(
    app: &SharedApp,
    question: &ReviewQuestion,
) -> Result<impl FnOnce(&Job) -> Result<(), ApiError> + use<>, ApiError> {
    let longest = app.config.longest_search();
    let (longest, threads) = if app.config.public {
        (longest / PART_OF_LONGEST, 1)
    } else {
        (longest, available_parallelism().map_or(1, Into::into))
    };
    let search = ReviewSearch::new(question, Some(longest))?.with_threads(threads);
    Ok(move |job: &Job| {
        let stop = || job.is_cancelled();
        let reviewed = search.report(&Cancel::new(&stop), &|news| match news {
            ReviewNews::Progress(progress) => job.emit("progress", &progress),
            ReviewNews::Review(review) => job.emit("review", &review),
        });
        // What was stopped has no answer, and that is no error.
        if job.is_cancelled() { Ok(()) } else { reviewed }
    })
}
