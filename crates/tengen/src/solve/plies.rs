//! A list of pieces on a board without edges: who wins within so many plies.

use std::{fmt::Write as _, process::ExitCode, time::Instant};

use serde::Serialize;
use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{Problem, StoneList};
use tengen_solver::fives::plies::{Attack, Defense, PlyError, PlyQuestion, PlyStory};

use super::{Spinner, capital, print, undecided};
use crate::{cli::SolveArgs, io::error::Failure, io::start_position::StartText};

/// How many plies are searched unless told.
const PLIES: u32 = 3;

/// Prints who wins from the pieces in `text`.
pub(super) fn run(args: &SolveArgs, text: StartText) -> Result<ExitCode, Failure> {
    let rule = args.rule.unwrap_or(Rule::Freestyle);
    if rule == Rule::NoGo {
        let message = "nogo needs a board with edges; a list of pieces has none";
        return Err(Failure::Usage(message.to_owned()));
    }
    if args.proof.is_some() {
        let message = "no proof is written for a list of pieces; --explain tells every reply";
        return Err(Failure::Usage(message.to_owned()));
    }
    let (name, text) = text.read(StoneList::LIMIT)?;
    let in_text = |fault| Failure::Fault { name: name.clone(), fault };
    if text.len() > StoneList::LIMIT {
        return Err(Failure::Usage(format!("{name} has more than {} bytes", StoneList::LIMIT)));
    }
    let pieces = StoneList::parse(&text).map_err(in_text)?;

    let (turn, plies) = (args.start.turn(), args.plies.unwrap_or(PLIES));
    let question = PlyQuestion {
        memory: (args.limits.memory as usize) << 20,
        ..PlyQuestion::new(rule, pieces.stones(), turn, plies)
    };
    let started = Instant::now();
    let spinner = Spinner::new();
    let mut budget = args.limits.budget();
    let found = if args.explain || args.json {
        question.story(&mut budget).map(|told| match told {
            None => (None, None),
            Some((winner, story)) => (Some(winner), Some(story)),
        })
    } else {
        question.winner(&mut budget).map(|winner| (winner, None))
    };
    drop(spinner);
    let (nodes, seconds) = (budget.nodes(), started.elapsed().as_secs_f64());
    let (winner, story) = match found {
        Ok(found) => found,
        Err(PlyError::Won(line)) => {
            let first = pieces.stones().iter().position(|&(point, _)| point == line.start);
            let problem = Problem::Over(PlyError::Won(line).to_string());
            let number = first.expect("a line is made of stones");
            return Err(in_text(pieces.fault_at(&text, number, problem)));
        }
        Err(why @ PlyError::Stopped(_)) => return undecided(&why.to_string(), nodes, seconds),
        Err(why @ (PlyError::Horizon | PlyError::TooMany)) => {
            print(&format!("not decided: {why}\n"))?;
            return Ok(ExitCode::from(1));
        }
        Err(why @ (PlyError::Rule(_) | PlyError::Outside(_) | PlyError::Twice(_))) => {
            unreachable!("what was read can be asked about: {why}")
        }
    };
    let mut answer = if args.json {
        let record = PliesRecord {
            rule: rule.name(),
            size: Area::Unbounded.to_string(),
            pieces: pieces.stones().len(),
            turn: turn.to_string(),
            plies,
            winner: winner.map(|winner| winner.to_string()),
            line: story.as_ref().map_or_else(Vec::new, |story| points(&story.line())),
            story: story.as_ref().map(StoryRecord::new),
            nodes,
            seconds,
        };
        serde_json::to_string(&record).expect("it has only text and numbers")
    } else {
        winner.map_or("None", capital).to_owned()
    };
    answer.push('\n');
    if args.explain {
        answer += &tell(winner, story.as_ref(), turn, plies);
        let _ = writeln!(answer, "  {nodes} nodes, {seconds:.2} s");
    }
    print(&answer)?;
    Ok(ExitCode::SUCCESS)
}

/// A story in words.
fn tell(winner: Option<Color>, story: Option<&PlyStory>, turn: Color, plies: u32) -> String {
    let mut teller = Teller { text: String::new(), winner: winner.unwrap_or(turn) };
    match story {
        None => {
            let _ = writeln!(teller.text, "  nobody can force a five within {plies} plies");
        }
        Some(PlyStory::Attack(attack)) => teller.attack(1, "", attack),
        Some(PlyStory::Defense(defense)) => {
            let _ = writeln!(teller.text, "  {turn} to move{}", teller.threat(defense));
            teller.replies(1, defense);
        }
    }
    teller.text
}

struct Teller {
    text: String,
    winner: Color,
}

impl Teller {
    /// A line for the move, and below it what punishes each reply.
    fn attack(&mut self, depth: usize, before: &str, attack: &Attack) {
        let (winner, point) = (self.winner, Area::Unbounded.name(attack.point));
        let indent = "  ".repeat(depth);
        let _ = match &attack.then {
            None => writeln!(self.text, "{indent}{before}{winner} makes five on {point}"),
            Some(defense) => {
                let threat = self.threat(defense);
                writeln!(self.text, "{indent}{before}{winner} plays {point}{threat}")
            }
        };
        if let Some(defense) = &attack.then {
            self.replies(depth, defense);
        }
    }

    fn threat(&self, defense: &Defense) -> String {
        if defense.fives.is_empty() {
            return String::new();
        }
        format!("; {} threatens {}", self.winner, names(&defense.fives, " and "))
    }

    fn replies(&mut self, depth: usize, defense: &Defense) {
        let loser = !self.winner;
        for reply in &defense.replies {
            let points = names(&reply.points, ", ");
            match &reply.answer {
                Ok(attack) => self.attack(depth + 1, &format!("{loser} {points}: "), attack),
                Err(foul) => {
                    let indent = "  ".repeat(depth + 1);
                    let _ = writeln!(self.text, "{indent}{loser} {points}: a foul, {foul}");
                }
            }
        }
        self.attack(depth + 1, &format!("{loser} elsewhere: "), &defense.otherwise);
    }
}

fn names(points: &[Point], between: &str) -> String {
    let names: Vec<String> = points.iter().map(|&point| Area::Unbounded.name(point)).collect();
    names.join(between)
}

fn points(points: &[Point]) -> Vec<[i32; 2]> {
    points.iter().map(|&Point { x, y }| [x, y]).collect()
}

#[derive(Serialize)]
struct PliesRecord {
    rule: &'static str,
    size: String,
    pieces: usize,
    turn: String,
    plies: u32,
    /// Null if nobody wins.
    winner: Option<String>,
    line: Vec<[i32; 2]>,
    story: Option<StoryRecord>,
    nodes: u64,
    seconds: f64,
}

/// A move of the winner, unless it has moved already, and what punishes each reply.
#[derive(Serialize)]
struct StoryRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<[i32; 2]>,
    /// Where a five would be made next.
    #[serde(skip_serializing_if = "Option::is_none")]
    fives: Option<Vec<[i32; 2]>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<ReplyRecord>,
    /// The answer to all other replies; none if the move made a five.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<Box<StoryRecord>>,
}

#[derive(Serialize)]
struct ReplyRecord {
    points: Vec<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<StoryRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<String>,
}

impl StoryRecord {
    fn new(story: &PlyStory) -> StoryRecord {
        match story {
            PlyStory::Attack(attack) => StoryRecord::of_attack(attack),
            PlyStory::Defense(defense) => StoryRecord::of_defense(None, Some(defense)),
        }
    }

    fn of_attack(attack: &Attack) -> StoryRecord {
        StoryRecord::of_defense(Some(attack.point), attack.then.as_ref())
    }

    fn of_defense(point: Option<Point>, defense: Option<&Defense>) -> StoryRecord {
        let reply = |reply: &tengen_solver::fives::plies::PlyReply| ReplyRecord {
            points: points(&reply.points),
            answer: reply.answer.as_ref().ok().map(StoryRecord::of_attack),
            foul: reply.answer.as_ref().err().map(ToString::to_string),
        };
        StoryRecord {
            point: point.map(|Point { x, y }| [x, y]),
            fives: defense.map(|defense| points(&defense.fives)),
            replies: defense
                .map_or_else(Vec::new, |defense| defense.replies.iter().map(reply).collect()),
            otherwise: defense.map(|defense| Box::new(StoryRecord::of_attack(&defense.otherwise))),
        }
    }
}
