//! Records by the million: taken piece by piece, judged by many hands, told in order.

use std::{
    io::Write as _,
    process::ExitCode,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use tengen_referee::{archive::Tally, in_order};

use super::{
    hand::{Answer, Form, Wanted},
    report::grouped,
    sink::Sink,
    source::{Piece, Pieces},
};
use crate::{
    archive::{Broken, Shelf, Texts},
    cli::{ReplayArgs, threads_or_all},
    error::Failure,
    run::Progress,
    stop,
};

/// How many games of each kind a table lists unless told.
const LISTED: usize = 20;

/// Judges all that is on the shelf.
pub(super) fn run(args: &ReplayArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    let form = match (args.explain, args.json, args.csv) {
        (true, ..) => Form::Story,
        (_, true, _) => Form::Json,
        (.., true) => Form::Csv,
        _ => Form::Table,
    };
    let texts = Texts { format: args.from, reading: args.reading() };
    let limit = args.limit.unwrap_or(LISTED);
    let columns = args.parquet.is_some();
    let wanted = Wanted { texts: texts.clone(), form, columns, only: args.only, limit };
    let hands = threads_or_all(args.threads);
    let mut sink = Sink::new(args, form, limit)?;
    let mut progress = Progress::new(shelf.length());
    let mut pieces = Pieces::new(shelf, texts);
    let (stop, started) = (stop::flag(), Instant::now());
    in_order(
        hands,
        |piece: &mut Piece| Ok(!stop.load(Ordering::Relaxed) && pieces.take(piece)),
        |piece, answer: &mut Answer| {
            answer.work(&wanted, piece);
            Ok(())
        },
        |piece, answer| {
            progress.reach(piece.reached);
            sink.take(answer.made())
        },
    )?;
    progress.finish();
    // If stderr is gone there is nobody to tell.
    let _ = pieces.unread.print(&mut std::io::stderr().lock());
    if form == Form::Table && sink.is_hopeless() {
        let (name, why) = sink.fault.take().expect("that is why there is no hope");
        return Err(match why {
            Broken::Fault(fault) => Failure::Fault { name, fault },
            Broken::Read(error) => Failure::Read { name, error },
        });
    }
    sink.summary.interrupted = stop.load(Ordering::Relaxed);
    let summary = sink.finish()?;
    if form == Form::Table {
        tell_rate(&summary.tally, started.elapsed());
    }
    Ok(match () {
        () if summary.interrupted => ExitCode::from(130),
        () if summary.tally.games > 0 && summary.tally.readable() == 0 => ExitCode::from(2),
        () if args.exit_code && Sink::is_negative(&summary) => ExitCode::from(1),
        () => ExitCode::SUCCESS,
    })
}

/// How fast it was, on stderr.
fn tell_rate(tally: &Tally, took: Duration) {
    let rate = u128::from(tally.games) * 1_000_000 / took.as_micros().max(1);
    let seconds = took.as_secs_f64();
    // Of a few games nobody asks how long they took. If stderr is gone there is nobody to tell.
    if tally.games >= 1000 {
        let _ = writeln!(
            std::io::stderr(),
            "{} games in {seconds:.1} s: {} a second",
            grouped(tally.games),
            grouped(rate as u64)
        );
    }
}
