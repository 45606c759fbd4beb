//! Archives by the million: makes its own, has the program judge them, and prints games and bytes a
//! second and the most memory it took. A sample of the verdicts is compared with the plain judge, and
//! a rate too near that of the plain way, measured in the same run, fails it.
//!
//! `cargo bench --bench archive -- 200000` takes fewer games than five million.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]
#![allow(clippy::cast_precision_loss, reason = "rates are rounded anyway")]

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{BufRead, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_notation::{BlockOffset, MainLine, ReadOptions, RecordReader, RowOrder};
use tengen_referee::{Evidence, GameRecord, Steps, Verdict, plain_verdict};
use tengen_testkit::TestRng;

const FIFTEEN: Area = Area::square(15);
/// How many games differ; the rest are the same again.
const DIFFERENT: usize = 20_000;
/// What memory may never pass, in MiB.
const MOST_MEMORY: u64 = 200;

fn main() -> ExitCode {
    let count: usize =
        std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(5_000_000);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut rng = TestRng::new(7);
    let free: Vec<Vec<Point>> = (0..DIFFERENT).map(|_| game(&mut rng, Rule::Freestyle)).collect();
    let renju: Vec<Vec<Point>> = (0..DIFFERENT).map(|_| game(&mut rng, Rule::Renju)).collect();
    let moves: usize = free.iter().map(Vec::len).sum();
    println!("{DIFFERENT} games of {:.1} moves, over and over\n", moves as f64 / DIFFERENT as f64);
    let mut good = true;
    for case in [
        Case { name: "positions", rule: Rule::Freestyle, games: &free, spell: position, share: 1 },
        Case { name: "positions", rule: Rule::Exact, games: &free, spell: position, share: 5 },
        Case { name: "psq", rule: Rule::Freestyle, games: &free, spell: psq, share: 5 },
        Case { name: "sgf", rule: Rule::Freestyle, games: &free, spell: sgf, share: 5 },
        Case { name: "positions", rule: Rule::Renju, games: &renju, spell: position, share: 5 },
    ] {
        good &= case.measure(folder.path(), count / case.share);
    }
    good &= many_files(folder.path(), &free, (count / 50).max(1));
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// An archive of one format and rule.
struct Case<'a> {
    name: &'a str,
    rule: Rule,
    games: &'a [Vec<Point>],
    spell: fn(&[Point]) -> String,
    /// Divisor of the number of games asked for.
    share: usize,
}

impl Case<'_> {
    /// How many times faster than the plain way on one core the program must be, at the least.
    const FLOOR: f64 = 3.0;

    fn measure(&self, folder: &Path, count: usize) -> bool {
        let spelled: Vec<String> = self.games.iter().map(|game| (self.spell)(game)).collect();
        let (archive, verdicts) = (folder.join("archive"), folder.join("verdicts"));
        let mut file = BufWriter::new(File::create(&archive).unwrap());
        for game in spelled.iter().cycle().take(count) {
            file.write_all(game.as_bytes()).unwrap();
        }
        file.flush().unwrap();
        let bytes = file.get_ref().metadata().unwrap().len();
        let run = Run::measure(&["--json", "--rule", self.rule.name()], &archive, &verdicts);
        let plain = self.plain_seconds(&spelled[..DIFFERENT.min(2_000)]);
        self.compare(&verdicts, count);
        let title = format!("{}, {}", self.name, self.rule);
        run.print(&title, count, bytes);
        let ratio = plain * count as f64 / run.seconds;
        println!("  {ratio:.1} times the plain way on one core (at least {})", Case::FLOOR);
        ratio >= Case::FLOOR && run.peak <= MOST_MEMORY
    }

    /// Compares the verdicts of the first games with the plain judge.
    fn compare(&self, verdicts: &Path, count: usize) {
        let mut evidence = Evidence::default();
        let lines = BufReader::new(File::open(verdicts).unwrap()).lines();
        let mut compared = 0;
        for (game, line) in self.games.iter().zip(lines).take(count.min(2_000)) {
            let row: Value = serde_json::from_str(&line.unwrap()).unwrap();
            let verdict = plain(self.rule, game, &mut evidence);
            assert_eq!(row["end"], verdict.end.word());
            let winner = verdict.winner.map(|winner| winner.to_string());
            assert_eq!(row["winner"].as_str(), winner.as_deref());
            assert_eq!(row["after"].as_u64().unwrap_or(0), u64::from(verdict.after));
            compared += 1;
        }
        assert!(compared > 0);
    }

    /// Seconds a game, read whole and judged move by move.
    fn plain_seconds(&self, spelled: &[String]) -> f64 {
        let text = spelled.concat();
        let reading = ReadOptions::new(RowOrder::FromBottom);
        let started = Instant::now();
        let reader = RecordReader::open(text.as_bytes(), "", None, &reading).unwrap();
        let (mut line, mut evidence, mut out) =
            (MainLine::default(), Evidence::default(), String::new());
        for whole in reader.records(text.as_bytes(), BlockOffset::default()) {
            line.set(&whole.unwrap().record, 1, 0);
            let verdict = plain(self.rule, &line.moves, &mut evidence);
            let row = serde_json::json!({"end": verdict.end.word(), "at": verdict.at});
            writeln!(out, "{row}").unwrap();
        }
        assert_eq!(out.lines().count(), spelled.len());
        started.elapsed().as_secs_f64() / spelled.len() as f64
    }
}

/// A folder of small files, one game each.
fn many_files(folder: &Path, games: &[Vec<Point>], count: usize) -> bool {
    let files = folder.join("files");
    let mut bytes = 0;
    for number in 0..count {
        let inner = files.join(format!("{:03}", number / 1_000));
        if number % 1_000 == 0 {
            fs::create_dir_all(&inner).unwrap();
        }
        let text = psq(&games[number % games.len()]);
        bytes += text.len() as u64;
        fs::write(inner.join(format!("{number}.psq")), text).unwrap();
    }
    let run = Run::measure(&["--json"], &files, &folder.join("verdicts"));
    run.print("psq, a file each", count, bytes);
    run.peak <= MOST_MEMORY
}

/// One run of the program.
struct Run {
    seconds: f64,
    /// The most memory it took, in MiB.
    peak: u64,
}

impl Run {
    fn measure(args: &[&str], input: &Path, output: &Path) -> Run {
        let started = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("replay")
            .args(args)
            .arg(input)
            .stdout(Stdio::from(File::create(output).unwrap()))
            .spawn()
            .unwrap();
        let status: PathBuf = format!("/proc/{}/status", child.id()).into();
        let mut peak = 0;
        let code = loop {
            // Where there is no such file, memory is not measured.
            let status_text = fs::read_to_string(&status).unwrap_or_default();
            let line = status_text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
            peak = peak.max(kib.unwrap_or(0) / 1024);
            if let Some(code) = child.try_wait().unwrap() {
                break code;
            }
            thread::sleep(Duration::from_millis(2));
        };
        assert!(code.success());
        Run { seconds: started.elapsed().as_secs_f64(), peak }
    }

    fn print(&self, title: &str, games: usize, bytes: u64) {
        let rate = games as f64 / self.seconds;
        let megabytes = bytes as f64 / 1e6 / self.seconds;
        println!(
            "{title}: {games} games in {:.2} s, {rate:.0} games/s, {megabytes:.0} MB/s, peak {} MiB",
            self.seconds, self.peak
        );
    }
}

fn plain(rule: Rule, moves: &[Point], evidence: &mut Evidence) -> Verdict {
    let (setup, first, steps) = (&[][..], Color::Black, Steps::Moves(moves));
    let game = GameRecord { rule, area: FIFTEEN, setup, first, steps, broken: None, claim: None };
    plain_verdict(&game, evidence)
}

/// Moves near each other until somebody wins, or until a number of moves that varies.
fn game(rng: &mut TestRng, rule: Rule) -> Vec<Point> {
    let mut position = Position::new(rule, FIFTEEN).unwrap();
    let length = 20 + rng.below(55);
    let mut moves: Vec<Point> = Vec::new();
    while moves.len() < length && position.outcome().is_none() {
        let near = moves.get(rng.below(moves.len().max(1))).copied().unwrap_or(Point::new(7, 7));
        let step = |rng: &mut TestRng| rng.below(5) as i32 - 2;
        let point = Point::new(near.x + step(rng), near.y + step(rng));
        // Few games end by chance, so a five is made where one can be.
        if position.play(point).is_ok() {
            if position.outcome() == Some(Outcome::Drawn) {
                break;
            }
            moves.push(point);
        }
    }
    moves
}

fn position(moves: &[Point]) -> String {
    moves.iter().map(|&point| FIFTEEN.name(point)).collect::<String>() + "\n"
}

fn psq(moves: &[Point]) -> String {
    let mut text = "Piskvorky 15x15, 11:11, 0\n".to_owned();
    for (number, point) in moves.iter().enumerate() {
        writeln!(text, "{},{},{}", point.x + 1, point.y + 1, 37 * number % 5000).unwrap();
    }
    text + "FIRST.zip\nSECOND.zip\n-1\n1,Fastgame\n"
}

fn sgf(moves: &[Point]) -> String {
    let mut text = "(;FF[4]GM[4]SZ[15]PB[First]PW[Second]".to_owned();
    for (number, point) in moves.iter().enumerate() {
        let color = if number % 2 == 0 { 'B' } else { 'W' };
        let letter = |number: i32| char::from(b'a' + number as u8);
        write!(text, ";{color}[{}{}]", letter(point.x), letter(point.y)).unwrap();
    }
    text + ")\n"
}
