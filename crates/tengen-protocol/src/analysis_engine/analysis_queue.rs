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
        AnalysisAction, AnalysisActionKind, AnalysisLine, AnalysisLineError, AnalysisQuery,
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
            AnalysisActionKind::QueryVersion => {
                let version = env!("CARGO_PKG_VERSION");
                vec![line(&json!({ "id": id, "action": "query_version", "version": version }))]
            }
            AnalysisActionKind::ClearCache => {
                self.generation += 1;
                vec![line(&json!({ "id": id, "action": "clear_cache" }))]
            }
            AnalysisActionKind::Terminate { id: ended, turns } => {
                let mut answers = self.end(Some(ended), turns.as_deref());
                let mut echo = json!({ "id": id, "action": "terminate", "terminateId": ended });
                add_turns(&mut echo, turns.as_deref());
                answers.push(line(&echo));
                answers
            }
            AnalysisActionKind::TerminateAll { turns } => {
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

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, time::Duration};

    use tengen_core::{Point, Rng};
    use tengen_engine::Value;

    use super::*;

    fn queue() -> AnalysisQueue {
        AnalysisQueue::new(Limits { nodes: Some(100), ..Limits::default() }, 8)
    }

    fn thought() -> Thought {
        thought_of(Point::new(7, 7))
    }

    fn thought_of(point: Point) -> Thought {
        Thought {
            candidates: vec![Candidate::new(point, Value::Seems(256), 3, vec![point])],
            depth: Some(3),
            nodes: 77,
            threat_nodes: 7,
            wins: None,
            elapsed: Duration::from_millis(5),
        }
    }

    /// The one answer to a line.
    fn answer(queue: &mut AnalysisQueue, line: &str) -> Json {
        let answers = queue.receive(line.as_bytes());
        assert_eq!(answers.len(), 1, "{line}: {answers:?}");
        serde_json::from_str(&answers[0]).unwrap()
    }

    #[test]
    fn a_conversation() {
        let mut queue = queue();
        let asked = r#"{"id":"g","rule":"renju","size":15,"moves":["h8",["W","h9"]],
            "analyzeTurns":[2,0],"priorities":[5,9],"maxNodes":7,"lines":2,"reportDuringSearchEvery":0.5}"#;
        assert!(queue.receive(asked.as_bytes()).is_empty());
        let other = r#"{"id":"n","rule":"nogo","size":[9,5],"priority":7,"includePolicy":true}"#;
        assert!(queue.receive(other.as_bytes()).is_empty());
        let (first, second, third) =
            (queue.take().unwrap(), queue.take().unwrap(), queue.take().unwrap());
        assert!(queue.take().is_none() && !queue.is_idle());
        assert_eq!((first.position.moves().len(), first.limits.nodes), (0, Some(7)));
        assert_eq!(first.limits.news, Some(Duration::from_millis(500)));
        assert_eq!(
            (second.position.rule(), second.limits.nodes),
            (tengen_core::Rule::NoGo, Some(100))
        );
        assert_eq!(third.position.board().stones().len(), 2);
        let news = queue.report(first.number, &thought()).unwrap();
        assert_eq!(
            news,
            concat!(
                r#"{"id":"g","turnNumber":0,"isDuringSearch":true,"rootInfo":{"currentPlayer":"B","winrate":0.7310586,"#,
                r#""score":256,"depth":3,"nodes":77,"solverNodes":7,"elapsedMs":5},"moveInfos":[{"move":"h8","order":0,"#,
                r#""winrate":0.7310586,"score":256,"depth":3,"pv":["h8"]}]}"#,
                "\n"
            )
        );
        let policy: Json = serde_json::from_str(
            &queue.finish(second.number, Some(&thought_of(Point::new(4, 0)))).unwrap(),
        )
        .unwrap();
        assert_eq!(policy["policy"], json!({ "e5": 0.0 }));
        // One that runs is stopped, and answers when it has.
        let ended = answer(
            &mut queue,
            r#"{"id":"t","action":"terminate","terminateId":"g","turnNumbers":[0]}"#,
        );
        assert_eq!(
            ended,
            json!({"id":"t","action":"terminate","terminateId":"g","turnNumbers":[0]})
        );
        assert!(first.stop.load(Relaxed) && !third.stop.load(Relaxed));
        assert_eq!(queue.report(first.number, &thought()), None);
        assert!(
            queue
                .finish(first.number, Some(&thought()))
                .unwrap()
                .contains("\"isDuringSearch\":false")
        );
        assert_eq!(queue.finish(first.number, Some(&thought())), None, "there is one last answer");
        assert!(queue.finish(third.number, None).unwrap().contains("\"noResults\":true"));
        assert!(queue.is_idle());
        assert_eq!(
            answer(&mut queue, r#"{"id":"v","action":"query_version"}"#)["version"],
            env!("CARGO_PKG_VERSION")
        );
        answer(&mut queue, r#"{"id":"c","action":"clear_cache"}"#);
        queue.receive(br#"{"id":"x","rule":"exact","size":15}"#);
        assert_eq!(queue.take().unwrap().generation, 1);
    }

    #[test]
    fn what_waits_is_ended_at_once() {
        let mut queue = queue();
        queue
            .receive(br#"{"id":"a","rule":"exact","size":15,"moves":["h8"],"analyzeTurns":[0,1]}"#);
        queue.receive(br#"{"id":"b","rule":"exact","size":15}"#);
        let answers = queue.receive(br#"{"id":"t","action":"terminate_all"}"#);
        let ended = answers.iter().filter(|answer| answer.contains("noResults")).count();
        assert_eq!((answers.len(), ended), (4, 3));
        assert!(queue.is_idle());
    }

    #[test]
    fn what_is_wrong_is_said_with_its_field() {
        let query = |rest: &str| format!(r#"{{"id":"q","rule":"renju","size":15{rest}}}"#);
        for (line, field) in [
            ("{".to_owned(), None),
            ("[1]".to_owned(), None),
            ("\u{0}".to_owned(), None),
            ("[".repeat(100_000), None),
            (" ".repeat(AnalysisQueue::MAX_LINE) + "{}", None),
            ("{}".to_owned(), Some("id")),
            (r#"{"id":7}"#.to_owned(), Some("id")),
            (r#"{"id":"q","size":15}"#.to_owned(), Some("rule")),
            (r#"{"id":"q","rule":"go","size":15}"#.to_owned(), Some("rule")),
            (r#"{"id":"q","rule":"nogo","size":"infinite"}"#.to_owned(), Some("initialStones")),
            (r#"{"id":"q","rule":"nogo"}"#.to_owned(), Some("size")),
            (r#"{"id":"q","rule":"exact","size":65535}"#.to_owned(), Some("size")),
            (r#"{"id":"q","rule":"exact","size":64}"#.to_owned(), Some("size")),
            (
                r#"{"id":"q","rule":"exact","size":"infinite","moves":["(2000000,0)"]}"#.to_owned(),
                Some("moves"),
            ),
            (query(r#","moves":["h8","h8"]"#), Some("moves")),
            (query(r#","moves":["z99"]"#), Some("moves")),
            (query(r#","moves":[["W","h8"]]"#), Some("moves")),
            (query(r#","moves":{}"#), Some("moves")),
            (query(r#","initialStones":["h8"]"#), Some("initialStones")),
            (query(r#","initialStones":[["B","h8"],["B","h8"]]"#), Some("initialStones")),
            (query(r#","initialPlayer":"X""#), Some("initialPlayer")),
            (query(r#","analyzeTurns":[1]"#), Some("analyzeTurns")),
            (query(r#","analyzeTurns":[]"#), Some("analyzeTurns")),
            (query(r#","priorities":[1,2]"#), Some("priorities")),
            (query(r#","priority":1.5"#), Some("priority")),
            (query(r#","maxNodes":0"#), Some("maxNodes")),
            (query(r#","maxTime":-1"#), Some("maxTime")),
            (query(r#","maxTime":1e400"#), None),
            (query(r#","maxDepth":"9""#), Some("maxDepth")),
            (query(r#","lines":51"#), Some("lines")),
            (query(r#","reportDuringSearchEvery":0"#), Some("reportDuringSearchEvery")),
            (query(r#","includePolicy":true"#), Some("includePolicy")),
            (query(r#","includePolicy":1"#), Some("includePolicy")),
            (query(r#","includeOwnership":true"#), Some("includeOwnership")),
            (r#"{"id":"q","action":"dance"}"#.to_owned(), Some("action")),
            (r#"{"id":"q","action":"terminate"}"#.to_owned(), Some("terminateId")),
        ] {
            let error = answer(&mut queue(), &line);
            assert!(error["error"].is_string(), "{error}");
            assert_eq!(error["field"].as_str(), field, "{error}");
            let has_id = field.is_some_and(|field| field != "id");
            assert_eq!(error["id"].as_str(), has_id.then_some("q"), "{error}");
        }
        let over = r#","moves":["a1","b1","a2","b2","a3","b3","a4","b4","a5"]"#;
        assert_eq!(answer(&mut queue(), &query(over))["field"], "analyzeTurns");
        assert!(queue().receive(b" \r").is_empty());
    }

    #[test]
    fn a_full_queue_takes_nothing() {
        let mut queue = queue();
        let asked = r#"{"id":"a","rule":"exact","size":15,"moves":["h8","h9","i9"],"analyzeTurns":[0,1,2]}"#;
        assert!(
            queue.receive(asked.as_bytes()).is_empty()
                && queue.receive(asked.as_bytes()).is_empty()
        );
        assert!(answer(&mut queue, asked)["error"].as_str().unwrap().contains("full"));
        let task = queue.take().unwrap();
        queue.finish(task.number, None).unwrap();
        assert!(queue.receive(asked.as_bytes()).is_empty(), "there is room again, for just three");
        assert!(answer(&mut queue, r#"{"id":"b","rule":"exact","size":15}"#)["error"].is_string());
    }

    /// A plain list of what is in flight: id, turn, priority, and whether it runs.
    #[derive(Default)]
    struct PlainQueue(Vec<(TaskNumber, String, usize, i64, bool)>);

    impl PlainQueue {
        fn next(&self) -> Option<TaskNumber> {
            let waiting = self.0.iter().filter(|task| !task.4);
            waiting.max_by_key(|task| (task.3, Reverse(task.0))).map(|task| task.0)
        }
    }

    #[test]
    fn every_position_has_one_last_answer_and_the_most_urgent_is_next() {
        let mut rng = Rng::new(22);
        for _ in 0..200 {
            let (mut queue, mut plain, mut number) = (queue(), PlainQueue::default(), 0);
            let (mut asked, mut answered) = (0, 0);
            for _ in 0..60 {
                let id = ["a", "b", "c"][rng.below(3)];
                match rng.below(6) {
                    0..3 => {
                        let count = 1 + rng.below(2);
                        let (turns, priority) = (&["[0]", "[0,1]"][count - 1], rng.below(3) as i64);
                        let line = format!(
                            r#"{{"id":"{id}","rule":"exact","size":15,"moves":["a1"],"analyzeTurns":{turns},"priority":{priority}}}"#
                        );
                        let is_full = !queue.receive(line.as_bytes()).is_empty();
                        assert_eq!(is_full, plain.0.len() + count > 8);
                        if !is_full {
                            for turn in 0..count {
                                plain.0.push((number, id.to_owned(), turn, priority, false));
                                number += 1;
                            }
                            asked += count;
                        }
                    }
                    3 => {
                        let task = queue.take();
                        assert_eq!(task.map(|task| task.number), plain.next());
                        let next = plain.next();
                        plain
                            .0
                            .iter_mut()
                            .filter(|task| Some(task.0) == next)
                            .for_each(|t| t.4 = true);
                    }
                    4 => {
                        let Some(at) = plain.0.iter().position(|task| task.4) else { continue };
                        let (number, id, turn, ..) = plain.0.remove(at);
                        let last = queue.finish(number, Some(&thought())).unwrap();
                        let head = format!(r#"{{"id":"{id}","turnNumber":{turn},"#);
                        assert!(last.starts_with(&head), "{last}");
                        answered += 1;
                    }
                    _ => {
                        let line =
                            format!(r#"{{"id":"t","action":"terminate","terminateId":"{id}"}}"#);
                        let answers = queue.receive(line.as_bytes()).len() - 1;
                        let before = plain.0.len();
                        plain.0.retain(|task| task.4 || task.1 != id);
                        assert_eq!(answers, before - plain.0.len());
                        answered += answers;
                    }
                }
            }
            answered += queue.receive(br#"{"id":"t","action":"terminate_all"}"#).len() - 1;
            let running: BTreeSet<TaskNumber> =
                plain.0.iter().filter(|task| task.4).map(|task| task.0).collect();
            answered += running.iter().filter_map(|&number| queue.finish(number, None)).count();
            assert!(queue.is_idle());
            assert_eq!(answered, asked);
        }
    }

    #[test]
    fn changed_lines_are_answered_or_accepted() {
        const SIGNS: &[u8] = b"0123456789\"[]{},:-e";
        let lines = [
            r#"{"id":"g","rule":"renju","size":15,"moves":["h8",["W","h9"]],"analyzeTurns":[2,0],"priorities":[5,9]}"#,
            r#"{"id":"n","rule":"nogo","size":[9,5],"initialStones":[["B","a1"]],"maxTime":0.5,"includePolicy":true}"#,
            r#"{"id":"t","action":"terminate","terminateId":"g","turnNumbers":[0]}"#,
        ];
        let mut rng = Rng::new(23);
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut line = lines[rng.below(lines.len())].as_bytes().to_vec();
            for _ in 0..rng.below(3) {
                if line.is_empty() {
                    break;
                }
                let at = rng.below(line.len());
                match rng.below(4) {
                    0 => line[at] = rng.below(256) as u8,
                    1 => drop(line.remove(at)),
                    2 => line.insert(at, SIGNS[rng.below(SIGNS.len())]),
                    _ => line.truncate(at + 1),
                }
            }
            let mut queue = queue();
            for answer in queue.receive(&line) {
                assert!(serde_json::from_str::<Json>(&answer).unwrap().is_object());
                refused += usize::from(answer.contains("\"error\""));
            }
            while let Some(task) = queue.take() {
                accepted += 1;
                queue.finish(task.number, Some(&thought())).unwrap();
            }
        }
        assert!(accepted > 500 && refused > 5_000, "{accepted} accepted, {refused} refused");
    }
}
