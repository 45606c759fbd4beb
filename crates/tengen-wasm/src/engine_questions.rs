//! Questions about positions: views, films, searches.

use std::time::Duration;

use tengen_answers::{
    ApiError, book,
    nogo::PlayQuestion,
    solutions::{SolutionNews, SolutionSearch},
    swap2::Swap2Question,
    thoughts::{ThoughtQuestion, ThoughtSearch},
    view,
    wire::WirePosition,
};

use crate::{
    router::{Answer, RoutedQuestion, emit, json},
    weights::check_weights,
};

/// As long as a search may take, whatever is asked for.
const LONGEST_SEARCH: Duration = Duration::from_mins(1);

/// As long as the engine may think: it ends with its page.
const LONGEST_THOUGHT: Duration = Duration::from_hours(1);

/// The answer, if it is one of these questions.
pub(crate) fn answer(question: &RoutedQuestion<'_>) -> Option<Result<Answer, ApiError>> {
    Some(match question.path {
        "/api/view" => view(question),
        "/api/nogo/play" => film(question),
        "/api/book" => look_up(question),
        "/api/swap2" => swap2(question),
        "/api/thoughts" => think(question),
        "/api/solutions" => solve(question),
        _ => return None,
    })
}

fn view(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    json(&view::view(&question.read::<WirePosition>()?)?)
}

fn film(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    json(&question.read::<PlayQuestion>()?.play(&question.cancel)?)
}

/// There is no book here.
fn look_up(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    if question.body.is_empty() {
        return json(&book::loaded_book(None));
    }
    json(&book::look_up(None, &question.read::<WirePosition>()?)?)
}

fn swap2(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let opening: Swap2Question = question.read()?;
    check_weights(opening.rule)?;
    json(&opening.answer(question.host.random(), &question.cancel)?)
}

fn think(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let thought: ThoughtQuestion = question.read()?;
    let search = ThoughtSearch::new(&thought, LONGEST_THOUGHT)?;
    check_weights(thought.position.rule)?;
    search.run(&question.cancel, &mut |thought| emit(question.host, "thought", thought))?;
    json(&())
}

fn solve(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let search = SolutionSearch::new(&question.read()?, LONGEST_SEARCH)?;
    let host = question.host;
    search.report(&|| host.is_cancelled(), &|news| match news {
        SolutionNews::Progress(progress) => emit(host, "progress", &progress),
        SolutionNews::Solution(solution) => emit(host, "solution", &solution),
    })?;
    json(&())
}
