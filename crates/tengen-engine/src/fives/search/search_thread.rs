//! One thread of the search, and what it shares with the others.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use tengen_core::Color;
use tengen_solver::{
    Budget, Stopped,
    clock::Instant,
    fives::{Spot, vcf::Vcf},
};

use crate::{
    Thought,
    fives::{
        SearchBoard, SearchSettings,
        history::{History, ScoredMove},
        lockless_table::LocklessTable,
        score::Score,
    },
};

/// The search was aborted at a limit, without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fives) struct Aborted;

/// Data shared by all threads (lazy SMP).
#[derive(Debug)]
pub(in crate::fives) struct SharedState<'a> {
    /// The transposition table.
    pub(in crate::fives) tt: &'a LocklessTable,
    pub(in crate::fives) settings: &'a SearchSettings,
    /// Stop flag of all threads.
    pub(in crate::fives) done: AtomicBool,
    /// Nodes of the helper threads.
    pub(in crate::fives) nodes: AtomicU64,
    pub(in crate::fives) threat_nodes: AtomicU64,
}

/// Memory of one thread that outlives a search.
#[derive(Debug)]
pub(in crate::fives) struct ThreadMemory {
    pub(in crate::fives) vcf: Vcf,
    pub(in crate::fives) history: History,
}

impl ThreadMemory {
    /// Empty memory, with a VCF table of at most `bytes` bytes.
    pub(in crate::fives) fn new(bytes: usize) -> ThreadMemory {
        ThreadMemory { vcf: Vcf::new(bytes), history: History::new() }
    }
}

/// Limits and progress reports of the main thread.
pub(in crate::fives) struct SearchControl<'a> {
    pub(in crate::fives) started: Instant,
    pub(in crate::fives) deadline: Option<Instant>,
    pub(in crate::fives) max_nodes: u64,
    pub(in crate::fives) stop: &'a dyn Fn() -> bool,
    /// Callback of progress reports.
    pub(in crate::fives) news: &'a mut dyn FnMut(&Thought),
    pub(in crate::fives) interval: Option<Duration>,
    pub(in crate::fives) last_report: Instant,
    /// The result of the last completed depth.
    pub(in crate::fives) last: Option<Thought>,
}

/// Search thread: a board, a search stack, and the memory of the thread.
pub(in crate::fives) struct SearchThread<'a> {
    pub(in crate::fives) board: SearchBoard,
    pub(in crate::fives) shared: &'a SharedState<'a>,
    pub(in crate::fives) memory: &'a mut ThreadMemory,
    /// Only the main thread has one.
    pub(in crate::fives) control: Option<SearchControl<'a>>,
    /// Nodes of the search.
    pub(in crate::fives) nodes: u64,
    /// Nodes of the solver, in VCF and VCT searches.
    pub(in crate::fives) threat_nodes: u64,
    /// Node count of the next check of the limits.
    next_check: u64,
    /// Nodes and solver nodes already added to [`SharedState`].
    counted: [u64; 2],
    /// Move lists of all nodes from the root to here, one after the other.
    pub(super) move_list: Vec<ScoredMove>,
    /// The search stack, by ply.
    pub(super) stack: Vec<StackEntry>,
    /// Triangular PV table: the principal variation from each ply on.
    pub(super) pv: Vec<Vec<Spot>>,
}

/// Entry of the search stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackEntry {
    pub(super) killers: [Spot; 2],
    /// Whether the move made here is a null move.
    pub(super) null_move: bool,
    /// The move excluded by a singular-extension search; [`Spot::MAX`] if none.
    pub(super) excluded: Spot,
    /// Static evaluation; that of the ply before, negated, where the node is forced.
    pub(super) static_eval: Score,
}

/// Maximum ply.
pub(super) const MAX_PLY: usize = 240;

impl<'a> SearchThread<'a> {
    /// Nodes between two checks of the limits: about a tenth of a millisecond.
    const STRIDE: u64 = 128;

    pub(in crate::fives) fn new(
        board: SearchBoard,
        shared: &'a SharedState<'a>,
        memory: &'a mut ThreadMemory,
        control: Option<SearchControl<'a>>,
    ) -> SearchThread<'a> {
        let entry = StackEntry {
            killers: [Spot::MAX; 2],
            null_move: false,
            excluded: Spot::MAX,
            static_eval: 0,
        };
        SearchThread {
            board,
            shared,
            memory,
            control,
            nodes: 0,
            threat_nodes: 0,
            next_check: 0,
            counted: [0; 2],
            move_list: Vec::with_capacity(4096),
            stack: vec![entry; MAX_PLY + 2],
            pv: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// All nodes of this thread, those of the solver included.
    #[inline]
    pub(in crate::fives) fn all_nodes(&self) -> u64 {
        self.nodes + self.threat_nodes
    }

    /// Counts a node, and checks the limits now and then.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Aborted> {
        self.nodes += 1;
        if self.all_nodes() >= self.next_check { self.check_limits() } else { Ok(()) }
    }

    /// Checks the limits, reports progress, and exchanges node counts.
    #[cold]
    fn check_limits(&mut self) -> Result<(), Aborted> {
        let nodes = self.all_nodes();
        self.next_check = nodes + SearchThread::STRIDE;
        if let Some(control) = &mut self.control {
            if nodes >= control.max_nodes || control.is_over() {
                self.shared.done.store(true, Relaxed);
            } else {
                self.next_check = self.next_check.min(control.max_nodes);
                control.report_again(nodes, self.threat_nodes, self.shared);
            }
        } else {
            self.shared.nodes.fetch_add(nodes - self.counted[0], Relaxed);
            self.shared.threat_nodes.fetch_add(self.threat_nodes - self.counted[1], Relaxed);
            self.counted = [nodes, self.threat_nodes];
        }
        if self.shared.done.load(Relaxed) { Err(Aborted) } else { Ok(()) }
    }

    /// A VCF of `color`, if one is found within `nodes` nodes.
    pub(super) fn vcf(&mut self, color: Color, nodes: u64) -> Option<Vec<Spot>> {
        let mut budget = Budget::unlimited().nodes_up_to(nodes);
        let found = self.memory.vcf.find(self.board.threats_mut(), color, &mut budget);
        self.threat_nodes += budget.nodes();
        found.ok().flatten()
    }

    /// Runs a solver question that may take long, within `nodes` nodes and all limits.
    pub(in crate::fives) fn solve<T>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(
            &mut SearchBoard,
            &mut ThreadMemory,
            &mut Budget<'_>,
        ) -> Result<T, Stopped>,
    ) -> Option<T> {
        let mut budget = Budget::unlimited().until(&self.shared.done);
        let mut most = nodes;
        if let Some(control) = &self.control {
            most = most.min(control.max_nodes.saturating_sub(self.all_nodes()));
            budget = budget.asking(control.stop);
            if let Some(deadline) = control.deadline {
                budget = budget.time(deadline.saturating_duration_since(Instant::now()));
            }
        }
        let mut budget = budget.nodes_up_to(most);
        let found = question(&mut self.board, self.memory, &mut budget);
        self.threat_nodes += budget.nodes();
        found.ok()
    }
}

impl SearchControl<'_> {
    /// Whether the deadline has passed or the caller asks to stop.
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline) || (self.stop)()
    }

    /// Repeats the last report with new counts, if the interval is over.
    fn report_again(&mut self, nodes: u64, threat_nodes: u64, shared: &SharedState<'_>) {
        let (Some(interval), Some(last)) = (self.interval, &mut self.last) else { return };
        let now = Instant::now();
        if now - self.last_report >= interval {
            self.last_report = now;
            last.nodes = nodes + shared.nodes.load(Relaxed);
            last.threat_nodes = threat_nodes + shared.threat_nodes.load(Relaxed);
            last.elapsed = now - self.started;
            (self.news)(last);
        }
    }
}
