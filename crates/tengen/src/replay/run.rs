//! Archives of records: opened, judged, and the outputs written in order.

use std::{
    io::Write as _,
    process::ExitCode,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use tengen_archive::{Archive, ArchiveOptions, VerdictTally};

use super::replay_args::ReplayArgs;
use super::{
    output::{OutputForm, OutputOptions, ReplayOutput},
    replay_summary::grouped,
    verdict_sink::VerdictSink,
};
use crate::{cli::threads_or_all, io::error::Failure, io::progress::Progress, io::stop};

/// The default maximum of games of each kind that a table lists.
const LISTED: usize = 20;

/// The options of the archive.
pub(super) fn options(args: &ReplayArgs) -> ArchiveOptions {
    let mut options = ArchiveOptions::default();
    options.format = args.from;
    options.reading = args.reading();
    options.threads = Some(threads_or_all(args.threads));
    options
}

/// Judges all records of an archive.
pub(super) fn run(args: &ReplayArgs, archive: Archive) -> Result<ExitCode, Failure> {
    let form = match (args.explain, args.json, args.csv) {
        (true, ..) => OutputForm::Story,
        (_, true, _) => OutputForm::Json,
        (.., true) => OutputForm::Csv,
        _ => OutputForm::Table,
    };
    let limit = args.limit.unwrap_or(LISTED);
    let columns = args.parquet.is_some();
    let options = OutputOptions { form, columns, only: args.only, limit };
    let mut sink = VerdictSink::new(args, form, limit)?;
    let progress = Progress::new(archive.size());
    let (stop, started) = (stop::flag(), Instant::now());
    let unread = archive.with_cancellation(|| stop.load(Ordering::Relaxed)).judge(
        || ReplayOutput::new(options),
        |output, bytes_read| {
            progress.reach(bytes_read);
            sink.take(output)
        },
    )?;
    drop(progress);
    // If stderr is closed, nothing can be printed.
    let _ = write!(std::io::stderr().lock(), "{unread}");
    if form == OutputForm::Table && sink.is_hopeless() {
        let (name, why) = sink.fault.take().expect("that is why there is no hope");
        return Err(Failure::from_stream(name, why));
    }
    sink.summary.interrupted = stop.load(Ordering::Relaxed);
    let summary = sink.finish()?;
    if form == OutputForm::Table {
        print_rate(&summary.tally, started.elapsed());
    }
    Ok(match () {
        () if summary.interrupted => ExitCode::from(130),
        () if summary.tally.games > 0 && summary.tally.readable() == 0 => ExitCode::from(2),
        () if args.exit_code && VerdictSink::is_negative(&summary) => ExitCode::from(1),
        () => ExitCode::SUCCESS,
    })
}

/// How fast it was, on stderr.
fn print_rate(tally: &VerdictTally, took: Duration) {
    let rate = u128::from(tally.games) * 1_000_000 / took.as_micros().max(1);
    let seconds = took.as_secs_f64();
    // Not for a few games. If stderr is closed, the line is lost.
    if tally.games >= 1000 {
        let _ = writeln!(
            std::io::stderr(),
            "{} games in {seconds:.1} s: {} a second",
            grouped(tally.games),
            grouped(rate as u64)
        );
    }
}
