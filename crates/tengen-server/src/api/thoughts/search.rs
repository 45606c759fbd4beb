//! The engine at work, and what it says.

use std::time::Duration;

use tengen_answers::engine_crop::EngineCrop;
use tengen_core::{self as core, Rule};
use tengen_engine::{self as engine, Level, Limits, Player, Resources, Value};

use super::{Candidate, Heat, Thought, ThoughtQuestion, Worth};
use crate::{
    api::search_time,
    errors::{ApiError, ErrorCode, ErrorPlace},
    jobs::Job,
};

/// A search that is to be made.
pub(super) struct Search {
    position: core::Position,
    crop: EngineCrop,
    level: Level,
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

    pub(super) fn new(question: &ThoughtQuestion, longest: Duration) -> Result<Search, ApiError> {
        let number = question.level.unwrap_or(10);
        let level = Level::new(number).ok_or_else(|| {
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
        Player::check(&position).map_err(|error| unsuited(error.to_string()))?;
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
        let rule = self.position.rule();
        let is_lower = rule != Rule::NoGo && self.level != Level::FULL;
        let memory = if is_lower { Search::MEMORY_OF_LOWER } else { Search::MEMORY };
        let mut player = Player::for_rule(rule, Resources { threads: 1, memory, seed: self.seed });
        let limits = Limits {
            time: Some(self.time),
            nodes: self.nodes,
            lines: self.lines,
            news: Some(Search::NEWS),
            level: self.level,
            ..Limits::default()
        };
        let stop = || job.is_asked_to_end();
        let mut news = |thought: &engine::Thought| job.tell("thought", &self.tell(thought));
        let thought = player.think(&self.position, &limits, &stop, &mut news);
        let thought =
            thought.map_err(|error| ApiError::new(ErrorCode::Unsuited, error.to_string()))?;
        job.tell("thought", &self.tell(&thought));
        Ok(())
    }

    fn tell(&self, thought: &engine::Thought) -> Thought {
        let is_nogo = self.position.rule() == Rule::NoGo;
        // At NoGo the end of the game is proven, not its length.
        let plies = |plies: u32| (!is_nogo).then_some(plies);
        let line = |candidate: &engine::Candidate| Candidate {
            point: self.crop.named(candidate.point),
            value: match candidate.value {
                Value::Wins(most) => Worth::Wins { plies: plies(most) },
                Value::Loses(most) => Worth::Loses { plies: plies(most) },
                Value::Seems(_) => Worth::Seems,
            },
            chances: candidate.chances,
            line: candidate.line.iter().map(|&point| self.crop.named(point)).collect(),
        };
        let lines = thought.candidates.iter().take(self.lines).map(line).collect();
        Thought {
            turn: self.position.turn().into(),
            depth: thought.depth,
            nodes: thought.nodes,
            elapsed_ms: thought.elapsed.as_millis() as u64,
            chances: thought.best().map(|best| best.chances),
            heat: if is_nogo {
                self.heat_of_visits(thought)
            } else {
                self.heat_of_chances(thought)
            },
            lines,
        }
    }

    fn heat_of_visits(&self, thought: &engine::Thought) -> Vec<Heat> {
        let visits = |candidate: &engine::Candidate| f64::from(candidate.visits);
        let sum = thought.candidates.iter().map(visits).sum::<f64>().max(1.0);
        let visited = thought.candidates.iter().filter(|candidate| candidate.visits > 0);
        visited.map(|one| self.heat(one, (visits(one) / sum) as f32)).collect()
    }

    fn heat_of_chances(&self, thought: &engine::Thought) -> Vec<Heat> {
        let chances = |candidate: &engine::Candidate| candidate.chances;
        let sum = thought.candidates.iter().map(chances).sum::<f32>().max(f32::MIN_POSITIVE);
        thought.candidates.iter().map(|one| self.heat(one, one.chances / sum)).collect()
    }

    fn heat(&self, candidate: &engine::Candidate, share: f32) -> Heat {
        let point = self.crop.named(candidate.point);
        Heat { x: point.x, y: point.y, share, chances: candidate.chances }
    }
}
