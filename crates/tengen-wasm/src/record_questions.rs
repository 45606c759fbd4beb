//! Questions about records, studies, whether a position is reachable, and pictures.

use serde::Deserialize;
use tengen_answers::{
    ApiError,
    check::{self, CheckQuestion},
    convert::{ConvertQuestion, ConvertSource},
    import::ImportQuery,
    judge::JudgeQuery,
    picture::PictureQuestion,
    reading::parse_query,
    studies::Study,
    wire::StoredGame,
};

use crate::router::{Answer, RoutedQuestion, json};

/// The answer, if it is one of these questions.
pub(crate) fn answer(question: &RoutedQuestion<'_>) -> Option<Result<Answer, ApiError>> {
    Some(match question.path {
        "/api/judge" => judge(question),
        "/api/import" => import(question),
        "/api/convert" => convert(question),
        "/stored/convert" => convert_stored(question),
        "/api/picture" => picture(question),
        "/api/check" => check(question),
        "/api/studies/check" => check_study(question),
        _ => return None,
    })
}

fn judge(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    json(&parse_query::<JudgeQuery>(question.query)?.judge(question.body, &question.cancel)?)
}

fn import(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    json(&parse_query::<ImportQuery>(question.query)?.import(question.body, &question.cancel)?)
}

fn convert(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let conversion: ConvertQuestion = question.read()?;
    if matches!(conversion.source, ConvertSource::Game { .. }) {
        return Err(ApiError::not_found("game"));
    }
    json(&conversion.convert(None, &question.cancel)?)
}

/// A conversion of a stored game, which comes with it: there is no store here to look it up in.
#[derive(Debug, Deserialize)]
struct StoredConversion {
    question: ConvertQuestion,
    game: StoredGame,
}

fn convert_stored(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let stored: StoredConversion = question.read()?;
    json(&stored.question.convert(Some(&stored.game), &question.cancel)?)
}

fn picture(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    let (media_type, bytes) = question.read::<PictureQuestion>()?.draw(&question.cancel)?;
    Ok(Answer { media_type, bytes })
}

fn check_study(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    json(&question.read::<Study>()?.check()?)
}

fn check(question: &RoutedQuestion<'_>) -> Result<Answer, ApiError> {
    json(&check::check(&question.read::<CheckQuestion>()?, &question.cancel)?)
}
