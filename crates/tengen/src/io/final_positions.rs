//! The positions at the end of records, for verbs that ask about positions.

use std::{
    io::{Cursor, Read},
    ops::ControlFlow,
    process::ExitCode,
};

use tengen_core::{Area, Board, Cell, Color, Point, Rule};
use tengen_notation::{Format, Irregularity, MainLine, OFF_BOARD, RecordReader, WholeRecord};

use crate::{
    cli::Common,
    io::board_stream::Text,
    io::buffered_output::Answers,
    io::error::Failure,
    io::input::Input,
    io::input_format::{From, SourceArgs},
    io::records::Records,
};

/// What a verb about positions reads: boards of its own, or records of games.
pub(crate) enum PositionInput {
    Boards(Text),
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
    /// Opens the file that `common` names and looks at what it is. Digits, and the letters of
    /// boards, are boards unless told otherwise.
    pub(crate) fn open(common: &Common, source: &SourceArgs) -> Result<PositionInput, Failure> {
        let mut input = Input::open(&common.file)?;
        let mut head = Vec::new();
        if let Err(error) =
            input.reader.by_ref().take(RecordReader::HEAD as u64).read_to_end(&mut head)
        {
            return Err(Failure::Read { name: input.name, error });
        }
        let format = match source.from {
            Some(From::Record(format)) => Some(format),
            Some(From::Board) => None,
            Some(other) => {
                let told = format!("{other} is read by render; name board or a format of games");
                return Err(Failure::Usage(told));
            }
            None => Some(None).filter(|_: &Option<Format>| is_record(&head, &input.name)),
        };
        let Some(format) = format else {
            input.reader = Box::new(Cursor::new(head).chain(input.reader));
            return Text::of_input(input).map(PositionInput::Boards);
        };
        let Input { name, reader, .. } = input;
        Records::open(&name, reader, head, format, &source.reading()).map(PositionInput::Records)
    }
}

/// Whether a text that nothing was said about holds records.
fn is_record(head: &[u8], name: &str) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    match Format::detect(head, name) {
        None | Some(Format::Moves) => false,
        // A letter and a digit: what begins like that is no board.
        Some(Format::Positions) => {
            let letters = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            (1..=2).contains(&letters) && text.get(letters).is_some_and(u8::is_ascii_digit)
        }
        Some(_) => !matches!(text.first(), Some(b'o' | b'x' | b'.' | b'0'..=b'9')),
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
    let Some(area) = record.area.or_else(|| usual_board(format)) else {
        return Err("the record does not say how large its board is; --size does".to_owned());
    };
    let mut line = MainLine::default();
    line.set(record, whole.line, whole.offset);
    if line.irregularities.iter().any(|&(_, odd)| odd == Irregularity::Setup) {
        return Err(
            "stones are set or taken away between the moves; no position comes of that".to_owned()
        );
    }
    let mut board = Board::new(area);
    for &(point, color) in &line.setup {
        put(&mut board, point, color).map_err(|why| format!("a stone that is set {why}"))?;
    }
    let moves = line.steps().filter_map(|step| Some((step.point?, step.color)));
    for ((point, color), move_number) in moves.zip(1..) {
        put(&mut board, point, color).map_err(|why| {
            format!("move {move_number}{} {why}; see replay", name_of_move(area, point))
        })?;
    }
    Ok(FinalPosition { number, line: whole.line, rule: record.rule, board })
}

/// Puts a stone on an empty point, or says why that cannot be.
pub(crate) fn put(board: &mut Board, point: Point, color: Color) -> Result<(), &'static str> {
    match board.cell(point) {
        Cell::Empty => {
            board.put(point, color);
            Ok(())
        }
        Cell::Edge => Err("is outside the board"),
        Cell::Black | Cell::White => Err("is on a point that is occupied"),
    }
}

/// The name of the point of a move, in commas; nothing if it has none.
pub(crate) fn name_of_move(area: Area, point: Point) -> String {
    if point == OFF_BOARD { String::new() } else { format!(", {},", area.name(point)) }
}

/// The board of formats whose games have one if nothing else is said.
pub(crate) fn usual_board(format: Format) -> Option<Area> {
    matches!(format, Format::Moves | Format::Positions | Format::Openings)
        .then_some(Area::square(15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_not_taken_for_records() {
        for (text, record) in [
            ("...x", false),
            ("oxo", false),
            ("xoz", false),
            ("o8o9", true),
            ("h8i9", true),
            ("1\n0 0 0", false),
            ("9\n1 1\n", false),
            ("", false),
            ("hello", false),
        ] {
            assert_eq!(is_record(text.as_bytes(), ""), record, "{text}");
        }
    }
}
