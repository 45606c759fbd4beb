//! One hand of the search: down the tree, a look at the leaf, and back up. Hot.

use tengen_core::Color;

use super::{
    field::{BOTH, Field, side},
    random::Random,
    settings::{Playout, Settings},
    tree::{Node, Tree, Verdict},
};

/// What one thread needs to search a tree that it shares with others.
#[derive(Debug)]
pub(super) struct Hand<'a> {
    settings: &'a Settings,
    tree: &'a Tree,
    root: &'a Field,
    turn: Color,
    random: Random,
    field: Field,
    trial: Field,
    moves: Vec<(u16, f32)>,
    path: Vec<&'a Node>,
}

impl<'a> Hand<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        tree: &'a Tree,
        root: &'a Field,
        turn: Color,
        seed: u64,
    ) -> Hand<'a> {
        Hand {
            settings,
            tree,
            root,
            turn,
            random: Random::new(seed),
            field: root.clone(),
            trial: root.clone(),
            moves: Vec::new(),
            path: Vec::new(),
        }
    }

    /// One visit: from the root to a leaf and back.
    pub(super) fn visit(&mut self) {
        self.field.copy_from(self.root);
        let tree = self.tree;
        let mut turn = self.turn;
        let mut node = &tree.root;
        self.path.clear();
        let black = loop {
            self.path.push(node);
            let visits = node.enter();
            let verdict = node.verdict();
            if verdict != Verdict::Open {
                let winner = if verdict == Verdict::Won { !turn } else { turn };
                break f32::from(u8::from(winner == Color::Black));
            }
            let mut children = tree.children(node);
            if children.is_empty() {
                if self.field.mobility(turn) == 0 {
                    node.decide(Verdict::Won);
                    break f32::from(u8::from(turn == Color::White));
                }
                let is_root = self.path.len() == 1;
                if (visits >= self.settings.patience || is_root) && node.claim() {
                    self.list_moves(turn);
                    tree.expand(node, &self.moves);
                    children = tree.children(node);
                }
                if children.is_empty() {
                    break self.look(turn);
                }
            }
            match self.choose(children, visits) {
                Some(child) => node = child,
                None => {
                    // Every move loses.
                    node.decide(Verdict::Won);
                    break f32::from(u8::from(turn == Color::White));
                }
            }
            self.field.play(node.spot(), turn);
            turn = !turn;
        };
        self.back_up(turn, black);
    }

    /// Tells all nodes of the path what came out. `turn` is to move at the last one.
    fn back_up(&mut self, mut turn: Color, black: f32) {
        let white = 1.0 - black;
        let mut below = Verdict::Open;
        while let Some(node) = self.path.pop() {
            let (own, other) = if turn == Color::Black { (black, white) } else { (white, black) };
            node.leave(other);
            let children = self.tree.children(node);
            if below == Verdict::Won {
                node.decide(Verdict::Lost);
            } else if below == Verdict::Lost
                && children.iter().all(|child| child.verdict() == Verdict::Lost)
            {
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

    /// The child to look at next; none if all are lost.
    fn choose(&mut self, children: &'a [Node], visits: u32) -> Option<&'a Node> {
        let Settings { exploration, rough, prior, policy, .. } = *self.settings;
        let total = visits.max(1) as f32;
        let log = total.ln();
        let root = total.sqrt();
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        // Equal scores are common among moves that nobody has tried: begin anywhere.
        let start = self.random.below(children.len());
        let (late, early) = children.split_at(start);
        for child in early.iter().chain(late) {
            match child.verdict() {
                Verdict::Won => return Some(child),
                Verdict::Lost => continue,
                Verdict::Open => {}
            }
            let tried = child.visits() as f32;
            let score = if prior + rough == 0.0 {
                if tried == 0.0 {
                    return Some(child);
                }
                child.value() / tried + exploration * (log / tried).sqrt()
            } else {
                let mut mean = (child.value() + prior * child.prior()) / (tried + prior).max(1e-6);
                if rough > 0.0 {
                    let (seen, rough_mean) = child.rough();
                    if seen > 0.0 {
                        let trust =
                            seen / (seen + (tried + prior) + seen * (tried + prior) / rough);
                        mean += (rough_mean - mean) * trust;
                    }
                }
                mean + exploration * (log / (tried + 1.0)).sqrt()
                    + policy * child.prior() * root / (tried + 1.0)
            };
            if score > best_score {
                (best, best_score) = (Some(child), score);
            }
        }
        best
    }

    /// The legal moves, with a first impression of each.
    fn list_moves(&mut self, turn: Color) {
        self.moves.clear();
        let open = self.field.open(BOTH).iter().chain(self.field.open(side(turn)));
        for &spot in open {
            let prior = if self.settings.prior > 0.0 || self.settings.policy > 0.0 {
                self.trial.copy_from(&self.field);
                self.trial.play(spot, turn);
                1.0 - judge(&self.trial, !turn, self.settings.slope)
            } else {
                0.5
            };
            self.moves.push((spot, prior));
        }
    }

    /// The chances of Black at a leaf.
    fn look(&mut self, turn: Color) -> f32 {
        let count = self.settings.count;
        let mut own = 0.0;
        if count > 0.0 {
            own += count * judge(&self.field, turn, self.settings.slope);
        }
        if count < 1.0 {
            let won = match self.settings.playout {
                Playout::Uniform => f32::from(u8::from(self.play_out(turn))),
                Playout::Shared => self.play_shared(turn),
                Playout::None => 0.0,
            };
            own += (1.0 - count) * won;
        }
        if turn == Color::Black { own } else { 1.0 - own }
    }

    /// Plays random moves to the end. Whether `turn` wins.
    fn play_out(&mut self, first: Color) -> bool {
        let mut turn = first;
        loop {
            let (own, both) = (self.field.open(side(turn)), self.field.open(BOTH));
            let count = own.len() + both.len();
            if count == 0 {
                return turn != first;
            }
            let pick = self.random.below(count);
            let spot = if pick < own.len() { own[pick] } else { both[pick - own.len()] };
            self.field.play(spot, turn);
            turn = !turn;
        }
    }

    /// Plays random moves where both sides may, then counts.
    fn play_shared(&mut self, first: Color) -> f32 {
        let mut turn = first;
        let Settings { soft, cut, .. } = *self.settings;
        loop {
            let both = self.field.open(BOTH);
            let (own, other) =
                (self.field.open(side(turn)).len(), self.field.open(side(!turn)).len());
            let lead = own as f32 - other as f32;
            if both.is_empty() || cut > 0.0 && lead.abs() > cut * both.len() as f32 + 1.0 {
                let value = if soft > 0.0 {
                    1.0 / (1.0 + (-soft * (lead - 0.5)).exp())
                } else {
                    f32::from(u8::from(lead > 0.0))
                };
                return if turn == first { value } else { 1.0 - value };
            }
            let spot = both[self.random.below(both.len())];
            self.field.play(spot, turn);
            turn = !turn;
        }
    }
}

/// The chances of the side to move by the number of points each side may still play on.
fn judge(field: &Field, turn: Color, slope: f32) -> f32 {
    let lead = field.mobility(turn) as f32 - field.mobility(!turn) as f32 - 0.5;
    1.0 / (1.0 + (-slope * lead).exp())
}
