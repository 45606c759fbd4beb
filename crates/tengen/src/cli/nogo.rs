//! The arguments of `gtp` and `botzone`.

use std::{num::NonZero, time::Duration};

use clap::Args;
use tengen_engine::Resources;

use super::{playable_size, seconds, threads};

/// Plays NoGo in the Go Text Protocol, version 2, for GoGui, Sabaki, Lizzie and their like.
///
/// Reads commands from the standard input, a line each, and answers on the standard output, until
/// "quit" or the end of the input.
#[derive(Args, Debug)]
pub(crate) struct GtpArgs {
    /// The size of the board until "boardsize" says another, WIDTHxHEIGHT.
    #[arg(long, default_value = "9x9", value_name = "SIZE", value_parser = playable_size)]
    pub(crate) size: (u16, u16),

    #[command(flatten)]
    pub(crate) thinking: Thinking,
}

/// Plays NoGo as a bot of botzone.org: a turn of JSON on the standard input, a move as JSON on the
/// standard output.
#[derive(Args, Debug)]
pub(crate) struct BotzoneArgs {
    /// The size of the board, WIDTHxHEIGHT.
    #[arg(long, default_value = "9x9", value_name = "SIZE", value_parser = playable_size)]
    pub(crate) size: (u16, u16),

    /// Ask to be kept running after each move, and go on until the end of the input.
    #[arg(long)]
    pub(crate) keep_running: bool,

    #[command(flatten)]
    pub(crate) thinking: Thinking,
}

/// What a player may use for a move.
#[derive(Args, Debug)]
pub(crate) struct Thinking {
    /// The time for a move, in seconds; 1 for gtp and 0.85 for botzone unless told.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Think for this many playouts instead of a time. With one thread, the same seed then gives
    /// the same moves.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) playouts: Option<u64>,

    /// Number of threads that think.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,

    /// How much memory the search may use, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(2..=65536))]
    pub(crate) memory: u32,

    /// Where chance starts from.
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
