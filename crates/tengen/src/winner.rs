//! `tengen winner`: who has won on this board, and where?

use std::{fmt::Write as _, io::Write as _, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Color, Line, Rule, lines};
use tengen_notation::{BoardForm, boards::DiagramStones};

use crate::{
    cli::{Telling, WinnerArgs},
    io::board_stream::{add_json, judge_boards},
    io::error::Failure,
    io::final_positions::{PositionInput, judge_final_positions},
    io::input::Input,
    io::lines::{LineRecord, direction},
    io::records::Records,
};

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
    let (size, telling) = (args.positions.board_size(), args.common.telling());
    judge_boards(input, &args.common, form, size, |diagram, number, out| {
        let stones = &diagram.stones;
        if telling == Telling::Answer && !args.all {
            let first = first_win(stones, rule);
            tell_first(out, first);
            return first.is_none();
        }
        let wins = all_wins(stones, rule);
        tell(out, args, (number, diagram.line), rule, stones.area(), &wins);
        wins.is_empty()
    })
}

fn run_records(records: Records, args: &WinnerArgs) -> Result<ExitCode, Failure> {
    judge_final_positions(records, &args.common, |end, out| {
        let rule = end.rule.unwrap_or(Rule::Exact);
        of_lines(rule).map_err(str::to_owned)?;
        let wins = lines(&end.board).into_iter().filter(|line| line.wins(rule));
        let wins: Vec<Line> = wins.collect();
        tell(out, args, (end.number, end.line), rule, end.board.area(), &wins);
        Ok(wins.is_empty())
    })
}

/// Tells the winning lines of a board as asked for. `place` is its number and its line.
fn tell(
    out: &mut Vec<u8>,
    args: &WinnerArgs,
    place: (u64, u64),
    rule: Rule,
    area: Area,
    wins: &[Line],
) {
    match args.common.telling() {
        Telling::Json => add_json(out, &Record::new(place.0, place.1, rule, area, wins)),
        Telling::Story => {
            tell_first(out, wins.first().copied());
            out.extend_from_slice(story(wins, area).as_bytes());
        }
        Telling::Answer if args.all => tell_all(out, wins),
        Telling::Answer => tell_first(out, wins.first().copied()),
    }
}

fn first_win(stones: &DiagramStones, rule: Rule) -> Option<Line> {
    match stones {
        DiagramStones::Small(rows) => rows.first_win(rule),
        DiagramStones::Large(board) => lines(board).into_iter().find(|line| line.wins(rule)),
    }
}

/// Every winning line, ordered by start and direction.
fn all_wins(stones: &DiagramStones, rule: Rule) -> Vec<Line> {
    let mut wins = match stones {
        DiagramStones::Small(rows) => rows.lines(),
        DiagramStones::Large(board) => lines(board),
    };
    wins.retain(|line| line.wins(rule));
    wins
}

const fn digit(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

fn tell_first(out: &mut Vec<u8>, first: Option<Line>) {
    // Writing to memory does not fail.
    let _ = match first {
        None => out.write_all(b"0\n"),
        Some(Line { color, start, .. }) => {
            writeln!(out, "{}\n{} {}", digit(color), start.y + 1, start.x + 1)
        }
    };
}

fn tell_all(out: &mut Vec<u8>, wins: &[Line]) {
    let _ = writeln!(out, "{}", wins.len());
    for Line { color, start, axis, length } in wins {
        let (row, column) = (start.y + 1, start.x + 1);
        let _ = writeln!(out, "{} {row} {column} {} {length}", digit(*color), direction(*axis));
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
struct Record {
    board: u64,
    line: u64,
    rule: String,
    size: String,
    winner: Option<String>,
    /// The only winner and the only line.
    unique: bool,
    lines: Vec<LineRecord>,
}

impl Record {
    fn new(number: u64, line: u64, rule: Rule, area: Area, wins: &[Line]) -> Record {
        Record {
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
