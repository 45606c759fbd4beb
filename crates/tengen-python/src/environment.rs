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
use tengen_core::{Area, Rule};
use tengen_engine::environment::{
    AutoresetMode, EnvironmentError, EnvironmentOptions, IllegalActionPolicy, LabelOptions,
    SolverLabel, StepArrays, StepBuffers, VectorEnvironment,
};
use tengen_picture::{MoveNumbers, Picture, Theme};
use tengen_solver::fives::By;

/// How often a signal, as that of Ctrl-C, is looked for.
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
fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl PyVectorEnvironment {
    #[new]
    #[pyo3(signature = (rule, width, height, games, autoreset, illegal_action, opening_plies, max_plies))]
    #[allow(clippy::too_many_arguments, reason = "one keyword each; the Python class names them")]
    fn new(
        rule: &str,
        width: u16,
        height: u16,
        games: usize,
        autoreset: &str,
        illegal_action: &str,
        opening_plies: u32,
        max_plies: Option<u32>,
    ) -> PyResult<PyVectorEnvironment> {
        let rule: Rule = rule.parse().map_err(|error| refused(format!("{rule:?} is {error}")))?;
        let options = EnvironmentOptions {
            autoreset: match autoreset {
                "same-step" => AutoresetMode::SameStep,
                "next-step" => AutoresetMode::NextStep,
                "disabled" => AutoresetMode::Disabled,
                _ => {
                    let modes = "write same-step, next-step or disabled";
                    return Err(refused(format!(
                        "{autoreset:?} is not an autoreset mode; {modes}"
                    )));
                }
            },
            illegal_action: match illegal_action {
                "error" => IllegalActionPolicy::Error,
                "loss" => IllegalActionPolicy::Loss,
                _ => {
                    let what = "is not what an illegal action does; write error or loss";
                    return Err(refused(format!("{illegal_action:?} {what}")));
                }
            },
            opening_plies,
            max_plies,
        };
        let games = VectorEnvironment::new(rule, Area::Bounded { width, height }, games, options)
            .map_err(refused)?;
        let mut arrays = StepArrays::new(&games);
        (arrays.observations, arrays.action_masks) = (Vec::new(), Vec::new());
        if options.autoreset != AutoresetMode::SameStep {
            arrays.final_observations = Vec::new();
        }
        Ok(PyVectorEnvironment { games, arrays })
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
            _ => return Err(refused(format!("{by:?} is no kind of win; write fours or threats"))),
        };
        let row =
            |row: i64| usize::try_from(row).map_err(|_| refused(format!("row {row} is negative")));
        let rows = integers(rows).into_iter().map(row).collect::<PyResult<Vec<usize>>>()?;
        let labels = self.labels(py, &rows, LabelOptions { by, nodes, threads })?;
        let values: Vec<u8> = labels.iter().map(|label| label.value as u8).collect();
        let action = |label: &SolverLabel| label.action.map_or(-1, |action| action as i64);
        let actions: Vec<i64> = labels.iter().map(action).collect();
        Ok((PyByteArray::new(py, &values), bytes_of(py, &actions)))
    }

    /// The board of a row as letters.
    fn drawing(&self, row: usize) -> PyResult<String> {
        Ok(self.picture(row)?.drawing().to_string().trim_end().to_owned())
    }

    /// The board of a row as an SVG document.
    fn svg(&self, row: usize) -> PyResult<String> {
        Ok(self.picture(row)?.svg(&Theme::WOOD))
    }

    /// The board of a row as pixels: height, width, and three bytes for each pixel.
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        row: usize,
    ) -> PyResult<(u32, u32, Bound<'py, PyByteArray>)> {
        let picture = self.picture(row)?;
        let pixels = picture.pixels(&Theme::WOOD, picture.usual_width()).map_err(refused)?;
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
        let (stop, games) = (AtomicBool::new(false), &self.games);
        thread::scope(|scope| {
            let (sender, mut receiver) = mpsc::channel();
            let stop = &stop;
            scope.spawn(move || {
                // The other end waits until it has an answer.
                let _ = sender.send(games.solver_labels(rows, &options, stop));
            });
            let mut signal = Ok(());
            loop {
                let waited = py.detach(move || {
                    let answer = receiver.recv_timeout(SIGNAL_INTERVAL);
                    (receiver, answer)
                });
                receiver = waited.0;
                match waited.1 {
                    Ok(answer) => {
                        signal?;
                        return answer.map_err(refused).map(Option::unwrap_or_default);
                    }
                    Err(RecvTimeoutError::Timeout) if signal.is_ok() => {
                        signal = py.check_signals();
                        stop.store(signal.is_err(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the solver panicked"));
                    }
                }
            }
        })
    }

    /// A picture of the position of a row, its last move ringed, and what wins aglow.
    fn picture(&self, row: usize) -> PyResult<Picture> {
        let position = self.games.position(row).map_err(refused)?;
        let mut board = position.board().clone();
        for &point in position.moves() {
            board.lift(point, !position.turn());
        }
        let picture = Picture::new(&board)
            .play(!position.turn(), position.moves())
            .numbered(MoveNumbers::Last(0));
        Ok(position.winning_lines().into_iter().fold(picture, Picture::line))
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
