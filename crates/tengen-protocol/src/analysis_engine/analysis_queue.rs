//! The queue of an analysis engine: lines in, lines and tasks out. It reads nothing, waits for nothing and starts
//! no thread, so that every conversation can be tested.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use serde::Serialize;
use serde_json::{Value as Json, json};
use tengen_core::Position;
use tengen_engine::{Candidate, EngineCrop, Limits, Thought};

use super::{
    analysis_line::{
        ActionKind, AnalysisAction, AnalysisLine, AnalysisLineError, AnalysisQuery,
        QueriedPosition, parse,
    },
    analysis_report::AnalysisReport,
};

/// Number of a task. Tasks of one priority are started in the order of their numbers.
pub type TaskNumber = u64;

/// A position to be searched by a worker.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    /// Its number, which all reports of it have.
    pub number: TaskNumber,
    /// The position, on a board with edges.
    pub position: Position,
    /// Limits of the search.
    pub limits: Limits,
    /// Becomes true when the search is to end.
    pub stop: Arc<AtomicBool>,
    /// How often the caches were cleared before it: a player that is older forgets what it knows.
    pub generation: u64,
}

/// What is kept of a task until its last answer.
#[derive(Debug)]
struct TaskRecord {
    id: String,
    turn: usize,
    task: AnalysisTask,
    crop: EngineCrop,
    include_policy: bool,
}

/// Queue of positions, the one of highest priority first, and the answers to its lines.
#[derive(Debug)]
pub struct AnalysisQueue {
    usual: Limits,
    max_positions: usize,
    /// Number of the next task.
    next: TaskNumber,
    generation: u64,
    waiting: BTreeMap<(Reverse<i64>, TaskNumber), TaskRecord>,
    running: BTreeMap<TaskNumber, TaskRecord>,
}

/// Fields of an answer about a turn, before what was found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TurnHead<'a> {
    id: &'a str,
    turn_number: usize,
    is_during_search: bool,
}

/// Answer about a turn.
#[derive(Serialize)]
struct TurnAnswer<'a> {
    #[serde(flatten)]
    head: TurnHead<'a>,
    #[serde(flatten)]
    report: AnalysisReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<BTreeMap<String, f32>>,
}

impl AnalysisQueue {
    /// The longest line, in bytes; longer ones are answered with an error.
    pub const MAX_LINE: usize = 1 << 20;

    /// A queue that holds at most `max_positions` at once. A query without limits has those of `usual`.
    pub fn new(usual: Limits, max_positions: usize) -> AnalysisQueue {
        AnalysisQueue {
            usual,
            max_positions,
            next: 0,
            generation: 0,
            waiting: BTreeMap::new(),
            running: BTreeMap::new(),
        }
    }

    /// Takes a line, and returns the answers to it so far: none for a query that is accepted.
    pub fn receive(&mut self, line: &[u8]) -> Vec<String> {
        if line.trim_ascii().is_empty() {
            return Vec::new();
        }
        if line.len() > AnalysisQueue::MAX_LINE {
            let message = format!("the line is longer than {} bytes", AnalysisQueue::MAX_LINE);
            return vec![error_line(AnalysisLineError { id: None, field: None, message })];
        }
        match parse(line, &self.usual) {
            Ok(AnalysisLine::Query(query)) => match self.add(*query) {
                Ok(()) => Vec::new(),
                Err(error) => vec![error_line(error)],
            },
            Ok(AnalysisLine::Action(action)) => self.act(&action),
            Err(error) => vec![error_line(error)],
        }
    }

    /// Puts the positions of a query into the queue: all, or none if there is no room.
    fn add(&mut self, query: AnalysisQuery) -> Result<(), AnalysisLineError> {
        let AnalysisQuery { id, positions, limits, include_policy } = query;
        if self.waiting.len() + self.running.len() + positions.len() > self.max_positions {
            let most = self.max_positions;
            let message = format!("the queue is full: it has room for {most} positions; ask later");
            return Err(AnalysisLineError { id: Some(id), field: None, message });
        }
        for QueriedPosition { turn, priority, position, crop } in positions {
            let number = self.next;
            self.next += 1;
            let stop = Arc::new(AtomicBool::new(false));
            let task = AnalysisTask { number, position, limits, stop, generation: 0 };
            let record = TaskRecord { id: id.clone(), turn, task, crop, include_policy };
            self.waiting.insert((Reverse(priority), number), record);
        }
        Ok(())
    }

    /// Does what an action asks for. The action is repeated after the answers of what it ended.
    fn act(&mut self, action: &AnalysisAction) -> Vec<String> {
        let AnalysisAction { id, kind } = action;
        match kind {
            ActionKind::QueryVersion => {
                let version = env!("CARGO_PKG_VERSION");
                vec![line(&json!({ "id": id, "action": "query_version", "version": version }))]
            }
            ActionKind::ClearCache => {
                self.generation += 1;
                vec![line(&json!({ "id": id, "action": "clear_cache" }))]
            }
            ActionKind::Terminate { id: ended, turns } => {
                let mut answers = self.end(Some(ended), turns.as_deref());
                let mut echo = json!({ "id": id, "action": "terminate", "terminateId": ended });
                add_turns(&mut echo, turns.as_deref());
                answers.push(line(&echo));
                answers
            }
            ActionKind::TerminateAll { turns } => {
                let mut answers = self.end(None, turns.as_deref());
                let mut echo = json!({ "id": id, "action": "terminate_all" });
                add_turns(&mut echo, turns.as_deref());
                answers.push(line(&echo));
                answers
            }
        }
    }

    /// Ends the tasks of a query, or of all: those that wait are answered at once, those that run when they stop.
    fn end(&mut self, id: Option<&str>, turns: Option<&[usize]>) -> Vec<String> {
        let is_meant = |record: &TaskRecord| {
            id.is_none_or(|id| id == record.id)
                && turns.is_none_or(|turns| turns.contains(&record.turn))
        };
        for record in self.running.values().filter(|record| is_meant(record)) {
            record.task.stop.store(true, Relaxed);
        }
        let ended = self.waiting.extract_if(.., |_, record| is_meant(record));
        ended.map(|(_, record)| without_results(&record)).collect()
    }

    /// The task to be started next, if one waits.
    pub fn take(&mut self) -> Option<AnalysisTask> {
        let (_, mut record) = self.waiting.pop_first()?;
        record.task.generation = self.generation;
        let task = record.task.clone();
        self.running.insert(task.number, record);
        Some(task)
    }

    /// The answer to an intermediate result of a task; none once it is to end.
    pub fn report(&self, number: TaskNumber, thought: &Thought) -> Option<String> {
        let record = self.running.get(&number)?;
        let is_stopped = record.task.stop.load(Relaxed);
        (!is_stopped && !thought.candidates.is_empty()).then(|| record.answer(thought, true))
    }

    /// The last answer about a task, which is no longer running.
    pub fn finish(&mut self, number: TaskNumber, thought: Option<&Thought>) -> Option<String> {
        let record = self.running.remove(&number)?;
        Some(match thought {
            Some(thought) if !thought.candidates.is_empty() => record.answer(thought, false),
            _ => without_results(&record),
        })
    }

    /// Forgets what waits, and has what runs stop.
    pub fn stop_all(&mut self) {
        self.waiting.clear();
        for record in self.running.values() {
            record.task.stop.store(true, Relaxed);
        }
    }

    /// Whether nothing waits and nothing runs.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty()
    }
}

impl TaskRecord {
    fn answer(&self, thought: &Thought, is_during_search: bool) -> String {
        let TaskRecord { id, turn, task, crop, include_policy } = self;
        let lines = task.limits.lines;
        let report = AnalysisReport::new(&task.position, crop, thought, lines);
        let policy = |candidate: &Candidate| {
            (crop.area().name(crop.point(candidate.point)), candidate.prior)
        };
        let policy = include_policy.then(|| thought.candidates.iter().map(policy).collect());
        let head = TurnHead { id, turn_number: *turn, is_during_search };
        line(&TurnAnswer { head, report, policy })
    }
}

/// The answer about a turn that was not searched.
fn without_results(record: &TaskRecord) -> String {
    line(&json!({
        "id": record.id, "turnNumber": record.turn, "isDuringSearch": false, "noResults": true,
    }))
}

fn add_turns(echo: &mut Json, turns: Option<&[usize]>) {
    if let Some(turns) = turns {
        echo["turnNumbers"] = json!(turns);
    }
}

fn error_line(error: AnalysisLineError) -> String {
    let AnalysisLineError { id, field, message } = error;
    let mut answer = json!({ "error": message });
    for (key, value) in [("field", field), ("id", id)] {
        if let Some(value) = value {
            answer[key] = Json::String(value);
        }
    }
    line(&answer)
}

fn line(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("plain data can be written to memory") + "\n"
}
