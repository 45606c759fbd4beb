//! The engine at work, and what it says.

use std::time::Duration;

use tengen_core::{self as core, Area, Rule};
use tengen_engine::{fives, nogo};

use super::{Candidate, Heat, Thought, ThoughtQuestion, Worth};
use crate::{
    api::{engine_crop::EngineCrop, search_time},
    errors::{ApiError, ErrorCode, ErrorPlace},
    jobs::Job,
    wire::NamedPoint,
};

/// A search that is to be made.
pub(super) struct Search {
    position: core::Position,
    crop: EngineCrop,
    level: fives::Level,
    lines: usize,
    time: Duration,
    nodes: Option<u64>,
    seed: u64,
}

impl Search {
    const TIME: u32 = 2_000;
    const NEWS: Duration = Duration::from_millis(100);
    const MEMORY: usize = 64 << 20;

    /// At five-in-a-row the lower levels look at so little that more would only cost time to get.
    const MEMORY_OF_LOWER: usize = 4 << 20;

    /// Playouts a move at NoGo, by level; the highest has no limit.
    const PLAYOUTS: [u64; 9] = [8, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

    pub(super) fn new(question: &ThoughtQuestion, longest: Duration) -> Result<Search, ApiError> {
        let number = question.level.unwrap_or(10);
        let level = fives::Level::new(number).ok_or_else(|| {
            let message = format!("level {number}: there are levels from 1 to 10");
            ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field("level"))
        })?;
        let lines = usize::from(question.lines.unwrap_or(1));
        if !(1..=20).contains(&lines) {
            let message = format!("{lines} lines: ask for 1 to 20");
            return Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field("lines")));
        }
        let time = search_time(question.time_ms, Search::TIME, longest)?;
        let position = question.position.open()?;
        let unsuited = |message: String| ApiError::new(ErrorCode::Unsuited, message);
        if position.outcome().is_some() {
            return Err(unsuited("the game is over: there is nothing to think about".to_owned()));
        }
        let (position, crop) = EngineCrop::around(position)?;
        // What would be said only when it begins is said at once.
        match position.rule() {
            Rule::NoGo => match position.board().area() {
                Area::Bounded { width, height } if width.max(height) <= nogo::Player::MAX_SIDE => {}
                area => {
                    let message = format!("a board of {area}: the player knows sides up to 25");
                    return Err(unsuited(message));
                }
            },
            _ => {
                fives::SearchBoard::of(&position).map_err(|error| unsuited(error.to_string()))?;
            }
        }
        Ok(Search {
            position,
            crop,
            level,
            lines,
            time,
            nodes: question.nodes,
            seed: question.seed,
        })
    }

    pub(super) fn run(&self, job: &Job) -> Result<(), ApiError> {
        if self.position.rule() == Rule::NoGo { self.nogo(job) } else { self.fives(job) }
    }

    fn fives(&self, job: &Job) -> Result<(), ApiError> {
        let full = self.level == fives::Level::FULL;
        let memory = if full { Search::MEMORY } else { Search::MEMORY_OF_LOWER };
        let mut player =
            fives::Player::new(fives::Resources { threads: 1, memory, seed: self.seed });
        let limits = fives::Limits {
            time: Some(self.time),
            nodes: self.nodes,
            lines: self.lines,
            news: Some(Search::NEWS),
            level: self.level,
            ..fives::Limits::default()
        };
        let stop = || job.is_asked_to_end();
        let mut news = |thought: &fives::Thought| job.tell("thought", &self.tell_fives(thought));
        let thought = player.think(&self.position, &limits, &stop, &mut news);
        let thought =
            thought.map_err(|error| ApiError::new(ErrorCode::Unsuited, error.to_string()))?;
        job.tell("thought", &self.tell_fives(&thought));
        Ok(())
    }

    fn nogo(&self, job: &Job) -> Result<(), ApiError> {
        let memory = Search::MEMORY;
        let resources = nogo::Resources { threads: 1, memory, seed: self.seed };
        let mut player = nogo::Player::new(nogo::Settings::STRONG, resources);
        let denied = Search::PLAYOUTS.get(usize::from(self.level.number()) - 1).copied();
        let playouts = match (denied, self.nodes) {
            (Some(denied), Some(nodes)) => Some(denied.min(nodes)),
            (denied, nodes) => denied.or(nodes),
        };
        let limits = nogo::Limits { time: Some(self.time), playouts, news: Some(Search::NEWS) };
        let stop = || job.is_asked_to_end();
        let mut news = |thought: &nogo::Thought| job.tell("thought", &self.tell_nogo(thought));
        let thought = player.think(&self.position, &limits, &stop, &mut news);
        let thought =
            thought.map_err(|error| ApiError::new(ErrorCode::Unsuited, error.to_string()))?;
        job.tell("thought", &self.tell_nogo(&thought));
        Ok(())
    }

    fn named(&self, points: &[core::Point]) -> Vec<NamedPoint> {
        points.iter().map(|&point| self.crop.named(point)).collect()
    }

    fn tell_fives(&self, thought: &fives::Thought) -> Thought {
        let line = |candidate: &fives::Candidate| Candidate {
            point: self.crop.named(candidate.point),
            value: match candidate.value {
                fives::Value::Wins(plies) => Worth::Wins { plies: Some(plies) },
                fives::Value::Loses(plies) => Worth::Loses { plies: Some(plies) },
                fives::Value::Seems(_) => Worth::Seems,
            },
            chances: candidate.value.chances(),
            line: self.named(&candidate.line),
        };
        let lines: Vec<Candidate> = thought.candidates.iter().map(line).collect();
        let sum: f32 = lines.iter().map(|line| line.chances).sum::<f32>().max(f32::MIN_POSITIVE);
        let heat = |line: &Candidate| Heat {
            x: line.point.x,
            y: line.point.y,
            share: line.chances / sum,
            chances: line.chances,
        };
        Thought {
            turn: self.position.turn().into(),
            depth: Some(thought.depth),
            nodes: thought.nodes,
            elapsed_ms: thought.elapsed.as_millis() as u64,
            chances: lines.first().map(|line| line.chances),
            heat: lines.iter().map(heat).collect(),
            lines,
        }
    }

    fn tell_nogo(&self, thought: &nogo::Thought) -> Thought {
        let line = |candidate: &nogo::Candidate| Candidate {
            point: self.crop.named(candidate.point),
            value: match candidate.wins {
                Some(true) => Worth::Wins { plies: None },
                Some(false) => Worth::Loses { plies: None },
                None => Worth::Seems,
            },
            chances: candidate.chances,
            line: self.named(&candidate.line),
        };
        let visits = |candidate: &nogo::Candidate| f64::from(candidate.visits);
        let sum = thought.candidates.iter().map(visits).sum::<f64>().max(1.0);
        let heat = |candidate: &nogo::Candidate| Heat {
            x: candidate.point.x,
            y: candidate.point.y,
            share: (visits(candidate) / sum) as f32,
            chances: candidate.chances,
        };
        let lines: Vec<Candidate> = thought.candidates.iter().take(self.lines).map(line).collect();
        Thought {
            turn: self.position.turn().into(),
            depth: None,
            nodes: thought.playouts,
            elapsed_ms: thought.elapsed.as_millis() as u64,
            chances: lines.first().map(|line| line.chances),
            heat: thought.candidates.iter().filter(|one| one.visits > 0).map(heat).collect(),
            lines,
        }
    }
}
