//! The arguments of every verb.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

mod nogo_search;
mod positions;
mod replay;
mod serve;
mod threads;

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use tengen_core::{Area, Color, Rule};
use tengen_engine::{fives::bench, nogo::NoGoPlayer};
use tengen_notation::{BoardText, MAX_SIDE, boards::DiagramSize};
use tengen_referee::reach::DEFAULT_LIMIT;

use crate::{
    botzone::BotzoneArgs,
    brain::BrainArgs,
    convert::ConvertArgs,
    gtp::GtpArgs,
    match_::MatchArgs,
    render::{At, From, RenderArgs, Rows},
    tune::TuneArgs,
};

pub(crate) use nogo_search::NoGoSearchArgs;
pub(crate) use positions::PositionArgs;
pub(crate) use replay::{Only, ReplayArgs};
pub(crate) use serve::{LogForm, ServeArgs};
pub(crate) use threads::{threads, threads_or_all};

/// The referee, solver and player for the games of stones that are not Go.
///
/// Exit status: 0 when the question was answered, 2 when the input or the usage is wrong; with
/// --exit-code also 1 when an answer is negative.
#[derive(Parser, Debug)]
#[command(name = "tengen", version = env!("TENGEN_VERSION"), propagate_version = true)]
pub(crate) struct Cli {
    /// When to use colors in messages.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: ColorWhen,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// When to use colors.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorWhen {
    /// Makes it so for everything this program prints.
    pub(crate) fn write_global(self) {
        match self {
            ColorWhen::Auto => anstream::ColorChoice::Auto,
            ColorWhen::Always => anstream::ColorChoice::Always,
            ColorWhen::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// What is asked.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    Check(CheckArgs),
    Winner(WinnerArgs),
    Replay(Box<ReplayArgs>),
    Convert(ConvertArgs),
    Render(RenderArgs),
    Simulate(SimulateArgs),
    Solve(SolveArgs),
    Verify(VerifyArgs),
    Table(TableArgs),
    Perft(PerftArgs),
    Brain(BrainArgs),
    Bench(BenchArgs),
    Gtp(GtpArgs),
    Botzone(BotzoneArgs),
    Match(Box<MatchArgs>),
    Tune(TuneArgs),
    Generate(GenerateArgs),
    Serve(ServeArgs),
}

/// Could this position have come about? Prints YES, NO or UNKNOWN for each board.
///
/// A board is 19 lines of 19 characters: o black, x white, . empty; a blank line stands between two
/// boards. A position could have come about if some order of legal moves from the empty board leads
/// to it, none of them after a win. Every YES has such an order and every NO a reason; --explain
/// prints it. Under freestyle and on boards up to 19x19 there is always an answer; where a search
/// reaches its --limit, the answer is UNKNOWN.
///
/// Records of games are read as well: then it is asked about the position at the end of each.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) common: Common,

    /// The game: freestyle, exact, renju or nogo; freestyle unless told here or by a record.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    #[command(flatten)]
    pub(crate) positions: PositionArgs,

    /// How many steps a search for an order of moves may try.
    #[arg(long, default_value_t = DEFAULT_LIMIT, value_name = "STEPS")]
    pub(crate) limit: u64,
}

/// Who has won on this board, and where? Prints 0, or the winner and where the line starts.
///
/// The input is the number of boards and that many boards of 19 lines of 19 numbers: 0 empty, 1
/// black, 2 white; or, without a number of boards, boards as "check" reads them. For each board it
/// prints 0 if nobody has won; else 1 or 2, and on the next line the row and the column, counted
/// from 1 at the top left, of the leftmost stone of the winning line (the uppermost one if the line
/// is vertical). If there is more than one such line, it is the one whose stone comes first in
/// reading order; --explain and --json say that it is not the only one.
///
/// Records of games are read as well: then it is asked about the position at the end of each.
#[derive(Args, Debug)]
pub(crate) struct WinnerArgs {
    #[command(flatten)]
    pub(crate) common: Common,

    /// The game: freestyle, exact or renju; exact unless told here or by a record. At NoGo lines are
    /// worth nothing.
    #[arg(long, value_name = "RULE", value_parser = rule_of_fives)]
    pub(crate) rule: Option<Rule>,

    #[command(flatten)]
    pub(crate) positions: PositionArgs,

    /// For each board the number of winning lines, and for each line the winner, row, column,
    /// direction and length.
    #[arg(long, conflicts_with_all = ["explain", "json"])]
    pub(crate) all: bool,
}

/// Plays a game of NoGo out, or very many of them at random.
///
/// The input is one board: a line with its size, and rows of X black, O white and . empty; Black is
/// to move. Prints one legal move a line as "row column", counted from 1 at the top left, for each
/// side in turn, and "-1 -1" when the side to move has none. Each side plays the first legal point
/// in reading order; with --random, one of all its legal points by chance. With --games, plays that
/// many random games and prints who won how often, and how long they were.
#[derive(Args, Debug)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    /// Play by chance: each legal point is equally likely.
    #[arg(long)]
    pub(crate) random: bool,

    /// Where chance starts from; the same number gives the same games. Without it, a new one.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,

    /// Play this many random games and print statistics.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["explain", "random"])]
    pub(crate) games: Option<u64>,

    /// Number of threads for --games [default: all cores]. The results do not depend on it.
    #[arg(long, value_name = "COUNT", requires = "games", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Tell who won after the moves.
    #[arg(long)]
    pub(crate) explain: bool,

    /// Print a JSON object.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,
}

/// What happens with best play? Prints Black or White, whoever wins, or None.
///
/// The input is a JSON list of pieces on a board without edges, each of them a list of x, y and color (0
/// black, 1 white); or one board: a line with its size, and rows of X black, O white and . empty; or
/// puzzles, one JSON object a line with the keys rule, size, to_move, black and white, each with its own
/// answer; or a record of a game in any format that "replay" reads, of which --move picks the position;
/// or a link to a position on the page of "serve" or on gomocalc, in a file or in place of one; or a
/// drawing or a board as "render" and "check" read them.
///
/// A list is searched for --plies moves of both sides together, each playing for the best it can have
/// by then; None if neither can make a five. A board of five-in-a-row is searched for a win --by fours
/// or threats, and so is a list if --by is told; who does not win that way may still win otherwise. A
/// board of nogo is solved to the end, and at most 64 points may be left to play on.
///
/// The answer is exact, and can be written down as a proof that "verify" checks. If there is none, or
/// a limit is reached first, it prints "not decided" with what is known, and exits with 1.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    /// The game: freestyle, exact, renju or nogo; the one that a record or a link names unless told.
    /// A list is of freestyle unless told.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// The format of the input; found by looking unless told: field, pieces, board, drawing or link,
    /// or of a record moves, positions, sgf, psq, renlib, rif, botzone, ccgc, csv, tsv or jsonl.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,

    /// Which game of the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// Solve the position after so many moves of the game; 0 is before the first one.
    #[arg(long = "move", visible_alias = "at", value_name = "MOVE", default_value = "last")]
    pub(crate) at: At,

    /// From where position strings count their rows.
    #[arg(long, value_enum, value_name = "END", default_value_t)]
    pub(crate) rows: Rows,

    /// How many moves both sides make together; 3 unless told. Only for a list.
    #[arg(long, value_name = "COUNT", conflicts_with = "by")]
    pub(crate) plies: Option<u32>,

    /// How five-in-a-row is to be won: by fours alone (VCF), or by threats (VCT), threes and all;
    /// threats unless told.
    #[arg(long, value_name = "WAY")]
    pub(crate) by: Option<Way>,

    /// Write a proof of the answer into this file; for several puzzles into this folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,

    /// Prove, reply by reply, that the side to move wins although it has no threats yet. What is
    /// found is kept in this directory, and the next call goes on there. --nodes is for one search,
    /// --time for all.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["by", "svg", "explain", "json"])]
    pub(crate) book: Option<PathBuf>,

    /// Tell how far the book has come, and do nothing.
    #[arg(long, requires = "book")]
    pub(crate) status: bool,

    /// Draw the winning line of five-in-a-row into this file; for several puzzles into this folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write over a proof or a picture that exists.
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) limits: Limits,

    /// Tell how: the winning line, what each move threatens, and what punishes every reply; for nogo,
    /// all winning moves and a line of play.
    #[arg(long)]
    pub(crate) explain: bool,

    /// Print a JSON object, with all that --explain tells.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,
}

/// How five-in-a-row is to be won.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Way {
    /// By fours alone.
    Fours,
    /// By threats.
    Threats,
}

/// Where a game starts.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// The file to read; "-" is the standard input, and so is nothing at all.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Start from an empty board of this size, WIDTHxHEIGHT, and read nothing.
    #[arg(long, value_name = "SIZE", value_parser = field_size)]
    pub(crate) size: Option<(u16, u16)>,

    /// The side to move, black or white, whatever the numbers of stones; without it Black is to move
    /// and the sides of a board must have equally many.
    #[arg(long, value_name = "COLOR", value_parser = color)]
    pub(crate) turn: Option<Color>,
}

/// How long a search may go on.
#[derive(Args, Debug)]
pub(crate) struct Limits {
    /// How many seconds a search may take; no limit unless told.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// How many positions a search may look at; no limit unless told.
    #[arg(long, value_name = "COUNT")]
    pub(crate) nodes: Option<u64>,

    /// How much memory the table of results may take, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
}

/// Does this proof hold? Prints "proved" and what is proved for each file.
///
/// A proof is what "solve --proof" writes. Every move in it is checked by the rules of the game
/// alone. If one does not hold, nothing is printed but where it breaks, and the exit status is 2.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The proofs to check; "-" is the standard input.
    #[arg(required = true, value_name = "PROOF")]
    pub(crate) files: Vec<PathBuf>,

    /// One JSON object a line for each proof.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who wins the empty boards? Prints the winner, the nodes and the time for each size.
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// The game; only nogo can be solved.
    #[arg(value_name = "RULE")]
    pub(crate) rule: Rule,

    /// All boards up to so many points.
    #[arg(long, value_name = "POINTS", default_value_t = 16,
        value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) up_to: u16,

    /// Only the board of this size, WIDTHxHEIGHT.
    #[arg(long, value_name = "SIZE", value_parser = field_size, conflicts_with_all = ["up_to", "max"])]
    pub(crate) size: Option<(u16, u16)>,

    /// Of these, only boards that fit into this size, WIDTHxHEIGHT, one way or the other.
    #[arg(long, value_name = "SIZE", value_parser = field_size)]
    pub(crate) max: Option<(u16, u16)>,

    /// The limits for each board.
    #[command(flatten)]
    pub(crate) limits: Limits,

    /// One JSON object a line for each board.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Counts the lines of play of each length from the empty board.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The game: freestyle, exact, renju or nogo.
    #[arg(long, default_value_t = Rule::Freestyle, value_name = "RULE")]
    pub(crate) rule: Rule,

    /// The size of the board, WIDTHxHEIGHT.
    #[arg(long, default_value = "15x15", value_name = "SIZE", value_parser = fixed_size)]
    pub(crate) size: (u16, u16),

    /// The number of moves of the longest lines.
    #[arg(value_name = "DEPTH")]
    pub(crate) depth: u32,
}

/// Asks the player of five-in-a-row fixed questions, and counts.
///
/// Searches fixed positions of each rule to a fixed depth with one thread. Prints how many nodes
/// that took, which is the same on every run of the same program, and at what speed: a node is a
/// position looked at, by the search or in a line of fours or threats. The signature is the sum of
/// all nodes: two programs with the same signature think alike. Speeds are per second of processor
/// time where the system tells it.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// The game: freestyle, exact or renju; all of them if none is named.
    #[arg(long, value_name = "RULE", value_parser = rule_of_fives)]
    pub(crate) rule: Option<Rule>,

    /// How many plies to look ahead.
    #[arg(long, default_value_t = bench::DEPTH, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,

    /// For each position the best move, its value and the nodes.
    #[arg(long)]
    pub(crate) explain: bool,
}

/// Prints shell completions or manual pages.
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    pub(crate) what: Generate,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Generate {
    /// Prints the completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Writes one manual page for each verb into a directory, or prints the first to stdout.
    Man {
        /// Where to write them.
        directory: Option<PathBuf>,

        /// Write over pages that exist.
        #[arg(long, requires = "directory")]
        force: bool,
    },
}

/// What every question can be told.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// The file to read; "-" is the standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Tell the story of each answer: what shows it.
    #[arg(long)]
    pub(crate) explain: bool,

    /// One JSON object a line for each answer.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,

    /// Number of threads [default: all cores].
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Exit with 1 when an answer is negative (NO or UNKNOWN, 0, Tie).
    #[arg(long)]
    pub(crate) exit_code: bool,
}

impl Common {
    /// The form of the answers.
    pub(crate) fn telling(&self) -> Telling {
        match (self.explain, self.json) {
            (true, _) => Telling::Story,
            (_, true) => Telling::Json,
            _ => Telling::Answer,
        }
    }
}

/// How an answer is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Telling {
    /// The answer alone.
    Answer,
    /// The answer, and what shows it.
    Story,
    /// A JSON object.
    Json,
}

/// A size of boards on the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardSize(pub(crate) DiagramSize);

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardSize, String> {
        if text == "any" {
            return Ok(BoardSize(DiagramSize::Any));
        }
        let (width, height) = fixed_size(text)
            .map_err(|error| format!("{error}, or any if each board has its own size"))?;
        Ok(BoardSize(DiagramSize::Fixed { width, height }))
    }
}

impl Verb {
    /// "-" as the file to write is the standard output, as it is the standard input elsewhere.
    pub(crate) fn take_dash_for_stdout(&mut self) {
        let output = match self {
            Verb::Replay(args) => &mut args.output,
            Verb::Convert(args) => &mut args.output,
            Verb::Render(args) => &mut args.output,
            Verb::Match(args) => &mut args.output,
            _ => return,
        };
        output.take_if(|path| path == Path::new("-"));
    }
}

/// The rule of a game that lines decide.
pub(crate) fn rule_of_fives(text: &str) -> Result<Rule, String> {
    match text.parse() {
        Ok(rule) if Rule::FIVES.contains(&rule) => Ok(rule),
        Ok(_) => Err("nobody wins by a line at nogo; ask replay who won a game of it".to_owned()),
        Err(_) => Err("not a rule of lines; write freestyle, exact or renju".to_owned()),
    }
}

pub(crate) fn playable_size(text: &str) -> Result<(u16, u16), String> {
    match fixed_size(text) {
        Ok((width, height))
            if width.min(height) >= 2 && width.max(height) <= NoGoPlayer::MAX_SIDE =>
        {
            Ok((width, height))
        }
        _ => Err(format!("write 9x9 or 7x11, with sides from 2 to {}", NoGoPlayer::MAX_SIDE)),
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("write a number of seconds from 0.001 to 86400".to_owned()),
    }
}

fn color(text: &str) -> Result<Color, String> {
    let named = Color::ALL.into_iter().find(|color| color.to_string() == text);
    named.ok_or_else(|| "write black or white".to_owned())
}

fn field_size(text: &str) -> Result<(u16, u16), String> {
    match text.parse() {
        Ok(Area::Bounded { width, height }) if width.max(height) <= BoardText::MAX_SIDE => {
            Ok((width, height))
        }
        _ => Err(format!("write 9x9 or 7x5, with sides up to {}", BoardText::MAX_SIDE)),
    }
}

fn fixed_size(text: &str) -> Result<(u16, u16), String> {
    match text.parse() {
        Ok(Area::Bounded { width, height }) if width.max(height) <= MAX_SIDE => Ok((width, height)),
        _ => Err(format!("write 15x15 or 20x12, with sides up to {MAX_SIDE}")),
    }
}
