//! Lists of moves on their own: who won, and at which move.

use std::{io::Write as _, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Axis, Color, Illegal, Rule};
use tengen_notation::{MoveListSplitter, Problem, move_lists::MoveLists};
use tengen_referee::{End, Evidence, GameRecord, Judge, Verdict};

use super::replay_args::ReplayArgs;
use crate::{
    cli::AnswerForm,
    io::board_stream::{add_json, judge},
    io::error::Failure,
    io::input::Input,
    io::lines::LineRecord,
};

/// Answers for every game of the text, all of them or none.
pub(super) fn run(args: &ReplayArgs, input: Input) -> Result<ExitCode, Failure> {
    let common = args.common();
    let (width, height) = args.size.unwrap_or((15, 15));
    let area = Area::Bounded { width, height };
    let (rule, answer_form) = (args.rule.unwrap_or(Rule::Freestyle), common.answer_form());
    let output = args.output_file()?;
    judge(
        input,
        &common,
        output,
        MoveListSplitter::new(width, height),
        |records, place, out, negative| {
            let (mut judge, mut evidence) = (Judge::strict(), Evidence::default());
            let mut games = MoveLists::new(records, width, height, place);
            let mut number = place.records;
            while let Some(game) = games.read()? {
                number += 1;
                let record = GameRecord::new(rule, area, game.moves);
                let verdict = judge.judge(&record, &mut evidence);
                if let Some(problem) = problem(&verdict) {
                    return Err(games.fault_at_move(verdict.at as usize, problem));
                }
                if verdict.winner.is_none() {
                    negative.note();
                }
                match answer_form {
                    AnswerForm::Plain => write_answer(out, &verdict),
                    AnswerForm::Explained => {
                        write_answer(out, &verdict);
                        out.extend_from_slice(record.describe_end(&verdict).as_bytes());
                    }
                    AnswerForm::Json => {
                        let lines = record.winning_lines(&verdict);
                        let lines =
                            lines.into_iter().map(|line| LineRecord::new(line, area)).collect();
                        add_json(
                            out,
                            &MoveListRecord {
                                game: number,
                                line: game.line,
                                rule: rule.to_string(),
                                size: area.to_string(),
                                moves: game.moves.len(),
                                winner: verdict.winner.map(|winner| winner.to_string()),
                                at: verdict.winner.map(|_| verdict.at),
                                reason: verdict.end.word(),
                                lines,
                                parts: record
                                    .foul_parts(&verdict)
                                    .into_iter()
                                    .map(|part| PartRecord {
                                        shape: part.shape.name(),
                                        direction: part.axis,
                                        stones: part.stones.iter().map(|&p| area.name(p)).collect(),
                                        counts: part.counts(),
                                    })
                                    .collect(),
                            },
                        );
                    }
                }
            }
            Ok(())
        },
    )
}

/// What is wrong with the move that no game can have, if there is one.
fn problem(verdict: &Verdict) -> Option<Problem> {
    let illegal = match verdict.end {
        End::Outside => Illegal::Outside,
        End::Occupied => Illegal::Occupied,
        _ => return None,
    };
    let earlier = (verdict.earlier > 0).then_some(verdict.earlier as usize);
    Some(Problem::Illegal { number: verdict.at as usize, illegal, earlier })
}

fn write_answer(out: &mut Vec<u8>, Verdict { winner, at, .. }: &Verdict) {
    // Writing to memory does not fail.
    let _ = match winner {
        None => out.write_all(b"Tie\n"),
        Some(Color::Black) => writeln!(out, "A {at}"),
        Some(Color::White) => writeln!(out, "B {at}"),
    };
}

/// An answer as JSON.
#[derive(Serialize)]
struct MoveListRecord {
    game: u64,
    line: u64,
    rule: String,
    size: String,
    moves: usize,
    winner: Option<String>,
    at: Option<u32>,
    reason: &'static str,
    lines: Vec<LineRecord>,
    /// What makes a foul.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartRecord>,
}

/// What a forbidden stone makes on one line, as JSON.
#[derive(Serialize)]
struct PartRecord {
    shape: &'static str,
    direction: Axis,
    stones: Vec<String>,
    counts: bool,
}
