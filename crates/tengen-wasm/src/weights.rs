//! Weights of the engine, which a page sends before the first question about their rule.

use tengen_answers::{ApiError, ErrorCode, wire::WireRule};
use tengen_core::Rule;
use tengen_engine::{fives::Values, nogo::PolicyValueNet};

use crate::router::{Answer, RoutedQuestion, json};

/// The answer, if it is a file of weights.
pub(crate) fn answer(question: &RoutedQuestion<'_>) -> Option<Result<Answer, ApiError>> {
    (question.path == "/weights").then(|| install_weights(question.body))
}

fn install_weights(file: &[u8]) -> Result<Answer, ApiError> {
    let refused = |message| ApiError::new(ErrorCode::BadRecord, message);
    if PolicyValueNet::has_magic(file) {
        let net = PolicyValueNet::from_bytes(file).map_err(|error| refused(error.to_string()))?;
        return json(&net.install());
    }
    let values = Values::from_bytes(file).map_err(|error| refused(error.to_string()))?;
    json(&values.install())
}

/// That the engine has the values of a rule.
pub(crate) fn check_weights(rule: WireRule) -> Result<(), ApiError> {
    let rule = Rule::from(rule);
    let is_installed = match rule {
        Rule::NoGo => PolicyValueNet::is_installed(),
        _ => Values::is_installed(rule),
    };
    if is_installed {
        return Ok(());
    }
    let message = format!("the engine has no values of {rule} yet: send them to /weights first");
    Err(ApiError::new(ErrorCode::Internal, message))
}
