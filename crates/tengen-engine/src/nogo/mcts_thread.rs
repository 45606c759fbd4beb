//! Hot: Monte Carlo tree search, one iteration in its four steps: selection, expansion, simulation and
//! backup.
//!
//! What each step is worth is in docs/player.md.

use tengen_core::{Color, Position, Rule, Setup};
use tengen_solver::{Budget, nogo::NoGoSolver};

use super::{
    amaf_buffer::AmafBuffer,
    legality_board::{BOTH, LegalityBoard},
    mcts_settings::{MctsSettings, PlayoutPolicy},
    move_lister::MoveLister,
    root_position::RootPosition,
    search_tree::SearchTree,
    tree_node::{NONE, ProofState, SelectionRule},
};
use crate::playout::{Rng, State};

/// MCTS thread: a board, a path and a solver of its own, for the tree that all threads share.
#[derive(Debug)]
pub(super) struct MctsThread<'a> {
    settings: &'a MctsSettings,
    rule: SelectionRule,
    root: &'a RootPosition,
    rng: Rng,
    board: State,
    /// Board of expansion.
    legality: LegalityBoard,
    lister: MoveLister,
    path: Vec<Step>,
    /// By color and spot: 1 if the stone came in this iteration, 0 elsewhere.
    came: [Vec<f32>; 2],
    /// Where there are other threads.
    buffer: Option<AmafBuffer>,
    /// The chances of Black by the points that it is ahead, see [`ChanceTable`].
    chances: ChanceTable,
    solver: NoGoSolver,
}

/// A move of the path: child `child` of node `node`.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: u32,
    child: usize,
    spot: u16,
    /// Whether its AMAF statistics are held back for a while.
    is_buffered: bool,
}

/// How the way down ended.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// The chances of Black.
    value: f32,
    /// The chances of Black by the playout alone, which is all that AMAF statistics are of.
    playout: f32,
    /// Proof state of the last move of the path.
    proof: ProofState,
}

impl Leaf {
    /// A leaf that `winner` wins.
    fn proven(winner: Color, proof: ProofState) -> Leaf {
        Leaf { value: won_by(winner), playout: won_by(winner), proof }
    }
}

impl<'a> MctsThread<'a> {
    /// Bytes of the solver's transposition table: it is asked only near the end, where little is enough.
    pub(super) const SOLVER_MEMORY: usize = 1 << 20;

    pub(super) fn new(
        settings: &'a MctsSettings,
        root: &'a RootPosition,
        rng: Rng,
        is_alone: bool,
    ) -> MctsThread<'a> {
        let slope = match settings.playout {
            PlayoutPolicy::Uniform => 0.0,
            PlayoutPolicy::Shared { slope } | PlayoutPolicy::SharedFirst { slope } => slope,
        };
        MctsThread {
            settings,
            rule: settings.selection(),
            root,
            rng,
            board: root.state.clone(),
            legality: root.legality.clone(),
            lister: MoveLister::new(settings),
            path: Vec::new(),
            came: [vec![0.0; root.legality.size()], vec![0.0; root.legality.size()]],
            buffer: (!is_alone).then(|| AmafBuffer::new(root.legality.size())),
            chances: ChanceTable::new(slope, root.state.points()),
            solver: NoGoSolver::new(MctsThread::SOLVER_MEMORY),
        }
    }

    /// One iteration of MCTS: selection, expansion, simulation, backup. The tree has a root.
    pub(super) fn iterate(&mut self, tree: &SearchTree) {
        let Some(root) = tree.root() else { return };
        self.board.clone_from(&self.root.state);
        self.path.clear();
        for came in &mut self.came {
            came.fill(0.0);
        }
        let mut turn = self.root.turn;
        let mut node = root;
        let mut root_visits = None;
        // The chances of Black by the network at the last node.
        let mut known = None;
        let leaf = loop {
            // Step 1. Selection.
            let (child, before, is_buffered) = {
                let mut node = tree.node(node);
                let root_visits = *root_visits.get_or_insert(node.visits());
                let is_buffered =
                    self.buffer.is_some() && AmafBuffer::takes(node.visits(), root_visits);
                if let Some(chances) = node.chances() {
                    known = Some(if turn == Color::Black { chances } else { 1.0 - chances });
                }
                match node.select(self.rule) {
                    Some(child) => (child, node.add_virtual_loss(child), is_buffered),
                    // Every move loses.
                    None => break Leaf::proven(!turn, ProofState::Won),
                }
            };
            self.path.push(Step { node, child, spot: before.spot, is_buffered });
            // Proven nodes need no simulation (MCTS-Solver).
            if before.proof == ProofState::Won {
                break Leaf::proven(turn, ProofState::Won);
            }
            self.board.put_legal(usize::from(before.spot), turn);
            self.came[turn as usize][usize::from(before.spot)] = 1.0;
            turn = !turn;
            let visits = (before.visits - self.settings.prior) as u32;
            if let Some(winner) = self.solve(turn, visits) {
                let proof = if winner == turn { ProofState::Lost } else { ProofState::Won };
                break Leaf::proven(winner, proof);
            }
            // Step 2. Expansion.
            if before.node != NONE {
                node = before.node;
            } else if visits >= self.settings.expand_after
                && let Some(new) = self.expand(tree, turn, 1.0 - before.value / before.visits)
            {
                node = new;
            } else {
                // Step 3. Simulation.
                let playout = self.simulate();
                let share = self.settings.net_share;
                let value = known.map_or(playout, |known| share * known + (1.0 - share) * playout);
                break Leaf { value, playout, proof: ProofState::Open };
            }
        };
        // Step 4. Backup.
        self.backup(tree, turn, leaf);
    }

    /// Step 2. Expansion: the node of the last move of the path; none if there is no room for it, or another thread is
    /// making it. `mean` are the chances of `turn` there as its visits said so far.
    fn expand(&mut self, tree: &SearchTree, turn: Color, mean: f32) -> Option<u32> {
        let &Step { node, child, .. } = self.path.last()?;
        if !tree.begin_expansion(node, child) {
            return None;
        }
        let known = tree.node(node).child(child).node;
        let new = if known == NONE { self.new_node(tree, turn, mean) } else { Some(known) };
        if let Some(new) = new {
            tree.node(node).set_node(child, new);
        }
        tree.end_expansion(node, child);
        new
    }

    /// A node for the end of the path.
    fn new_node(&mut self, tree: &SearchTree, turn: Color, mean: f32) -> Option<u32> {
        self.replay();
        let chances = self.lister.list_moves(&self.legality, turn, mean);
        let moves = &mut self.lister.moves;
        // Ties are common among unvisited moves, and the first one is selected.
        for i in 1..moves.len() {
            moves.swap(i, self.rng.below(i + 1));
        }
        tree.expand(moves, self.settings.prior_visits(), chances)
    }

    /// Plays the moves of the path on the board of expansion.
    fn replay(&mut self) {
        self.legality.copy_from(&self.root.legality);
        let mut turn = self.root.turn;
        for step in &self.path {
            self.legality.play(step.spot, turn);
            turn = !turn;
        }
    }

    /// The winner with best play, if it is time to ask the solver, and it finds it within its node limit.
    ///
    /// A move is asked about when it has a number of visits, and again whenever it has four times as many, with
    /// a node limit in proportion: the solver's share of the time is the same in a long search as in a short one.
    fn solve(&mut self, turn: Color, visits: u32) -> Option<Color> {
        let MctsSettings { solve_after, solve_at, solve_nodes, .. } = *self.settings;
        if solve_after == 0 || visits < solve_after || solve_at == 0 {
            return None;
        }
        let times = visits / solve_after;
        let is_power_of_four = times.is_power_of_two() && times.trailing_zeros().is_multiple_of(2);
        if !is_power_of_four || !visits.is_multiple_of(solve_after) {
            return None;
        }
        self.replay();
        let points: usize = [1, 2, BOTH].iter().map(|&sides| self.legality.open(sides).len()).sum();
        if points > solve_at + 2 * times.ilog2() as usize {
            return None;
        }
        let setup = Setup { turn, ..self.legality.setup() };
        let position = Position::from_setup(Rule::NoGo, &setup).ok()?;
        let mut budget = Budget::unlimited().nodes_up_to(solve_nodes * u64::from(times));
        self.solver.winner(&position, &mut budget).ok()
    }

    /// Step 3. Simulation: the chances of Black by a playout from the leaf.
    fn simulate(&mut self) -> f32 {
        self.board.forget_stones();
        let came = &mut self.came;
        let note = |spot: usize, color: Color| came[color as usize][spot] = 1.0;
        match self.settings.playout {
            PlayoutPolicy::Uniform => won_by(self.board.play_out_spots(&mut self.rng, note).winner),
            PlayoutPolicy::Shared { .. } => {
                self.board.play_out_shared(&mut self.rng, note);
                self.chances.black(self.board.count_saved(), self.board.turn())
            }
            PlayoutPolicy::SharedFirst { .. } => {
                self.board.play_out_shared(&mut self.rng, note);
                let (winner, spare) = self.board.play_out_saved(&mut self.rng);
                let left = if winner == Color::Black { [spare, 0] } else { [0, spare] };
                self.chances.black(left, !winner)
            }
        }
    }

    /// Adds to the tree what was held back from it, at the end of a search.
    pub(super) fn finish(&mut self, tree: &SearchTree) {
        if let Some(buffer) = &mut self.buffer {
            buffer.flush(tree);
        }
    }

    /// Step 4. Backup: adds the result to the value and AMAF statistics of all nodes of the path, and
    /// proves what can be proven. `turn` is to move at the last one.
    fn backup(&mut self, tree: &SearchTree, mut turn: Color, leaf: Leaf) {
        let mut proof = leaf.proof;
        while let Some(Step { node: number, child, is_buffered, .. }) = self.path.pop() {
            turn = !turn;
            let own = |black: f32| if turn == Color::Black { black } else { 1.0 - black };
            let mut buffer = self.buffer.as_mut().filter(|_| is_buffered);
            if let Some(buffer) = &mut buffer {
                buffer.make_room(number, tree);
            }
            let mut node = tree.node(number);
            node.add_value(child, own(leaf.value));
            if self.settings.rave > 0.0 {
                let (came, value) = (&self.came[turn as usize], own(leaf.playout));
                match buffer {
                    Some(buffer) => buffer.add(number, &mut node, came, value),
                    None => node.add_amaf(came, value),
                }
            }
            // Of the move that led to this node.
            proof = match proof {
                ProofState::Open => ProofState::Open,
                known => {
                    node.set_proof(child, known);
                    if known == ProofState::Won {
                        ProofState::Lost
                    } else if node.is_lost() {
                        ProofState::Won
                    } else {
                        ProofState::Open
                    }
                }
            };
        }
        if proof != ProofState::Open {
            tree.set_root_proof(proof);
        }
    }
}

/// Chances of Black at the end of a simulation, by the points that each side may still play on.
#[derive(Debug)]
struct ChanceTable {
    points: usize,
    /// By side to move, then by the lead of Black.
    chances: [Vec<f32>; 2],
}

impl ChanceTable {
    /// For boards of at most `points` points; `slope` is in logits a point of lead.
    fn new(slope: f32, points: usize) -> ChanceTable {
        let column = |half: f32| {
            let leads = 0..=2 * points;
            leads.map(|i| logistic(slope * (i as f32 - points as f32 + half))).collect()
        };
        // On equal counts the side to move loses.
        ChanceTable { points, chances: [column(-0.5), column(0.5)] }
    }

    /// The chances of Black when it may play on `black` points and White on `white`.
    fn black(&self, [black, white]: [u32; 2], turn: Color) -> f32 {
        self.chances[turn as usize][self.points + black as usize - white as usize]
    }
}

/// The chances of Black when `color` has won.
fn won_by(color: Color) -> f32 {
    if color == Color::Black { 1.0 } else { 0.0 }
}

/// The logistic function: from any number to chances between 0 and 1.
pub(super) fn logistic(lead: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-lead))
}
