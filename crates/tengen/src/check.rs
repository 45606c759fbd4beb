//! `tengen check`: could this position have come about?

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use tengen_core::{Area, Board, Color, Rule};
use tengen_notation::BoardForm;
use tengen_referee::{
    Reach, ReachAnswer,
    reach::{self, DEFAULT_LIMIT, reach},
};

use crate::{
    cli::{AnswerForm, Common, PositionArgs},
    io::board_stream::{add_json, judge_boards},
    io::error::Failure,
    io::final_positions::{PositionInput, judge_final_positions},
    io::input::Input,
    io::lines::LineRecord,
    io::records::Records,
};

/// Check whether positions are reachable by legal play: YES, NO or UNKNOWN.
///
/// A board is 19 lines of 19 characters: o black, x white, . empty; a blank line stands between two
/// boards. A position could have come about if some order of legal moves from the empty board leads
/// to it, none of them after a win. Every YES has such an order and every NO a reason; --explain
/// prints it. Under freestyle and on boards up to 19x19 there is always an answer; where a search
/// reaches its --limit, the answer is UNKNOWN.
///
/// Records of games are read as well: then it is asked about the position at the end of each.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Rule: freestyle, exact, renju or nogo [default: that of the record, or freestyle].
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    #[command(flatten)]
    pub(crate) positions: PositionArgs,

    /// Maximum number of steps of a search for an order of moves.
    #[arg(long, default_value_t = DEFAULT_LIMIT, value_name = "STEPS")]
    pub(crate) limit: u64,
}

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
    let (limit, answer_form) = (args.limit, args.common.answer_form());
    judge_boards(input, &args.common, form, size, |diagram, number, out| {
        let answer = if answer_form == AnswerForm::Plain {
            let answer = reach::answer(&diagram.stones, rule, limit);
            write_answer(out, answer);
            answer
        } else {
            let board = diagram.stones.board();
            write_reach(out, answer_form, (number, diagram.line), &board, rule, limit)
        };
        answer != ReachAnswer::Yes
    })
}

fn run_records(records: Records, args: &CheckArgs) -> Result<ExitCode, Failure> {
    let (limit, answer_form) = (args.limit, args.common.answer_form());
    judge_final_positions(records, &args.common, |end, out| {
        let rule = end.rule.unwrap_or(Rule::Freestyle);
        if rule == Rule::NoGo && end.board.area() == Area::Unbounded {
            return Err("nogo is played on a board with edges".to_owned());
        }
        let place = (end.number, end.line);
        Ok(write_reach(out, answer_form, place, &end.board, rule, limit) != ReachAnswer::Yes)
    })
}

fn write_answer(out: &mut Vec<u8>, answer: ReachAnswer) {
    out.extend_from_slice(answer.word().as_bytes());
    out.push(b'\n');
}

/// Writes the answer about a board in the form of the arguments. `place` is its number and its line.
fn write_reach(
    out: &mut Vec<u8>,
    answer_form: AnswerForm,
    place: (u64, u64),
    board: &Board,
    rule: Rule,
    limit: u64,
) -> ReachAnswer {
    let found = reach(board, rule, limit);
    match answer_form {
        AnswerForm::Plain => write_answer(out, found.answer()),
        AnswerForm::Explained => {
            write_answer(out, found.answer());
            out.extend_from_slice(found.describe(board, rule).as_bytes());
            if found.answer() == ReachAnswer::Unknown {
                out.truncate(out.trim_ascii_end().len());
                out.extend_from_slice(b"; --limit allows more\n");
            }
        }
        AnswerForm::Json => add_json(out, &ReachRecord::new(place.0, place.1, board, rule, &found)),
    }
    found.answer()
}

/// An answer as JSON.
#[derive(Serialize)]
struct ReachRecord {
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

impl ReachRecord {
    fn new(number: u64, line: u64, board: &Board, rule: Rule, found: &Reach) -> ReachRecord {
        let area = board.area();
        let mut record = ReachRecord {
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
