//! `tengen match`: engines against each other. The match itself is `tengen_match`; here are its arguments,
//! its progress bar and its files.

mod game_files;
mod match_args;
mod own_engine;

use std::{
    io::{self, Write},
    ops::ControlFlow,
    process::ExitCode,
    sync::Arc,
};

use tengen_core::{Area, Point};
use tengen_match::{
    EngineLog, EngineSpec, Match, MatchError, MatchEvent, MatchRules, Pairing, Sprt,
    kill_all_engines, random_openings,
};
use tengen_notation::openings::Openings;

use game_files::GameFiles;
pub(crate) use match_args::MatchArgs;
use match_args::{OpeningOrder, OpeningSource, SPRT_DEFAULTS};
use own_engine::with_own_program;

use crate::io::{
    atomic_file::OutputFile, error::Failure, input::Input, progress::Progress, stdout::print, stop,
};

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

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
    let rules = rules(args)?;
    let mut contest = Match::new(rules, engines(args)?)?;
    contest.sprt = sprt(args)?;
    contest.openings = openings(args, &rules)?;
    contest.pairing = if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    contest.rounds = args.games.map(|games| games.div_ceil(2)).or(args.rounds).map(|n| n as usize);
    contest.shuffle_seed = (args.order == OpeningOrder::Random).then_some(args.seed);
    contest.concurrency = args.concurrency;
    let mut files = GameFiles::open(args, &rules)?;
    // Before the first game, so that a match is not played for nothing.
    if let Some(path) = &args.output {
        OutputFile::check(path, args.force)?;
    }
    if let Some(path) = &args.log {
        contest.log = Some(Arc::new(EngineLog::new(OutputFile::open_log(path, args.force)?)));
    }
    contest.try_engines()?;

    stop::before_exit(kill_all_engines);
    let template = "{bar:20} {pos}/{len} games {eta} left  {msg}";
    let progress = Progress::bar(contest.schedule().len() as u64, template);
    let mut written = Ok(());
    let report = contest.run(stop::flag(), |event, report| {
        if let MatchEvent::Played(played) = event {
            if args.verbose {
                // If stderr is closed, nothing is left to do.
                let _ = progress.suspend(|| writeln!(io::stderr(), "{}", report.game_line(played)));
            }
            if written.is_ok() {
                written = files.add(played, report.names(played));
            }
        }
        progress.set_position(report.games());
        progress.set_message(report.headline());
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    drop(progress);
    let results = if args.json { report.to_json(args.seed) } else { report.to_string() };
    match &args.output {
        Some(path) => OutputFile::write(path, args.force, results.as_bytes())?,
        None => print(results)?,
    }
    written.map(|()| ExitCode::SUCCESS)
}

fn rules(args: &MatchArgs) -> Result<MatchRules, Failure> {
    let mut rules = MatchRules::new(args.rule);
    if let Some((width, height)) = args.size {
        rules.area = Area::Bounded { width, height };
    }
    rules.max_moves = args.max_moves;
    rules.fresh = args.fresh;
    rules.check()?;
    Ok(rules)
}

/// The engines with the settings of all of them.
fn engines(args: &MatchArgs) -> Result<Vec<EngineSpec>, Failure> {
    if args.engines.len() < 2 {
        let text = "a match takes two engines: write --engine twice, or more often";
        return Err(Failure::Usage(text.to_owned()));
    }
    let mut each = args.each.clone().unwrap_or_default();
    if !each.command.is_empty() || each.name.is_some() {
        let text = "--each is for settings that engines share, not for a command or a name";
        return Err(Failure::Usage(text.to_owned()));
    }
    each.turn_time = each.turn_time.or(args.turn_time);
    each.match_time = each.match_time.or(args.match_time);
    each.tolerance = each.tolerance.or(Some(args.tolerance));
    each.start_time = each.start_time.or(Some(args.start_time));
    let engine = |spec: &EngineSpec| {
        let spec = spec.clone().with_defaults(&each).resolved(args.rule);
        with_own_program(spec.map_err(|error| error.to_string())?, args.rule)
    };
    args.engines.iter().map(engine).collect::<Result<_, _>>().map_err(Failure::Usage)
}

fn sprt(args: &MatchArgs) -> Result<Option<Sprt>, Failure> {
    let Some(settings) = &args.sprt else { return Ok(None) };
    if args.engines.len() != 2 {
        return Err(Failure::Usage("--sprt takes exactly two engines".to_owned()));
    }
    let mut values = SPRT_DEFAULTS.map(|(_, value)| value);
    for &(index, value) in settings {
        values[index] = value;
    }
    let [elo0, elo1, alpha, beta] = values;
    Sprt::new(elo0, elo1, alpha, beta).map(Some).map_err(|error| Failure::Usage(error.to_string()))
}

fn openings(args: &MatchArgs, rules: &MatchRules) -> Result<Vec<Vec<Point>>, Failure> {
    match &args.openings {
        None => Ok(vec![Vec::new()]),
        Some(OpeningSource::Random(count)) => {
            let openings = random_openings(rules.rule, rules.area, *count, args.seed);
            if openings.is_empty() {
                let text = format!("a {} board has no room for random openings", rules.area);
                return Err(Failure::Usage(text));
            }
            Ok(openings)
        }
        Some(OpeningSource::File(path)) => {
            let (name, text) = Input::open(path)?.text(Openings::LIMIT)?;
            if text.len() > Openings::LIMIT {
                let text = format!("{name} has more than {} bytes", Openings::LIMIT);
                return Err(Failure::Usage(text));
            }
            Openings::new(&text, rules.rule, rules.area)
                .collect::<Result<_, _>>()
                .map_err(|fault| Failure::Fault { name, fault })
        }
    }
}
