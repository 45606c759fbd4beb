//! The player: tree reuse, threads, and limits.

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Duration,
};

use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_solver::clock::Instant;

use super::{
    legality_board::LegalityBoard,
    mcts_settings::MctsSettings,
    mcts_thread::MctsThread,
    search_tree::{ProofState, SearchTree, TreeNode},
};
use crate::{Candidate, Resources, SearchRequest, Thought, Unsuited, Value, playout::Rng};

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
    /// Receives the subtree that is reused after a move.
    spare: SearchTree,
    root: Option<(LegalityBoard, Color)>,
}

impl NoGoPlayer {
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = 25;

    /// Iterations between two checks of the clock.
    const ROUND: u32 = 16;

    /// A player with an empty tree.
    pub fn new(resources: Resources) -> NoGoPlayer {
        NoGoPlayer::with_settings(resources, MctsSettings::STRONG)
    }

    /// A player with other search parameters, for matches against itself.
    pub fn with_settings(resources: Resources, settings: MctsSettings) -> NoGoPlayer {
        let solvers = resources.threads * MctsThread::SOLVER_MEMORY;
        // Both trees are full at the same time only when all of one is still of use.
        let tree = || SearchTree::new(resources.memory.saturating_sub(solvers) / 2);
        NoGoPlayer { settings, resources, tree: tree(), spare: tree(), root: None }
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
        self.prepare(position)?;
        let (root, turn) = self.root.as_ref().expect("just prepared");
        let (tree, settings, seed) = (&self.tree, &self.settings, self.resources.seed);
        let most =
            limits.nodes.into_iter().chain(limits.level.playouts()).min().unwrap_or(u64::MAX);
        let made = AtomicU64::new(0);
        let done = AtomicBool::new(tree.root.proof() != ProofState::Open);
        let thread = |number: usize| {
            let rng = Rng::stream(seed, number as u64);
            MctsThread::new(settings, tree, root, *turn, rng)
        };
        let iterate = |thread: &mut MctsThread| {
            let go_on = !done.load(Relaxed) && made.fetch_add(1, Relaxed) < most;
            if go_on {
                thread.iterate();
                if tree.root.proof() != ProofState::Open {
                    done.store(true, Relaxed);
                }
            }
            go_on
        };
        thread::scope(|scope| {
            for number in 1..self.resources.threads {
                let help = move || {
                    let mut thread = thread(number);
                    while iterate(&mut thread) {}
                };
                // Where the system allows no more threads, there are fewer helpers.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut thread = thread(0);
            let mut last_report = started;
            while (0..NoGoPlayer::ROUND).all(|_| iterate(&mut thread)) {
                let now = Instant::now();
                if stop() || limits.time.is_some_and(|time| self.may_stop(now - started, time)) {
                    break;
                }
                let is_due = limits.news.is_some_and(|interval| now - last_report >= interval);
                if let Some(news) = news.as_mut().filter(|_| is_due) {
                    last_report = now;
                    news(&self.thought(made.load(Relaxed), now - started));
                }
            }
            done.store(true, Relaxed);
        });
        Ok(self.thought(made.load(Relaxed).min(most), started.elapsed()))
    }

    /// Whether the time is up, or the rest of it cannot change the most visited move.
    fn may_stop(&self, elapsed: Duration, time: Duration) -> bool {
        if elapsed >= time {
            return true;
        }
        // A few times a second is enough, and not before the visits are spread as they should be.
        let visits = self.tree.root.visits();
        if visits % (64 * NoGoPlayer::ROUND) >= NoGoPlayer::ROUND || elapsed < time / 4 {
            return false;
        }
        let mut most = [0, 0];
        for child in self.tree.children(&self.tree.root) {
            let visits = child.visits();
            if visits > most[0] {
                most = [visits, most[0]];
            } else {
                most[1] = most[1].max(visits);
            }
        }
        let left = f64::from(visits) * (time.as_secs_f64() / elapsed.as_secs_f64() - 1.0);
        f64::from(most[0] - most[1]) > left
    }

    /// Makes the position the root of the tree, with the subtree of the last search if it is in it.
    fn prepare(&mut self, position: &Position) -> Result<(), Unsuited> {
        let (width, height) = NoGoPlayer::check(position)?;
        let turn = position.turn();
        let mut board = LegalityBoard::new(width, height);
        for (point, color) in position.board().stones() {
            board.play(board.spot(point), color);
        }
        let kept = self.root.take().is_some_and(|(old, old_turn)| {
            if !old.has_shape_of(&board) {
                return false;
            }
            let Some(node) = find_node(&self.tree, &old, old_turn, &board, turn) else {
                return false;
            };
            self.spare.reuse(&self.tree, node);
            // The solver may know who wins here, but now a move is asked for.
            self.spare.root.set_proof(self.spare.proof_by_moves());
            true
        });
        if kept {
            std::mem::swap(&mut self.tree, &mut self.spare);
        } else {
            self.tree.clear();
        }
        self.root = Some((board, turn));
        Ok(())
    }

    fn thought(&self, playouts: u64, elapsed: Duration) -> Thought {
        let (board, _) = self.root.as_ref().expect("a thought is about a position");
        let mut children: Vec<&TreeNode> = self.tree.children(&self.tree.root).iter().collect();
        children.sort_by_key(|child| Reverse(rank(child)));
        // Each move uses up a point that was open to its side.
        let plies: usize = Color::ALL.map(|color| board.mobility(color)).iter().sum();
        let plies = plies as u32;
        let candidates = children.into_iter().map(|child| {
            let (value, chances) = match child.proof() {
                ProofState::Won => (Value::Wins(plies), 1.0),
                ProofState::Lost => (Value::Loses(plies), 0.0),
                ProofState::Open => {
                    let chances = match child.visits() {
                        0 => child.prior(),
                        visits => child.value() / visits as f32,
                    };
                    (Value::from_chances(chances), chances)
                }
            };
            Candidate {
                point: board.point(child.spot()),
                value,
                chances,
                depth: 0,
                visits: child.visits(),
                prior: child.prior(),
                line: self.line(board, child),
            }
        });
        Thought {
            candidates: candidates.collect(),
            depth: None,
            nodes: playouts,
            threat_nodes: 0,
            wins: match self.tree.root.proof() {
                ProofState::Won => Some(false),
                ProofState::Lost => Some(true),
                ProofState::Open => None,
            },
            elapsed,
        }
    }

    fn line<'a>(&'a self, board: &LegalityBoard, mut node: &'a TreeNode) -> Vec<Point> {
        let mut line = vec![board.point(node.spot())];
        while let Some(next) = self.tree.children(node).iter().max_by_key(|child| rank(child)) {
            if next.visits() == 0 {
                break;
            }
            line.push(board.point(next.spot()));
            node = next;
        }
        line
    }
}

/// Sort key of moves: proven wins, then visits, proven losses last.
fn rank(node: &TreeNode) -> (u8, u32) {
    let proven = match node.proof() {
        ProofState::Won => 2,
        ProofState::Open => 1,
        ProofState::Lost => 0,
    };
    (proven, node.visits())
}

/// The node of a position that was reached from the root by a few moves.
fn find_node<'a>(
    tree: &'a SearchTree,
    old: &LegalityBoard,
    mut turn: Color,
    new: &LegalityBoard,
    new_turn: Color,
) -> Option<&'a TreeNode> {
    let mut missing: Vec<(u16, Color)> = Vec::new();
    for spot in 0..new.size() as u16 {
        for color in Color::ALL {
            match (old.has(spot, color), new.has(spot, color)) {
                (true, false) => return None,
                (false, true) => missing.push((spot, color)),
                _ => {}
            }
        }
    }
    let mut node = &tree.root;
    while !missing.is_empty() {
        let children = tree.children(node);
        let next = children
            .iter()
            .filter(|child| missing.contains(&(child.spot(), turn)))
            .max_by_key(|child| child.visits())?;
        missing.retain(|&(spot, _)| spot != next.spot());
        node = next;
        turn = !turn;
    }
    (turn == new_turn).then_some(node)
}
