//! `tengen tune`: what are the patterns worth?

use std::{
    convert::Infallible,
    fmt::Write as _,
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_engine::fives::{
    Values,
    tune::{Fit, Game, Loss, Samples, Terms},
};

use crate::{
    cli::TuneArgs,
    error::Failure,
    solve::whole::{Unwritten, write_whole},
    stop,
};

/// How many games a file has.
const GAMES_A_FILE: u64 = 20;
/// Of so many files one is kept aside.
const ASIDE: usize = 10;

/// Plays, fits and writes.
pub(crate) fn run(args: &TuneArgs) -> Result<ExitCode, Failure> {
    let values = Arc::new(start_values(args)?);
    let terms = Terms { values, nodes: args.nodes, seed: args.seed };
    fs::create_dir_all(&args.dir)
        .map_err(|error| Failure::Write { path: args.dir.clone(), error })?;
    keep_plan(args, &terms)?;
    let files = args.games.div_ceil(GAMES_A_FILE);
    if !play(args, &terms, files)? {
        say("stopped; the same command goes on from here\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    fit(args, &terms, files)
}

/// The values that play and that are improved.
fn start_values(args: &TuneArgs) -> Result<Values, Failure> {
    let Some(path) = &args.from else { return Ok(Values::shipped(args.rule).as_ref().clone()) };
    if path.as_os_str() == "formula" {
        return Ok(Values::first(args.rule));
    }
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Failure::Read { name: name.clone(), error })?;
    let values =
        Values::from_bytes(&bytes).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    if values.rule() != args.rule {
        let (found, wanted) = (values.rule(), args.rule);
        return Err(Failure::Usage(format!(
            "{name}: these are values of {found}, not of {wanted}"
        )));
    }
    Ok(values)
}

/// Writes down what the games in the directory are, or sees that they are the same.
fn keep_plan(args: &TuneArgs, terms: &Terms) -> Result<(), Failure> {
    let bytes = terms.values.to_bytes();
    let sum = bytes.last_chunk().map_or(0, |&sum| u64::from_le_bytes(sum));
    let TuneArgs { rule, seed, nodes, .. } = args;
    let plan = format!("rule {rule}\nnodes {nodes}\nseed {seed}\nvalues {sum:016x}\n");
    let path = args.dir.join("plan.txt");
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

fn file_of(args: &TuneArgs, number: u64) -> PathBuf {
    args.dir.join(format!("games-{number:05}.bin"))
}

/// Plays the games that are not there yet; says whether all are.
fn play(args: &TuneArgs, terms: &Terms, files: u64) -> Result<bool, Failure> {
    let missing: Vec<u64> = (0..files).filter(|&file| !file_of(args, file).exists()).collect();
    let bar = bar(GAMES_A_FILE * missing.len() as u64);
    let next = AtomicU64::new(0);
    let failure = Mutex::new(None);
    let work = || {
        let mut player = Game::player(&terms.values);
        loop {
            let Some(&file) = missing.get(next.fetch_add(1, Relaxed) as usize) else { break };
            let mut bytes = Vec::new();
            for number in GAMES_A_FILE * file..GAMES_A_FILE * (file + 1) {
                if stop::flag().load(Relaxed) {
                    return;
                }
                Game::play(terms, number, &mut player).write(&mut bytes);
                bar.inc(1);
            }
            if let Err(error) = write(&file_of(args, file), &bytes) {
                *failure.lock().expect("no thread panics") = Some(error);
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..args.threads.get() {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    match failure.into_inner().expect("no thread panics") {
        Some(failure) => Err(failure),
        None => Ok(!stop::flag().load(Relaxed)),
    }
}

/// A bar on stderr if that is a terminal.
fn bar(length: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games {per_sec} {eta} left");
    ProgressBar::new(length).with_style(style.expect("the template is a constant"))
}

/// The files of games to learn from: all of the other directories, and those asked for here.
fn files_of(args: &TuneArgs, files: u64) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for dir in &args.also {
        let failed = |error| Failure::Read { name: dir.display().to_string(), error };
        let mut found = Vec::new();
        for entry in fs::read_dir(dir).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("games-") && name.ends_with(".bin") {
                found.push(path);
            }
        }
        if found.is_empty() {
            return Err(Failure::Usage(format!("{}: there are no games here", dir.display())));
        }
        found.sort();
        paths.extend(found);
    }
    paths.extend((0..files).map(|file| file_of(args, file)));
    Ok(paths)
}

/// The positions to learn from and those kept aside.
fn samples(args: &TuneArgs, files: u64) -> Result<[Samples; 2], Failure> {
    let mut samples = [Samples::default(), Samples::default()];
    let paths = files_of(args, files)?;
    for (file, path) in paths.iter().enumerate() {
        let name = || path.display().to_string();
        let bytes = fs::read(path).map_err(|error| Failure::Read { name: name(), error })?;
        let mut rest = &bytes[..];
        // With few files, the last one is kept aside.
        let is_last = file + 1 == paths.len();
        let is_aside = if paths.len() < ASIDE { is_last } else { file % ASIDE == ASIDE - 1 };
        while !rest.is_empty() {
            let (game, after) = Game::read(args.rule, rest).map_err(|error| {
                Failure::Usage(format!("{}: {error}; remove it to have it made again", name()))
            })?;
            samples[usize::from(is_aside)].add(&game);
            rest = after;
        }
    }
    Ok(samples)
}

/// Fits the values, and writes them and how it went.
fn fit(args: &TuneArgs, terms: &Terms, files: u64) -> Result<ExitCode, Failure> {
    let [learned, aside] = samples(args, files)?;
    say(&format!("{} positions, {} more kept aside\n", learned.len(), aside.len()))?;
    let mut curve = "epoch\tvalue\tvalue_aside\turge\turge_aside\n".to_owned();
    say(&curve)?;
    let start =
        if args.afresh { Arc::new(Values::first(args.rule)) } else { Arc::clone(&terms.values) };
    let mut fit = Fit::new(start, args.epochs);
    let mut losses = Vec::new();
    for epoch in 0.. {
        let loss = [fit.loss(&learned), fit.loss(&aside)];
        let line = line_of(epoch, loss);
        losses.push(loss);
        say(&line)?;
        curve += &line;
        write(&args.dir.join("loss.tsv"), curve.as_bytes())?;
        write(&args.dir.join("loss.svg"), picture(&losses).as_bytes())?;
        if epoch == args.epochs {
            break;
        }
        fit.go_on(&learned);
        if stop::flag().load(Relaxed) {
            say("stopped; the same command goes on from here\n")?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    let path = args.dir.join(format!("{}.values", args.rule));
    write(&path, &fit.values().to_bytes())?;
    say(&format!("wrote {}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn line_of(epoch: u32, [learned, aside]: [Loss; 2]) -> String {
    format!(
        "{epoch}\t{:.5}\t{:.5}\t{:.5}\t{:.5}\n",
        learned.value, aside.value, learned.urge, aside.urge
    )
}

/// The losses of results as two lines, those of games learned from and, dashed, of those kept
/// aside; beside it the same of moves.
fn picture(losses: &[[Loss; 2]]) -> String {
    const SIDE: f64 = 240.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">"#,
        2.0 * SIDE + 60.0,
        SIDE + 40.0
    );
    let kinds: [fn(&Loss) -> f64; 2] = [|loss| loss.value, |loss| loss.urge];
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

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = write_whole::<(), Infallible>(path, |out| Ok(out.write_all(bytes)?));
    match written {
        Ok(()) => Ok(()),
        Err(Unwritten::Output(error)) => Err(Failure::Write { path: path.to_owned(), error }),
        Err(Unwritten::Other(never)) => match never {},
    }
}
