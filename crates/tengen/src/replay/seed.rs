//! Lists of moves on their own: who won, and at which move.

use std::{fmt::Write as _, io::Write as _, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Color, Line, Point, Position, Rule, renju};
use tengen_notation::{Fault, MoveListSplitter, Problem, move_lists::MoveLists};
use tengen_referee::{Ending, How, Misplay, Replayer};

use crate::{
    cli::{ReplayArgs, Telling},
    io::board_stream::{Text, add_json, judge},
    io::error::Failure,
    io::input::Input,
    io::lines::{LineRecord, describe, direction},
};

/// Answers for every game of the text, all of them or none.
pub(super) fn run(args: &ReplayArgs, input: Input) -> Result<ExitCode, Failure> {
    let common = args.common();
    let text = Text::of_input(input)?;
    let (width, height) = args.size.unwrap_or((15, 15));
    let area = Area::Bounded { width, height };
    let (rule, telling) = (args.rule.unwrap_or(Rule::Freestyle), common.telling());
    let output = args.output_file()?;
    judge(
        text,
        &common,
        output,
        MoveListSplitter::new(width, height),
        |records, place, out, negative| {
            let mut replayer = Replayer::new(rule, area);
            let mut games = MoveLists::new(records, width, height, place);
            let mut number = place.records;
            while let Some(game) = games.read()? {
                number += 1;
                let ending = match replayer.ending(game.moves) {
                    Ok(ending) => ending,
                    Err(misplay) => return Err(fault(&games, misplay)),
                };
                if ending.winner.is_none() {
                    negative.note();
                }
                match telling {
                    Telling::Answer => tell(out, ending),
                    Telling::Story => {
                        tell(out, ending);
                        out.extend_from_slice(story(rule, area, game.moves, ending).as_bytes());
                    }
                    Telling::Json => {
                        let lines = winning_lines(rule, area, game.moves, ending);
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
                                winner: ending.winner.map(|winner| winner.to_string()),
                                at: ending.winner.map(|_| ending.at),
                                reason: reason(ending.how),
                                lines,
                                parts: foul_parts(rule, area, game.moves, ending)
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

fn fault(games: &MoveLists<'_>, misplay: Misplay) -> Box<Fault> {
    let Misplay { number, illegal, earlier } = misplay;
    games.fault_at_move(number, Problem::Illegal { number, illegal, earlier })
}

fn tell(out: &mut Vec<u8>, Ending { winner, at, .. }: Ending) {
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
    at: Option<usize>,
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

/// A word for programs that never changes.
const fn reason(how: How) -> &'static str {
    match how {
        How::Five => "five",
        How::Foul(renju::Foul::Overline) => "overline",
        How::Foul(renju::Foul::DoubleFour) => "double-four",
        How::Foul(renju::Foul::DoubleThree) => "double-three",
        How::Stuck => "no-move",
        How::Choke(_) => "choke",
        How::FullBoard => "full-board",
        How::Unfinished => "unfinished",
    }
}

/// The position after the first `count` moves, all of them legal.
fn position_after(rule: Rule, area: Area, moves: &[Point], count: usize) -> Option<Position> {
    let mut position = Position::new(rule, area).ok()?;
    moves[..count].iter().try_for_each(|&point| position.play(point)).ok()?;
    Some(position)
}

fn winning_lines(rule: Rule, area: Area, moves: &[Point], ending: Ending) -> Vec<Line> {
    match ending.how {
        How::Five => position_after(rule, area, moves, ending.at)
            .map_or_else(Vec::new, |position| position.winning_lines()),
        _ => Vec::new(),
    }
}

/// What the forbidden stone that ended the game makes.
fn foul_parts(rule: Rule, area: Area, moves: &[Point], ending: Ending) -> Vec<renju::LineShape> {
    match ending.how {
        How::Foul(_) => position_after(rule, area, moves, ending.at - 1)
            .map_or_else(Vec::new, |before| {
                renju::line_shapes(before.board(), moves[ending.at - 1])
            }),
        _ => Vec::new(),
    }
}

fn story(rule: Rule, area: Area, moves: &[Point], ending: Ending) -> String {
    let mut story = String::new();
    let at = ending.at;
    match ending.how {
        How::Five => {
            for line in winning_lines(rule, area, moves, ending) {
                let point = area.name(moves[at - 1]);
                let _ = writeln!(
                    story,
                    "  move {at}, {point}: {} makes {}",
                    line.color,
                    describe(line, area)
                );
            }
        }
        How::Foul(foul) => {
            let point = moves[at - 1];
            let _ =
                writeln!(story, "  move {at}, {}: black makes a foul: {foul}", area.name(point));
            for part in foul_parts(rule, area, moves, ending) {
                let stones: Vec<String> = part.stones.iter().map(|&p| area.name(p)).collect();
                let (shape, axis, stones) = (part.shape.name(), part.axis, stones.join(" "));
                let counts = if part.counts() { "" } else { " (does not count)" };
                let _ = writeln!(story, "  {shape} on the {axis}: {stones}{counts}");
            }
        }
        How::Stuck => {
            let winner = ending.winner.expect("a stuck side has lost");
            let _ =
                writeln!(story, "  after move {at} {} has no legal move; {winner} won", !winner);
        }
        How::Choke(color) => {
            let point = area.name(moves[at - 1]);
            let _ = writeln!(story, "  move {at}, {point}: a {color} chain has no liberty");
        }
        How::FullBoard => story.push_str("  the board is full and nobody has won\n"),
        How::Unfinished => {
            let _ = writeln!(story, "  after {at} moves nobody has won yet");
        }
    }
    if ending.winner.is_some() && moves.len() > at {
        let _ = match moves.len() - at {
            1 => writeln!(story, "  1 move after the end does not count"),
            more => writeln!(story, "  {more} moves after the end do not count"),
        };
    }
    story
}
