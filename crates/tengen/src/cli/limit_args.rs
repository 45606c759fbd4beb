//! Limits of the solvers on the command line, and what a search cost.

use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use tengen_proof::Written;
use tengen_solver::Budget;

use super::seconds;
use crate::io::stop;

/// Limits of a search.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Time limit of a search, in seconds [default: none].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Node limit of a search [default: none].
    #[arg(long, value_name = "COUNT")]
    pub(crate) nodes: Option<u64>,

    /// Size of the transposition table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
}

impl LimitArgs {
    /// Runs a search within these limits, from now on; Ctrl-C is one too.
    pub(crate) fn measure<T>(&self, search: impl FnOnce(&mut Budget<'_>) -> T) -> (T, SearchCost) {
        let started = Instant::now();
        let mut budget =
            Budget::unlimited().until(stop::flag()).memory_up_to((self.memory as usize) << 20);
        if let Some(nodes) = self.nodes {
            budget = budget.nodes_up_to(nodes);
        }
        if let Some(time) = self.time {
            budget = budget.time(time);
        }
        let found = search(&mut budget);
        let seconds = started.elapsed().as_secs_f64();
        (found, SearchCost { nodes: budget.nodes(), seconds })
    }
}

/// Nodes and time of a search.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct SearchCost {
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl SearchCost {
    /// The lines of an explanation about the search and the proof, if there is one.
    pub(crate) fn describe(self, proof: Option<Written>) -> String {
        let SearchCost { nodes, seconds } = self;
        let proof = proof.map_or_else(String::new, |Written { steps, bytes }| {
            format!("  the proof has {steps} steps and {bytes} bytes\n")
        });
        format!("  {nodes} nodes, {seconds:.2} s\n{proof}")
    }

    /// The answer of a search without a result.
    pub(crate) fn undecided(self, why: impl std::fmt::Display) -> String {
        let SearchCost { nodes, seconds } = self;
        format!("not decided: {why} after {nodes} nodes and {seconds:.1} s\n")
    }
}
