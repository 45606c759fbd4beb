//! Analysis engine: many positions in flight, a JSON object a line, in the manner of `KataGo`'s analysis engine.
//! The protocol is in `docs/protocols/analysis.md`.
//!
//! [`AnalysisQueue`] is the protocol as a state machine; [`run`] has threads work for it.

mod analysis_line;
mod analysis_queue;
mod analysis_report;

use std::{
    io::{self, BufReader, Read, Write},
    num::NonZero,
    sync::{
        atomic::Ordering::Relaxed,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use tengen_core::Rule;
pub use tengen_engine::Limits;
use tengen_engine::{Player, Resources, Thought};

pub use analysis_queue::{AnalysisQueue, AnalysisTask, TaskNumber};
pub use analysis_report::{AnalysisReport, MoveInfo, ProvenResult, RootInfo};

use crate::input_lines::read_line;

/// Options of an analysis engine.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AnalysisOptions {
    /// Limits of queries that have none.
    pub limits: Limits,
    /// Positions that are searched at once.
    pub workers: NonZero<usize>,
    /// Threads, memory and seed of each search.
    pub resources: Resources,
    /// Positions in flight at most.
    pub max_positions: usize,
}

impl Default for AnalysisOptions {
    /// A worker with a thread, a second for each position, and 4,096 positions in flight.
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            limits: Limits { time: Some(Duration::from_secs(1)), ..Limits::default() },
            workers: NonZero::<usize>::MIN,
            resources: Resources::default(),
            max_positions: 4_096,
        }
    }
}

/// What happens to an analysis engine.
enum AnalysisEvent {
    /// A line has come, without its end.
    Line(Vec<u8>),
    /// No more lines come.
    End,
    /// An intermediate result.
    News(TaskNumber, Box<Thought>),
    /// A worker has ended a search, and is idle.
    Done { worker: usize, number: TaskNumber, thought: Option<Box<Thought>> },
}

/// Capacity of the queue of events; a worker with news waits when it is full.
const MAX_EVENTS: usize = 64;

/// Answers queries until the end of the input, and then what is left of them.
///
/// ```
/// use tengen_protocol::analysis_engine::{AnalysisOptions, run};
///
/// let query = r#"{"id": "a", "rule": "freestyle", "size": 15, "maxNodes": 100}"#;
/// let mut output = Vec::new();
/// run(&AnalysisOptions::default(), query.as_bytes(), &mut output)?;
/// assert!(output.starts_with(br#"{"id":"a","turnNumber":0,"isDuringSearch":false"#));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If an answer cannot be written. All searches end then.
pub fn run(
    options: &AnalysisOptions,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (sender, events) = sync_channel(MAX_EVENTS);
    let lines = sender.clone();
    thread::spawn(move || send_lines(input, &lines));
    let mut queue = AnalysisQueue::new(options.limits, options.max_positions);
    thread::scope(|scope| {
        let start = |worker: usize| {
            let (tasks, received) = sync_channel(1);
            let (sender, resources) = (sender.clone(), options.resources);
            scope.spawn(move || work(worker, &received, &sender, resources));
            tasks
        };
        let workers: Vec<SyncSender<AnalysisTask>> =
            (0..options.workers.get()).map(start).collect();
        let answered = converse(&mut queue, &events, &workers, out);
        // Cancel what still runs: its answers have no reader.
        queue.stop_all();
        drop(events);
        answered
    })
}

/// Sends the lines of an input, and its end; a line that is too long is cut behind the longest.
fn send_lines(input: impl Read, events: &SyncSender<AnalysisEvent>) {
    let mut input = BufReader::new(input);
    while let Some(line) = read_line(&mut input, AnalysisQueue::MAX_LINE + 2) {
        if events.send(AnalysisEvent::Line(line)).is_err() {
            return;
        }
    }
    // A send error: the receiver is gone.
    let _ = events.send(AnalysisEvent::End);
}

/// Answers events until there is nothing left to be answered.
fn converse(
    queue: &mut AnalysisQueue,
    events: &Receiver<AnalysisEvent>,
    workers: &[SyncSender<AnalysisTask>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut idle: Vec<usize> = (0..workers.len()).rev().collect();
    let mut is_ended = false;
    while !(is_ended && queue.is_idle()) {
        let event = events.recv().expect("the caller keeps a sender of events");
        let answers = match event {
            AnalysisEvent::Line(line) => queue.receive(&line),
            AnalysisEvent::End => {
                is_ended = true;
                Vec::new()
            }
            AnalysisEvent::News(number, thought) => {
                queue.report(number, &thought).into_iter().collect()
            }
            AnalysisEvent::Done { worker, number, thought } => {
                idle.push(worker);
                queue.finish(number, thought.as_deref()).into_iter().collect()
            }
        };
        for answer in &answers {
            out.write_all(answer.as_bytes())?;
        }
        if !answers.is_empty() {
            out.flush()?;
        }
        while !idle.is_empty()
            && let Some(task) = queue.take()
        {
            let worker = idle.pop().expect("one is idle");
            workers[worker].send(task).expect("a worker ends after its tasks");
        }
    }
    Ok(())
}

/// Searches one task after another with one player, which keeps what it learned.
fn work(
    worker: usize,
    tasks: &Receiver<AnalysisTask>,
    events: &SyncSender<AnalysisEvent>,
    resources: Resources,
) {
    let mut kept: Option<(u64, Player)> = None;
    for AnalysisTask { number, position, limits, stop, generation } in tasks {
        let rule = position.rule();
        let mut player = match kept.take() {
            Some((of, player)) if of == generation && suits(&player, rule) => player,
            _ => Player::for_rule(rule, resources),
        };
        let mut said = Instant::now();
        let mut news = |thought: &Thought| {
            // At five-in-a-row there are also news of each depth.
            if limits.news.is_none_or(|interval| said.elapsed() < interval) {
                return;
            }
            said = Instant::now();
            let news = AnalysisEvent::News(number, Box::new(thought.clone()));
            if events.send(news).is_err() {
                stop.store(true, Relaxed);
            }
        };
        let is_stopped = || stop.load(Relaxed);
        let thought = player.think(&position, &limits, &is_stopped, &mut news);
        kept = Some((generation, player));
        let thought = thought.ok().map(Box::new);
        if events.send(AnalysisEvent::Done { worker, number, thought }).is_err() {
            return;
        }
    }
}

/// Whether a player is one of the games of `rule`.
fn suits(player: &Player, rule: Rule) -> bool {
    matches!(player, Player::NoGo(_)) == (rule == Rule::NoGo)
}
