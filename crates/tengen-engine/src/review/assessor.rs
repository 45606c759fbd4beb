//! The value of one position: by the solver if it proves one, else by the player.

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_solver::{Budget, Explanation, PositionSolver, PositionVerdict};

use super::ReviewLimits;
use crate::{EngineCrop, Level, Limits, Player, Resources, Value};

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Assessment {
    /// Its value for the side to move.
    pub(super) value: Value,
    /// How play goes on, the best move first; empty where that is not known.
    pub(super) line: Vec<Point>,
    /// What the solver says.
    pub(super) verdict: PositionVerdict,
    /// Nodes spent.
    pub(super) nodes: u64,
}

impl Assessment {
    /// That nothing is known.
    fn unknown() -> Assessment {
        let (line, verdict) = (Vec::new(), PositionVerdict::default());
        Assessment { value: Value::Seems(0), line, verdict, nodes: 0 }
    }
}

/// Solver and player of one thread.
pub(super) struct Assessor<'a> {
    /// Memory of the solver and of the player, each.
    memory: usize,
    solver: PositionSolver,
    player: Player,
    limits: &'a ReviewLimits,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether the solver of NoGo has not decided a position. Those before it are larger.
    gave_up: bool,
}

/// Positions of the largest solution whose longest line is computed.
pub(super) const LARGE: usize = 2_000;

/// Winning chances of a win that is no proof: the engine sees a board without edges as one with edges.
const ALL_BUT_WON: f32 = 0.99;

impl<'a> Assessor<'a> {
    pub(super) fn new(
        rule: Rule,
        limits: &'a ReviewLimits,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Assessor<'a> {
        let memory = limits.memory / 2;
        let resources = Resources { threads: 1, memory, seed: 0 };
        Assessor {
            memory,
            solver: PositionSolver::new(memory),
            player: Player::for_rule(rule, resources),
            limits,
            stop,
            gave_up: false,
        }
    }

    /// Forgets all positions, so that what comes next does not depend on them.
    pub(super) fn clear(&mut self) {
        self.player.clear();
        self.solver = PositionSolver::new(self.memory);
        self.gave_up = false;
    }

    /// Budget of the solver, `effort` times the usual one.
    fn budget(&self, effort: u64) -> Budget<'a> {
        let budget = Budget::unlimited()
            .nodes_up_to(effort.saturating_mul(self.limits.solver_nodes))
            .asking(self.stop);
        match self.limits.time {
            Some(time) => budget.time(time / 4 * effort as u32),
            None => budget,
        }
    }

    /// Values a position with `effort` times the usual limits.
    pub(super) fn assess(&mut self, position: &Position, effort: u64) -> Assessment {
        let mut assessment = self.solve(position, effort);
        if position.outcome().is_none() && !assessment.value.is_proven() {
            self.gave_up = position.rule() == Rule::NoGo;
            self.estimate(position, effort, &mut assessment);
        }
        assessment
    }

    /// What the solver alone says of a position, with `effort` times its usual limits.
    pub(super) fn solve(&mut self, position: &Position, effort: u64) -> Assessment {
        let mut assessment = Assessment::unknown();
        let turn = position.turn();
        match position.outcome() {
            Some(Outcome::Won(winner)) => {
                assessment.value = proven(turn, winner, 0);
                return assessment;
            }
            Some(Outcome::Drawn) => return assessment,
            None => {}
        }
        if !self.gave_up || effort > 1 {
            let mut budget = self.budget(effort);
            // A position that is too large for the solver is the player's.
            assessment.verdict = self.solver.solve(position, &mut budget).unwrap_or_default();
            assessment.nodes = budget.nodes();
        }
        let verdict = &assessment.verdict;
        if let Some(winner) = verdict.winner {
            let (line, plies) = match &verdict.win {
                Some(win) => win.line_and_plies(position, LARGE),
                None => (Vec::new(), empty_points(position)),
            };
            (assessment.value, assessment.line) = (proven(turn, winner, plies), line);
        }
        assessment
    }

    /// Values a position by the player.
    fn estimate(&mut self, position: &Position, effort: u64, assessment: &mut Assessment) {
        let rule = position.rule();
        let usual = ReviewLimits::level_nodes(Level::FULL, rule);
        let limits = Limits {
            nodes: Some(effort.saturating_mul(self.limits.nodes.unwrap_or(usual))),
            time: self.limits.time.map(|time| time * 3 / 4 * effort as u32),
            ..Limits::default()
        };
        let (cropped, crop) =
            EngineCrop::around(position.clone()).expect("the last position of the game fits");
        let thought = self
            .player
            .think(&cropped, &limits, self.stop, &mut |_| {})
            .expect("the last position of the game suits");
        assessment.nodes += thought.nodes;
        // Without a legal move the game is over, but for renju, where only fouls may be left.
        let Some(best) = thought.best() else { return };
        assessment.line = best.line.iter().map(|&point| crop.point(point)).collect();
        assessment.value = match best.value {
            Value::Wins(_) if crop.area() == Area::Unbounded => Value::from_chances(ALL_BUT_WON),
            Value::Loses(_) if crop.area() == Area::Unbounded => {
                Value::from_chances(1.0 - ALL_BUT_WON)
            }
            value => value,
        };
    }

    /// How a proven win goes.
    pub(super) fn explain(
        &mut self,
        position: &Position,
        verdict: &PositionVerdict,
    ) -> Option<Explanation> {
        self.solver.explain(position, verdict, &mut self.budget(10))
    }

    /// The best move by the player alone, with its line.
    pub(super) fn best_line(&mut self, position: &Position) -> Vec<Point> {
        let mut assessment = Assessment::unknown();
        self.estimate(position, 1, &mut assessment);
        assessment.line
    }
}

/// The value of a proven result for the side to move.
pub(super) fn proven(turn: Color, winner: Color, plies: u32) -> Value {
    if winner == turn { Value::Wins(plies) } else { Value::Loses(plies) }
}

/// The empty points of a board with edges: a game of NoGo has no more moves.
fn empty_points(position: &Position) -> u32 {
    let board = position.board();
    let stones: usize = Color::ALL.map(|color| board.count(color)).iter().sum();
    board.area().size().unwrap_or(0).saturating_sub(stones) as u32
}
