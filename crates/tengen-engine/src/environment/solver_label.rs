//! Proven wins and losses of the positions of an environment.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use tengen_core::{Color, Outcome, Point, Position, Rule};
use tengen_solver::{
    Budget,
    fives::{By, FivesSolver},
    nogo::NoGoSolver,
};

use super::{EnvironmentError, VectorEnvironment, vector_environment::sides};

/// Options of [solver labels](VectorEnvironment::solver_labels).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelOptions {
    /// Which wins are searched at five-in-a-row. Losses are proven by [`By::Threats`] alone.
    pub by: By,
    /// Node limit for each position.
    pub nodes: u64,
    /// Number of threads. It does not change the labels.
    pub threads: usize,
}

impl Default for LabelOptions {
    fn default() -> LabelOptions {
        LabelOptions { by: By::Threats, nodes: 10_000, threads: 1 }
    }
}

impl LabelOptions {
    /// Table size for one position: a node leaves a few dozen bytes, and a table that is not filled costs time.
    fn memory(&self) -> usize {
        usize::try_from(self.nodes).unwrap_or(usize::MAX).saturating_mul(64).clamp(1 << 16, 1 << 26)
    }
}

/// What is proven about a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SolverLabel {
    /// 1 if the side to move wins, -1 if it loses, 0 if nothing is proven or the game ended without a winner.
    pub value: i8,
    /// An action by which the side to move wins, if it wins and one was found.
    pub action: Option<usize>,
}

impl VectorEnvironment {
    /// Labels the positions of `rows`, in their order, with what the solver proves about them: wins by fours or threats
    /// at five-in-a-row, all of the game at NoGo if it is decided within the node limit.
    ///
    /// Each position is solved on its own, so neither other rows nor the number of threads change its label. `None` if
    /// `stop` became true before all were labeled.
    ///
    /// # Errors
    ///
    /// If there is no such row.
    pub fn solver_labels(
        &self,
        rows: &[usize],
        options: &LabelOptions,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<SolverLabel>>, EnvironmentError> {
        let games = self.games();
        if let Some(&row) = rows.iter().find(|&&row| row >= games) {
            return Err(EnvironmentError::NoRow { row, games });
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut labels = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&row) = rows.get(place) else { break };
                labels.push((place, self.solver_label(row, options, stop)));
            }
            labels
        };
        let labeled = thread::scope(|scope| {
            let helpers = options.threads.min(rows.len()).saturating_sub(1);
            // Where the system allows fewer threads, fewer do the work.
            let helpers: Vec<_> = (0..helpers)
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let mut labeled = work();
            for helper in helpers {
                labeled.extend(helper.join().expect("the solver does not panic"));
            }
            labeled
        });
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut labels = vec![SolverLabel::default(); rows.len()];
        for (place, label) in labeled {
            labels[place] = label;
        }
        Ok(Some(labels))
    }

    fn solver_label(&self, row: usize, options: &LabelOptions, stop: &AtomicBool) -> SolverLabel {
        let position = self.position(row).expect("the row was checked");
        let (winner, point) = match self.outcome(row) {
            Some(Outcome::Won(winner)) => (Some(winner), None),
            Some(Outcome::Drawn) => (None, None),
            None => prove(&position, options, stop),
        };
        let width = usize::from(sides(self.area()).0);
        SolverLabel {
            value: winner.map_or(0, |winner| if winner == position.turn() { 1 } else { -1 }),
            action: point.map(|point: Point| point.y as usize * width + point.x as usize),
        }
    }
}

/// Who wins a position, as far as that is proven, and a move of the side to move that does.
fn prove(
    position: &Position,
    options: &LabelOptions,
    stop: &AtomicBool,
) -> (Option<Color>, Option<Point>) {
    let mut budget = Budget::unlimited().nodes_up_to(options.nodes).until(stop);
    let turn = position.turn();
    if position.rule() == Rule::NoGo {
        let mut solver = NoGoSolver::new(options.memory());
        return match solver.winner(position, &mut budget) {
            Ok(winner) if winner == turn => {
                (Some(turn), solver.winning_move(position, &mut budget).unwrap_or_default())
            }
            Ok(winner) => (Some(winner), None),
            Err(_) => (None, None),
        };
    }
    let verdict = FivesSolver::new(options.memory()).solve(position, options.by, &mut budget);
    let Some(win) = verdict.ok().and_then(|verdict| verdict.win) else { return (None, None) };
    let answer = win.solution.answer(position).filter(|_| win.winner == turn);
    (Some(win.winner), answer.map(|winning| winning.point))
}
