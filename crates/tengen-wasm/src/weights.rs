//! Weights of the engine, which a page sends before the first question about their rule.

use tengen_answers::{ApiError, ErrorCode, wire::WireRule};
use tengen_core::Rule;
use tengen_engine::fives::Values;

use crate::router::{Answer, RoutedQuestion, json};

/// The answer, if it is a file of weights.
pub(crate) fn answer(question: &RoutedQuestion<'_>) -> Option<Result<Answer, ApiError>> {
    (question.path == "/weights").then(|| install_weights(question.body))
}

fn install_weights(file: &[u8]) -> Result<Answer, ApiError> {
    let read = Values::from_bytes(file);
    let values = read.map_err(|error| ApiError::new(ErrorCode::BadRecord, error.to_string()))?;
    json(&values.install())
}

/// That the engine has the values of a rule.
pub(crate) fn check_weights(rule: WireRule) -> Result<(), ApiError> {
    let rule = Rule::from(rule);
    if rule == Rule::NoGo || Values::is_installed(rule) {
        return Ok(());
    }
    let message = format!("the engine has no values of {rule} yet: send them to /weights first");
    Err(ApiError::new(ErrorCode::Internal, message))
}
