//! The arguments of `match`.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{num::NonZero, path::PathBuf, str::FromStr, time::Duration};

use clap::{Args, ValueEnum};
use tengen_core::Rule;
use tengen_match::{EngineSpec, parse_tolerance};

use crate::cli::{fixed_size, seconds, threads};

/// Play matches between engines, and estimate their strength.
///
/// Every opening is played twice, with the colors changed. Engines are not trusted: whatever one
/// does, it costs that engine the game at most, and the match goes on.
///
/// An engine is named by its command line and by settings, in any order:
///   --engine './pbrain-mine --fast name=Mine memory=350'
///   --engine tengen                    this very program
/// Settings: name, proto (gomocup or gtp), turn, match, tolerance, start and settle (seconds), memory
/// (MiB), threads, nodes, depth, strength, seed (tengen only), and info.KEY=VALUE for any other INFO of
/// the protocol. An engine that drops what comes right after its move needs settle=0.06.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct MatchArgs {
    /// An engine; name two or more.
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    pub(super) engines: Vec<EngineSpec>,

    /// Settings for every engine that does not have its own.
    #[arg(long, value_name = "SETTINGS")]
    pub(super) each: Option<EngineSpec>,

    /// Rule: freestyle, exact, renju or nogo.
    #[arg(long, default_value_t = Rule::Freestyle, value_name = "RULE")]
    pub(super) rule: Rule,

    /// Size of the board, WIDTHxHEIGHT [default: 15x15, and 9x9 at nogo].
    #[arg(long, value_name = "SIZE", value_parser = fixed_size)]
    pub(super) size: Option<(u16, u16)>,

    /// Openings: a file with one a line, or random:COUNT [default: the empty board].
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<OpeningSource>,

    /// Order of the openings.
    #[arg(long, value_enum, default_value_t, value_name = "ORDER")]
    pub(super) order: OpeningOrder,

    /// Seed of the random order of openings, and of random openings.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(super) seed: u64,

    /// Number of games between any two engines that meet [default: every opening with both colors].
    #[arg(long, value_name = "COUNT", conflicts_with = "rounds",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: Option<u32>,

    /// Number of openings that any two engines that meet play with both colors.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) rounds: Option<u32>,

    /// The first engine plays all others, and these do not play each other.
    #[arg(long)]
    pub(super) gauntlet: bool,

    /// Number of games that are played at the same time.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    pub(super) concurrency: NonZero<usize>,

    /// Time limit of a move, in seconds [default: 1, or the limit of the game].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) turn_time: Option<Duration>,

    /// Time limit of all moves of an engine in a game, in seconds [default: none].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) match_time: Option<Duration>,

    /// How late a move may be without losing the game, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = parse_tolerance)]
    pub(super) tolerance: Duration,

    /// Timeout of the start of an engine, and of its preparation for a game, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(super) start_time: Duration,

    /// Start every engine anew for every game.
    #[arg(long)]
    pub(super) fresh: bool,

    /// Adjudicate a game as a draw after this many moves.
    #[arg(long, value_name = "COUNT")]
    pub(super) max_moves: Option<usize>,

    /// Stop as soon as it is clear whether the first engine is elo0 or elo1 stronger than the
    /// second, in logistic Elo by pairs of games: elo0=0 elo1=10 alpha=0.05 beta=0.05.
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = sprt_setting)]
    pub(super) sprt: Option<Vec<(usize, f64)>>,

    /// Write every game to this file in SGF as it ends.
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,

    /// Write every game into this directory as a psq file as it ends.
    #[arg(long, value_name = "DIR")]
    pub(super) psq: Option<PathBuf>,

    /// Print the results as a JSON object instead of a table.
    #[arg(long)]
    pub(super) json: bool,

    /// Write the results into this file; "-" is the standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write every line to and from engines to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// Write over the files of --output and --log if they exist.
    #[arg(long)]
    pub(super) force: bool,

    /// Print every game on the standard error as it ends.
    #[arg(long, short)]
    pub(super) verbose: bool,

    /// Rejected with a hint: once it was the file of --json.
    #[arg(value_name = "FILE", hide = true)]
    pub(super) stray: Option<PathBuf>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OpeningSource {
    File(PathBuf),
    Random(usize),
}

impl FromStr for OpeningSource {
    type Err = String;

    fn from_str(text: &str) -> Result<OpeningSource, String> {
        let Some(count) = text.strip_prefix("random:") else {
            return Ok(OpeningSource::File(PathBuf::from(text)));
        };
        match count.parse() {
            Ok(count @ 1..=1_000_000) => Ok(OpeningSource::Random(count)),
            _ => Err("write random:100, with a number up to 1000000".to_owned()),
        }
    }
}

/// The order of the openings.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum OpeningOrder {
    /// As they come.
    #[default]
    File,
    /// Shuffled; each comes once before any comes again.
    Random,
}

/// Parameters of the SPRT with their defaults, in the order of `Sprt::new`.
pub(super) const SPRT_DEFAULTS: [(&str, f64); 4] =
    [("elo0", 0.0), ("elo1", 10.0), ("alpha", 0.05), ("beta", 0.05)];

/// The index and the value of a parameter of the SPRT.
fn sprt_setting(text: &str) -> Result<(usize, f64), &'static str> {
    let (key, value) = text.split_once('=').unwrap_or_default();
    let index = SPRT_DEFAULTS.iter().position(|(name, _)| *name == key);
    index.zip(value.parse().ok()).ok_or("write elo0=0, elo1=10, alpha=0.05 or beta=0.05")
}
