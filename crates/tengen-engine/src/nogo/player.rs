//! The player: a tree that is kept from move to move, threads, and limits that hold.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use tengen_core::{Color, Point};

use super::{
    field::Field,
    search::Hand,
    settings::Settings,
    tree::{Node, Tree, Verdict},
};

/// When to stop thinking. Whatever is reached first; thinking also stops when all is proven.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Playouts, those kept from the last move not counted.
    pub playouts: Option<u64>,
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

/// A NoGo player for boards with sides up to 25.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    threads: usize,
    seed: u64,
    tree: Tree,
    spare: Tree,
    root: Option<(Field, Color)>,
}

impl Player {
    /// A player. Two trees share the memory: one to think with, one to carry over what is still
    /// of use after a move.
    pub fn new(settings: Settings, threads: usize, memory: usize, seed: u64) -> Player {
        Player {
            settings,
            threads: threads.max(1),
            seed,
            tree: Tree::new(memory / 2),
            spare: Tree::new(memory / 2),
            root: None,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> u64 {
        self.tree.len()
    }

    /// Thinks about a position. `stop` ends it from outside; `news` hears what is thought so far,
    /// now and then.
    pub fn think(
        &mut self,
        (width, height): (u16, u16),
        stones: &[(Point, Color)],
        turn: Color,
        limits: Limits,
        stop: &AtomicBool,
        interval: Duration,
        news: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let started = Instant::now();
        self.prepare((width, height), stones, turn);
        let (root, _) = self.root.as_ref().expect("just prepared");
        self.seed = self.seed.wrapping_add(0x5851_F42D_4C95_7F2D);
        let (tree, settings, seed) = (&self.tree, &self.settings, self.seed);
        let done = AtomicBool::new(false);
        let made = AtomicU64::new(0);
        let most = limits.playouts.unwrap_or(u64::MAX);
        thread::scope(|scope| {
            for number in 1..self.threads {
                let (done, made) = (&done, &made);
                scope.spawn(move || {
                    let seed = seed ^ (number as u64).wrapping_mul(0x2545_F491_4F6C_DD1D);
                    let mut hand = Hand::new(settings, tree, root, turn, seed);
                    while !done.load(Relaxed) && made.fetch_add(1, Relaxed) < most {
                        hand.visit();
                    }
                });
            }
            let mut hand = Hand::new(settings, tree, root, turn, seed);
            let mut told = started;
            let mut rounds = 0_u32;
            while tree.root.verdict() == Verdict::Open && made.fetch_add(1, Relaxed) < most {
                hand.visit();
                rounds = rounds.wrapping_add(1);
                if stop.load(Relaxed) {
                    break;
                }
                if rounds % 16 == 0 {
                    let now = Instant::now();
                    if limits.time.is_some_and(|time| now - started >= time) {
                        break;
                    }
                    if now - told >= interval {
                        told = now;
                        news(&self.thought(made.load(Relaxed), started));
                    }
                }
            }
            done.store(true, Relaxed);
        });
        self.thought(made.load(Relaxed).min(most), started)
    }

    /// Makes the position the root of the tree, with what is known about it.
    fn prepare(&mut self, (width, height): (u16, u16), stones: &[(Point, Color)], turn: Color) {
        let mut field = Field::new(width, height);
        for &(point, color) in stones {
            field.play(field.spot(point), color);
        }
        let kept = self.root.take().is_some_and(|(old, old_turn)| {
            if old.size() != field.size() {
                return false;
            }
            let Some(node) = walk(&self.tree, &old, old_turn, &field, turn) else { return false };
            self.spare.graft(&self.tree, node);
            true
        });
        if kept {
            std::mem::swap(&mut self.tree, &mut self.spare);
        } else {
            self.tree.clear();
        }
        self.root = Some((field, turn));
    }

    fn thought(&self, playouts: u64, started: Instant) -> Thought {
        let (field, _) = self.root.as_ref().expect("a thought is about a position");
        let mut children: Vec<&Node> = self.tree.children(&self.tree.root).iter().collect();
        children.sort_by_key(|child| std::cmp::Reverse(rank(child)));
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
            elapsed: started.elapsed(),
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
