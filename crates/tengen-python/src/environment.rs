//! The vector environment. Arrays cross as bytes, which `tengen.env` shows as arrays of numpy without a copy: so numpy
//! is needed by those alone who use it, and no memory of Python's is written while others could read it.

use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyByteArray,
};
use tengen_engine::environment::{
    AutoresetMode, EnvironmentError, EnvironmentOptions, IllegalActionPolicy, LabelOptions,
    SolverLabel, StepArrays, StepBuffers, VectorEnvironment,
};
use tengen_picture::{MoveNumbers, Theme};
use tengen_solver::fives::By;

use crate::{
    arguments,
    board::PyBoard,
    errors::{IllegalMoveError, PointError},
    interrupt::Interrupt,
};

/// How long a wait for the solver lasts before signals are looked for.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// What a step or a reset returns: observations, action masks, the small arrays one after another (turns, rewards,
/// terminations, truncations, winners), and the last observations of the games that started again.
type StepBytes<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

/// The games of `tengen.VectorEnv`.
#[pyclass(module = "tengen._tengen", name = "VectorEnvironment")]
#[derive(Debug)]
pub(crate) struct PyVectorEnvironment {
    games: VectorEnvironment,
    /// The small arrays, and the last observations. The large ones are written where Python has them.
    arrays: StepArrays,
}

#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` passes")]
fn refused(error: EnvironmentError) -> PyErr {
    let message = error.to_string();
    match error {
        EnvironmentError::IllegalAction { .. } => IllegalMoveError::new_err(message),
        EnvironmentError::NoPoint { .. } => PointError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

fn no_choice(given: &str, what: &str, choices: &str) -> PyErr {
    PyValueError::new_err(format!("{given:?} is not {what}; write {choices}"))
}

#[pymethods]
impl PyVectorEnvironment {
    #[new]
    #[pyo3(signature = (rule, size, games, autoreset, illegal_action, opening_plies, max_plies))]
    fn new(
        rule: &str,
        size: &Bound<'_, PyAny>,
        games: usize,
        autoreset: &str,
        illegal_action: &str,
        opening_plies: u32,
        max_plies: Option<u32>,
    ) -> PyResult<PyVectorEnvironment> {
        let (rule, area) = (arguments::rule(rule)?, arguments::area(size)?);
        let autoreset = match autoreset {
            "same-step" => AutoresetMode::SameStep,
            "next-step" => AutoresetMode::NextStep,
            "disabled" => AutoresetMode::Disabled,
            other => {
                let choices = "same-step, next-step or disabled";
                return Err(no_choice(other, "an autoreset mode", choices));
            }
        };
        let illegal_action = match illegal_action {
            "error" => IllegalActionPolicy::Error,
            "loss" => IllegalActionPolicy::Loss,
            other => return Err(no_choice(other, "what an illegal action does", "error or loss")),
        };
        let options = EnvironmentOptions { autoreset, illegal_action, opening_plies, max_plies };
        let games = VectorEnvironment::new(rule, area, games, options).map_err(refused)?;
        let mut arrays = StepArrays::new(&games);
        (arrays.observations, arrays.action_masks) = (Vec::new(), Vec::new());
        if autoreset != AutoresetMode::SameStep {
            arrays.final_observations = Vec::new();
        }
        Ok(PyVectorEnvironment { games, arrays })
    }

    /// The width and the height of a board.
    #[getter]
    fn size(&self) -> Option<(u16, u16)> {
        arguments::size(self.games.area())
    }

    /// Starts new games: all, or those of the rows whose byte is not 0.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
        rows: Option<&[u8]>,
    ) -> PyResult<StepBytes<'py>> {
        let rows: Option<Vec<bool>> = rows.map(|rows| rows.iter().map(|&row| row != 0).collect());
        self.write(py, |games, out| games.reset(seed, rows.as_deref(), out))
    }

    /// Plays the actions, 64-bit integers as the machine has them, and returns the arrays as bytes.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<StepBytes<'py>> {
        let actions = integers(actions);
        self.write(py, |games, out| games.step(&actions, out))
    }

    /// Uniformly random legal actions, as the bytes of 64-bit integers.
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let mut actions = vec![0; self.games.games()];
        self.games.sample_actions(&mut actions).map_err(refused)?;
        Ok(bytes_of(py, &actions))
    }

    /// What the solver proves about these rows, 64-bit integers: values as bytes, and winning actions as 64-bit
    /// integers, -1 for none.
    fn solver_labels<'py>(
        &self,
        py: Python<'py>,
        rows: &[u8],
        by: &str,
        nodes: u64,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let by = match by {
            "fours" => By::Fours,
            "threats" => By::Threats,
            other => return Err(no_choice(other, "a kind of win", "fours or threats")),
        };
        let negative = |row| PyValueError::new_err(format!("row {row} is negative"));
        let row = |row: i64| usize::try_from(row).map_err(|_| negative(row));
        let rows = integers(rows).into_iter().map(row).collect::<PyResult<Vec<usize>>>()?;
        let labels = self.labels(py, &rows, LabelOptions { by, nodes, threads })?;
        let values: Vec<u8> = labels.iter().map(|label| label.value as u8).collect();
        let action = |label: &SolverLabel| label.action.map_or(-1, |action| action as i64);
        let actions: Vec<i64> = labels.iter().map(action).collect();
        Ok((PyByteArray::new(py, &values), bytes_of(py, &actions)))
    }

    /// The board of a row, with its last move.
    fn board(&self, row: usize) -> PyResult<PyBoard> {
        let position = self.games.position(row).map_err(refused)?;
        let mut start = self.games.setup(row).map_err(refused)?;
        for &last in position.moves() {
            start.stones.retain(|&(point, _)| point != last);
            start.turn = !start.turn;
        }
        PyBoard::new(position.rule(), start, position.moves())
    }

    /// The board of a row as pixels: height, width, and three bytes for each pixel.
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        row: usize,
    ) -> PyResult<(u32, u32, Bound<'py, PyByteArray>)> {
        let picture = self.board(row)?.picture().numbered(MoveNumbers::Last(0));
        let pixels = picture
            .pixels(&Theme::WOOD, picture.usual_width())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let bytes: Vec<u8> = pixels.colors.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
        Ok((pixels.height, pixels.width, PyByteArray::new(py, &bytes)))
    }
}

impl PyVectorEnvironment {
    /// Resets or steps, with the large arrays written where Python has them.
    fn write<'py>(
        &mut self,
        py: Python<'py>,
        act: impl FnOnce(&mut VectorEnvironment, &mut StepBuffers<'_>) -> Result<(), EnvironmentError>
        + Send,
    ) -> PyResult<StepBytes<'py>> {
        let PyVectorEnvironment { games, arrays } = self;
        let size = games.games() * games.points();
        let mut masks = None;
        let observations = PyByteArray::new_with(py, 2 * size, |observations| {
            let written = PyByteArray::new_with(py, size, |action_masks| {
                let mut out = StepBuffers { observations, action_masks, ..arrays.buffers() };
                // Nobody else has these bytes yet, so others may run meanwhile.
                py.detach(|| act(games, &mut out)).map_err(refused)
            })?;
            masks = Some(written);
            Ok(())
        })?;
        let masks = masks.expect("it was written");
        let mut small = arrays.turns.clone();
        small.extend(arrays.rewards.iter().map(|&reward| reward as u8));
        small.extend(arrays.terminations.iter().map(|&ended| u8::from(ended)));
        small.extend(arrays.truncations.iter().map(|&ended| u8::from(ended)));
        small.extend(arrays.winners.iter().map(|&winner| winner as u8));
        let mut last = Vec::new();
        let planes = 2 * games.points();
        for (row, planes) in arrays.final_observations.chunks(planes).enumerate() {
            if arrays.terminations[row] || arrays.truncations[row] {
                last.extend_from_slice(planes);
            }
        }
        Ok((observations, masks, PyByteArray::new(py, &small), PyByteArray::new(py, &last)))
    }

    /// Labels rows in other threads, while this one looks for signals.
    fn labels(
        &self,
        py: Python<'_>,
        rows: &[usize],
        options: LabelOptions,
    ) -> PyResult<Vec<SolverLabel>> {
        let games = &self.games;
        py.detach(|| {
            let (stop, interrupt) = (AtomicBool::new(false), Interrupt::new());
            let (sender, receiver) = mpsc::channel();
            let stop = &stop;
            let answer = thread::scope(|scope| {
                scope.spawn(move || {
                    // The other end waits until it has an answer.
                    let _ = sender.send(games.solver_labels(rows, &options, stop));
                });
                loop {
                    match receiver.recv_timeout(SIGNAL_INTERVAL) {
                        Err(RecvTimeoutError::Timeout) => {
                            stop.store(interrupt.is_raised(), Ordering::Relaxed);
                        }
                        answer => return answer,
                    }
                }
            });
            let answer = interrupt.finish(answer)?;
            let lost = |_| PyRuntimeError::new_err("the solver did not answer");
            answer.map_err(lost)?.map_err(refused).map(Option::unwrap_or_default)
        })
    }
}

/// The 64-bit integers that these bytes are on this machine.
fn integers(bytes: &[u8]) -> Vec<i64> {
    let (integers, _) = bytes.as_chunks();
    integers.iter().map(|&integer| i64::from_ne_bytes(integer)).collect()
}

/// Integers as bytes of this machine.
fn bytes_of<'py>(py: Python<'py>, integers: &[i64]) -> Bound<'py, PyByteArray> {
    let bytes: Vec<u8> = integers.iter().flat_map(|integer| integer.to_ne_bytes()).collect();
    PyByteArray::new(py, &bytes)
}
