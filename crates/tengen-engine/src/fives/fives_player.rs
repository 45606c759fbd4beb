//! The player: limits, threads, and the memory that is kept from move to move.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use tengen_core::Position;
use tengen_solver::clock::Instant;

use super::{
    SearchBoard, SearchSettings, Values,
    handicap::Handicap,
    iterative_deepening::{
        IterativeDeepening, candidate, ordered, proven_candidate, rest, thought,
    },
    lockless_table::LocklessTable,
    root_probe::{self, KnownWin, RootProbe, VctSearcher},
    search::{RootSearch, SearchControl, SearchThread, SharedState, ThreadMemory},
};
use crate::{Candidate, Limits, ProofBook, Resources, SearchRequest, Thought, Unsuited, Value};

/// A player of five-in-a-row.
///
/// ```
/// use tengen_core::{Area, Point, Position, Rule};
/// use tengen_engine::{Limits, Resources, SearchRequest, fives::FivesPlayer};
///
/// let mut player = FivesPlayer::new(Resources::default());
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let limits = Limits::default();
/// let thought = player.think(SearchRequest::new(&position, &limits)).unwrap();
/// assert_eq!(thought.best().unwrap().point, Point::new(7, 7));
/// ```
#[derive(Debug)]
pub struct FivesPlayer {
    resources: Resources,
    settings: SearchSettings,
    values: Option<Arc<Values>>,
    book: Option<Arc<ProofBook>>,
    tt: LocklessTable,
    /// One for each thread.
    memories: Vec<ThreadMemory>,
    /// The last VCT that was found.
    known_win: Option<KnownWin>,
}

impl FivesPlayer {
    /// The shortest side of a board.
    pub const MIN_SIDE: u16 = SearchBoard::MIN_SIDE;
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = SearchBoard::MAX_SIDE;

    /// Maximum depth.
    pub(super) const MAX_DEPTH: i32 = 120;
    /// Maximum depth with a single root move.
    pub(super) const ONLY_DEPTH: i32 = 6;

    /// The time limit less the overhead of ending a search.
    fn for_thinking(time: Duration) -> Duration {
        time.saturating_sub((time / 64).min(Duration::from_millis(100)))
    }

    /// A player with empty tables.
    pub fn new(resources: Resources) -> FivesPlayer {
        FivesPlayer::with_settings(resources, SearchSettings::STRONG)
    }

    /// A player with other search parameters, for matches against itself.
    pub fn with_settings(resources: Resources, settings: SearchSettings) -> FivesPlayer {
        let resources = Resources { threads: resources.threads.max(1), ..resources };
        FivesPlayer {
            resources,
            settings,
            values: None,
            book: None,
            tt: LocklessTable::new(resources.memory / 8 * 5),
            memories: memories(&resources),
            known_win: None,
        }
    }

    /// Replaces the shipped values in games of their rule.
    #[must_use]
    pub fn with_values(mut self, values: Arc<Values>) -> FivesPlayer {
        self.values = Some(values);
        self
    }

    /// Plays the winner's side of a proof by it, at full strength and at once; by default there is none.
    #[must_use]
    pub fn with_book(mut self, book: Option<Arc<ProofBook>>) -> FivesPlayer {
        self.book = book;
        self
    }

    /// Checks that a position is of five-in-a-row, on a board that is neither too small nor too large.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check(position: &Position) -> Result<(), Unsuited> {
        SearchBoard::size(position).map(drop)
    }

    /// Threads, memory and seed.
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.memories = memories(&self.resources);
        self.known_win = None;
    }

    /// Searches a position until a limit is reached or the caller stops it.
    ///
    /// # Errors
    ///
    /// If the position is of another game or on a board that is too small or too large.
    pub fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Unsuited> {
        if let Some(handicap) = Handicap::for_level(request.limits.level) {
            return self.think_weakly(handicap, &request);
        }
        FivesPlayer::check(request.position)?;
        match self.book_thought(request.position, request.limits) {
            Some(thought) => Ok(thought),
            None => self.search(request),
        }
    }

    /// The move of the book, if one is asked for and the position is in it.
    fn book_thought(&self, position: &Position, limits: &Limits) -> Option<Thought> {
        let started = Instant::now();
        let book = self.book.as_ref().filter(|book| book.winner() == position.turn())?;
        if limits.lines > 1 {
            return None;
        }
        let entry = book.lookup(position).ok()?;
        let point = entry.point?;
        // The winner's moves and the replies between them.
        let plies = (2 * entry.moves_left).saturating_sub(1);
        Some(Thought {
            candidates: vec![Candidate::new(point, Value::Wins(plies), 0, vec![point])],
            depth: Some(0),
            nodes: 0,
            threat_nodes: 0,
            wins: Some(true),
            elapsed: started.elapsed(),
        })
    }

    /// Searches at full strength, without a book.
    pub(super) fn search(&mut self, request: SearchRequest<'_>) -> Result<Thought, Unsuited> {
        let SearchRequest { position, limits, stop, news } = request;
        let mut ignore = |_: &Thought| {};
        let started = Instant::now();
        let board = self.board(position)?;
        let known_win = self.known_win.as_ref().and_then(|known_win| known_win.line(position));
        self.tt.new_generation();
        let shared = SharedState {
            tt: &self.tt,
            settings: &self.settings,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            threat_nodes: AtomicU64::new(0),
        };
        let control = SearchControl {
            started,
            deadline: limits
                .time
                .and_then(|time| started.checked_add(FivesPlayer::for_thinking(time))),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            stop,
            news: match news {
                Some(news) => news,
                None => &mut ignore,
            },
            interval: limits.news,
            last_report: started,
            last: None,
        };
        let (first, others) = self.memories.split_first_mut().expect("there is a thread");
        first.history.age();
        let mut main = SearchThread::new(board.clone(), &shared, first, Some(control));
        if position.outcome().is_some() {
            return Ok(thought(&main, &[], 0));
        }
        let mut won = known_win.map(|(line, plies)| proven_candidate(&line, plies));
        let mut root = RootSearch::new(Vec::new());
        match root_probe::probe_root(&mut main) {
            RootProbe::Win(win) => {
                won = Some(candidate(&main, &win));
                root.moves = rest(&main, win.spot);
            }
            RootProbe::Moves(spots) => root.moves = ordered(&main, &spots),
        }
        if let Some(won) = &won {
            let spot = board.spot(won.point);
            root.moves.retain(|entry| entry.spot != spot);
        }
        let mut search = IterativeDeepening {
            position,
            limits,
            root,
            won,
            vct: VctSearcher::new(position.turn(), self.resources.memory / 4),
            found: None,
            depth: 0,
            stable_depths: 0,
        };
        if search.is_settled() {
            return Ok(search.thought(&main));
        }
        thread::scope(|scope| {
            for (number, memory) in others.iter_mut().enumerate() {
                let (board, root, shared) = (board.clone(), search.root.clone(), &shared);
                memory.history.age();
                let help = move || {
                    run_helper(SearchThread::new(board, shared, memory, None), root, number);
                };
                // Where the system allows no more threads, there are fewer helpers.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            search.run(&mut main);
            shared.done.store(true, Relaxed);
        });
        let thought = search.thought(&main);
        if search.found.is_some() {
            self.known_win = search.found;
        }
        Ok(thought)
    }

    /// The search board of `position`.
    pub(super) fn board(&self, position: &Position) -> Result<SearchBoard, Unsuited> {
        match &self.values {
            Some(values) if values.rule() == position.rule() => {
                SearchBoard::with(position, Arc::clone(values))
            }
            _ => SearchBoard::new(position),
        }
    }
}

fn memories(resources: &Resources) -> Vec<ThreadMemory> {
    let bytes = resources.memory / 8 / resources.threads;
    (0..resources.threads).map(|_| ThreadMemory::new(bytes)).collect()
}

/// A helper thread of lazy SMP: the same search, every second thread a ply ahead, so that the threads
/// fill the shared transposition table for each other.
fn run_helper(mut thread: SearchThread<'_>, mut root: RootSearch, number: usize) {
    for depth in 1 + number as i32 % 2.. {
        if depth > FivesPlayer::MAX_DEPTH || root.search_depth(&mut thread, depth, 1).is_err() {
            break;
        }
    }
}
