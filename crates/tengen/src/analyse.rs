//! `tengen analyse`: the best moves of a position, or an engine that analyzes many.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{
    io,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering::Relaxed,
    time::Duration,
};

use clap::Args;
use tengen_core::{Color, Position, Rule};
use tengen_engine::{EngineCrop, Limits, Player, Resources, Thought};
use tengen_notation::subject::MoveNumber;
use tengen_protocol::analysis_engine::{self, AnalysisOptions, AnalysisReport};
use tengen_solver::{Budget, Question, solve};

use crate::{
    cli::{color, seconds, threads, threads_or_all},
    io::{
        atomic_file::OutputFile,
        error::Failure,
        input::Input,
        input_format::SourceArgs,
        progress::Progress,
        stdout::{json_line, print},
        stop,
        subject::{advice, subject_of_input},
    },
};

/// Analyze a position: its value and the best moves, each with its line.
///
/// The input is a record of a game in any format that "replay" reads, of which --move picks the position, or a
/// position as "render" and "solve" read it. Values are those of the side to move: winning chances in percent, and an
/// evaluation in logits, at which 1 is odds of e to 1. Without a limit it thinks for five seconds. Ctrl-C ends
/// it with what is known. On a terminal the best line so far is shown meanwhile.
///
/// With --server it answers queries on the standard input instead, a JSON object a line, on the standard output, in
/// the manner of KataGo's analysis engine: many positions in flight, with priorities, until the end of the input. The
/// limits are then those of queries that have none [default: one second].
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// File to read; "-" is the standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    source: SourceArgs,

    /// Number of the game or board in the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// Number of moves after which to analyze the position; 0 is before the first one.
    #[arg(long = "move", visible_alias = "at", value_name = "MOVE", default_value = "last")]
    at: MoveNumber,

    /// Side to move, black or white, whatever the record says.
    #[arg(long, value_name = "COLOR", value_parser = color)]
    turn: Option<Color>,

    /// Number of best moves.
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=50))]
    lines: u8,

    /// Time limit in seconds [default: 5 if there is no other limit].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Maximum number of nodes, of playouts at nogo. With one thread, equal questions then have equal answers.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Maximum depth in plies; not used at nogo.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,

    /// Number of threads of a search.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    threads: NonZero<usize>,

    /// Memory of a search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,

    /// Write a proof into this file if a side wins by threats; "verify" checks it.
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    proof: Option<PathBuf>,

    /// Overwrite a proof that exists.
    #[arg(long)]
    force: bool,

    /// Print a JSON object.
    #[arg(long, conflicts_with = "server")]
    json: bool,

    /// Answer queries on the standard input.
    #[arg(long, conflicts_with_all = ["file", "from", "rule", "size", "game", "at", "turn"])]
    server: bool,

    /// Number of positions that the server searches at once [default: all cores].
    #[arg(long, value_name = "COUNT", value_parser = threads, requires = "server")]
    workers: Option<NonZero<usize>>,
}

/// Nodes of the solver for a proof of what the search has seen, at most.
const PROOF_NODES: u64 = 20_000_000;

/// Analyzes the position that the arguments name, or answers queries.
pub(crate) fn run(args: &AnalyseArgs) -> Result<ExitCode, Failure> {
    if args.server {
        return serve(args);
    }
    if let Some(path) = &args.proof {
        OutputFile::check(path, args.force)?;
    }
    let asked = read(args)?;
    let wrong = |what: String| Failure::Usage(format!("{}: {what}", args.file.display()));
    if asked.outcome().is_some() {
        return Err(wrong("the game is over; --move takes an earlier position".to_owned()));
    }
    let (position, crop) =
        EngineCrop::around(asked.clone()).map_err(|error| wrong(error.to_string()))?;
    let limits = args.limits(Duration::from_secs(5));
    let progress = Progress::ticking(0, "{spinner} {wide_msg}");
    let report =
        |thought: &Thought| AnalysisReport::new(&position, &crop, thought, usize::from(args.lines));
    let thought = Player::for_rule(position.rule(), args.resources())
        .think(&position, &limits, &|| stop::flag().load(Relaxed), &mut |thought| {
            progress.set_message(report(thought).headline());
        })
        .map_err(|error| wrong(error.to_string()))?;
    drop(progress);
    let report = report(&thought);
    print(if args.json { json_line(&report) } else { report.to_string() })?;
    match &args.proof {
        Some(path) => prove(&asked, path, args),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Reads the position.
fn read(args: &AnalyseArgs) -> Result<Position, Failure> {
    let input = Input::open(&args.file)?;
    let name = input.name.clone();
    let subject = subject_of_input(input, &args.source, args.game, args.at)?;
    let no_rule = || Failure::Usage("a board needs a rule; write --rule with its name".to_owned());
    let rule = args.source.rule.or(subject.rule).ok_or_else(no_rule)?;
    let position = subject.position(rule, args.turn);
    position.map_err(|error| Failure::Usage(format!("{name}: {}", advice(&error))))
}

/// Writes a proof that a side wins by threats, if one is found.
fn prove(position: &Position, path: &Path, args: &AnalyseArgs) -> Result<ExitCode, Failure> {
    let no_proof = |why: &str| Failure::Usage(format!("no proof is written: {why}"));
    if position.rule() == Rule::NoGo {
        return Err(no_proof("the search of nogo makes none; \"solve\" does"));
    }
    let memory = (args.memory as usize) << 20;
    let mut budget =
        Budget::unlimited().nodes_up_to(PROOF_NODES).memory_up_to(memory).until(stop::flag());
    let answer = solve(position, Question::Threats, &mut budget)
        .map_err(|error| no_proof(&error.to_string()))?;
    let win = answer.win.ok_or_else(|| no_proof("no win by threats was found"))?;
    let mut bytes = Vec::new();
    win.prove(position, &mut bytes).map_err(|error| no_proof(&error.to_string()))?;
    OutputFile::write(path, args.force, &bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// Answers queries until the end of the input.
fn serve(args: &AnalyseArgs) -> Result<ExitCode, Failure> {
    let mut options = AnalysisOptions::default();
    options.limits = args.limits(Duration::from_secs(1));
    options.workers = threads_or_all(args.workers);
    options.resources = args.resources();
    let mut out = io::stdout().lock();
    analysis_engine::run(&options, io::stdin(), &mut out).map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}

impl AnalyseArgs {
    /// The limits; `usual` is the time if there is no limit.
    fn limits(&self, usual: Duration) -> Limits {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        let time = self.time.or_else(|| (!is_limited).then_some(usual));
        let lines = usize::from(self.lines);
        Limits { time, nodes: self.nodes, depth: self.depth, lines, ..Limits::default() }
    }

    fn resources(&self) -> Resources {
        let (threads, memory) = (self.threads.get(), (self.memory as usize) << 20);
        Resources { threads, memory, ..Resources::default() }
    }
}
