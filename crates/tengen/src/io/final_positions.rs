//! The positions at the end of records, for verbs that ask about positions.

use std::{ops::ControlFlow, process::ExitCode};

use tengen_core::{Board, Rule};
use tengen_notation::{
    BoardForm, Content, Format, Irregularity, MainLine, WholeRecord,
    subject::{SubjectError, place_stones, usual_board},
};

use crate::{
    cli::Common,
    io::buffered_output::Answers,
    io::error::Failure,
    io::input::Input,
    io::input_format::{SourceArgs, content_name},
    io::records::Records,
    io::subject::advice,
};

/// What a verb about positions reads: boards of its own, or records of games.
pub(crate) enum PositionInput {
    Boards(Input, BoardForm),
    Records(Records),
}

/// The position at the end of a record.
pub(crate) struct FinalPosition {
    /// The number of the record, from 1.
    pub(crate) number: u64,
    /// The line it begins in, from 1.
    pub(crate) line: u64,
    /// The game, if the record or the arguments say it.
    pub(crate) rule: Option<Rule>,
    /// The stones.
    pub(crate) board: Board,
}

impl PositionInput {
    /// Opens the file that `common` names and detects what it holds. Numbers are boards if the arguments do not say
    /// otherwise.
    pub(crate) fn open(common: &Common, source: &SourceArgs) -> Result<PositionInput, Failure> {
        let mut input = Input::open(&common.file)?;
        let content = source.content(&input.head()?, &input.name);
        let is_named = source.from.is_some();
        let format = content.and_then(Content::format);
        match (format.filter(|&format| is_named || format != Format::Moves), content) {
            (Some(format), _) => {
                let records = Records::open(input, Some(format), &source.reading())?;
                Ok(PositionInput::Records(records))
            }
            (None, Some(Content::Boards(form))) => Ok(PositionInput::Boards(input, form)),
            (None, Some(other)) if is_named => {
                let name = content_name(other);
                let message = format!("{name} is read by render; name board or a format of games");
                Err(Failure::Usage(message))
            }
            (None, _) => Ok(PositionInput::Boards(input, BoardForm::Digits)),
        }
    }
}

/// Asks `question` about the position at the end of every record, and prints the answers. It says
/// whether the answer is negative.
pub(crate) fn judge_final_positions(
    records: Records,
    common: &Common,
    mut question: impl FnMut(&FinalPosition, &mut Vec<u8>) -> Result<bool, String>,
) -> Result<ExitCode, Failure> {
    let (name, format) = (records.name().to_owned(), records.format());
    let (mut answers, mut out) = (Answers::new(), Vec::new());
    let (mut number, mut negative) = (0, false);
    records.each(|record| {
        number += 1;
        let whole = match record {
            Ok(whole) => whole,
            Err(fault) => return Err(Failure::Fault { name: name.clone(), fault }),
        };
        let line = whole.line;
        let wrong = |what: String| Failure::Usage(format!("{name}:{line}: {what}"));
        let end = final_position(&whole, format, number).map_err(wrong)?;
        negative |= question(&end, &mut out).map_err(wrong)?;
        answers.add(&out).map_err(Failure::Output)?;
        out.clear();
        Ok(ControlFlow::Continue(()))
    })?;
    answers.print()?;
    Ok(if common.exit_code && negative { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The position at the end of the main line.
fn final_position(
    whole: &WholeRecord,
    format: Format,
    number: u64,
) -> Result<FinalPosition, String> {
    let record = &whole.record;
    let no_size = || advice(&SubjectError::NoSize);
    let area = record.area.or_else(|| usual_board(format)).ok_or_else(no_size)?;
    let mut line = MainLine::default();
    line.set(record, whole.line, whole.offset);
    if line.irregularities.iter().any(|&(_, odd)| odd == Irregularity::Setup) {
        return Err(
            "stones are set or taken away between the moves; no position comes of that".to_owned()
        );
    }
    let moves = line.steps().filter_map(|step| Some((step.point?, step.color)));
    let board =
        place_stones(area, &line.setup, (1..).zip(moves)).map_err(|error| advice(&error))?;
    Ok(FinalPosition { number, line: whole.line, rule: record.rule, board })
}
