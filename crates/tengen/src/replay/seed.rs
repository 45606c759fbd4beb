//! Lists of moves on their own: who won, and at which move.

use std::{fmt::Write as _, io::Write as _, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Color, Illegal, Line, Point, Position, Rule, renju};
use tengen_notation::{MoveListSplitter, Problem, move_lists::MoveLists};
use tengen_referee::{End, Evidence, GameRecord, Judge, Verdict};

use crate::{
    cli::{ReplayArgs, Telling},
    io::board_stream::{add_json, judge},
    io::error::Failure,
    io::input::Input,
    io::lines::{LineRecord, describe, direction},
};

/// Answers for every game of the text, all of them or none.
pub(super) fn run(args: &ReplayArgs, input: Input) -> Result<ExitCode, Failure> {
    let common = args.common();
    let (width, height) = args.size.unwrap_or((15, 15));
    let area = Area::Bounded { width, height };
    let (rule, telling) = (args.rule.unwrap_or(Rule::Freestyle), common.telling());
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
                match telling {
                    Telling::Answer => tell(out, &verdict),
                    Telling::Story => {
                        tell(out, &verdict);
                        out.extend_from_slice(story(&record, game.moves, &verdict).as_bytes());
                    }
                    Telling::Json => {
                        let lines = winning_lines(&record, game.moves, &verdict);
                        let lines =
                            lines.into_iter().map(|line| LineRecord::new(line, area)).collect();
                        add_json(
                            out,
                            &Record {
                                game: number,
                                line: game.line,
                                rule: rule.to_string(),
                                size: area.to_string(),
                                moves: game.moves.len(),
                                winner: verdict.winner.map(|winner| winner.to_string()),
                                at: verdict.winner.map(|_| verdict.at),
                                reason: verdict.end.word(),
                                lines,
                                parts: foul_parts(&record, game.moves, &verdict)
                                    .into_iter()
                                    .map(|part| PartRecord {
                                        shape: part.shape.name(),
                                        direction: direction(part.axis),
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

fn tell(out: &mut Vec<u8>, Verdict { winner, at, .. }: &Verdict) {
    // Writing to memory does not fail.
    let _ = match winner {
        None => out.write_all(b"Tie\n"),
        Some(Color::Black) => writeln!(out, "A {at}"),
        Some(Color::White) => writeln!(out, "B {at}"),
    };
}

/// An answer as JSON.
#[derive(Serialize)]
struct Record {
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
    direction: &'static str,
    stones: Vec<String>,
    counts: bool,
}

/// The position after the first `count` moves, all of them legal.
fn position_after(game: &GameRecord<'_>, moves: &[Point], count: usize) -> Option<Position> {
    let mut position = Position::new(game.rule, game.area).ok()?;
    moves[..count].iter().try_for_each(|&point| position.play(point)).ok()?;
    Some(position)
}

/// The lines that won the game.
fn winning_lines(game: &GameRecord<'_>, moves: &[Point], verdict: &Verdict) -> Vec<Line> {
    if verdict.end != End::Five {
        return Vec::new();
    }
    position_after(game, moves, verdict.at as usize)
        .map_or_else(Vec::new, |position| position.winning_lines())
}

/// What the forbidden stone that ended the game makes.
fn foul_parts(game: &GameRecord<'_>, moves: &[Point], verdict: &Verdict) -> Vec<renju::LineShape> {
    if !verdict.end.is_foul() {
        return Vec::new();
    }
    let last = verdict.at as usize - 1;
    position_after(game, moves, last)
        .map_or_else(Vec::new, |before| renju::line_shapes(before.board(), moves[last]))
}

/// Why the rules forbid the move that lost the game.
fn forbidden(game: &GameRecord<'_>, moves: &[Point], verdict: &Verdict) -> Option<Illegal> {
    let last = verdict.at as usize - 1;
    position_after(game, moves, last)?.play(moves[last]).err()
}

fn story(game: &GameRecord<'_>, moves: &[Point], verdict: &Verdict) -> String {
    let mut story = String::new();
    let (area, at) = (game.area, verdict.at as usize);
    let name = || area.name(moves[at - 1]);
    // Writing to memory does not fail.
    let _ = match (verdict.end, verdict.winner) {
        (End::Five, _) => winning_lines(game, moves, verdict).into_iter().try_for_each(|line| {
            let (color, line) = (line.color, describe(line, area));
            writeln!(story, "  move {at}, {}: {color} makes {line}", name())
        }),
        (End::NoMove, Some(winner)) => {
            writeln!(story, "  after move {at} {} has no legal move; {winner} won", !winner)
        }
        (End::FullBoard, _) => writeln!(story, "  the board is full and nobody has won"),
        (_, None) => writeln!(story, "  after {} moves nobody has won yet", moves.len()),
        (_, Some(_)) => match forbidden(game, moves, verdict) {
            Some(Illegal::Chokes(color)) => {
                writeln!(story, "  move {at}, {}: a {color} chain has no liberty", name())
            }
            Some(Illegal::Foul(foul)) => {
                let _ = writeln!(story, "  move {at}, {}: black makes a foul: {foul}", name());
                foul_parts(game, moves, verdict).into_iter().try_for_each(|part| {
                    let stones: Vec<String> = part.stones.iter().map(|&p| area.name(p)).collect();
                    let (shape, axis, stones) = (part.shape.name(), part.axis, stones.join(" "));
                    let counts = if part.counts() { "" } else { " (does not count)" };
                    writeln!(story, "  {shape} on the {axis}: {stones}{counts}")
                })
            }
            _ => Ok(()),
        },
    };
    if verdict.winner.is_some() {
        let _ = match verdict.after {
            0 => Ok(()),
            1 => writeln!(story, "  1 move after the end does not count"),
            more => writeln!(story, "  {more} moves after the end do not count"),
        };
    }
    story
}
