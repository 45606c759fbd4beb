//! The player: tree reuse, threads, and limits.

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Point, Position, Rule};
use thiserror::Error;

use super::{
    legality_board::LegalityBoard,
    mcts_thread::MctsThread,
    search_tree::{ProofState, SearchTree, TreeNode},
    settings::Settings,
};
use crate::playout::Rng;

/// Resources of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Number of search threads. With one, the same seed gives the same moves.
    pub threads: usize,
    /// Maximum size of the tree in bytes.
    pub memory: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: 1, memory: 256 << 20, seed: 0 }
    }
}

/// Limits of a search, which ends at the first that is reached, or when the root is proven.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Wall-clock time. It may be less if no other move can become the best in what is left.
    pub time: Option<Duration>,
    /// Playouts, those kept from the last move not counted.
    pub playouts: Option<u64>,
    /// Interval of progress reports.
    pub news: Option<Duration>,
}

/// Error of a position that the player does not support.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unsuited {
    /// Another game.
    #[error("this player knows nogo, not {0}")]
    Rule(Rule),
    /// Too large.
    #[error("a board of {0} is too large: its sides must be up to {max}", max = Player::MAX_SIDE)]
    Size(Area),
}

/// Candidate move with its statistics.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// Visits.
    pub visits: u32,
    /// Winning chances of the side that moves, from 0 to 1.
    pub chances: f32,
    /// Prior, from 0 to 1.
    pub prior: f32,
    /// Whether it is proven to win or to lose.
    pub wins: Option<bool>,
    /// Principal variation, this move first.
    pub line: Vec<Point>,
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// All moves, the best first; none if there is no legal move.
    pub candidates: Vec<Candidate>,
    /// Playouts made.
    pub playouts: u64,
    /// Whether the side to move is proven to win or to lose.
    pub wins: Option<bool>,
    /// Time spent.
    pub elapsed: Duration,
}

/// A NoGo player.
///
/// ```
/// use tengen_core::{Area, Position, Rule};
/// use tengen_engine::nogo::{Limits, Player, Resources, Settings};
///
/// let mut player = Player::new(Settings::STRONG, Resources::default());
/// let position = Position::new(Rule::NoGo, Area::square(3)).unwrap();
/// let thought = player.think(&position, &Limits::default(), &|| false, &mut |_| {}).unwrap();
/// assert_eq!(thought.wins, Some(true), "the first player wins on 3x3");
/// ```
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    resources: Resources,
    tree: SearchTree,
    /// Receives the subtree that is reused after a move.
    spare: SearchTree,
    root: Option<(LegalityBoard, Color)>,
}

impl Player {
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = 25;

    /// Iterations between two checks of the clock.
    const ROUND: u32 = 16;

    /// A player with an empty tree.
    pub fn new(settings: Settings, resources: Resources) -> Player {
        let solvers = resources.threads * MctsThread::SOLVER_MEMORY;
        // Both trees are full at the same time only when all of one is still of use.
        let tree = || SearchTree::new(resources.memory.saturating_sub(solvers) / 2);
        Player { settings, resources, tree: tree(), spare: tree(), root: None }
    }

    /// Clears the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    /// Searches a position until a limit is reached or `stop` returns true. `news` is called with
    /// intermediate results.
    ///
    /// # Errors
    ///
    /// If the position is of another game or on too large a board.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        news: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unsuited> {
        let started = Instant::now();
        self.prepare(position)?;
        let (root, turn) = self.root.as_ref().expect("just prepared");
        let (tree, settings, seed) = (&self.tree, &self.settings, self.resources.seed);
        let most = limits.playouts.unwrap_or(u64::MAX);
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
            while (0..Player::ROUND).all(|_| iterate(&mut thread)) {
                let now = Instant::now();
                if stop() || limits.time.is_some_and(|time| self.may_stop(now - started, time)) {
                    break;
                }
                if limits.news.is_some_and(|interval| now - last_report >= interval) {
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
        if visits % (64 * Player::ROUND) >= Player::ROUND || elapsed < time / 4 {
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
        if position.rule() != Rule::NoGo {
            return Err(Unsuited::Rule(position.rule()));
        }
        let area = position.board().area();
        let (width, height) = match area {
            Area::Bounded { width, height } if width.max(height) <= Player::MAX_SIDE => {
                (width, height)
            }
            _ => return Err(Unsuited::Size(area)),
        };
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
        let candidates = children.into_iter().map(|child| Candidate {
            point: board.point(child.spot()),
            visits: child.visits(),
            chances: match child.proof() {
                ProofState::Won => 1.0,
                ProofState::Lost => 0.0,
                ProofState::Open if child.visits() == 0 => child.prior(),
                ProofState::Open => child.value() / child.visits() as f32,
            },
            prior: child.prior(),
            wins: match child.proof() {
                ProofState::Won => Some(true),
                ProofState::Lost => Some(false),
                ProofState::Open => None,
            },
            line: self.line(board, child),
        });
        Thought {
            candidates: candidates.collect(),
            playouts,
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
