//! `Engine`: a player of any game, and `LiveAnalysis`: what it finds while it searches.

use std::{
    fs::File,
    io::BufReader,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use pyo3::{
    exceptions::{PyOSError, PyRuntimeError, PyValueError},
    prelude::*,
};
use tengen_archive::unpack_stream;
use tengen_core::{Color, Position, Rule};
use tengen_engine::{EngineCrop, Level, Limits, Player, ProofBook, Resources, Thought, Unsuited};

use crate::{
    analysis::PyAnalysis,
    arguments,
    board::PyBoard,
    errors::{PositionError, ProofError, position_error},
    interrupt::Interrupt,
};

/// A player of any game, at a level from 1 for a beginner to 10 for full strength. It keeps what it learned from one
/// position to the next: a game is best played by one engine.
///
/// >>> from tengen import Board, Engine
/// >>> with Engine(level=3) as engine:
/// ...     board = Board("renju", moves="h8 h9")
/// ...     board.push(engine.play(board))
/// >>> board.ply
/// 3
#[pyclass(name = "Engine", module = "tengen", frozen)]
#[derive(Debug)]
pub(crate) struct PyEngine {
    rule: Option<Rule>,
    resources: Resources,
    level: Level,
    book: Option<Arc<ProofBook>>,
    seat: Arc<Seat>,
}

/// The player of an engine, who thinks about one position at a time.
#[derive(Default, Debug)]
struct Seat {
    is_busy: AtomicBool,
    is_closed: AtomicBool,
    /// None before the first search; another one for other games.
    player: Mutex<Option<Player>>,
}

/// The right to use the player.
struct SeatGuard(Arc<Seat>);

impl Drop for SeatGuard {
    fn drop(&mut self) {
        self.0.is_busy.store(false, Ordering::Release);
    }
}

impl SeatGuard {
    fn new(seat: &Arc<Seat>) -> PyResult<SeatGuard> {
        if seat.is_closed.load(Ordering::Acquire) {
            return Err(PyRuntimeError::new_err("the engine is closed"));
        }
        if seat.is_busy.swap(true, Ordering::Acquire) {
            let message = "the engine is at work: stop its analysis, or make another engine";
            return Err(PyRuntimeError::new_err(message));
        }
        Ok(SeatGuard(Arc::clone(seat)))
    }
}

/// A search that is to be made.
struct EngineSearch {
    rule: Rule,
    turn: Color,
    position: Position,
    crop: EngineCrop,
    limits: Limits,
    resources: Resources,
    book: Option<Arc<ProofBook>>,
    seat: SeatGuard,
}

impl EngineSearch {
    fn run(
        &self,
        stop: &dyn Fn() -> bool,
        news: &mut dyn FnMut(PyAnalysis),
    ) -> Result<PyAnalysis, Unsuited> {
        let mut slot = self.seat.0.player.lock().unwrap_or_else(PoisonError::into_inner);
        let is_nogo = self.rule == Rule::NoGo;
        let player = slot.take().filter(|player| matches!(player, Player::NoGo(_)) == is_nogo);
        let player = slot.insert(player.unwrap_or_else(|| {
            Player::for_rule(self.rule, self.resources).with_book(self.book.clone())
        }));
        let answer = |thought: &Thought| PyAnalysis::new(self.rule, self.turn, &self.crop, thought);
        let thought = player
            .think(&self.position, &self.limits, stop, &mut |thought| news(answer(thought)))?;
        Ok(answer(&thought))
    }
}

/// The limits of a search as Python gives them.
struct LimitArguments {
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    lines: usize,
}

impl LimitArguments {
    fn are_given(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }
}

impl PyEngine {
    const NEWS: Duration = Duration::from_millis(100);

    fn search(
        &self,
        board: &Bound<'_, PyBoard>,
        arguments: &LimitArguments,
    ) -> PyResult<EngineSearch> {
        let position = board.borrow().position().clone();
        let (rule, turn) = (position.rule(), position.turn());
        if let Some(own) = self.rule.filter(|&own| own != rule) {
            let message = format!("this engine plays {own}, and the board is of {rule}");
            return Err(PositionError::new_err(message));
        }
        if position.outcome().is_some() {
            let message = "the game is over: there is nothing to think about";
            return Err(PositionError::new_err(message));
        }
        if arguments.lines == 0 {
            return Err(PyValueError::new_err("lines 0: ask for 1 or more"));
        }
        let (position, crop) = EngineCrop::around(position).map_err(position_error)?;
        Player::check(&position).map_err(position_error)?;
        let limits = Limits {
            time: arguments::seconds(arguments.time)?,
            nodes: arguments.nodes,
            depth: arguments.depth,
            lines: arguments.lines,
            news: Some(PyEngine::NEWS),
            level: self.level,
            ..Limits::default()
        };
        let (resources, book) = (self.resources, self.book.clone());
        let seat = SeatGuard::new(&self.seat)?;
        Ok(EngineSearch { rule, turn, position, crop, limits, resources, book, seat })
    }

    /// Searches while Python goes on with other threads; Ctrl-C stops it.
    fn think(
        &self,
        board: &Bound<'_, PyBoard>,
        arguments: &LimitArguments,
    ) -> PyResult<PyAnalysis> {
        if !arguments.are_given() && self.level == Level::FULL {
            let message = "at full strength a search has no end: give time, nodes or depth";
            return Err(PyValueError::new_err(message));
        }
        let search = self.search(board, arguments)?;
        board.py().detach(|| {
            let interrupt = Interrupt::new();
            let found = search.run(&|| interrupt.is_raised(), &mut |_| {});
            interrupt.finish(found)?.map_err(position_error)
        })
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (rule = None, *, level = 10, threads = 1, memory = 128.0, seed = 0, proof_book = None))]
    fn py_new(
        rule: Option<&str>,
        level: u8,
        threads: usize,
        memory: f64,
        seed: u64,
        proof_book: Option<PathBuf>,
    ) -> PyResult<PyEngine> {
        let Some(level) = Level::new(level) else {
            return Err(PyValueError::new_err(format!("level {level}: there are 1 to 10")));
        };
        if !(1..=1024).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads {threads}: give 1 to 1024")));
        }
        let rule = rule.map(arguments::rule).transpose()?;
        let memory = arguments::bytes("memory", memory)?;
        let book = proof_book.map(|path| read_book(&path)).transpose()?.map(Arc::new);
        let resources = Resources { threads, memory, seed };
        Ok(PyEngine { rule, resources, level, book, seat: Arc::default() })
    }

    /// The level, from 1 to 10.
    #[getter]
    fn level(&self) -> u8 {
        self.level.number()
    }

    /// The best move within the limits: seconds, nodes (playouts at NoGo) or plies. Levels below 10 need none.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None))]
    fn play(
        &self,
        board: &Bound<'_, PyBoard>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<String> {
        let found = self.think(board, &LimitArguments { time, nodes, depth, lines: 1 })?;
        let best = found.best_move().map(str::to_owned);
        best.ok_or_else(|| PositionError::new_err("there is no legal move"))
    }

    /// The best moves with their values and principal variations, `lines` of them.
    ///
    /// >>> from tengen import Board, Engine
    /// >>> board = Board(moves="h8 a1 i8 a2 j8 a3 k8 b1")
    /// >>> analysis = Engine().analyse(board, nodes=1000)
    /// >>> analysis.best.wins, analysis.best.plies
    /// (True, 1)
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None, lines = 1))]
    fn analyse(
        &self,
        board: &Bound<'_, PyBoard>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: usize,
    ) -> PyResult<PyAnalysis> {
        self.think(board, &LimitArguments { time, nodes, depth, lines })
    }

    /// A search in the background, whose results are iterated over as they come. It ends at a limit, if there is one,
    /// by `stop`, or with the block of `with`.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None, lines = 1))]
    fn analysis(
        &self,
        board: &Bound<'_, PyBoard>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: usize,
    ) -> PyResult<PyLiveAnalysis> {
        let search = self.search(board, &LimitArguments { time, nodes, depth, lines })?;
        PyLiveAnalysis::start(search)
    }

    /// Forgets what it learned, as before a new game.
    fn clear(&self) -> PyResult<()> {
        let guard = SeatGuard::new(&self.seat)?;
        *guard.0.player.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    /// Frees the memory; the engine cannot be used after it.
    fn close(&self) {
        self.seat.is_closed.store(true, Ordering::Release);
        if let Ok(mut player) = self.seat.player.try_lock() {
            *player = None;
        }
    }

    fn __enter__(slf: Py<PyEngine>) -> Py<PyEngine> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        self.close();
    }
}

/// Reads a proof as an opening book. It is not checked, which takes far longer.
fn read_book(path: &PathBuf) -> PyResult<ProofBook> {
    let name = path.display();
    let failed = |error: std::io::Error| PyOSError::new_err(format!("{name}: {error}"));
    let file = File::open(path).map_err(failed)?;
    let reader = unpack_stream(Box::new(file)).map_err(failed)?;
    let book = ProofBook::read(BufReader::with_capacity(1 << 16, reader));
    book.map_err(|error| ProofError::new_err(format!("{name}: {error}")))
}

/// A search in the background. Iterating over it gives an `Analysis` after another, the final one last.
#[pyclass(name = "LiveAnalysis", module = "tengen", frozen)]
#[derive(Debug)]
pub(crate) struct PyLiveAnalysis {
    stop: Arc<AtomicBool>,
    news: Mutex<Receiver<PyAnalysis>>,
    thread: Mutex<Option<JoinHandle<Result<PyAnalysis, Unsuited>>>>,
    last: Mutex<Option<PyAnalysis>>,
}

impl PyLiveAnalysis {
    /// Results that wait to be taken; further ones are dropped until there is room.
    const WAITING: usize = 64;

    fn start(search: EngineSearch) -> PyResult<PyLiveAnalysis> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, news) = sync_channel(PyLiveAnalysis::WAITING);
        let asked = Arc::clone(&stop);
        let run = move || {
            let mut send = |analysis| drop(sender.try_send(analysis));
            search.run(&|| asked.load(Ordering::Relaxed), &mut send)
        };
        let thread = thread::Builder::new().spawn(run).map_err(PyErr::from)?;
        let (news, thread) = (Mutex::new(news), Mutex::new(Some(thread)));
        Ok(PyLiveAnalysis { stop, news, thread, last: Mutex::new(None) })
    }

    /// The final result, the first time that it is asked for.
    fn join(&self) -> PyResult<Option<PyAnalysis>> {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread else { return Ok(None) };
        let Ok(found) = thread.join() else {
            return Err(PyRuntimeError::new_err("the search failed"));
        };
        let found = found.map_err(position_error)?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
        Ok(Some(found))
    }

    /// The next result; none after the final one.
    fn next(&self, py: Python<'_>) -> PyResult<Option<PyAnalysis>> {
        loop {
            let received = py.detach(|| {
                let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
                news.recv_timeout(Duration::from_millis(50))
            });
            match received {
                Ok(analysis) => {
                    *self.last.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some(analysis.clone());
                    return Ok(Some(analysis));
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return py.detach(|| self.join()),
            }
        }
    }
}

#[pymethods]
impl PyLiveAnalysis {
    fn __iter__(slf: Py<PyLiveAnalysis>) -> Py<PyLiveAnalysis> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyAnalysis>> {
        self.next(py)
    }

    /// Asks the search to end soon. What it found so far can still be iterated over.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end of the search, and returns its final result.
    fn wait(&self, py: Python<'_>) -> PyResult<PyAnalysis> {
        while self.next(py)?.is_some() {}
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        last.ok_or_else(|| PyRuntimeError::new_err("the search failed"))
    }

    /// The latest result that was iterated over; None before the first.
    #[getter]
    fn latest(&self) -> Option<PyAnalysis> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn __enter__(slf: Py<PyLiveAnalysis>) -> Py<PyLiveAnalysis> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.stop();
        py.detach(|| self.join()).map(drop)
    }
}

impl Drop for PyLiveAnalysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
