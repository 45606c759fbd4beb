//! `tengen match`: engines against each other, and who is stronger.
//!
//! [`process`] is a program that is talked to in lines, [`seat`] an engine in a game, [`game`] one
//! game, [`runner`] many of them at the same time, [`report`] what is told in the end. No engine is
//! trusted with anything but its own game.

mod args;
mod game;
mod gomocup;
mod group;
mod gtp;
mod log;
mod process;
mod progress;
mod records;
mod report;
mod runner;
mod seat;
mod spec;
mod summary;

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::Duration,
};

use tengen_core::{Area, Point, Position, Rule};
use tengen_notation::openings::Openings;
use tengen_referee::matches::{Form, Schedule, Sprt, random_openings};

pub(crate) use args::MatchArgs;
use args::{OpeningSource, Order, SprtKey};
use log::{Log, Transcript};
use process::Process;
use progress::Progress;
use records::Records;
use report::Report;
use runner::{Match, News};
use seat::Terms;
use spec::Spec;
use summary::Summary;

use crate::{error::Failure, output_file::OutputFile, start::Text, stop};

/// Plays the match.
pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    if let Some(stray) = &args.stray {
        let stray = stray.display();
        let text = if args.json {
            format!("--json takes no file, it prints to stdout; for a file write --json -o {stray}")
        } else {
            format!("{stray} is no option; engines are named with --engine")
        };
        return Err(Failure::Usage(text));
    }
    let terms = terms(args)?;
    let specs = specs(args)?;
    let sprt = sprt(args, specs.len())?;
    let openings = openings(args, &terms)?;
    let form = if args.gauntlet { Form::Gauntlet } else { Form::RoundRobin };
    let rounds = match (args.games, args.rounds) {
        (Some(games), _) => games.div_ceil(2) as usize,
        (None, Some(rounds)) => rounds as usize,
        (None, None) => openings.len(),
    };
    let seed = (args.order == Order::Random).then_some(args.seed);
    let schedule = Schedule::new(form, specs.len(), rounds, openings.len(), seed);
    let mut records = Records::open(args, &terms)?;
    // Before the first game, so that a match is not played for nothing.
    if let Some(path) = &args.output {
        OutputFile::check(path, args.force)?;
    }
    let log = args.log.as_ref().map(|path| Log::create(path, args.force).map(Arc::new));
    let log = log.transpose()?;
    try_out(&specs)?;

    let halt = AtomicBool::new(false);
    stop::before_exit(group::kill_all);
    let contest = Match {
        terms,
        specs: &specs,
        openings: &openings,
        fixtures: Mutex::new(schedule.fixtures()),
        log,
        stop: &halt,
    };
    let mut report = Report::new(&specs, &terms, sprt);
    let progress = Progress::new(schedule.len(), args.verbose);
    let (sender, news) = mpsc::channel();
    let workers = args.concurrency.get().min(schedule.len());
    let mut written = Ok(());
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, contest) = (sender.clone(), &contest);
            let work = move || contest.work(&sender);
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                written = Err(Failure::Usage(format!("cannot start a thread: {error}")));
                halt.store(true, Relaxed);
                break;
            }
        }
        drop(sender);
        loop {
            match news.recv_timeout(Duration::from_millis(100)) {
                Ok(news) => {
                    if let News::Played(played) = &news {
                        progress.game(&report, played);
                        if written.is_ok() {
                            written = records.add(played, report.names(played));
                        }
                    }
                    report.add(news);
                    progress.show(&report);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            if stop::flag().load(Relaxed) || report.is_decided() || written.is_err() {
                halt.store(true, Relaxed);
            }
        }
    });
    progress.finish();
    let results = if args.json { Summary::of(&report, args.seed).json() } else { report.text() };
    match &args.output {
        Some(path) => OutputFile::write(path, args.force, results.as_bytes())?,
        None => io::stdout().lock().write_all(results.as_bytes()).map_err(Failure::of_output)?,
    }
    written.map(|()| ExitCode::SUCCESS)
}

fn terms(args: &MatchArgs) -> Result<Terms, Failure> {
    let usual = if args.rule == Rule::NoGo { (9, 9) } else { (15, 15) };
    let (width, height) = args.size.unwrap_or(usual);
    let area = Area::Bounded { width, height };
    let max = tengen_notation::gtp::MAX_SIDE;
    if args.rule == Rule::NoGo && width.max(height) > max {
        let text = format!("gtp has no letters for a {area} board; sides go up to {max}");
        return Err(Failure::Usage(text));
    }
    let start =
        Position::new(args.rule, area).map_err(|error| Failure::Usage(error.to_string()))?;
    if start.outcome().is_some() {
        return Err(Failure::Usage(format!("nobody can move on a {area} board")));
    }
    Ok(Terms { rule: args.rule, area, max_moves: args.max_moves, fresh: args.fresh })
}

/// The engines with everything decided, each with a name of its own.
fn specs(args: &MatchArgs) -> Result<Vec<Spec>, Failure> {
    if args.engines.len() < 2 {
        let text = "a match takes two engines: write --engine twice, or more often";
        return Err(Failure::Usage(text.to_owned()));
    }
    let mut each = args.each.clone().unwrap_or_default();
    if !each.words.is_empty() || each.name.is_some() {
        let text = "--each is for settings that engines share, not for a command or a name";
        return Err(Failure::Usage(text.to_owned()));
    }
    each.turn_time = each.turn_time.or(args.turn_time);
    each.match_time = each.match_time.or(args.match_time);
    each.tolerance = each.tolerance.or(Some(args.tolerance));
    each.start_time = each.start_time.or(Some(args.start_time));
    let mut specs: Vec<Spec> = Vec::new();
    for spec in &args.engines {
        let mut spec = spec.clone().with(&each).resolved(args.rule).map_err(Failure::Usage)?;
        let name = spec.name().to_owned();
        let mut number = 2;
        while specs.iter().any(|other| other.name == spec.name) {
            spec.name = Some(format!("{name}-{number}"));
            number += 1;
        }
        specs.push(spec);
    }
    Ok(specs)
}

fn sprt(args: &MatchArgs, engines: usize) -> Result<Option<Sprt>, Failure> {
    let Some(settings) = &args.sprt else { return Ok(None) };
    if engines != 2 {
        return Err(Failure::Usage("--sprt takes exactly two engines".to_owned()));
    }
    let value = |key: SprtKey, unless: f64| {
        settings.iter().rev().find(|(other, _)| *other == key).map_or(unless, |&(_, value)| value)
    };
    let (elo0, elo1) = (value(SprtKey::Elo0, 0.0), value(SprtKey::Elo1, 10.0));
    let (alpha, beta) = (value(SprtKey::Alpha, 0.05), value(SprtKey::Beta, 0.05));
    Sprt::new(elo0, elo1, alpha, beta).map(Some).map_err(|error| Failure::Usage(error.to_string()))
}

fn openings(args: &MatchArgs, terms: &Terms) -> Result<Vec<Vec<Point>>, Failure> {
    match &args.openings {
        None => Ok(vec![Vec::new()]),
        Some(OpeningSource::Random(count)) => {
            let openings = random_openings(terms.rule, terms.area, *count, args.seed);
            if openings.is_empty() {
                let text = format!("a {} board has no room for random openings", terms.area);
                return Err(Failure::Usage(text));
            }
            Ok(openings)
        }
        Some(OpeningSource::File(path)) => {
            let (name, text) = Text::open(path)?.read(Openings::LIMIT)?;
            if text.len() > Openings::LIMIT {
                let text = format!("{name} has more than {} bytes", Openings::LIMIT);
                return Err(Failure::Usage(text));
            }
            Openings::new(&text, terms.rule, terms.area)
                .collect::<Result<_, _>>()
                .map_err(|fault| Failure::Fault { name, fault })
        }
    }
}

/// Starts every engine once, so that one that is not there is known before the first game.
fn try_out(specs: &[Spec]) -> Result<(), Failure> {
    for spec in specs {
        let process = Process::start(&spec.words, |_| true, Transcript::default());
        let process = process.map_err(|error| {
            let (name, command) = (spec.name(), &spec.words[0]);
            Failure::Usage(format!("engine {name} cannot be started: {command}: {error}"))
        })?;
        process.kill();
    }
    Ok(())
}
