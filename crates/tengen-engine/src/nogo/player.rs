//! The player: a tree that is kept from move to move, threads, and limits that hold.

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Point, Position, Rule};
use thiserror::Error;

use super::{
    field::Field,
    search::Hand,
    settings::Settings,
    tree::{Node, Tree, Verdict},
};
use crate::playout::Rng;

/// What a player may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// How many threads search at once. With one, the same seed gives the same moves.
    pub threads: usize,
    /// How many bytes the tree may take.
    pub memory: usize,
    /// Where chance starts from.
    pub seed: u64,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: 1, memory: 256 << 20, seed: 0 }
    }
}

/// When to stop thinking: at whatever is reached first. It also ends when all is proven.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Wall-clock time. It may be less if no other move can become the best in what is left.
    pub time: Option<Duration>,
    /// Playouts, those kept from the last move not counted.
    pub playouts: Option<u64>,
    /// How often to tell what is thought so far.
    pub news: Option<Duration>,
}

/// Why a position cannot be thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unsuited {
    /// Another game.
    #[error("this player knows nogo, not {0}")]
    Rule(Rule),
    /// Too large.
    #[error("a board of {0} is too large: its sides must be up to {max}", max = Player::MAX_SIDE)]
    Size(Area),
}

/// What the player thinks of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// How often it was tried.
    pub visits: u32,
    /// The chances of the side that moves, from 0 to 1.
    pub chances: f32,
    /// The chances at first sight.
    pub prior: f32,
    /// Whether it is proven to win or to lose.
    pub wins: Option<bool>,
    /// How play might go on, this move first.
    pub line: Vec<Point>,
}

/// What came of thinking.
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
/// assert_eq!(thought.wins, Some(true), "whoever begins wins on 3x3");
/// ```
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    resources: Resources,
    tree: Tree,
    /// Takes over what is still of use after a move.
    spare: Tree,
    root: Option<(Field, Color)>,
}

impl Player {
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = 25;

    /// How many visits are made between two looks at the clock.
    const ROUND: u32 = 16;

    /// A player that knows nothing yet.
    pub fn new(settings: Settings, resources: Resources) -> Player {
        let solvers = resources.threads * Hand::SOLVER_MEMORY;
        // Both trees are full at the same time only when all of one is still of use.
        let tree = || Tree::new(resources.memory.saturating_sub(solvers) / 2);
        Player { settings, resources, tree: tree(), spare: tree(), root: None }
    }

    /// Forgets what was thought.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    /// Thinks about a position until a limit is reached or `stop` says so. `news` hears now and
    /// then what is thought so far.
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
        let done = AtomicBool::new(tree.root.verdict() != Verdict::Open);
        let hand = |number: usize| {
            let random = Rng::stream(seed, number as u64);
            Hand::new(settings, tree, root, *turn, random)
        };
        let visit = |hand: &mut Hand| {
            let go_on = !done.load(Relaxed) && made.fetch_add(1, Relaxed) < most;
            if go_on {
                hand.visit();
                if tree.root.verdict() != Verdict::Open {
                    done.store(true, Relaxed);
                }
            }
            go_on
        };
        thread::scope(|scope| {
            for number in 1..self.resources.threads {
                scope.spawn(move || {
                    let mut hand = hand(number);
                    while visit(&mut hand) {}
                });
            }
            let mut hand = hand(0);
            let mut told = started;
            while (0..Player::ROUND).all(|_| visit(&mut hand)) {
                let now = Instant::now();
                if stop() || limits.time.is_some_and(|time| self.may_stop(now - started, time)) {
                    break;
                }
                if limits.news.is_some_and(|interval| now - told >= interval) {
                    told = now;
                    news(&self.thought(made.load(Relaxed), now - started));
                }
            }
            done.store(true, Relaxed);
        });
        Ok(self.thought(made.load(Relaxed).min(most), started.elapsed()))
    }

    /// Whether the time is over, or what is left of it cannot change the move.
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

    /// Makes the position the root of the tree, with what is known about it.
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
        let mut field = Field::new(width, height);
        for (point, color) in position.board().stones() {
            field.play(field.spot(point), color);
        }
        let kept = self.root.take().is_some_and(|(old, old_turn)| {
            if !old.has_shape_of(&field) {
                return false;
            }
            let Some(node) = walk(&self.tree, &old, old_turn, &field, turn) else { return false };
            self.spare.graft(&self.tree, node);
            // The solver may know who wins here, but now a move is asked for.
            self.spare.root.decide(self.spare.verdict_by_moves());
            true
        });
        if kept {
            std::mem::swap(&mut self.tree, &mut self.spare);
        } else {
            self.tree.clear();
        }
        self.root = Some((field, turn));
        Ok(())
    }

    fn thought(&self, playouts: u64, elapsed: Duration) -> Thought {
        let (field, _) = self.root.as_ref().expect("a thought is about a position");
        let mut children: Vec<&Node> = self.tree.children(&self.tree.root).iter().collect();
        children.sort_by_key(|child| Reverse(rank(child)));
        let candidates = children.into_iter().map(|child| Candidate {
            point: field.point(child.spot()),
            visits: child.visits(),
            chances: match child.verdict() {
                Verdict::Won => 1.0,
                Verdict::Lost => 0.0,
                Verdict::Open if child.visits() == 0 => child.prior(),
                Verdict::Open => child.value() / child.visits() as f32,
            },
            prior: child.prior(),
            wins: match child.verdict() {
                Verdict::Won => Some(true),
                Verdict::Lost => Some(false),
                Verdict::Open => None,
            },
            line: self.line(field, child),
        });
        Thought {
            candidates: candidates.collect(),
            playouts,
            wins: match self.tree.root.verdict() {
                Verdict::Won => Some(false),
                Verdict::Lost => Some(true),
                Verdict::Open => None,
            },
            elapsed,
        }
    }

    fn line<'a>(&'a self, field: &Field, mut node: &'a Node) -> Vec<Point> {
        let mut line = vec![field.point(node.spot())];
        while let Some(next) = self.tree.children(node).iter().max_by_key(|child| rank(child)) {
            if next.visits() == 0 {
                break;
            }
            line.push(field.point(next.spot()));
            node = next;
        }
        line
    }
}

/// What makes a move better than another.
fn rank(node: &Node) -> (u8, u32) {
    let proven = match node.verdict() {
        Verdict::Won => 2,
        Verdict::Open => 1,
        Verdict::Lost => 0,
    };
    (proven, node.visits())
}

/// The node of a position that was reached from the root of the tree by a few moves.
fn walk<'a>(
    tree: &'a Tree,
    old: &Field,
    mut turn: Color,
    new: &Field,
    new_turn: Color,
) -> Option<&'a Node> {
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
