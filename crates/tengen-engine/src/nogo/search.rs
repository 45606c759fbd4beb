//! One hand of the search: down the tree, a look at the leaf, and back up. Hot.

use tengen_core::{Color, Position, Rule, Setup};
use tengen_solver::{Budget, nogo::Solver};

use super::{
    field::{BOTH, Field, side},
    settings::{Playout, Settings},
    tree::{Node, Tree, Verdict},
};
use crate::playout::Rng;

/// What one thread needs to search a tree that it shares with others.
#[derive(Debug)]
pub(super) struct Hand<'a> {
    settings: &'a Settings,
    tree: &'a Tree,
    root: &'a Field,
    turn: Color,
    random: Rng,
    field: Field,
    /// To try a move on.
    trial: Field,
    moves: Vec<(u16, f32)>,
    path: Vec<&'a Node>,
    solver: Solver,
}

impl<'a> Hand<'a> {
    /// What a solver remembers is of use only near the end, where little is enough.
    pub(super) const SOLVER_MEMORY: usize = 1 << 20;

    pub(super) fn new(
        settings: &'a Settings,
        tree: &'a Tree,
        root: &'a Field,
        turn: Color,
        random: Rng,
    ) -> Hand<'a> {
        Hand {
            settings,
            tree,
            root,
            turn,
            random,
            field: root.clone(),
            trial: root.clone(),
            moves: Vec::new(),
            path: Vec::new(),
            solver: Solver::new(Hand::SOLVER_MEMORY),
        }
    }

    /// One visit: from the root to a leaf and back.
    pub(super) fn visit(&mut self) {
        self.field.copy_from(self.root);
        self.path.clear();
        let mut turn = self.turn;
        let mut node = &self.tree.root;
        let black = loop {
            self.path.push(node);
            let visits = node.enter();
            match node.verdict() {
                Verdict::Won => break won_by(!turn),
                Verdict::Lost => break won_by(turn),
                Verdict::Open => {}
            }
            if self.field.mobility(turn) == 0 {
                node.decide(Verdict::Won);
                break won_by(!turn);
            }
            // Not the root: there a move is asked for, not a winner.
            if visits == self.settings.solve_after
                && self.path.len() > 1
                && let Some(winner) = self.solve(turn)
            {
                node.decide(if winner == turn { Verdict::Lost } else { Verdict::Won });
                break won_by(winner);
            }
            let children = self.children(node, turn, visits);
            if children.is_empty() {
                break self.look(turn);
            }
            let Some(child) = self.choose(children, visits) else {
                // Every move loses.
                node.decide(Verdict::Won);
                break won_by(!turn);
            };
            node = child;
            self.field.play(node.spot(), turn);
            turn = !turn;
        };
        self.back_up(turn, black);
    }

    /// The moves after `node`, listed if it is worth it by now.
    fn children(&mut self, node: &'a Node, turn: Color, visits: u32) -> &'a [Node] {
        let children = self.tree.children(node);
        let worth_it = visits >= self.settings.patience || self.path.len() == 1;
        if !children.is_empty() || !worth_it || !node.claim() {
            return children;
        }
        self.moves.clear();
        for &spot in self.field.open(BOTH).iter().chain(self.field.open(side(turn))) {
            self.moves.push((spot, 0.5));
        }
        if self.settings.prior > 0.0 {
            for (spot, impression) in &mut self.moves {
                self.trial.copy_from(&self.field);
                self.trial.play(*spot, turn);
                let lead = self.trial.mobility(turn) as f32 - self.trial.mobility(!turn) as f32;
                *impression = chances(self.settings.slope * (lead + 0.5));
            }
        }
        self.tree.expand(node, &self.moves);
        self.tree.children(node)
    }

    /// Who wins with best play, if the solver can tell in a moment.
    fn solve(&mut self, turn: Color) -> Option<Color> {
        let points: usize = [1, 2, BOTH].iter().map(|&sides| self.field.open(sides).len()).sum();
        if points > self.settings.solve_at {
            return None;
        }
        let setup = Setup { turn, ..self.field.setup() };
        let position = Position::from_setup(Rule::NoGo, &setup).ok()?;
        let mut budget = Budget::unlimited().nodes_up_to(self.settings.solve_nodes);
        self.solver.winner(&position, &mut budget).ok()
    }

    /// The child to look at next; none if all are lost.
    fn choose(&mut self, children: &'a [Node], visits: u32) -> Option<&'a Node> {
        let log = (visits.max(1) as f32).ln();
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        // Equal scores are common among moves that nobody has tried: begin anywhere.
        let (late, early) = children.split_at(self.random.below(children.len()));
        for child in early.iter().chain(late) {
            match child.verdict() {
                Verdict::Won => return Some(child),
                Verdict::Lost => continue,
                Verdict::Open => {}
            }
            let score = self.score(child, log);
            if score > best_score {
                (best, best_score) = (Some(child), score);
            }
        }
        best
    }

    /// How much a move is worth another look: its mean, drawn towards the mean of all playouts in
    /// which it came later as long as there is little else to go by.
    #[inline]
    fn score(&self, child: &Node, log: f32) -> f32 {
        let Settings { exploration, rough, prior, .. } = *self.settings;
        let tries = child.visits() as f32 + prior;
        if tries == 0.0 {
            return f32::INFINITY;
        }
        let mut mean = (child.value() + prior * child.prior()) / tries;
        if rough > 0.0 {
            let (seen, rough_mean) = child.rough();
            let trust = seen / (seen + tries + seen * tries / rough);
            mean += (rough_mean - mean) * trust;
        }
        if exploration > 0.0 { mean + exploration * (log / tries).sqrt() } else { mean }
    }

    /// The chances of Black at a leaf.
    fn look(&mut self, turn: Color) -> f32 {
        match self.settings.playout {
            Playout::Uniform => self.play_to_the_end(turn),
            Playout::Shared { slope } => self.play_shared(turn, slope),
        }
    }

    fn play_to_the_end(&mut self, mut turn: Color) -> f32 {
        loop {
            let (own, both) = (self.field.open(side(turn)), self.field.open(BOTH));
            if own.len() + both.len() == 0 {
                return won_by(!turn);
            }
            let pick = self.random.below(own.len() + both.len());
            let spot = if pick < own.len() { own[pick] } else { both[pick - own.len()] };
            self.field.play(spot, turn);
            turn = !turn;
        }
    }

    fn play_shared(&mut self, mut turn: Color, slope: f32) -> f32 {
        loop {
            let both = self.field.open(BOTH);
            if both.is_empty() {
                // Who is to move loses if there are as many.
                let half = if turn == Color::Black { -0.5 } else { 0.5 };
                let [black, white] = Color::ALL.map(|color| self.field.mobility(color) as f32);
                return chances(slope * (black - white + half));
            }
            let spot = both[self.random.below(both.len())];
            self.field.play(spot, turn);
            turn = !turn;
        }
    }

    /// Tells all nodes of the path what came out. `turn` is to move at the last one.
    ///
    /// Stones stay where they are put, so the board at the end says which moves came later.
    fn back_up(&mut self, mut turn: Color, black: f32) {
        let mut below = Verdict::Open;
        while let Some(node) = self.path.pop() {
            let own = if turn == Color::Black { black } else { 1.0 - black };
            node.leave(1.0 - own);
            let children = self.tree.children(node);
            let lost = |child: &Node| child.verdict() == Verdict::Lost;
            if below == Verdict::Won {
                node.decide(Verdict::Lost);
            } else if below == Verdict::Lost && children.iter().all(lost) {
                node.decide(Verdict::Won);
            }
            below = node.verdict();
            if self.settings.rough > 0.0 {
                for child in children {
                    if self.field.has(child.spot(), turn) {
                        child.note(own);
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

/// From any number to chances between 0 and 1.
fn chances(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead).exp())
}
