//! One thread of the search, and what it shares with the others.

mod leaf;
mod list;
mod node;
mod prune;
mod root;

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use tengen_core::Color;
use tengen_solver::{
    Budget, Stopped,
    fives::{Spot, vcf::Vcf},
};

use super::{
    Field, Settings, Thought,
    order::{Past, Pick},
    table::Table,
};

pub(super) use root::{Quest, RootMove};

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halt;

/// What all threads share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) settings: &'a Settings,
    /// Set when all are to stop.
    pub(super) done: AtomicBool,
    /// Positions looked at by the other threads than the first.
    pub(super) nodes: AtomicU64,
    pub(super) threat_nodes: AtomicU64,
}

/// What one thread keeps from question to question.
#[derive(Debug)]
pub(super) struct Mind {
    pub(super) vcf: Vcf,
    pub(super) past: Past,
}

impl Mind {
    /// One that knows nothing, and will remember at most so many bytes of fours.
    pub(super) fn new(bytes: usize) -> Mind {
        Mind { vcf: Vcf::new(bytes), past: Past::new() }
    }
}

/// What keeps the first thread to its limits, and who hears from it.
pub(super) struct Watch<'a> {
    pub(super) started: Instant,
    pub(super) deadline: Option<Instant>,
    pub(super) max_nodes: u64,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    pub(super) news: &'a mut dyn FnMut(&Thought),
    pub(super) interval: Option<Duration>,
    pub(super) told: Instant,
    /// What was thought last.
    pub(super) last: Option<Thought>,
}

/// One thread of the search.
pub(super) struct Hand<'a> {
    pub(super) field: Field,
    pub(super) shared: &'a Shared<'a>,
    pub(super) mind: &'a mut Mind,
    /// Only the first thread has one.
    pub(super) watch: Option<Watch<'a>>,
    /// Positions looked at by the search, and in lines of fours.
    pub(super) nodes: u64,
    pub(super) threat_nodes: u64,
    /// When to look at the clock next.
    next_look: u64,
    /// What has been told to the others of that: all positions, and those in lines of fours.
    counted: [u64; 2],
    /// The lists of moves of all positions from the root to here, one after the other.
    picks: Vec<Pick>,
    plies: Vec<Ply>,
    /// The best line from each ply on.
    lines: Vec<Vec<Spot>>,
}

/// What is kept for one ply.
#[derive(Clone, Copy, Debug)]
struct Ply {
    killers: [Spot; 2],
    /// Whether the turn was given away here.
    passed: bool,
    /// The move that is left out for now, if any.
    skip: Spot,
}

/// As far as lines are followed.
const MAX_PLY: usize = 240;

impl<'a> Hand<'a> {
    /// How many positions lie between two looks at the clock: about a tenth of a millisecond.
    const STRIDE: u64 = 128;

    pub(super) fn new(
        field: Field,
        shared: &'a Shared<'a>,
        mind: &'a mut Mind,
        watch: Option<Watch<'a>>,
    ) -> Hand<'a> {
        let ply = Ply { killers: [Spot::MAX; 2], passed: false, skip: Spot::MAX };
        Hand {
            field,
            shared,
            mind,
            watch,
            nodes: 0,
            threat_nodes: 0,
            next_look: 0,
            counted: [0; 2],
            picks: Vec::with_capacity(4096),
            plies: vec![ply; MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// All positions looked at by this thread.
    #[inline]
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.threat_nodes
    }

    /// Counts a position, and looks now and then whether it is time to stop.
    #[inline]
    fn tick(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.all_nodes() >= self.next_look { self.look() } else { Ok(()) }
    }

    /// Looks whether it is time to stop.
    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        let nodes = self.all_nodes();
        self.next_look = nodes + Hand::STRIDE;
        if let Some(watch) = &mut self.watch {
            if nodes >= watch.max_nodes || watch.is_over() {
                self.shared.done.store(true, Relaxed);
            } else {
                self.next_look = self.next_look.min(watch.max_nodes);
                watch.tell_again(nodes, self.threat_nodes, self.shared);
            }
        } else {
            self.shared.nodes.fetch_add(nodes - self.counted[0], Relaxed);
            self.shared.threat_nodes.fetch_add(self.threat_nodes - self.counted[1], Relaxed);
            self.counted = [nodes, self.threat_nodes];
        }
        if self.shared.done.load(Relaxed) { Err(Halt) } else { Ok(()) }
    }

    /// A win by fours of `color`, if one is found with no more than so many positions.
    fn fours(&mut self, color: Color, nodes: u64) -> Option<Vec<Spot>> {
        let mut budget = Budget::unlimited().nodes_up_to(nodes);
        let found = self.mind.vcf.find(self.field.threats_mut(), color, &mut budget);
        self.threat_nodes += budget.nodes();
        found.ok().flatten()
    }

    /// Asks something of the solver that may take long, within all limits.
    pub(super) fn ask<T>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Field, &mut Mind, &mut Budget<'_>) -> Result<T, Stopped>,
    ) -> Option<T> {
        let mut budget = Budget::unlimited().until(&self.shared.done);
        let mut most = nodes;
        if let Some(watch) = &self.watch {
            most = most.min(watch.max_nodes.saturating_sub(self.all_nodes()));
            budget = budget.asking(watch.stop);
            if let Some(deadline) = watch.deadline {
                budget = budget.time(deadline.saturating_duration_since(Instant::now()));
            }
        }
        let mut budget = budget.nodes_up_to(most);
        let found = question(&mut self.field, self.mind, &mut budget);
        self.threat_nodes += budget.nodes();
        found.ok()
    }
}

impl Watch<'_> {
    /// Whether the time is up or somebody wants it to stop.
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline) || (self.stop)()
    }

    /// Tells once more what was thought last, if it is time for that.
    fn tell_again(&mut self, nodes: u64, threat_nodes: u64, shared: &Shared<'_>) {
        let (Some(interval), Some(last)) = (self.interval, &mut self.last) else { return };
        let now = Instant::now();
        if now - self.told >= interval {
            self.told = now;
            last.nodes = nodes + shared.nodes.load(Relaxed);
            last.threat_nodes = threat_nodes + shared.threat_nodes.load(Relaxed);
            last.elapsed = now - self.started;
            (self.news)(last);
        }
    }
}
