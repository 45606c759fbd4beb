//! The arguments of every verb.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

mod limit_args;
mod nogo_search;
mod positions;
mod replay;
mod serve;
mod threads;

use std::{
    fmt::Write as _,
    num::NonZero,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use clap::{Args, Command, CommandFactory, Parser, Subcommand, ValueEnum};
use tengen_core::{Area, Color, Rule};
use tengen_engine::nogo::NoGoPlayer;
use tengen_notation::{BoardText, Content, MAX_SIDE, boards::DiagramSize, subject::At};
use tengen_referee::reach::DEFAULT_LIMIT;

use crate::{
    analyse::AnalyseArgs,
    bench::BenchArgs,
    botzone::BotzoneArgs,
    brain::BrainArgs,
    convert::ConvertArgs,
    generate::GenerateArgs,
    gtp::GtpArgs,
    io::input_format::{RowOrigin, content},
    lookup::LookupArgs,
    match_::MatchArgs,
    perft::PerftArgs,
    puzzles::PuzzlesArgs,
    render::RenderArgs,
    review::ReviewArgs,
    simulate::SimulateArgs,
    table::TableArgs,
    tune::TuneArgs,
    verify::VerifyArgs,
};

pub(crate) use limit_args::{LimitArgs, SearchCost};
pub(crate) use nogo_search::NoGoSearchArgs;
pub(crate) use positions::PositionArgs;
pub(crate) use replay::{Only, ReplayArgs};
pub(crate) use serve::{LogForm, ServeArgs};
pub(crate) use threads::{threads, threads_or_all};

/// Referee, solver and player for five-in-a-row and NoGo.
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

/// The subcommands, in the order of the help: first those for users.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    Serve(ServeArgs),
    Replay(Box<ReplayArgs>),
    Review(Box<ReviewArgs>),
    Check(CheckArgs),
    Winner(WinnerArgs),
    Convert(ConvertArgs),
    Render(RenderArgs),
    Solve(SolveArgs),
    #[command(visible_alias = "analyze")]
    Analyse(Box<AnalyseArgs>),
    Verify(VerifyArgs),
    Lookup(LookupArgs),
    Puzzles(PuzzlesArgs),
    Simulate(SimulateArgs),
    Match(Box<MatchArgs>),
    Brain(BrainArgs),
    Gtp(GtpArgs),
    Botzone(BotzoneArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Table(TableArgs),
    Tune(TuneArgs),
    Generate(GenerateArgs),
}

/// The subcommands that help to develop this program, under a heading of their own.
const DEVELOPER_VERBS: [&str; 5] = ["perft", "bench", "table", "tune", "generate"];

/// The command line, with its subcommands under two headings.
///
/// Why a template: clap puts options under headings, but all subcommands under one.
pub(crate) fn command() -> Command {
    let command = Cli::command();
    let style = command.get_styles().get_header();
    let heading = |text: &str| format!("{style}{text}:{style:#}\n");
    let (mut users, mut developers) = (heading("Commands"), heading("Commands for developers"));
    for verb in command.get_subcommands() {
        let name = verb.get_name();
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        let about = about.trim_end_matches('.');
        let literal = command.get_styles().get_literal();
        let list = if DEVELOPER_VERBS.contains(&name) { &mut developers } else { &mut users };
        let _ = writeln!(list, "  {literal}{name:10}{literal:#}{about}");
    }
    let options = heading("Options");
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{users}\n{developers}\n{options}{{options}}\n\n\
        \"tengen help COMMAND\" describes a command.\n"
    );
    command.help_template(template)
}

/// Check whether positions are reachable by legal play: YES, NO or UNKNOWN.
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

    /// Rule: freestyle, exact, renju or nogo [default: that of the record, or freestyle].
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    #[command(flatten)]
    pub(crate) positions: PositionArgs,

    /// Maximum number of steps of a search for an order of moves.
    #[arg(long, default_value_t = DEFAULT_LIMIT, value_name = "STEPS")]
    pub(crate) limit: u64,
}

/// Find the winner on boards, and where the winning line starts.
///
/// The input is the number of boards and that many boards of 19 lines of 19 numbers: 0 empty, 1
/// black, 2 white; or, without a number of boards, boards as "check" reads them. For each board it
/// prints 0 if there is no winner; else 1 or 2, and on the next line the row and the column, counted
/// from 1 at the top left, of the leftmost stone of the winning line (the uppermost one if the line
/// is vertical). If there is more than one such line, it is the one whose stone comes first in
/// reading order; --explain and --json say that it is not the only one.
///
/// Records of games are read as well: then it is asked about the position at the end of each.
#[derive(Args, Debug)]
pub(crate) struct WinnerArgs {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Rule: freestyle, exact or renju [default: that of the record, or exact].
    #[arg(long, value_name = "RULE", value_parser = rule_of_fives)]
    pub(crate) rule: Option<Rule>,

    #[command(flatten)]
    pub(crate) positions: PositionArgs,

    /// For each board the number of winning lines, and for each line the winner, row, column,
    /// direction and length.
    #[arg(long, conflicts_with_all = ["explain", "json"])]
    pub(crate) all: bool,
}

/// Solve positions: prints the winner with best play, or None.
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
/// or threats, and so is a list with --by; a side that has no such win may still win otherwise. An
/// empty board is searched --by pairing for a draw: pairs of points of which every five in a row holds one. A
/// board of nogo is solved to the end, and at most 64 points may be left to play on.
///
/// The answer is exact, and can be written down as a proof that "verify" checks. If there is none, or
/// a limit is reached first, it prints "not decided" with what is known, and exits with 1.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    /// Rule: freestyle, exact, renju or nogo [default: that of the record or link; freestyle for a list].
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// Format of the input: field, pieces, board, drawing or link, or of a record moves, positions, sgf,
    /// psq, renlib, rif, botzone, ccgc, csv, tsv or jsonl [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = content)]
    pub(crate) from: Option<Content>,

    /// Number of the game in the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// Number of moves after which to solve the position; 0 is before the first one.
    #[arg(long = "move", visible_alias = "at", value_name = "MOVE", default_value = "last")]
    pub(crate) at: At,

    /// Where position strings count their rows from.
    #[arg(long, value_enum, value_name = "END", default_value_t)]
    pub(crate) rows: RowOrigin,

    /// Number of moves of both sides together, for a list [default: 3].
    #[arg(long, value_name = "COUNT", conflicts_with = "by")]
    pub(crate) plies: Option<u32>,

    /// Kind of result at five-in-a-row: a win by fours (VCF) or threats (VCT), or on an empty board a draw
    /// by pairing [default: threats].
    #[arg(long, value_name = "WAY")]
    pub(crate) by: Option<Way>,

    /// Write a proof of the answer into this file; for several puzzles into this folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,

    /// Prove, reply by reply, that the side to move wins although it has no threats yet. Results are
    /// stored in this directory, and the next call resumes there. --nodes is for one search, --time
    /// for all.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["by", "svg", "explain", "json"])]
    pub(crate) book: Option<PathBuf>,

    /// Moves to try first in the book: a line is the moves of both sides from the start, and ends with one of the side
    /// to move there. They are never believed.
    #[arg(long, value_name = "FILE", requires = "book")]
    pub(crate) hints: Option<PathBuf>,

    /// Number of threads of the book [default: all cores].
    #[arg(long, value_name = "COUNT", value_parser = threads, requires = "book")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Print the progress of the book, and do nothing.
    #[arg(long, requires = "book")]
    pub(crate) status: bool,

    /// Draw the winning line of five-in-a-row into this file; for several puzzles into this folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Overwrite a proof or a picture that exists.
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Explain the win: the winning line, what each move threatens, and the answer to every reply; for
    /// nogo, all winning moves and a line of play.
    #[arg(long)]
    pub(crate) explain: bool,

    /// Print a JSON object, with all that --explain prints.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,
}

/// Kind of result at five-in-a-row.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Way {
    /// By fours alone.
    Fours,
    /// By threats.
    Threats,
    /// By pairing, a draw.
    Pairing,
}

/// Where a game starts.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// File to read; "-" or none is the standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Start from an empty board of this size, WIDTHxHEIGHT, instead of reading one.
    #[arg(long, value_name = "SIZE", value_parser = field_size)]
    pub(crate) size: Option<(u16, u16)>,

    /// Side to move, black or white, whatever the numbers of stones [default: black, and both sides
    /// must have equally many stones].
    #[arg(long, value_name = "COLOR", value_parser = color)]
    pub(crate) turn: Option<Color>,
}

/// Options of the verbs that read a stream of boards.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// File to read; "-" is the standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Explain each answer.
    #[arg(long)]
    pub(crate) explain: bool,

    /// Print one JSON object a line for each answer.
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

/// Form of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Telling {
    /// The answer alone.
    Answer,
    /// The answer, and its explanation.
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
            Verb::Review(args) => &mut args.output,
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

/// The size of a board that the player of NoGo plays on.
pub(crate) fn playable_size(text: &str) -> Result<(u16, u16), String> {
    const MOST: u16 = NoGoPlayer::MAX_SIDE;
    sides(text, 2..=MOST).ok_or_else(|| format!("write 9x9 or 7x11, with sides from 2 to {MOST}"))
}

/// A time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("write a number of seconds from 0.001 to 86400".to_owned()),
    }
}

/// A color.
pub(crate) fn color(text: &str) -> Result<Color, String> {
    let named = Color::ALL.into_iter().find(|color| color.to_string() == text);
    named.ok_or_else(|| "write black or white".to_owned())
}

/// The size of a board that is solved or played out.
pub(crate) fn field_size(text: &str) -> Result<(u16, u16), String> {
    const MOST: u16 = BoardText::MAX_SIDE;
    sides(text, 1..=MOST).ok_or_else(|| format!("write 9x9 or 7x5, with sides up to {MOST}"))
}

/// The size of a board that is read or written.
pub(crate) fn fixed_size(text: &str) -> Result<(u16, u16), String> {
    sides(text, 1..=MAX_SIDE)
        .ok_or_else(|| format!("write 15x15 or 20x12, with sides up to {MAX_SIDE}"))
}

/// Width and height of a board with sides in this range.
fn sides(text: &str, range: RangeInclusive<u16>) -> Option<(u16, u16)> {
    match text.parse() {
        Ok(Area::Bounded { width, height }) => Some((width, height)),
        _ => None,
    }
    .filter(|(width, height)| range.contains(width) && range.contains(height))
}
