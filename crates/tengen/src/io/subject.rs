//! Reading what is drawn, solved or analyzed: a position or a game, from whatever text it comes in.

use std::{ops::ControlFlow, path::Path};

use tengen_notation::{
    Content, Format, WholeRecord,
    subject::{MoveNumber, Subject, SubjectError},
};

use crate::io::{error::Failure, input::Input, input_format::SourceArgs, records::Records};

/// A text of a position is not longer than the largest board with blanks.
const LIMIT: usize = 8 << 20;

/// The game or board with this number in the file at `path`, after the moves that `at` says.
pub(crate) fn read_subject(
    path: &Path,
    source: &SourceArgs,
    number: u64,
    at: MoveNumber,
) -> Result<Subject, Failure> {
    subject_of_input(Input::open(path)?, source, number, at)
}

/// The game or board with this number in a text, after the moves that `at` says.
pub(crate) fn subject_of_input(
    mut input: Input,
    source: &SourceArgs,
    number: u64,
    at: MoveNumber,
) -> Result<Subject, Failure> {
    let content = source.content(&input.head()?, &input.name);
    if let Some(content) = content
        && !matches!(content, Content::Records(_))
    {
        let (name, text) = input.text(LIMIT)?;
        return subject_of_positions(&name, &text, content, source, number, at);
    }
    let name = input.name.clone();
    let records = Records::open(input, content.and_then(Content::format), &source.reading())?;
    let (format, mut found, mut seen) = (records.format(), None, 0);
    records.each(|record| {
        seen += 1;
        if seen < number {
            return Ok(ControlFlow::Continue(()));
        }
        match record {
            Ok(whole) => found = Some(whole.record),
            Err(fault) => return Err(Failure::Fault { name: name.clone(), fault }),
        }
        Ok(ControlFlow::Break(()))
    })?;
    match found {
        Some(record) => Subject::from_record(&record, format, at)
            .map_err(|error| Failure::Usage(advice(&error))),
        None => Err(Failure::Usage(format!("{name} has no game {number}; it has {seen}"))),
    }
}

/// The position with this number in a text of them.
fn subject_of_positions(
    name: &str,
    text: &[u8],
    content: Content,
    source: &SourceArgs,
    number: u64,
    at: MoveNumber,
) -> Result<Subject, Failure> {
    let kind = if content == Content::Link { "game" } else { "board" };
    if at != MoveNumber::Last && kind == "board" {
        let message = format!("{name} is a position; a game has moves to choose from");
        return Err(Failure::Usage(message));
    }
    let mut seen = 0;
    for position in content.positions(text, &source.reading()) {
        let fault = |fault| Failure::Fault { name: name.to_owned(), fault };
        let WholeRecord { record, .. } = position.map_err(fault)?;
        seen += 1;
        if seen == number {
            return Subject::from_record(&record, Format::Positions, at)
                .map_err(|error| Failure::Usage(advice(&error)));
        }
    }
    Err(Failure::Usage(format!("{name} has no {kind} {number}; it has {seen}")))
}

/// An error of a subject, and the option that helps.
pub(crate) fn advice(error: &SubjectError) -> String {
    match error {
        SubjectError::NoSize => format!("{error}; --size does"),
        SubjectError::AfterEnd { moves, number } => {
            format!("the game has {moves} moves; --at {number} is after its end")
        }
        SubjectError::Move { .. } => format!("{error}; see replay"),
        SubjectError::NoTurn { .. } => format!("{error}; say with --turn who is to move"),
        SubjectError::Over(_) => format!("{error}; --move takes an earlier position"),
        error => error.to_string(),
    }
}
