//! `tengen tune`: what are the patterns worth?

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    fmt::Write as _,
    fs,
    io::{self, IsTerminal, Write},
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tengen_core::Rule;
use tengen_engine::fives::{
    Values,
    tune::{Fit, Loss, Samples, SelfPlayGame, SelfPlayOptions},
};

use crate::{
    cli::{rule_of_fives, threads},
    io::atomic_file::OutputFile,
    io::error::Failure,
    io::stop,
};

/// Train the evaluation of five-in-a-row on games of the engine against itself.
///
/// In rounds: the engine plays games with the values it has, and fits new ones to the moves and
/// results. All that is made is kept in a directory: the games and the loss of each round, as
/// loss.tsv and loss.svg, its values, and in the end the last ones as RULE.values. It can be stopped
/// at any time; the same command goes on where it was. The same seed gives the same bytes, whatever
/// the number of threads; as it is, the command makes the values that this program has. A game of
/// ten is kept aside, to see whether what was learned holds for games that were not learned from.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Rule: freestyle, exact or renju.
    #[arg(long, default_value = "freestyle", value_name = "RULE", value_parser = rule_of_fives)]
    pub(crate) rule: Rule,

    /// Directory of the results [default: tune-RULE].
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,

    /// Rounds: number of games, and nodes for each move.
    #[arg(long, default_value = Round::ALL, value_delimiter = ',', value_name = "GAMES@NODES")]
    pub(crate) rounds: Vec<Round>,

    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,

    /// Number of games played at a time.
    #[arg(long, default_value = "1", value_name = "N", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,

    /// Number of epochs of each round.
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,

    /// File with the values of the first round [default: untrained values].
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
}

/// The games of one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Round {
    games: u64,
    nodes: u64,
}

impl Round {
    /// What the values of this program were made with.
    const ALL: &'static str = "3000@500,8000@800,16000@1000";
}

impl FromStr for Round {
    type Err = String;

    fn from_str(text: &str) -> Result<Round, String> {
        let read =
            |word: &str| word.parse().ok().filter(|number| (1..=100_000_000).contains(number));
        text.split_once('@')
            .and_then(|(games, nodes)| Some(Round { games: read(games)?, nodes: read(nodes)? }))
            .ok_or_else(|| {
                "a round is written like 3000@800: games, and positions a move".to_owned()
            })
    }
}

/// How many games a file has.
const GAMES_A_FILE: u64 = 20;
/// Of so many files one is kept aside.
const ASIDE: usize = 10;

/// One round on its way.
struct Stage<'a> {
    args: &'a TuneArgs,
    /// Its number, from 1.
    number: usize,
    dir: PathBuf,
    terms: SelfPlayOptions,
    files: u64,
}

/// Plays, fits and writes, round after round.
pub(crate) fn run(args: &TuneArgs) -> Result<ExitCode, Failure> {
    let dir = args.dir.clone().unwrap_or_else(|| PathBuf::from(format!("tune-{}", args.rule)));
    let mut values = Arc::new(start_values(args)?);
    let mut stages: Vec<Stage<'_>> = Vec::new();
    for (number, round) in (1..).zip(&args.rounds) {
        // Each round has chance of its own.
        let seed = args.seed.wrapping_mul(1000).wrapping_add(number as u64);
        let stage = Stage {
            args,
            number,
            dir: dir.join(format!("round-{number}")),
            terms: SelfPlayOptions { values, nodes: round.nodes, seed },
            files: round.games.div_ceil(GAMES_A_FILE),
        };
        let made = stage.go(stages.last())?;
        let Some(made) = made else {
            say("stopped; the same command goes on from here\n")?;
            return Ok(ExitCode::SUCCESS);
        };
        values = Arc::new(made);
        stages.push(stage);
    }
    let path = dir.join(format!("{}.values", args.rule));
    write(&path, &values.to_bytes())?;
    say(&format!("wrote {}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The values that play the first round.
fn start_values(args: &TuneArgs) -> Result<Values, Failure> {
    let Some(path) = &args.from else { return Ok(Values::first(args.rule)) };
    let values = read_values(path)?;
    if values.rule() != args.rule {
        let (name, found, wanted) = (path.display(), values.rule(), args.rule);
        let why = format!("{name}: these are values of {found}, not of {wanted}");
        return Err(Failure::Usage(why));
    }
    Ok(values)
}

fn read_values(path: &Path) -> Result<Values, Failure> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Failure::Read { name: name.clone(), error })?;
    Values::from_bytes(&bytes).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

impl Stage<'_> {
    /// Plays and fits, unless that is done; nothing if it was stopped. What was played in the round
    /// before counts as well.
    fn go(&self, before: Option<&Stage<'_>>) -> Result<Option<Values>, Failure> {
        fs::create_dir_all(&self.dir)
            .map_err(|error| Failure::Write { path: self.dir.clone(), error })?;
        self.keep_plan()?;
        let path = self.dir.join(format!("{}.values", self.args.rule));
        if path.exists() {
            return read_values(&path).map(Some);
        }
        if !self.play()? {
            return Ok(None);
        }
        let Some(values) = self.fit(before)? else { return Ok(None) };
        write(&path, &values.to_bytes())?;
        Ok(Some(values))
    }

    /// Writes down what the games in the directory are, or sees that they are the same.
    fn keep_plan(&self) -> Result<(), Failure> {
        let SelfPlayOptions { values, nodes, seed } = &self.terms;
        let bytes = values.to_bytes();
        let sum = bytes.last_chunk().map_or(0, |&sum| u64::from_le_bytes(sum));
        let (rule, games, epochs) = (self.args.rule, self.files * GAMES_A_FILE, self.args.epochs);
        let plan = format!(
            "rule {rule}\ngames {games}\nnodes {nodes}\nseed {seed}\nepochs {epochs}\nvalues {sum:016x}\n"
        );
        let path = self.dir.join("plan.txt");
        match fs::read_to_string(&path) {
            Ok(found) if found == plan => Ok(()),
            Ok(found) => Err(Failure::Usage(format!(
                "{} is about other games:\n{found}asked for are\n{plan}name another directory",
                path.display()
            ))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => write(&path, plan.as_bytes()),
            Err(error) => Err(Failure::Read { name: path.display().to_string(), error }),
        }
    }

    fn file(&self, number: u64) -> PathBuf {
        self.dir.join(format!("games-{number:05}.bin"))
    }

    /// Plays the games that are not there yet; says whether all are.
    fn play(&self) -> Result<bool, Failure> {
        let missing: Vec<u64> = (0..self.files).filter(|&file| !self.file(file).exists()).collect();
        let bar = bar(self.number, GAMES_A_FILE * missing.len() as u64);
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None);
        let work = || {
            let mut player = SelfPlayGame::player(&self.terms.values);
            while let Some(&file) = missing.get(next.fetch_add(1, Relaxed) as usize) {
                let mut bytes = Vec::new();
                for number in GAMES_A_FILE * file..GAMES_A_FILE * (file + 1) {
                    if stop::flag().load(Relaxed) {
                        return;
                    }
                    SelfPlayGame::play(&self.terms, number, &mut player).write(&mut bytes);
                    bar.inc(1);
                }
                if let Err(error) = write(&self.file(file), &bytes) {
                    *failure.lock().expect("no thread panics") = Some(error);
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.args.threads.get() {
                // With fewer threads it takes longer.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        bar.finish_and_clear();
        match failure.into_inner().expect("no thread panics") {
            Some(failure) => Err(failure),
            None => Ok(!stop::flag().load(Relaxed)),
        }
    }

    /// Adds the positions to learn from and those kept aside.
    fn add_to(&self, samples: &mut [Samples; 2]) -> Result<(), Failure> {
        for number in 0..self.files {
            let path = self.file(number);
            let name = || path.display().to_string();
            let bytes = fs::read(&path).map_err(|error| Failure::Read { name: name(), error })?;
            let mut rest = &bytes[..];
            // With few files, the last one is kept aside.
            let (file, files) = (number as usize, self.files as usize);
            let is_last = file + 1 == files;
            let is_aside = if files < ASIDE { is_last } else { file % ASIDE == ASIDE - 1 };
            while !rest.is_empty() {
                let (game, after) = SelfPlayGame::read(self.args.rule, rest).map_err(|error| {
                    Failure::Usage(format!("{}: {error}; remove it to have it made again", name()))
                })?;
                samples[usize::from(is_aside)].add(&game);
                rest = after;
            }
        }
        Ok(())
    }

    /// Fits values, and writes how it went; nothing if it was stopped.
    fn fit(&self, before: Option<&Stage<'_>>) -> Result<Option<Values>, Failure> {
        let mut samples = [Samples::default(), Samples::default()];
        for stage in before.into_iter().chain([self]) {
            stage.add_to(&mut samples)?;
        }
        let [learned, aside] = &samples;
        let (number, count) = (self.number, learned.len());
        say(&format!("round {number}: {count} positions, {} more kept aside\n", aside.len()))?;
        let mut curve = "epoch\tvalue\tvalue_aside\turge\turge_aside\n".to_owned();
        say(&curve)?;
        let threads = self.args.threads.get();
        let start = Arc::new(Values::first(self.args.rule));
        let mut fit = Fit::new(start, self.terms.seed, self.args.epochs);
        let mut losses = Vec::new();
        for epoch in 0.. {
            let loss = [fit.loss(learned, threads), fit.loss(aside, threads)];
            let line = line_of(epoch, loss);
            losses.push(loss);
            say(&line)?;
            curve += &line;
            write(&self.dir.join("loss.tsv"), curve.as_bytes())?;
            write(&self.dir.join("loss.svg"), picture(&losses).as_bytes())?;
            if epoch == self.args.epochs {
                break;
            }
            fit.train_epoch(learned, threads);
            if stop::flag().load(Relaxed) {
                return Ok(None);
            }
        }
        Ok(Some(fit.values()))
    }
}

/// A bar on stderr if that is a terminal.
fn bar(round: usize, length: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template =
        format!("round {round} {{wide_bar}} {{pos}}/{{len}} games {{per_sec}} {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is a constant");
    ProgressBar::new(length).with_style(style)
}

fn line_of(epoch: u32, [learned, aside]: [Loss; 2]) -> String {
    format!(
        "{epoch}\t{:.5}\t{:.5}\t{:.5}\t{:.5}\n",
        learned.value, aside.value, learned.policy, aside.policy
    )
}

/// The losses of results as two lines, those of games learned from and, dashed, of those kept
/// aside; beside it the same of moves.
#[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
fn picture(losses: &[[Loss; 2]]) -> String {
    const SIDE: f64 = 240.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">"#,
        2.0 * SIDE + 60.0,
        SIDE + 40.0
    );
    let kinds: [fn(&Loss) -> f64; 2] = [|loss| loss.value, |loss| loss.policy];
    for (n, kind) in kinds.into_iter().enumerate() {
        let left = 20.0 + n as f64 * (SIDE + 20.0);
        let all = || losses.iter().flatten().map(kind);
        let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max));
        let range = (high - low).max(1e-9);
        for (games, dashes) in [(0, "none"), (1, "4 3")] {
            let points = losses.iter().enumerate().fold(String::new(), |mut points, (x, pair)| {
                let x = left + SIDE * x as f64 / (losses.len().max(2) - 1) as f64;
                let y = 20.0 + SIDE * (high - kind(&pair[games])) / range;
                let _ = write!(points, "{x:.1},{y:.1} ");
                points
            });
            let _ = write!(
                svg,
                r#"<polyline fill="none" stroke="black" stroke-dasharray="{dashes}" points="{points}"/>"#
            );
        }
        let name = ["results", "moves"][n];
        let _ = write!(
            svg,
            r#"<text x="{left}" y="14" font-size="12">{name}: {high:.4} to {low:.4}</text>"#
        );
    }
    svg + "</svg>\n"
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::of_output)
}

/// Writes a file of the directory. What is there is of the same plan and may be written over.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    OutputFile::write(path, true, bytes)
}
