//! The command line: the verbs, and the arguments that several of them share.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

mod limit_args;
mod nogo_search;
mod positions;
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
use tengen_notation::{BoardText, MAX_SIDE, boards::DiagramSize};

use crate::{
    analyse::AnalyseArgs, bench::BenchArgs, botzone::BotzoneArgs, brain::BrainArgs,
    check::CheckArgs, convert::ConvertArgs, generate::GenerateArgs, gtp::GtpArgs,
    lookup::LookupArgs, match_::MatchArgs, perft::PerftArgs, puzzles::PuzzlesArgs,
    render::RenderArgs, replay::ReplayArgs, review::ReviewArgs, serve::ServeArgs,
    simulate::SimulateArgs, solve::SolveArgs, table::TableArgs, tune::TuneArgs, verify::VerifyArgs,
    winner::WinnerArgs,
};

pub(crate) use limit_args::{LimitArgs, SearchCost};
pub(crate) use nogo_search::NoGoSearchArgs;
pub(crate) use positions::PositionArgs;
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
    pub(crate) fn answer_form(&self) -> AnswerForm {
        match (self.explain, self.json) {
            (true, _) => AnswerForm::Explained,
            (_, true) => AnswerForm::Json,
            _ => AnswerForm::Plain,
        }
    }
}

/// Form of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnswerForm {
    /// The answer alone.
    Plain,
    /// The answer, and its explanation.
    Explained,
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
