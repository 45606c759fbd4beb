//! `tengen review`: games reviewed move by move.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{num::NonZero, path::PathBuf, process::ExitCode, sync::atomic::Ordering, time::Duration};

use clap::Args;
use serde::Serialize;
use tengen_answers::{
    Cancel,
    review::{ReviewAnswer, ReviewSearch, annotate},
};
use tengen_archive::{
    InputPaths, Inputs, StreamError, StreamOptions, WholeRecordItem, each_whole_record,
};
use tengen_core::Rule;
use tengen_engine::{Level, review::ReviewLimits};
use tengen_notation::{Format, RecordWriter, WholeRecord, WriteOptions};

use crate::{
    cli::{seconds, threads, threads_or_all},
    io::{
        atomic_file::OutputFile,
        error::{Failure, report},
        input::Input,
        input_format::SourceArgs,
        progress::Progress,
        stdout::{json_line, print},
        stop,
    },
};

/// Review games: value every move, mark mistakes, and show what was better and why.
///
/// Prints a table for each game: the winning chances of the side that moves before and after each move, or a proven
/// result with the most plies until then, and the best move. Marks: ?! an inaccuracy, 10 % of the winning chances lost
/// or more; ? a mistake, 20 %; ?? a blunder, 30 %. A proven win that is thrown away is always ??, and a move that is
/// proven best is never marked.
///
/// A record that cannot be read or reviewed is reported, the rest goes on, and the exit status is 1; it is 2 if no
/// record is reviewed.
#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    /// Files, folders, archives (.gz, .zst, .zip) and patterns ("*.psq") to read; "-" is the standard input.
    #[arg(default_value = "-", value_name = "PATH")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    source: SourceArgs,

    /// Print one JSON object a line for each game.
    #[arg(long, conflicts_with = "annotate")]
    json: bool,

    /// Write the games as SGF, with marks, values, comments and variations.
    #[arg(long)]
    annotate: bool,

    /// File to write; "-" or none is the standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite a file that exists.
    #[arg(long)]
    force: bool,

    /// How much to search, from 1 to 10.
    #[arg(long, value_name = "LEVEL", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,

    /// Maximum number of nodes of the engine for a position, of playouts at nogo [default: by the level].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time limit for a position, in seconds [default: none]. With one, reviews may differ from run to run.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Number of threads [default: all cores]. Without a time limit the answers do not depend on it.
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    threads: Option<NonZero<usize>>,
}

/// A game as JSON.
#[derive(Serialize)]
struct ReviewRecord<'a> {
    source: &'a str,
    line: u64,
    black: &'a str,
    white: &'a str,
    #[serde(flatten)]
    review: ReviewAnswer,
}

/// A record that is not reviewed, as JSON.
#[derive(Serialize)]
struct UnreviewedRecord<'a> {
    source: &'a str,
    line: u64,
    error: &'a str,
}

/// Reviews what the arguments name.
pub(crate) fn run(args: &ReviewArgs) -> Result<ExitCode, Failure> {
    let format = args.source.format()?;
    let output =
        args.output.as_ref().map(|path| OutputFile::create(path, args.force)).transpose()?;
    let mut run = ReviewRun { args, output, games: 0, is_negative: false };
    let inputs = Inputs::new(InputPaths::new(&args.files)?);
    Input::announce_terminal(&args.files);
    let texts = StreamOptions::new(format, args.source.reading());
    each_whole_record(inputs, &texts, |item| match item {
        WholeRecordItem::Record { source, record: Ok(whole), .. } => run.review(source, whole),
        WholeRecordItem::Record { source, record: Err(fault), .. } => {
            run.leave_out_unread(source, StreamError::Fault(fault))
        }
        WholeRecordItem::Unreadable(source, error) => run.leave_out_unread(source, error),
        WholeRecordItem::Unread(..) | WholeRecordItem::End => Ok(()),
    })?;
    run.output.map_or(Ok(()), OutputFile::finish)?;
    Ok(ExitCode::from(match (run.is_negative, run.games) {
        (false, _) => 0,
        (true, 1..) => 1,
        (true, 0) => 2,
    }))
}

/// Reviews under way.
struct ReviewRun<'a> {
    args: &'a ReviewArgs,
    output: Option<OutputFile>,
    games: u64,
    /// Whether a record was left out.
    is_negative: bool,
}

impl ReviewRun<'_> {
    fn limits(&self, rule: Rule) -> ReviewLimits {
        let level = Level::new(self.args.level).expect("the arguments are in range");
        let mut limits = ReviewLimits::at_level(level, rule);
        limits.nodes = self.args.nodes.or(limits.nodes);
        (limits.time, limits.threads) = (self.args.time, threads_or_all(self.args.threads).get());
        limits
    }

    /// Reviews the main line of a record.
    fn review(&mut self, source: &str, whole: WholeRecord) -> Result<(), Failure> {
        let WholeRecord { mut record, line, .. } = whole;
        let progress = Progress::delayed(Some(1), "{wide_bar} {pos}/{len} positions {eta} left");
        let stop = || stop::flag().load(Ordering::Relaxed);
        let review = ReviewSearch::from_record(&record).and_then(|search| {
            let limits = self.limits(search.rule());
            search.with_limits(limits).run(&Cancel::new(&stop), &|news| {
                progress.set_length(news.total as u64);
                progress.reach(news.done as u64);
            })
        });
        drop(progress);
        let review = match review {
            Ok(review) => review,
            Err(_) if stop() => return Err(Failure::Usage("the review was stopped".to_owned())),
            Err(error) => return self.leave_out(source, line, &error.message),
        };
        self.games += 1;
        if self.args.annotate {
            annotate(&mut record, &review);
            let writing = WriteOptions::new(self.args.source.rows.order());
            let mut bytes = Vec::new();
            return match RecordWriter::new(Format::Sgf, writing).write(&record, &mut bytes) {
                Ok(_) => self.add(&bytes),
                Err(why) => self.leave_out(source, line, &why.to_string()),
            };
        }
        let (black, white) = (record.black.as_str(), record.white.as_str());
        if self.args.json {
            let review = ReviewAnswer::new(&review);
            let game = ReviewRecord { source, line, black, white, review };
            return self.add(json_line(&game).as_bytes());
        }
        let gap = if self.games > 1 { "\n" } else { "" };
        let players = match (black, white) {
            ("", "") => String::new(),
            _ => format!(", {black} - {white}"),
        };
        let (rule, area) = (review.rule, review.area);
        self.add(format!("{gap}{source}:{line}: {rule}, {area}{players}\n{review}").as_bytes())
    }

    /// Reports a record that is not reviewed.
    fn leave_out(&mut self, source: &str, line: u64, error: &str) -> Result<(), Failure> {
        self.report(source, line, error, &Failure::Usage(format!("{source}:{line}: {error}")))
    }

    /// Reports what cannot be read.
    fn leave_out_unread(&mut self, source: &str, error: StreamError) -> Result<(), Failure> {
        let (line, text) = (error.position().0.max(1), error.to_string());
        self.report(source, line, &text, &Failure::from_stream(source.to_owned(), error))
    }

    fn report(
        &mut self,
        source: &str,
        line: u64,
        error: &str,
        failure: &Failure,
    ) -> Result<(), Failure> {
        self.is_negative = true;
        if self.args.json {
            return self.add(json_line(&UnreviewedRecord { source, line, error }).as_bytes());
        }
        report(failure);
        Ok(())
    }

    fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match &mut self.output {
            Some(file) => file.add(bytes),
            None => print(bytes),
        }
    }
}
