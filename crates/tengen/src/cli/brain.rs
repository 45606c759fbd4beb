//! The arguments of `brain`.

use std::{num::NonZero, time::Duration};

use clap::Args;
use tengen_core::Rule;

use super::{rule_of_fives, seconds, threads};

/// Plays five-in-a-row in the Gomocup protocol, for Piskvork, Yixin's board and their like.
///
/// Reads commands from the standard input, a line each, and answers on the standard output, until
/// "END" or the end of the input. A copy of or a link to this program whose name begins with
/// "pbrain-", which is what managers of tournaments look for, is started as if "brain" were its first
/// argument.
#[derive(Args, Debug)]
pub(crate) struct BrainArgs {
    /// The game until "INFO rule" says another: freestyle, exact or renju.
    #[arg(long, default_value_t = Rule::Freestyle, value_name = "RULE", value_parser = rule_of_fives)]
    pub(crate) rule: Rule,

    /// The time for a move, in seconds, until "INFO timeout_turn" says another; 1 unless another
    /// limit is told.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// How many positions to look at for a move, until "INFO max_node" says another. With one
    /// thread, the same game then has the same moves.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// How strong to be, from 1 to 10, until "INFO strength" says another.
    #[arg(long, value_name = "LEVEL", default_value_t = 10,
        value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) level: u8,

    /// Number of threads that think, until "INFO thread_num" says another.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,

    /// How much memory the search may use, in MiB, until "INFO hash_size" says another. "INFO
    /// max_memory" makes it less, but not more.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,

    /// Where chance starts from, which decides what openings are proposed and what the lower levels
    /// overlook; another number each time unless told.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,

    /// Think on the opponent's time, until "INFO pondering" says another.
    #[arg(long)]
    pub(crate) ponder: bool,

    /// Suggest moves, and leave it to the manager to play them or others.
    #[arg(long)]
    pub(crate) suggest: bool,

    /// Tell what is thought at each depth, not only at the end.
    #[arg(long)]
    pub(crate) verbose: bool,
}
