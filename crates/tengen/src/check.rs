//! `tengen check`: could this position have come about?

use std::{fmt::Write, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Board, Color, Point, Rule, lines};
use tengen_notation::{BoardCutter, BoardForm, Boards};
use tengen_referee::{
    Answer, Reach,
    reach::{self, reach},
};

use crate::{
    cli::{CheckArgs, Telling},
    error::Failure,
    lines::{LineRecord, describe},
    run::{Text, add_json, judge},
};

/// Answers for every board of the file.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let text = Text::open(&args.common)?;
    let (form, size) = (BoardForm::Letters, args.size.0);
    let (rule, limit, telling) = (args.rule, args.limit, args.common.telling());
    judge(text, &args.common, BoardCutter::new(form, size), |records, place, out, negative| {
        let mut boards = Boards::new(records, form, size, place);
        let mut number = place.records;
        while let Some(diagram) = boards.read()? {
            number += 1;
            let answer = if telling == Telling::Answer {
                let answer = reach::answer(&diagram.stones, rule, limit);
                out.extend_from_slice(answer.word().as_bytes());
                out.push(b'\n');
                answer
            } else {
                let board = diagram.stones.board();
                let found = reach(&board, rule, limit);
                let answer = found.answer();
                match telling {
                    Telling::Json => {
                        add_json(out, &Record::new(number, diagram.line, &board, rule, &found));
                    }
                    _ => out.extend_from_slice(story(&board, rule, &found).as_bytes()),
                }
                answer
            };
            if answer != Answer::Yes {
                negative.note();
            }
        }
        Ok(())
    })
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
                record.witness = Some(names(area, moves));
            }
            Reach::No(reason) => {
                let lines = reason.lines().iter().map(|&line| LineRecord::new(line, area));
                record.reason = Some(ReasonRecord {
                    code: reason.code(),
                    text: reason.to_string(),
                    lines: lines.collect(),
                    chain: reason.chain().map(|chain| names(area, &chain.stones)),
                });
            }
            Reach::Unknown { tried } => record.tried = Some(*tried),
        }
        record
    }
}

fn names(area: Area, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| area.name(point)).collect()
}

fn story(board: &Board, rule: Rule, found: &Reach) -> String {
    let area = board.area();
    let mut story = format!("{}\n", found.answer().word());
    match found {
        Reach::Yes(moves) => {
            for line in lines(board).into_iter().filter(|line| line.wins(rule)) {
                let _ = writeln!(story, "  {} has {}", line.color, describe(line, area));
            }
            let _ = writeln!(story, "  under {rule} on {area} these moves lead to it:");
            tell_moves(&mut story, area, moves);
        }
        Reach::No(reason) => {
            let _ = writeln!(story, "  {reason}");
            for line in reason.lines() {
                let _ = writeln!(story, "  {} has {}", line.color, describe(*line, area));
            }
            if let Some(chain) = reason.chain() {
                let _ = writeln!(story, "  its stones: {}", names(area, &chain.stones).join(" "));
            }
        }
        Reach::Unknown { tried } => {
            let _ = writeln!(
                story,
                "  no legal order of moves was found in {tried} steps, and not all were tried; \
                 --limit allows more"
            );
        }
    }
    story
}

/// Ten moves a line, numbered.
fn tell_moves(story: &mut String, area: Area, moves: &[Point]) {
    for (row, ten) in moves.chunks(10).enumerate() {
        let _ = write!(story, "  {:>4}.", 10 * row + 1);
        for &point in ten {
            let _ = write!(story, " {}", area.name(point));
        }
        story.push('\n');
    }
}
