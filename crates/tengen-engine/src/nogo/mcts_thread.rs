//! Hot: Monte Carlo tree search, one iteration in its four steps: selection, expansion, simulation and
//! backup.
//!
//! The share beside a step is that of the player with it against the player without it, with 95 %
//! bounds; docs/player.md has the whole table.

use tengen_core::{Color, Position, Rule, Setup};
use tengen_solver::{Budget, nogo::NoGoSolver};

use super::{
    legality_board::{BOTH, LegalityBoard, side},
    mcts_settings::{MctsSettings, PlayoutPolicy},
    search_tree::{ProofState, SearchTree, TreeNode},
};
use crate::playout::Rng;

/// MCTS thread: a board, a path and a solver of its own, over the tree that all threads share.
#[derive(Debug)]
pub(super) struct MctsThread<'a> {
    settings: &'a MctsSettings,
    tree: &'a SearchTree,
    root: &'a LegalityBoard,
    turn: Color,
    rng: Rng,
    board: LegalityBoard,
    /// Scratch board of the priors.
    trial: LegalityBoard,
    moves: Vec<(u16, f32)>,
    path: Vec<&'a TreeNode>,
    solver: NoGoSolver,
}

impl<'a> MctsThread<'a> {
    /// Bytes of the solver's transposition table: it is asked only near the end, where little is enough.
    pub(super) const SOLVER_MEMORY: usize = 1 << 20;

    pub(super) fn new(
        settings: &'a MctsSettings,
        tree: &'a SearchTree,
        root: &'a LegalityBoard,
        turn: Color,
        rng: Rng,
    ) -> MctsThread<'a> {
        MctsThread {
            settings,
            tree,
            root,
            turn,
            rng,
            board: root.clone(),
            trial: root.clone(),
            moves: Vec::new(),
            path: Vec::new(),
            solver: NoGoSolver::new(MctsThread::SOLVER_MEMORY),
        }
    }

    /// One iteration of MCTS: selection, expansion, simulation, backup.
    pub(super) fn iterate(&mut self) {
        self.board.copy_from(self.root);
        self.path.clear();
        let mut turn = self.turn;
        let mut node = &self.tree.root;
        let black = loop {
            self.path.push(node);
            let visits = node.add_virtual_loss();
            // Proven nodes need no simulation (MCTS-Solver).
            match node.proof() {
                ProofState::Won => break won_by(!turn),
                ProofState::Lost => break won_by(turn),
                ProofState::Open => {}
            }
            if self.board.mobility(turn) == 0 {
                node.set_proof(ProofState::Won);
                break won_by(!turn);
            }
            // The exact solver, near the end (64 %, 53 to 75). Not at the root: there a move is asked
            // for, not a winner.
            if visits == self.settings.solve_after
                && self.path.len() > 1
                && let Some(winner) = self.solve(turn)
            {
                node.set_proof(if winner == turn { ProofState::Lost } else { ProofState::Won });
                break won_by(winner);
            }
            // Step 2. Expansion.
            let children = self.expand(node, turn, visits);
            if children.is_empty() {
                // Step 3. Simulation.
                break self.simulate(turn);
            }
            // Step 1. Selection, down to a leaf.
            let Some(child) = self.select(children, visits) else {
                // Every move loses.
                node.set_proof(ProofState::Won);
                break won_by(!turn);
            };
            node = child;
            self.board.play(node.spot(), turn);
            turn = !turn;
        };
        // Step 4. Backup.
        self.backup(turn, black);
    }

    /// Step 2. Expansion: the children of `node`, created once it has enough visits.
    ///
    /// Each child has a prior, by its mobility less that of the other side (10 visits of it against 3:
    /// 57 %, 47 to 68).
    fn expand(&mut self, node: &'a TreeNode, turn: Color, visits: u32) -> &'a [TreeNode] {
        let children = self.tree.children(node);
        let is_due = visits >= self.settings.expand_after || self.path.len() == 1;
        if !children.is_empty() || !is_due || !node.claim_expansion() {
            return children;
        }
        self.moves.clear();
        for &spot in self.board.open(BOTH).iter().chain(self.board.open(side(turn))) {
            self.moves.push((spot, 0.5));
        }
        if self.settings.prior > 0.0 {
            for (spot, prior) in &mut self.moves {
                self.trial.copy_from(&self.board);
                self.trial.play(*spot, turn);
                let lead = self.trial.mobility(turn) as f32 - self.trial.mobility(!turn) as f32;
                *prior = logistic(self.settings.prior_slope * (lead + 0.5));
            }
        }
        self.tree.expand(node, &self.moves);
        self.tree.children(node)
    }

    /// The winner with best play, if the solver finds it within its node limit.
    fn solve(&mut self, turn: Color) -> Option<Color> {
        let points: usize = [1, 2, BOTH].iter().map(|&sides| self.board.open(sides).len()).sum();
        if points > self.settings.solve_at {
            return None;
        }
        let setup = Setup { turn, ..self.board.setup() };
        let position = Position::from_setup(Rule::NoGo, &setup).ok()?;
        let mut budget = Budget::unlimited().nodes_up_to(self.settings.solve_nodes);
        self.solver.winner(&position, &mut budget).ok()
    }

    /// Step 1. Selection: the child with the highest score; none if all are proven losses.
    fn select(&mut self, children: &'a [TreeNode], visits: u32) -> Option<&'a TreeNode> {
        let log = libm::logf(visits.max(1) as f32);
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        // Ties are common among unvisited moves: start at a random one.
        let (late, early) = children.split_at(self.rng.below(children.len()));
        for child in early.iter().chain(late) {
            match child.proof() {
                ProofState::Won => return Some(child),
                ProofState::Lost => continue,
                ProofState::Open => {}
            }
            let score = self.score(child, log);
            if score > best_score {
                (best, best_score) = (Some(child), score);
            }
        }
        best
    }

    /// Selection score: the mean value with its prior, blended with the AMAF mean by RAVE (100 % of 20
    /// games, 84 to 100), plus the exploration term of UCT (25 %, 13 to 42, so it is off).
    ///
    /// The weight of the AMAF mean falls with the visits, see [`MctsSettings::rave`].
    #[inline]
    fn score(&self, child: &TreeNode, log: f32) -> f32 {
        let MctsSettings { exploration, rave, prior, .. } = *self.settings;
        let visits = child.visits() as f32 + prior;
        if visits == 0.0 {
            return f32::INFINITY;
        }
        let mut mean = (child.value() + prior * child.prior()) / visits;
        if rave > 0.0 {
            let (amaf_visits, amaf_mean) = child.amaf();
            let beta = amaf_visits / (amaf_visits + visits + amaf_visits * visits / rave);
            mean += (amaf_mean - mean) * beta;
        }
        if exploration > 0.0 { mean + exploration * (log / visits).sqrt() } else { mean }
    }

    /// Step 3. Simulation: the chances of Black by a playout from the leaf.
    fn simulate(&mut self, turn: Color) -> f32 {
        match self.settings.playout {
            PlayoutPolicy::Uniform => self.simulate_uniform(turn),
            PlayoutPolicy::Shared { slope } => self.simulate_shared(turn, slope),
        }
    }

    /// A playout of uniformly random legal moves, to the end.
    fn simulate_uniform(&mut self, mut turn: Color) -> f32 {
        loop {
            let (own, both) = (self.board.open(side(turn)), self.board.open(BOTH));
            if own.len() + both.len() == 0 {
                return won_by(!turn);
            }
            let pick = self.rng.below(own.len() + both.len());
            let spot = if pick < own.len() { own[pick] } else { both[pick - own.len()] };
            self.board.play(spot, turn);
            turn = !turn;
        }
    }

    /// A random playout on points open to both sides, and a count of the rest (against uniform playouts:
    /// 85 %, 64 to 95).
    fn simulate_shared(&mut self, mut turn: Color, slope: f32) -> f32 {
        loop {
            let both = self.board.open(BOTH);
            if both.is_empty() {
                // On equal counts the side to move loses.
                let half = if turn == Color::Black { -0.5 } else { 0.5 };
                let [black, white] = Color::ALL.map(|color| self.board.mobility(color) as f32);
                return logistic(slope * (black - white + half));
            }
            let spot = both[self.rng.below(both.len())];
            self.board.play(spot, turn);
            turn = !turn;
        }
    }

    /// Step 4. Backup: adds the result to the value and AMAF statistics of all nodes of the path, and
    /// proves what can be proven. `turn` is to move at the last one.
    ///
    /// Stones stay where they are put, so the board at the end says which moves came later.
    fn backup(&mut self, mut turn: Color, black: f32) {
        let mut below = ProofState::Open;
        while let Some(node) = self.path.pop() {
            let own = if turn == Color::Black { black } else { 1.0 - black };
            node.add_value(1.0 - own);
            let children = self.tree.children(node);
            let lost = |child: &TreeNode| child.proof() == ProofState::Lost;
            if below == ProofState::Won {
                node.set_proof(ProofState::Lost);
            } else if below == ProofState::Lost && children.iter().all(lost) {
                node.set_proof(ProofState::Won);
            }
            below = node.proof();
            if self.settings.rave > 0.0 {
                for child in children {
                    if self.board.has(child.spot(), turn) {
                        child.add_amaf(own);
                    }
                }
            }
            turn = !turn;
        }
    }
}

/// The chances of Black when `color` has won.
fn won_by(color: Color) -> f32 {
    if color == Color::Black { 1.0 } else { 0.0 }
}

/// The logistic function: from any number to chances between 0 and 1.
fn logistic(lead: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-lead))
}
