//! `tengen tune`: training of the evaluation. The run is `tengen_engine::fives::tune`; here are its
//! arguments, its files and its progress.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
};

use clap::Args;
use tengen_core::Rule;
use tengen_engine::fives::{
    Values,
    tune::{LossCurve, TrainingError, TrainingEvent, TrainingRound, TrainingRun, TrainingStore},
};

use crate::{
    cli::{rule_of_fives, threads},
    io::{atomic_file::OutputFile, error::Failure, progress::Progress, stdout::print, stop},
};

/// Train the evaluation of five-in-a-row on games of the engine against itself.
///
/// In rounds: the engine plays games with the values it has, and fits new ones to the moves and
/// results. All files are in a directory: the games and the loss of each round, as loss.tsv and
/// loss.svg, its values, and in the end the last ones as RULE.values. A run can be stopped at any time;
/// the same command resumes it. Equal seeds give equal bytes, for any number of threads; the default
/// options give the values of this program. One game of ten is for validation.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Rule: freestyle, exact or renju.
    #[arg(long, default_value = "freestyle", value_name = "RULE", value_parser = rule_of_fives)]
    rule: Rule,

    /// Directory of the results [default: tune-RULE].
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Rounds: number of games, and nodes for each move.
    #[arg(long, default_value = TrainingRound::SHIPPED, value_delimiter = ',', value_name = "GAMES@NODES")]
    rounds: Vec<TrainingRound>,

    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Number of games played at a time.
    #[arg(long, default_value = "1", value_name = "N", value_parser = threads)]
    threads: NonZero<usize>,

    /// Number of epochs of each round.
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,

    /// File with the values of the first round, which training then goes on from [default: untrained
    /// values, and training starts from random weights].
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Trains, and writes the values of the last round.
pub(crate) fn run(args: &TuneArgs) -> Result<ExitCode, Failure> {
    let dir = args.dir.clone().unwrap_or_else(|| PathBuf::from(format!("tune-{}", args.rule)));
    let run = TrainingRun {
        values: Arc::new(first_values(args)?),
        rounds: args.rounds.clone(),
        epochs: args.epochs,
        seed: args.seed,
        threads: args.threads.get(),
        resume: args.from.is_some(),
    };
    let template = "{prefix} {wide_bar} {pos}/{len} games {per_sec} {eta} left";
    let store = TrainingFolder { dir, progress: Progress::bar(0, template) };
    let trained = run.run(&store).map_err(|error| match error {
        TrainingError::Store(failure) => failure,
        // What is wrong begins with the name of the file.
        other => Failure::Usage(format!("{}/{other}", store.dir.display())),
    })?;
    let Some(values) = trained else {
        print("stopped; the same command goes on from here\n")?;
        return Ok(ExitCode::SUCCESS);
    };
    let name = format!("{}.values", args.rule);
    store.write(&name, &values.to_bytes())?;
    print(format!("wrote {}\n", store.dir.join(name).display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The values that play the first round.
fn first_values(args: &TuneArgs) -> Result<Values, Failure> {
    let Some(path) = &args.from else { return Ok(Values::first(args.rule)) };
    let values = Values::from_bytes(&read(path)?).map_err(|error| error.to_string());
    let values = values.and_then(|values| match (values.rule(), args.rule) {
        (found, wanted) if found == wanted => Ok(values),
        (found, wanted) => Err(format!("these are values of {found}, not of {wanted}")),
    });
    values.map_err(|why| Failure::Usage(format!("{}: {why}", path.display())))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::Read { name: path.display().to_string(), error })
}

/// The folder of a training run, and its progress on the terminal.
struct TrainingFolder {
    dir: PathBuf,
    progress: Progress,
}

impl TrainingStore for TrainingFolder {
    type Error = Failure;

    fn contains(&self, name: &str) -> bool {
        self.dir.join(name).exists()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, Failure> {
        read(&self.dir.join(name))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.dir.join(name);
        let folder = path.parent().unwrap_or(&self.dir);
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Write { path: folder.to_owned(), error })?;
        // What is there is of the same run.
        OutputFile::write(&path, true, bytes)
    }

    fn observe(&self, event: TrainingEvent<'_>) -> Result<(), Failure> {
        match event {
            TrainingEvent::Playing { round, games } => {
                self.progress.set_prefix(format!("round {round}"));
                self.progress.set_length(games);
                self.progress.reset();
            }
            TrainingEvent::Played => self.progress.inc(1),
            TrainingEvent::Fitting { round, training, validation } => {
                self.progress.finish_and_clear();
                let counts = format!("{training} positions, {validation} more kept aside");
                print(format!("round {round}: {counts}\n{}", LossCurve::HEADER))?;
            }
            TrainingEvent::Epoch(curve) => print(curve.last_row())?,
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        stop::flag().load(Ordering::Relaxed)
    }
}
