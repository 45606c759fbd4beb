//! The solver: what is true of a position, and how to see it.

mod response;
mod solution_picture;
mod steps;
mod turning_point;

use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use serde::Deserialize;
use tengen_core as core;
use tengen_solver::{Budget, Question, clock::Instant, solve};

use crate::{
    check::CheckAnswer,
    error::{ApiError, ErrorCode},
    search_limits::{MOST_TIME, search_time},
    wire::WirePosition,
};
pub use response::{
    Saved, Solution, SolutionProgress, SolutionState, ThreatKnowledge, Unfinished, WireDanger,
    WireParry,
};
pub use solution_picture::solution_picture;
pub use steps::{Barred, SolutionStep};

/// What is asked of the solver.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolutionQuestion {
    /// The position.
    pub position: WirePosition,
    /// What is asked about it.
    pub ask: SolutionWay,
    /// How long to search, in milliseconds. Default: 5,000. A
    /// public server takes no longer than 10,000.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 60_000))]
    pub time_ms: Option<u32>,
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Way))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum SolutionWay {
    /// Five-in-a-row: does the side to move win by fours alone (VCF)?
    Fours,
    /// Five-in-a-row: does a side win by threats (VCT), and what parries them?
    Threats,
    /// Five-in-a-row: does a side win by threats, or by threats with quiet moves between them?
    Quiet,
    /// Five-in-a-row on a board without edges: who wins within a number of plies?
    Plies {
        /// How many.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 8))]
        plies: u32,
    },
    /// NoGo: who wins with best play?
    Nogo,
    /// Could this position have come about?
    Reach,
    /// A game that is over or all but lost: the last move from which it could still be saved.
    Lost,
}

impl SolutionWay {
    /// The question for the solver, if it is one.
    fn question(self) -> Option<Question> {
        match self {
            SolutionWay::Fours => Some(Question::Fours),
            SolutionWay::Threats => Some(Question::Threats),
            SolutionWay::Quiet => Some(Question::Quiet),
            SolutionWay::Plies { plies } => Some(Question::Plies(plies)),
            SolutionWay::Nogo => Some(Question::Outcome),
            SolutionWay::Reach | SolutionWay::Lost => None,
        }
    }
}

/// What a search of the solver reports.
#[derive(Clone, PartialEq, Debug)]
pub enum SolutionNews {
    /// How far it has come.
    Progress(SolutionProgress),
    /// The answer, the last of all.
    Solution(Box<Solution>),
}

/// A search of the solver that is to be made.
#[derive(Clone, Debug)]
pub struct SolutionSearch {
    position: core::Position,
    ask: SolutionWay,
    time: Duration,
}

impl SolutionSearch {
    const TIME: u32 = 5_000;
    const MEMORY: usize = 64 << 20;

    /// How many steps a search for an order of moves may try.
    const STEPS: u64 = 2_000_000;

    /// Checks a question. The search takes at most `longest`, whatever is asked for.
    ///
    /// # Errors
    ///
    /// What is wrong with the question.
    pub fn new(question: &SolutionQuestion, longest: Duration) -> Result<SolutionSearch, ApiError> {
        let position = question.position.open()?;
        if let Some(asked) = question.ask.question() {
            asked.check(&position)?;
        }
        if let SolutionWay::Plies { plies } = question.ask
            && !(1..=8).contains(&plies)
        {
            return Err(ApiError::new(ErrorCode::Unsuited, "ask for 1 to 8 moves"));
        }
        let time = search_time(question.time_ms, SolutionSearch::TIME, MOST_TIME, longest)?;
        Ok(SolutionSearch { position, ask: question.ask, time })
    }

    /// The time between two reports of progress.
    const PROGRESS: Duration = Duration::from_millis(500);

    /// Searches as [`run`](SolutionSearch::run) does, and calls `report` with the progress from time to time and with the
    /// answer.
    ///
    /// # Errors
    ///
    /// If it is not a position for the solver.
    pub fn report(
        &self,
        stop: &dyn Fn() -> bool,
        report: &dyn Fn(SolutionNews),
    ) -> Result<(), ApiError> {
        let started = Instant::now();
        let (count, last_report) = (AtomicU64::new(0), Cell::new(started));
        let elapsed_ms = || started.elapsed().as_millis() as u64;
        let stop = || {
            if last_report.get().elapsed() >= SolutionSearch::PROGRESS {
                last_report.set(Instant::now());
                let (nodes, elapsed_ms) = (count.load(Relaxed), elapsed_ms());
                report(SolutionNews::Progress(SolutionProgress { nodes, elapsed_ms }));
            }
            stop()
        };
        let solution = self.run(&stop, &count)?;
        let solution = Solution { elapsed_ms: elapsed_ms(), ..solution };
        report(SolutionNews::Solution(Box::new(solution)));
        Ok(())
    }

    /// Searches until the question is decided, the time is up or `stop` gives true, and counts positions
    /// in `nodes`. The caller fills in the time that it took.
    ///
    /// # Errors
    ///
    /// If it is not a position for the solver.
    pub fn run(&self, stop: &dyn Fn() -> bool, nodes: &AtomicU64) -> Result<Solution, ApiError> {
        let mut budget = Budget::unlimited()
            .memory_up_to(SolutionSearch::MEMORY)
            .time(self.time)
            .asking(stop)
            .counting(nodes);
        let solution = match self.ask {
            SolutionWay::Reach => self.reach(stop),
            SolutionWay::Lost => turning_point::find(self.position.clone(), &mut budget)?,
            SolutionWay::Fours
            | SolutionWay::Threats
            | SolutionWay::Quiet
            | SolutionWay::Plies { .. }
            | SolutionWay::Nogo => {
                let question = self.ask.question().expect("it is one for the solver");
                let answer = solve(&self.position, question, &mut budget)?;
                Solution::new(self.position.board().area(), &answer)
            }
        };
        Ok(Solution { nodes: budget.nodes(), ..solution })
    }

    fn reach(&self, stop: &dyn Fn() -> bool) -> Solution {
        let board = self.position.board();
        let answer = CheckAnswer::find(board, self.position.rule(), SolutionSearch::STEPS, stop);
        Solution { answer: SolutionState::Told, reach: Some(answer), ..Solution::nothing() }
    }
}
