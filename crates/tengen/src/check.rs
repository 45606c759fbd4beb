//! `tengen check`: could this position have come about?

use std::process::ExitCode;

use serde::Serialize;
use tengen_core::{Area, Board, Color, Rule};
use tengen_notation::BoardForm;
use tengen_referee::{
    Reach, ReachAnswer,
    reach::{self, reach},
};

use crate::{
    cli::{CheckArgs, Telling},
    io::board_stream::{add_json, judge_boards},
    io::error::Failure,
    io::final_positions::{PositionInput, judge_final_positions},
    io::input::Input,
    io::lines::LineRecord,
    io::records::Records,
};

/// Answers for every board of the file, or for the last position of every record.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    match PositionInput::open(&args.common, &args.positions.source(args.rule))? {
        PositionInput::Boards(input, _) => run_boards(input, args),
        PositionInput::Records(records) => run_records(records, args),
    }
}

fn run_boards(input: Input, args: &CheckArgs) -> Result<ExitCode, Failure> {
    let (form, size) = (BoardForm::Letters, args.positions.board_size());
    let rule = args.rule.unwrap_or(Rule::Freestyle);
    let (limit, telling) = (args.limit, args.common.telling());
    judge_boards(input, &args.common, form, size, |diagram, number, out| {
        let answer = if telling == Telling::Answer {
            let answer = reach::answer(&diagram.stones, rule, limit);
            tell(out, answer);
            answer
        } else {
            let board = diagram.stones.board();
            tell_all(out, telling, (number, diagram.line), &board, rule, limit)
        };
        answer != ReachAnswer::Yes
    })
}

fn run_records(records: Records, args: &CheckArgs) -> Result<ExitCode, Failure> {
    let (limit, telling) = (args.limit, args.common.telling());
    judge_final_positions(records, &args.common, |end, out| {
        let rule = end.rule.unwrap_or(Rule::Freestyle);
        if rule == Rule::NoGo && end.board.area() == Area::Unbounded {
            return Err("nogo is played on a board with edges".to_owned());
        }
        let place = (end.number, end.line);
        Ok(tell_all(out, telling, place, &end.board, rule, limit) != ReachAnswer::Yes)
    })
}

fn tell(out: &mut Vec<u8>, answer: ReachAnswer) {
    out.extend_from_slice(answer.word().as_bytes());
    out.push(b'\n');
}

/// Tells the answer about a board as asked for. `place` is its number and its line.
fn tell_all(
    out: &mut Vec<u8>,
    telling: Telling,
    place: (u64, u64),
    board: &Board,
    rule: Rule,
    limit: u64,
) -> ReachAnswer {
    let found = reach(board, rule, limit);
    match telling {
        Telling::Answer => tell(out, found.answer()),
        Telling::Story => {
            tell(out, found.answer());
            out.extend_from_slice(found.describe(board, rule).as_bytes());
            if found.answer() == ReachAnswer::Unknown {
                out.truncate(out.trim_ascii_end().len());
                out.extend_from_slice(b"; --limit allows more\n");
            }
        }
        Telling::Json => add_json(out, &Record::new(place.0, place.1, board, rule, &found)),
    }
    found.answer()
}

/// An answer as JSON.
#[derive(Serialize)]
struct Record {
    board: u64,
    line: u64,
    answer: &'static str,
    rule: String,
    size: String,
    black: usize,
    white: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<u64>,
}

#[derive(Serialize)]
struct ReasonRecord {
    code: &'static str,
    text: String,
    lines: Vec<LineRecord>,
    /// The stones of a chain without a liberty.
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<Vec<String>>,
}

impl Record {
    fn new(number: u64, line: u64, board: &Board, rule: Rule, found: &Reach) -> Record {
        let area = board.area();
        let mut record = Record {
            board: number,
            line,
            answer: found.answer().word(),
            rule: rule.to_string(),
            size: area.to_string(),
            black: board.count(Color::Black),
            white: board.count(Color::White),
            witness: None,
            reason: None,
            tried: None,
        };
        match found {
            Reach::Yes(moves) => {
                record.witness = Some(area.names(moves));
            }
            Reach::No(reason) => {
                let lines = reason.lines().iter().map(|&line| LineRecord::new(line, area));
                record.reason = Some(ReasonRecord {
                    code: reason.code(),
                    text: reason.to_string(),
                    lines: lines.collect(),
                    chain: reason.chain().map(|chain| area.names(&chain.stones)),
                });
            }
            Reach::Unknown { tried } => record.tried = Some(*tried),
        }
        record
    }
}
