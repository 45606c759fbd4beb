//! Reviews of games.
//!
//! Why a module of its own: with it the engine would be a tenth larger, and it is needed after the first game, not before.

use std::time::Duration;

use tengen_answers::{
    ApiError,
    review::{ReviewNews, ReviewQuestion, ReviewSearch},
};

use crate::{
    router::{Answer, RoutedQuestion, emit, json},
    weights::check_weights,
};

/// As long as a position may take: far more than its nodes do, so that a busy machine does not change the review.
const LONGEST_LOOK: Duration = Duration::from_mins(1);

/// The answer, if it is one of these questions.
pub(crate) fn answer(question: &RoutedQuestion<'_>) -> Option<Result<Answer, ApiError>> {
    (question.path == "/api/reviews").then(|| review(question))
}

fn review(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let asked: ReviewQuestion = question.read()?;
    let search = ReviewSearch::new(&asked, Some(LONGEST_LOOK))?;
    check_weights(asked.game.rule)?;
    let host = question.host;
    let reviewed = search.report(&question.cancel, &|news| match news {
        ReviewNews::Progress(progress) => emit(host, "progress", &progress),
        ReviewNews::Review(review) => emit(host, "review", &review),
    });
    // What was stopped has no answer, and that is no error.
    if !question.cancel.is_cancelled() {
        reviewed?;
    }
    json(&())
}
