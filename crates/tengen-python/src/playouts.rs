//! `Playouts`: games of NoGo played to their ends at random.

use std::{
    num::NonZero,
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use pyo3::{exceptions::PyValueError, prelude::*};
use tengen_core::{Area, Cell, Color, Rule};
use tengen_engine::playout::{Start, Statistics};

use crate::{
    board::PyBoard,
    errors::{PositionError, position_error},
    interrupt::signals,
};

/// Statistics of random games.
#[pyclass(name = "Playouts", module = "tengen", frozen, get_all, skip_from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct PyPlayouts {
    /// The number of games that Black won.
    black: u64,
    /// The number of games that White won.
    white: u64,
    /// The number of moves of all games together.
    moves: u64,
    /// The histogram of game lengths: numbers of moves and numbers of games, in ascending order.
    lengths: Vec<(u32, u64)>,
}

#[pymethods]
impl PyPlayouts {
    /// The number of games.
    #[getter]
    const fn games(&self) -> u64 {
        self.black + self.white
    }

    fn __repr__(&self) -> String {
        format!("Playouts(black={}, white={}, moves={})", self.black, self.white, self.moves)
    }
}

/// Plays games of NoGo from a board to their ends, each legal move as likely as the others. The result depends on the
/// seed and not on the number of threads.
///
/// >>> from tengen import Board, playouts
/// >>> result = playouts(Board("nogo", size=5), 1000, seed=1)
/// >>> result.black + result.white
/// 1000
#[pyfunction]
#[pyo3(signature = (board, games, *, seed = 0, threads = 1))]
pub(crate) fn playouts(
    board: &Bound<'_, PyBoard>,
    games: u64,
    seed: u64,
    threads: usize,
) -> PyResult<PyPlayouts> {
    let threads = NonZero::new(threads).filter(|threads| threads.get() <= 1024);
    let threads = threads.ok_or_else(|| PyValueError::new_err("threads: give 1 to 1024"))?;
    let start = {
        let board = board.borrow();
        let position = board.position();
        if position.rule() != Rule::NoGo {
            let message = format!("playouts are of nogo, and the board is of {}", position.rule());
            return Err(PositionError::new_err(message));
        }
        let area: Area = board.area();
        let mut cells = area.points().map(|point| -> Cell { position.board().cell(point) });
        Start::from_cells(area, &mut cells, position.turn()).map_err(position_error)?
    };
    let statistics = board.py().detach(|| play(&start, games, seed, threads))?;
    Ok(PyPlayouts {
        black: statistics.wins(Color::Black),
        white: statistics.wins(Color::White),
        moves: statistics.moves(),
        lengths: statistics.lengths().collect(),
    })
}

/// Plays the games until they are played or Ctrl-C is pressed.
fn play(start: &Start, games: u64, seed: u64, threads: NonZero<usize>) -> PyResult<Statistics> {
    let caller = thread::current().id();
    let (stop, raised) = (AtomicBool::new(false), Mutex::new(None));
    // Python handles signals in one thread only: that of the caller, if in any.
    let progress = |_: u64| {
        if thread::current().id() == caller
            && let Err(error) = signals()
        {
            *raised.lock().expect("nobody panics with it") = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let statistics = start.play_games_until(games, seed, threads, &progress);
    match raised.into_inner().expect("nobody panics with it") {
        Some(error) => Err(error),
        None => Ok(statistics.expect("only a signal breaks off")),
    }
}
