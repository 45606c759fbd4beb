//! Questions about puzzles. Their set is a part of this module alone.

use tengen_answers::{
    ApiError,
    puzzles::{PuzzleMoveQuestion, PuzzleQuestion, PuzzleSet},
};

use crate::router::{Answer, RoutedQuestion, json};

/// The answer, if it is one of these questions.
pub(crate) fn answer(question: &RoutedQuestion<'_>) -> Option<Result<Answer, ApiError>> {
    Some(match question.path {
        "/api/puzzles" => puzzle(question),
        "/api/puzzles/move" => puzzle_move(question),
        _ => return None,
    })
}

fn puzzle(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    json(&question.read::<PuzzleQuestion>()?.answer(PuzzleSet::built_in())?)
}

fn puzzle_move(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let moved: PuzzleMoveQuestion = question.read()?;
    json(&moved.answer(PuzzleSet::built_in(), &question.cancel)?)
}
