//! The solver: what is true of a position, and how to see it.

mod response;
mod steps;
mod turning_point;

use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use axum::{http::HeaderMap, response::Response};
use serde::Deserialize;
use tengen_answers::check::CheckAnswer;
use tengen_core as core;
use tengen_solver::{Budget, Question, solve};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::Schema},
};

use super::{description, search_time, thoughts::Started};
use crate::{
    app::SharedApp,
    errors::{ApiError, ErrorCode, HttpError},
    extract::{ApiResult, Json, JsonBody, PathParam},
    jobs::{self, Client, Job, Purpose},
    wire::WirePosition,
};

pub use response::{
    Answered as Found, Danger, Known, Parry, Progress, Saved, Solution, Unfinished,
};
pub use steps::{Barred, Step};

/// What is asked of the solver.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolutionQuestion {
    /// The position.
    pub position: WirePosition,
    /// What is asked about it.
    pub ask: Way,
    /// How long to search, in milliseconds; 5,000 unless told. A
    /// public server takes no longer than 10,000.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60_000)]
    pub time_ms: Option<u32>,
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Way {
    /// Five-in-a-row: does the side to move win by fours alone (VCF)?
    Fours,
    /// Five-in-a-row: does a side win by threats (VCT), and what parries them?
    Threats,
    /// Five-in-a-row on a board without edges: who wins within so many moves of both sides together?
    Plies {
        /// How many.
        #[schema(minimum = 1, maximum = 8)]
        plies: u32,
    },
    /// NoGo: who wins with best play?
    Nogo,
    /// Could this position have come about?
    Reach,
    /// A game that is over or all but lost: the last move from which it could still be saved.
    Lost,
}

impl Way {
    /// The question for the solver, if it is one.
    fn question(self) -> Option<Question> {
        match self {
            Way::Fours => Some(Question::Fours),
            Way::Threats => Some(Question::Threats),
            Way::Plies { plies } => Some(Question::Plies(plies)),
            Way::Nogo => Some(Question::Outcome),
            Way::Reach | Way::Lost => None,
        }
    }
}

fn unsuited(message: impl std::fmt::Display) -> ApiError {
    ApiError::new(ErrorCode::Unsuited, message.to_string())
}

/// An event of a solution as it is sent.
#[derive(Clone, Copy, Debug)]
pub struct SolutionEvent;

impl PartialSchema for SolutionEvent {
    fn schema() -> RefOr<Schema> {
        description::events(&[
            ("progress", "Progress"),
            ("solution", "Solution"),
            ("error", "ApiError"),
            ("done", "Done"),
        ])
    }
}

impl ToSchema for SolutionEvent {}

/// Starts to solve a position. A client has one search at a time: another one of the same client ends.
#[utoipa::path(
    post,
    path = "/api/solutions",
    operation_id = "start_solution",
    tag = "solutions",
    request_body = SolutionQuestion,
    responses((status = 200, body = Started), (status = "4XX", body = ApiError))
)]
pub(crate) async fn start(
    app: SharedApp,
    client: Client,
    JsonBody(question): JsonBody<SolutionQuestion>,
) -> ApiResult<Started> {
    let search = Search::new(&question, app.config.longest_search())?;
    let work = move |job: &Job| search.run(job);
    let id = app.jobs.start(&app, client, Purpose::Solution, work)?;
    Ok(Json(Started { id }))
}

/// What is found: events `progress` as long as it takes, one event `solution` or `error`, and at last
/// `done`. As with thoughts, `Last-Event-ID` gets the rest.
#[utoipa::path(
    get,
    path = "/api/solutions/{id}/events",
    operation_id = "solution_events",
    tag = "solutions",
    params(
        ("id" = String, Path, description = "The name of the search."),
        ("last-event-id" = Option<String>, Header, description = "The number of the last event that \
            was seen; from the first one unless told.")
    ),
    responses(
        (status = 200, content((SolutionEvent = "text/event-stream"))),
        (status = 204, description = "It has ended, and the client has seen everything."),
        (status = "4XX", body = ApiError)
    )
)]
pub(crate) async fn events(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let job = app.jobs.find(Purpose::Solution, &id)?;
    Ok(jobs::events(app.0, job, jobs::last_seen(&headers)))
}

/// Stops a search.
#[utoipa::path(
    delete,
    path = "/api/solutions/{id}",
    operation_id = "stop_solution",
    tag = "solutions",
    params(("id" = String, Path, description = "The name of the search.")),
    responses((status = 200, body = Started), (status = "4XX", body = ApiError))
)]
pub(crate) async fn stop(app: SharedApp, PathParam(id): PathParam<String>) -> ApiResult<Started> {
    app.jobs.find(Purpose::Solution, &id)?.stop();
    Ok(Json(Started { id }))
}

/// A search that is to be made.
struct Search {
    question: WirePosition,
    position: core::Position,
    ask: Way,
    time: Duration,
}

impl Search {
    const TIME: u32 = 5_000;
    const MEMORY: usize = 64 << 20;
    const NEWS: Duration = Duration::from_millis(500);

    /// How many steps a search for an order of moves may try.
    const STEPS: u64 = 2_000_000;

    fn new(question: &SolutionQuestion, longest: Duration) -> Result<Search, ApiError> {
        let position = question.position.open()?;
        if let Some(asked) = question.ask.question() {
            asked.check(&position).map_err(unsuited)?;
        }
        if let Way::Plies { plies } = question.ask
            && !(1..=8).contains(&plies)
        {
            return Err(unsuited("ask for 1 to 8 moves"));
        }
        let time = search_time(question.time_ms, Search::TIME, longest)?;
        Ok(Search { question: question.position.clone(), position, ask: question.ask, time })
    }

    fn run(&self, job: &Job) -> Result<(), ApiError> {
        let started = Instant::now();
        let (count, told) = (AtomicU64::new(0), Cell::new(started));
        let elapsed_ms = || started.elapsed().as_millis() as u64;
        let stop = || {
            if told.get().elapsed() >= Search::NEWS {
                told.set(Instant::now());
                let nodes = count.load(Relaxed);
                job.tell("progress", &Progress { nodes, elapsed_ms: elapsed_ms() });
            }
            job.is_asked_to_end()
        };
        let mut budget = Budget::unlimited()
            .memory_up_to(Search::MEMORY)
            .time(self.time)
            .asking(&stop)
            .counting(&count);
        let mut solution = match self.ask {
            Way::Reach => self.reach(&stop),
            Way::Lost => turning_point::find(&self.question, Search::MEMORY, &mut budget)?,
            Way::Fours | Way::Threats | Way::Plies { .. } | Way::Nogo => {
                let question = self.ask.question().expect("it is one for the solver");
                let answer = solve(&self.position, question, &mut budget).map_err(unsuited)?;
                Solution::new(self.position.board().area(), &answer)
            }
        };
        solution.nodes = budget.nodes();
        solution.elapsed_ms = elapsed_ms();
        job.tell("solution", &solution);
        Ok(())
    }

    fn reach(&self, stop: &dyn Fn() -> bool) -> Solution {
        let board = self.position.board();
        let answer = CheckAnswer::find(board, self.position.rule(), Search::STEPS, stop);
        Solution { answer: Found::Told, reach: Some(answer), ..Solution::nothing() }
    }
}
