//! Limits of a search.

use std::{
    fmt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use crate::clock::Instant;

/// Node, time and memory limits of a search, and the nodes spent.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    max_nodes: u64,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
    ask: Option<Ask<'a>>,
    count: Option<&'a AtomicU64>,
    memory: usize,
}

/// Callback that says whether to stop.
#[derive(Clone, Copy)]
struct Ask<'a>(&'a dyn Fn() -> bool);

impl fmt::Debug for Ask<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ask")
    }
}

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// The node limit was reached.
    #[error("the limit of nodes was reached")]
    Nodes,
    /// The time limit was reached.
    #[error("the time was up")]
    Time,
    /// The memory limit was reached.
    #[error("the limit of memory was reached")]
    Memory,
    /// The caller asked it to stop.
    #[error("it was asked to stop")]
    Asked,
}

impl<'a> Budget<'a> {
    /// Nodes between two checks of the clock.
    const STRIDE: u64 = 256;

    /// No limit of nodes and time; 256 MiB of memory.
    pub fn unlimited() -> Budget<'a> {
        Budget {
            nodes: 0,
            max_nodes: u64::MAX,
            deadline: None,
            stop: None,
            ask: None,
            count: None,
            memory: 256 << 20,
        }
    }

    /// Limits the memory of [`solve`](crate::solve), in bytes.
    #[must_use]
    pub fn memory_up_to(mut self, bytes: usize) -> Budget<'a> {
        self.memory = bytes;
        self
    }

    /// Maximum size of all tables in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes_up_to(mut self, nodes: u64) -> Budget<'a> {
        self.max_nodes = nodes;
        self
    }

    /// Limits the time from now on.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Budget<'a> {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Stops when `stop` becomes true.
    #[must_use]
    pub fn until(mut self, stop: &'a AtomicBool) -> Budget<'a> {
        self.stop = Some(stop);
        self
    }

    /// Stops when `stop` returns true, which is called again and again.
    #[must_use]
    pub fn asking(mut self, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        self.ask = Some(Ask(stop));
        self
    }

    /// Adds to `count` as nodes are spent, so that other threads can report progress.
    #[must_use]
    pub fn counting(mut self, count: &'a AtomicU64) -> Budget<'a> {
        self.count = Some(count);
        self
    }

    /// Nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Half of the remaining budget, for one of several questions. What it spends is to be
    /// [added](Budget::add).
    pub(crate) fn half(&self) -> Budget<'a> {
        let left = self.max_nodes - self.nodes;
        let max_nodes = if self.max_nodes == u64::MAX { u64::MAX } else { left / 2 };
        let now = Instant::now();
        let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
        let deadline = self.deadline.map(half);
        Budget { nodes: 0, max_nodes, deadline, ..*self }
    }

    /// Adds the nodes that a part has spent.
    pub(crate) fn add(&mut self, part: &Budget<'_>) {
        self.nodes += part.nodes;
    }

    /// Searches with at most `nodes` nodes more. None if they are spent and the budget is not.
    pub(crate) fn limited<T>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Budget<'a>) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let outer = self.max_nodes;
        self.max_nodes = outer.min(self.nodes.saturating_add(nodes));
        let found = search(self);
        self.max_nodes = outer;
        match found {
            Err(Stopped::Nodes) if self.nodes < outer => Ok(None),
            found => found.map(Some),
        }
    }

    /// Checks the clock and the callbacks.
    pub(crate) fn look(&self) -> Result<(), Stopped> {
        let is_stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if is_stopped || self.ask.is_some_and(|Ask(stop)| stop()) {
            return Err(Stopped::Asked);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// Spends nodes for work of another kind that takes as long.
    pub(crate) fn charge(&mut self, nodes: u64) -> Result<(), Stopped> {
        (0..nodes).try_for_each(|_| self.spend().map(drop))
    }

    /// Spends a node; returns the number spent before it.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<u64, Stopped> {
        if self.nodes >= self.max_nodes {
            return Err(Stopped::Nodes);
        }
        if self.nodes.is_multiple_of(Budget::STRIDE) {
            self.look()?;
            if let Some(count) = self.count {
                count.fetch_add(Budget::STRIDE, Ordering::Relaxed);
            }
        }
        self.nodes += 1;
        Ok(self.nodes - 1)
    }
}
