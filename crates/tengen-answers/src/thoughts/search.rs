//! The engine at work, and what it says.

use std::{sync::Arc, time::Duration};

use tengen_core::{self as core, Rule};
use tengen_engine::{self as engine, EngineCrop, Level, Limits, Player, ProofBook, Resources};

use super::{Heat, ThoughtAnswer, ThoughtQuestion, WireCandidate, Worth};
use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode},
    error_reason::ReasonCode,
    search_limits::{MOST_THINKING, level, search_time},
    wire::NamedPoint,
};

/// A search of the engine that is to be made.
#[derive(Clone, Debug)]
pub struct ThoughtSearch {
    position: core::Position,
    crop: EngineCrop,
    level: Level,
    lines: usize,
    time: Duration,
    nodes: Option<u64>,
    seed: u64,
    /// How many threads are asked for, and how many there may be.
    asked_threads: usize,
    threads: usize,
    book: Option<Arc<ProofBook>>,
}

impl ThoughtSearch {
    const TIME: u32 = 2_000;
    const NEWS: Duration = Duration::from_millis(100);

    /// A long search reports its candidates after this part of its time again, so that events, which are kept, stay few.
    const PART_OF_TIME: u32 = 50;
    const MEMORY: usize = 64 << 20;

    /// At five-in-a-row the lower levels look at so little that more would only cost time to get.
    const MEMORY_OF_LOWER: usize = 4 << 20;

    /// Checks a question. The search takes at most `longest`, whatever is asked for.
    ///
    /// # Errors
    ///
    /// What is wrong with the question.
    pub fn new(question: &ThoughtQuestion, longest: Duration) -> Result<ThoughtSearch, ApiError> {
        let level = level(question.level, "level")?;
        let lines = usize::from(question.lines.unwrap_or(1));
        if !(1..=20).contains(&lines) {
            let message = format!("{lines} lines: ask for 1 to 20");
            return Err(ApiError::in_field(ErrorCode::BadValue, "lines", message));
        }
        let threads = usize::from(question.threads.unwrap_or(1));
        if !(1..=64).contains(&threads) {
            let message = format!("{threads} threads: ask for 1 to 64");
            return Err(ApiError::in_field(ErrorCode::BadValue, "threads", message));
        }
        let time = search_time(question.time_ms, ThoughtSearch::TIME, MOST_THINKING, longest)?;
        let position = question.position.open()?;
        if position.outcome().is_some() {
            let message = "the game is over: there is nothing to think about";
            let error = ApiError::new(ErrorCode::Unsuited, message);
            return Err(error.with_reason(ReasonCode::GameOver));
        }
        let (position, crop) = EngineCrop::around(position)?;
        // What would be said only when it begins is said at once.
        Player::check(&position)?;
        Ok(ThoughtSearch {
            position,
            crop,
            level,
            lines,
            time,
            nodes: question.nodes,
            seed: question.seed,
            asked_threads: threads,
            threads: 1,
            book: None,
        })
    }

    /// Plays the winner's side of a proof by it, at full strength.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<ProofBook>>) -> ThoughtSearch {
        ThoughtSearch { book, ..self }
    }

    /// Searches on as many threads as are asked for, but `most` at most. Without this it is one.
    #[must_use]
    pub fn with_threads_up_to(self, most: usize) -> ThoughtSearch {
        ThoughtSearch { threads: self.asked_threads.min(most).max(1), ..self }
    }

    /// Searches, and calls `report` with the current candidates from time to time and with the final ones.
    ///
    /// # Errors
    ///
    /// If it is not a position for the engine.
    pub fn run(
        &self,
        cancel: &Cancel<'_>,
        report: &mut dyn FnMut(&ThoughtAnswer),
    ) -> Result<(), ApiError> {
        let rule = self.position.rule();
        let is_lower = rule != Rule::NoGo && self.level != Level::FULL;
        let memory = if is_lower { ThoughtSearch::MEMORY_OF_LOWER } else { ThoughtSearch::MEMORY };
        let resources = Resources { threads: self.threads, memory, seed: self.seed };
        let mut player = Player::for_rule(rule, resources).with_book(self.book.clone());
        let limits = Limits {
            time: Some(self.time),
            nodes: self.nodes,
            lines: self.lines,
            news: Some(ThoughtSearch::NEWS),
            level: self.level,
            ..Limits::default()
        };
        let stop = || cancel.is_cancelled();
        let mut next = Duration::ZERO;
        let mut news = |thought: &engine::Thought| {
            if thought.elapsed >= next {
                next = thought.elapsed + thought.elapsed / ThoughtSearch::PART_OF_TIME;
                report(&self.answer(thought));
            }
        };
        let thought = player.think(&self.position, &limits, &stop, &mut news)?;
        report(&self.answer(&thought));
        Ok(())
    }

    fn answer(&self, thought: &engine::Thought) -> ThoughtAnswer {
        let is_nogo = self.position.rule() == Rule::NoGo;
        let line = |candidate: &engine::Candidate| WireCandidate {
            point: NamedPoint::cropped(&self.crop, candidate.point),
            value: Worth::new(self.position.rule(), candidate.value),
            chances: candidate.chances,
            line: candidate
                .line
                .iter()
                .map(|&point| NamedPoint::cropped(&self.crop, point))
                .collect(),
        };
        let lines = thought.candidates.iter().take(self.lines).map(line).collect();
        ThoughtAnswer {
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
        let point = NamedPoint::cropped(&self.crop, candidate.point);
        Heat { x: point.x, y: point.y, share, chances: candidate.chances }
    }
}
