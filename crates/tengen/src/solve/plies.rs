//! Lists of pieces on a board without edges: the winner within a number of plies.

use std::process::ExitCode;

use serde::Serialize;
use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{Problem, StoneList};
use tengen_solver::fives::plies::{PlyError, PlyQuestion, PlyStory};

use super::solve_args::SolveArgs;
use super::{Progress, indent, json_line, print, usage};
use crate::{cli::SearchCost, io::error::Failure, io::input::Input};

/// Default of `--plies`.
const PLIES: u32 = 3;

/// Prints who wins from the pieces in `text`.
pub(super) fn run(args: &SolveArgs, text: Input) -> Result<ExitCode, Failure> {
    let rule = args.rule.unwrap_or(Rule::Freestyle);
    if args.proof.is_some() {
        return Err(usage("no proof is written for a list of pieces; --explain names every reply"));
    }
    let (name, text) = text.text(StoneList::LIMIT)?;
    let in_text = |fault| Failure::Fault { name: name.clone(), fault };
    if text.len() > StoneList::LIMIT {
        return Err(Failure::Usage(format!("{name} has more than {} bytes", StoneList::LIMIT)));
    }
    let pieces = StoneList::parse(&text).map_err(in_text)?;

    let (turn, plies) = (args.start.turn(), args.plies.unwrap_or(PLIES));
    let spinner = Progress::search();
    let (found, cost) = args.limits.measure(|budget| {
        let question = PlyQuestion {
            memory: budget.memory(),
            ..PlyQuestion::new(rule, pieces.stones(), turn, plies)
        };
        if args.explain || args.json {
            question.story(budget).map(Option::unzip)
        } else {
            question.winner(budget).map(|winner| (winner, None))
        }
    });
    drop(spinner);
    let (winner, story) = match found {
        Ok(found) => found,
        Err(PlyError::Won(line)) => {
            let first = pieces.stones().iter().position(|&(point, _)| point == line.start);
            let problem = Problem::Over(PlyError::Won(line).to_string());
            let number = first.expect("a line is made of stones");
            return Err(in_text(pieces.fault_at(&text, number, problem)));
        }
        Err(why @ (PlyError::Stopped(_) | PlyError::Horizon | PlyError::TooMany)) => {
            print(match why {
                PlyError::Stopped(why) => cost.undecided(why),
                why => format!("not decided: {why}\n"),
            })?;
            return Ok(ExitCode::from(1));
        }
        Err(why) => return Err(Failure::Usage(why.to_string())),
    };
    let mut answer = if args.json {
        json_line(&PliesRecord {
            rule,
            size: Area::Unbounded,
            pieces: pieces.stones().len(),
            turn,
            plies,
            winner,
            line: story.iter().flat_map(PlyStory::line).map(|Point { x, y }| [x, y]).collect(),
            story: story.as_ref(),
            cost,
        })
    } else {
        format!("{}\n", winner.map_or("None", Color::capitalized))
    };
    if args.explain {
        let explanation = match winner.zip(story) {
            None => format!("nobody can force a five within {plies} plies"),
            Some((winner, story)) => story.describe(winner),
        };
        answer = answer + &indent(&explanation) + &cost.describe(None);
    }
    print(answer)?;
    Ok(ExitCode::SUCCESS)
}

/// The answer about a list of pieces as JSON.
#[derive(Serialize)]
struct PliesRecord<'a> {
    rule: Rule,
    size: Area,
    pieces: usize,
    turn: Color,
    plies: u32,
    /// Null if neither side wins.
    winner: Option<Color>,
    line: Vec<[i32; 2]>,
    story: Option<&'a PlyStory>,
    #[serde(flatten)]
    cost: SearchCost,
}
