//! The search arguments that `gtp` and `botzone` share.

use std::{num::NonZero, time::Duration};

use clap::Args;
use tengen_engine::Resources;

use super::{seconds, threads};

/// The limits and resources of a search of NoGo.
#[derive(Args, Debug)]
pub(crate) struct NoGoSearchArgs {
    /// Time for a move in seconds [default: 1 for gtp, 0.85 for botzone].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Number of playouts of a search, of nodes at five-in-a-row, instead of a time. With one thread,
    /// equal seeds then give equal moves.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) playouts: Option<u64>,

    /// Number of search threads.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    threads: NonZero<usize>,

    /// Memory of the search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(2..=65536))]
    memory: u32,

    /// Seed of the random numbers.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
}

impl NoGoSearchArgs {
    /// The resources of the player.
    pub(crate) fn resources(&self) -> Resources {
        let memory = (self.memory as usize) << 20;
        Resources { threads: self.threads.get(), memory, seed: self.seed }
    }
}
