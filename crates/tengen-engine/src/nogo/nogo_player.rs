//! The player: tree reuse, threads, and limits.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Duration,
};

use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_solver::clock::Instant;

use super::{
    mcts_settings::MctsSettings,
    mcts_thread::MctsThread,
    move_lister::MoveLister,
    policy_value_net::PolicyValueNet,
    root_position::RootPosition,
    search_tree::SearchTree,
    tree_node::{Child, NONE, ProofState},
};
use crate::{Candidate, Limits, Resources, SearchRequest, Thought, Unsuited, Value, playout::Rng};

/// A NoGo player.
///
/// ```
/// use tengen_core::{Area, Position, Rule};
/// use tengen_engine::{Limits, Resources, SearchRequest, nogo::NoGoPlayer};
///
/// let mut player = NoGoPlayer::new(Resources::default());
/// let position = Position::new(Rule::NoGo, Area::square(3)).unwrap();
/// let limits = Limits::default();
/// let thought = player.think(SearchRequest::new(&position, &limits)).unwrap();
/// assert_eq!(thought.wins, Some(true), "the first player wins on 3x3");
/// ```
#[derive(Debug)]
pub struct NoGoPlayer {
    settings: MctsSettings,
    resources: Resources,
    tree: SearchTree,
    /// The settings that the tree was made with: those of the player, or without the network at a lower level.
    tree_settings: MctsSettings,
    root: Option<RootPosition>,
}

impl NoGoPlayer {
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = 25;

    /// Iterations between two checks of the clock.
    const ROUND: u64 = 16;

    /// A player with an empty tree; without the network where it is not [installed](PolicyValueNet::is_installed).
    pub fn new(resources: Resources) -> NoGoPlayer {
        let has_net = PolicyValueNet::is_installed();
        let settings = if has_net { MctsSettings::STRONG } else { MctsSettings::NETLESS };
        NoGoPlayer::with_settings(resources, settings)
    }

    /// A player with other search parameters, for matches against itself.
    pub fn with_settings(resources: Resources, settings: MctsSettings) -> NoGoPlayer {
        let solvers = resources.threads * MctsThread::SOLVER_MEMORY;
        let tree = SearchTree::new(resources.memory.saturating_sub(solvers));
        NoGoPlayer { settings, resources, tree, tree_settings: settings, root: None }
    }

    /// Checks that a position is of NoGo, on a board that is not too large; returns width and height.
    pub(crate) fn check(position: &Position) -> Result<(u16, u16), Unsuited> {
        if position.rule() != Rule::NoGo {
            return Err(Unsuited::NotNoGo(position.rule()));
        }
        match position.board().area() {
            Area::Bounded { width, height } if width.max(height) <= NoGoPlayer::MAX_SIDE => {
                Ok((width, height))
            }
            area => Err(Unsuited::TooLarge(area)),
        }
    }

    /// Clears the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    /// Searches a position until a limit is reached or the caller stops it.
    ///
    /// # Errors
    ///
    /// If the position is of another game or on too large a board.
    pub fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Unsuited> {
        let SearchRequest { position, limits, stop, mut news } = request;
        let started = Instant::now();
        let has_net = limits.level.has_net() || self.settings.puct <= 0.0;
        let settings = if has_net { self.settings } else { MctsSettings::NETLESS };
        if settings != self.tree_settings {
            self.clear();
            self.tree_settings = settings;
        }
        let root = self.prepare(position)?;
        let most =
            limits.nodes.into_iter().chain(limits.level.playouts()).min().unwrap_or(u64::MAX);
        let made = AtomicU64::new(0);
        let done = AtomicBool::new(self.tree.root_proof() != ProofState::Open);
        let seed = self.resources.seed;
        let mut streams = (0..).map(|number| Rng::stream(seed, number));
        let mut next_rng = || streams.next().expect("there is no last stream");
        let is_alone = self.resources.threads <= 1;
        let mut first = MctsThread::new(&settings, &root, next_rng(), is_alone);
        let mut last_report = started;
        while !done.load(Relaxed) {
            let tree = &self.tree;
            // Runs a round of iterations, which the shared counter is charged for at once, and returns whether there is to
            // be another. What a round does not use is given back.
            let run_round = |thread: &mut MctsThread| {
                let round = NoGoPlayer::ROUND;
                let before = made.fetch_add(round, Relaxed);
                let due = most.saturating_sub(before).min(round);
                let mut left = due;
                while left > 0 && !done.load(Relaxed) && !tree.is_full() {
                    thread.iterate(tree);
                    left -= 1;
                    if tree.root_proof() != ProofState::Open {
                        done.store(true, Relaxed);
                    }
                }
                made.fetch_sub(left + round - due, Relaxed);
                due == round && !done.load(Relaxed) && !tree.is_full()
            };
            thread::scope(|scope| {
                for _ in 1..self.resources.threads {
                    let rng = next_rng();
                    let (settings, root, run_round) = (&settings, &root, &run_round);
                    let help = move || {
                        let mut helper = MctsThread::new(settings, root, rng, false);
                        while run_round(&mut helper) {}
                        helper.finish(tree);
                    };
                    // Where the system allows no more threads, there are fewer helpers.
                    if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                        break;
                    }
                }
                while run_round(&mut first) {
                    let now = Instant::now();
                    if stop() || self.is_time_up(limits, now - started) {
                        done.store(true, Relaxed);
                    }
                    let is_due = limits.news.is_some_and(|interval| now - last_report >= interval);
                    if let Some(news) = news.as_mut().filter(|_| is_due) {
                        last_report = now;
                        news(&self.thought(&root, made.load(Relaxed), now - started));
                    }
                }
                first.finish(tree);
            });
            if made.load(Relaxed) >= most {
                done.store(true, Relaxed);
            }
            if self.tree.is_full() {
                self.tree.prune();
            }
        }
        let thought = self.thought(&root, made.load(Relaxed).min(most), started.elapsed());
        self.root = Some(root);
        Ok(thought)
    }

    /// Whether the search is to end: all of its time is used up, or its [`aim`](Limits::aim), and the move with the
    /// most visits is the one with the best mean, or cannot be overtaken.
    fn is_time_up(&self, limits: &Limits, elapsed: Duration) -> bool {
        let Some(time) = limits.time else { return false };
        if elapsed >= time {
            return true;
        }
        let Some(aim) = limits.aim.filter(|&aim| elapsed >= aim) else { return false };
        let Some(root) = self.tree.root() else { return true };
        let root = self.tree.node(root);
        let mut most = [0.0_f32; 2];
        let (mut leader_mean, mut best_mean) = (0.0, 0.0_f32);
        for Child { visits, value, .. } in root.children() {
            let mean = value / visits;
            if visits > most[0] {
                most = [visits, most[0]];
                leader_mean = mean;
            } else {
                most[1] = most[1].max(visits);
            }
            // A mean of few visits says nothing.
            if visits * 20.0 > root.visits() as f32 {
                best_mean = best_mean.max(mean);
            }
        }
        let rest = time.as_secs_f32() / elapsed.max(aim).as_secs_f32().max(1e-3) - 1.0;
        leader_mean >= best_mean || most[0] - most[1] > root.visits() as f32 * rest
    }

    /// Makes the position the root of the tree, with the subtree of the last search if it is in it.
    fn prepare(&mut self, position: &Position) -> Result<RootPosition, Unsuited> {
        let (width, height) = NoGoPlayer::check(position)?;
        let root = RootPosition::new(position, width, height);
        let kept = self.root.take().and_then(|old| find_node(&self.tree, &old, &root));
        if let Some(node) = kept {
            self.tree.reuse(node);
        } else {
            let mut lister = MoveLister::new(&self.tree_settings);
            let chances = lister.list_moves(&root.legality, root.turn, 0.5);
            self.tree.clear();
            self.tree.set_root(&lister.moves, self.tree_settings.prior_visits(), chances);
        }
        Ok(root)
    }

    fn thought(&self, root: &RootPosition, playouts: u64, elapsed: Duration) -> Thought {
        let board = &root.legality;
        let mut lister = MoveLister::new(&self.tree_settings);
        lister.list_moves(board, root.turn, 0.5);
        let mut children: Vec<Child> = Vec::new();
        if let Some(node) = self.tree.root() {
            children.extend(self.tree.node(node).children());
        }
        children.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
        // Each move uses up a point that was open to its side.
        let plies: usize = Color::ALL.map(|color| board.mobility(color)).iter().sum();
        let plies = plies as u32;
        let candidates = children.into_iter().map(|child| {
            let prior = lister.moves.iter().find(|known| known.spot == child.spot);
            let prior = prior.map_or(0.5, |known| lister.shown(known));
            let (value, chances) = match child.proof {
                ProofState::Won => (Value::Wins(plies), 1.0),
                ProofState::Lost => (Value::Loses(plies), 0.0),
                ProofState::Open => {
                    let chances = (child.value / child.visits).clamp(0.0, 1.0);
                    (Value::from_chances(chances), chances)
                }
            };
            Candidate {
                point: board.point(child.spot),
                value,
                chances,
                depth: 0,
                visits: self.visits(child),
                prior,
                line: self.line(root, child),
            }
        });
        Thought {
            candidates: candidates.collect(),
            depth: None,
            nodes: playouts,
            threat_nodes: 0,
            wins: match self.tree.root_proof() {
                ProofState::Won => Some(false),
                ProofState::Lost => Some(true),
                ProofState::Open => None,
            },
            elapsed,
        }
    }

    /// Visits of a child without those of its prior.
    fn visits(&self, child: Child) -> u32 {
        (child.visits - self.tree_settings.prior_visits()).round() as u32
    }

    fn line(&self, root: &RootPosition, mut child: Child) -> Vec<Point> {
        let mut line = vec![root.legality.point(child.spot)];
        while child.node != NONE {
            let node = self.tree.node(child.node);
            let best = node.children().max_by(|one, other| rank(one).total_cmp(&rank(other)));
            match best.filter(|&best| self.visits(best) > 0) {
                Some(next) => child = next,
                None => break,
            }
            line.push(root.legality.point(child.spot));
        }
        line
    }
}

/// Sort key of moves: proven wins, then visits, proven losses last.
fn rank(child: &Child) -> f32 {
    match child.proof {
        ProofState::Won => f32::INFINITY,
        ProofState::Open => child.visits,
        ProofState::Lost => child.visits - f32::MAX / 2.0,
    }
}

/// The node of a position that was reached from the root by a few moves.
fn find_node(tree: &SearchTree, old: &RootPosition, new: &RootPosition) -> Option<u32> {
    if !old.legality.has_shape_of(&new.legality) {
        return None;
    }
    let mut missing: Vec<(u16, Color)> = Vec::new();
    for spot in 0..new.legality.size() as u16 {
        for color in Color::ALL {
            match (old.legality.has(spot, color), new.legality.has(spot, color)) {
                (true, false) => return None,
                (false, true) => missing.push((spot, color)),
                _ => {}
            }
        }
    }
    let (mut node, mut turn) = (tree.root()?, old.turn);
    while !missing.is_empty() {
        let next = tree
            .node(node)
            .children()
            .filter(|child| child.node != NONE && missing.contains(&(child.spot, turn)))
            .max_by(|one, other| one.visits.total_cmp(&other.visits))?;
        missing.retain(|&(spot, _)| spot != next.spot);
        node = next.node;
        turn = !turn;
    }
    (turn == new.turn).then_some(node)
}
