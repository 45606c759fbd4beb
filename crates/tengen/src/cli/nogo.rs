//! The arguments of `gtp` and `botzone`.

use std::{num::NonZero, time::Duration};

use clap::Args;
use tengen_engine::Resources;

use super::{playable_size, seconds, threads};

/// Play NoGo in the Go Text Protocol, version 2 (GoGui, Sabaki, Lizzie).
///
/// Reads commands from the standard input, a line each, and answers on the standard output, until
/// "quit" or the end of the input.
#[derive(Args, Debug)]
pub(crate) struct GtpArgs {
    /// Size of the board until "boardsize" changes it, WIDTHxHEIGHT.
    #[arg(long, default_value = "9x9", value_name = "SIZE", value_parser = playable_size)]
    pub(crate) size: (u16, u16),

    #[command(flatten)]
    pub(crate) thinking: Thinking,
}

/// Play NoGo as a bot of botzone.org.
///
/// Reads a turn as JSON from the standard input and writes a move as JSON to the standard output.
#[derive(Args, Debug)]
pub(crate) struct BotzoneArgs {
    /// Size of the board, WIDTHxHEIGHT.
    #[arg(long, default_value = "9x9", value_name = "SIZE", value_parser = playable_size)]
    pub(crate) size: (u16, u16),

    /// Ask to be kept running after each move, until the end of the input.
    #[arg(long)]
    pub(crate) keep_running: bool,

    #[command(flatten)]
    pub(crate) thinking: Thinking,
}

/// Limits and resources of a player.
#[derive(Args, Debug)]
pub(crate) struct Thinking {
    /// Time for a move, in seconds [default: 1 for gtp, 0.85 for botzone].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Number of playouts for a move, instead of a time. With one thread, equal seeds then give equal
    /// moves.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) playouts: Option<u64>,

    /// Number of search threads.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,

    /// Memory for the search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(2..=65536))]
    pub(crate) memory: u32,

    /// Seed of the random numbers.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl Thinking {
    /// The same for a player.
    pub(crate) fn resources(&self) -> Resources {
        let memory = (self.memory as usize) << 20;
        Resources { threads: self.threads.get(), memory, seed: self.seed }
    }
}
