//! The arguments of `brain`.

use std::{num::NonZero, time::Duration};

use clap::Args;
use tengen_core::Rule;

use super::{rule_of_fives, seconds, threads};

/// Play five-in-a-row in the Gomocup protocol (Piskvork, Yixin's board).
///
/// Reads commands from the standard input, a line each, and answers on the standard output, until
/// "END" or the end of the input. A copy of or a link to this program whose name begins with
/// "pbrain-", which is what managers of tournaments look for, is started as if "brain" were its first
/// argument.
#[derive(Args, Debug)]
pub(crate) struct BrainArgs {
    /// Rule until "INFO rule" changes it: freestyle, exact or renju.
    #[arg(long, default_value_t = Rule::Freestyle, value_name = "RULE", value_parser = rule_of_fives)]
    pub(crate) rule: Rule,

    /// Time for a move, in seconds, until "INFO timeout_turn" changes it [default: 1, or none with
    /// --nodes].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Node limit for a move, until "INFO max_node" changes it. With one thread, equal games then have
    /// equal moves.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Playing strength, from 1 to 10, until "INFO strength" changes it.
    #[arg(long, value_name = "LEVEL", default_value_t = 10,
        value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) level: u8,

    /// Number of search threads, until "INFO thread_num" changes it.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,

    /// Memory for the search, in MiB, until "INFO hash_size" changes it. "INFO max_memory" can lower
    /// it, not raise it.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,

    /// Seed of the random numbers, for proposed openings and the mistakes of the lower levels
    /// [default: random].
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,

    /// Ponder: search on the opponent's time, until "INFO pondering" changes it.
    #[arg(long)]
    pub(crate) ponder: bool,

    /// Suggest moves, and let the manager play these or others.
    #[arg(long)]
    pub(crate) suggest: bool,

    /// Print the analysis of each depth, not only of the last one.
    #[arg(long)]
    pub(crate) verbose: bool,
}
