//! `tengen winner`: who has won on this board, and where?

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{fmt::Write as _, io::Write as _, process::ExitCode};

use clap::Args;
use serde::Serialize;
use tengen_core::{Area, Color, Line, Rule, lines};
use tengen_notation::BoardForm;

use crate::{
    cli::{AnswerForm, Common, PositionArgs, rule_of_fives},
    io::board_stream::{add_json, judge_boards},
    io::error::Failure,
    io::final_positions::{PositionInput, judge_final_positions},
    io::input::Input,
    io::lines::LineRecord,
    io::records::Records,
};

/// Find the winner on boards, and where the winning line starts.
///
/// The input is the number of boards and that many boards of 19 lines of 19 numbers: 0 empty, 1
/// black, 2 white; or, without a number of boards, boards as "check" reads them. For each board it
/// prints 0 if there is no winner; else 1 or 2, and on the next line the row and the column, counted
/// from 1 at the top left, of the leftmost stone of the winning line (the uppermost one if the line
/// is vertical). If there is more than one such line, it is the one whose stone comes first in
/// reading order; --explain and --json say that it is not the only one.
///
/// Records of games are read as well: then it is asked about the position at the end of each.
#[derive(Args, Debug)]
pub(crate) struct WinnerArgs {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Rule: freestyle, exact or renju [default: that of the record, or exact].
    #[arg(long, value_name = "RULE", value_parser = rule_of_fives)]
    pub(crate) rule: Option<Rule>,

    #[command(flatten)]
    pub(crate) positions: PositionArgs,

    /// For each board the number of winning lines, and for each line the winner, row, column,
    /// direction and length.
    #[arg(long, conflicts_with_all = ["explain", "json"])]
    pub(crate) all: bool,
}

/// Answers for every board of the file, or for the last position of every record.
pub(crate) fn run(args: &WinnerArgs) -> Result<ExitCode, Failure> {
    match PositionInput::open(&args.common, &args.positions.source(args.rule))? {
        PositionInput::Boards(input, form) => run_boards(input, form, args),
        PositionInput::Records(records) => run_records(records, args),
    }
}

/// Lines decide every game but one.
const fn of_lines(rule: Rule) -> Result<(), &'static str> {
    match rule {
        Rule::NoGo => Err("nobody wins by a line at nogo; ask replay who won a game of it"),
        Rule::Freestyle | Rule::Exact | Rule::Renju => Ok(()),
    }
}

fn run_boards(input: Input, form: BoardForm, args: &WinnerArgs) -> Result<ExitCode, Failure> {
    let rule = args.rule.unwrap_or(Rule::Exact);
    let (size, answer_form) = (args.positions.board_size(), args.common.answer_form());
    judge_boards(input, &args.common, form, size, |diagram, number, out| {
        let stones = &diagram.stones;
        if answer_form == AnswerForm::Plain && !args.all {
            let first = stones.first_win(rule);
            write_first(out, first);
            return first.is_none();
        }
        let wins = stones.wins(rule);
        write_wins(out, args, (number, diagram.line), rule, stones.area(), &wins);
        wins.is_empty()
    })
}

fn run_records(records: Records, args: &WinnerArgs) -> Result<ExitCode, Failure> {
    judge_final_positions(records, &args.common, |end, out| {
        let rule = end.rule.unwrap_or(Rule::Exact);
        of_lines(rule).map_err(str::to_owned)?;
        let wins = lines(&end.board).into_iter().filter(|line| line.wins(rule));
        let wins: Vec<Line> = wins.collect();
        write_wins(out, args, (end.number, end.line), rule, end.board.area(), &wins);
        Ok(wins.is_empty())
    })
}

/// Writes the winning lines of a board in the form of the arguments. `place` is its number and its line.
fn write_wins(
    out: &mut Vec<u8>,
    args: &WinnerArgs,
    place: (u64, u64),
    rule: Rule,
    area: Area,
    wins: &[Line],
) {
    match args.common.answer_form() {
        AnswerForm::Json => add_json(out, &WinnerRecord::new(place.0, place.1, rule, area, wins)),
        AnswerForm::Explained => {
            write_first(out, wins.first().copied());
            out.extend_from_slice(story(wins, area).as_bytes());
        }
        AnswerForm::Plain if args.all => write_all(out, wins),
        AnswerForm::Plain => write_first(out, wins.first().copied()),
    }
}

const fn digit(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

fn write_first(out: &mut Vec<u8>, first: Option<Line>) {
    // Writing to memory does not fail.
    let _ = match first {
        None => out.write_all(b"0\n"),
        Some(Line { color, start, .. }) => {
            writeln!(out, "{}\n{} {}", digit(color), start.y + 1, start.x + 1)
        }
    };
}

fn write_all(out: &mut Vec<u8>, wins: &[Line]) {
    let _ = writeln!(out, "{}", wins.len());
    for Line { color, start, axis, length } in wins {
        let (row, column) = (start.y + 1, start.x + 1);
        let _ = writeln!(out, "{} {row} {column} {} {length}", digit(*color), axis.word());
    }
}

fn story(wins: &[Line], area: Area) -> String {
    let mut story = String::new();
    if wins.is_empty() {
        story.push_str("  nobody has won\n");
    }
    for win in wins {
        let _ = writeln!(story, "  {} has a {}", win.color, win.describe(area));
    }
    if let Some(warning) = warning(wins) {
        let _ = writeln!(story, "  {warning}");
    }
    story
}

/// What to say when the winning line is not the only one.
fn warning(wins: &[Line]) -> Option<&'static str> {
    let both = |color| wins.iter().any(|win| win.color == color);
    if both(Color::Black) && both(Color::White) {
        Some("both sides have won; the answer is the first line in reading order")
    } else if wins.len() > 1 {
        Some("there is more than one winning line; the answer is the first in reading order")
    } else {
        None
    }
}

/// An answer as JSON.
#[derive(Serialize)]
struct WinnerRecord {
    board: u64,
    line: u64,
    rule: String,
    size: String,
    winner: Option<String>,
    /// The only winner and the only line.
    unique: bool,
    lines: Vec<LineRecord>,
}

impl WinnerRecord {
    fn new(number: u64, line: u64, rule: Rule, area: Area, wins: &[Line]) -> WinnerRecord {
        WinnerRecord {
            board: number,
            line,
            rule: rule.to_string(),
            size: area.to_string(),
            winner: wins.first().map(|win| win.color.to_string()),
            unique: wins.len() <= 1,
            lines: wins.iter().map(|&win| LineRecord::new(win, area)).collect(),
        }
    }
}
