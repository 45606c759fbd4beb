//! Matches: results, records, and engines that do everything wrong.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::LazyLock,
    thread,
    time::Duration,
};

use serde_json::Value;
use tengen_core::{Area, Outcome, Point, Position, Rule};

use crate::{
    manners::tengen,
    processes::{wait_for_handler, wait_until},
};

/// The engine of chance, with all its vices: an example of this crate.
fn brain() -> &'static Path {
    static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
        // All tests together have it built already; where only some are asked for, cargo leaves it
        // as it is, or out. The whole workspace: one package alone has other features, and its
        // dependencies would be compiled a second time.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let build = ["build", "--quiet", "--locked", "--profile", "test", "--workspace"];
        let build = Command::new(cargo).args(build).args(["--example", "brain"]).status();
        assert!(build.unwrap().success());
        let folder = Path::new(env!("CARGO_BIN_EXE_tengen")).parent().unwrap();
        folder.join("examples").join(format!("brain{}", std::env::consts::EXE_SUFFIX))
    });
    &PATH
}

/// `--engine` and the engine with these words.
fn engine(words: &str) -> [String; 2] {
    ["--engine".to_owned(), format!("'{}' {words}", brain().display())]
}

/// A match that runs.
struct Running {
    child: std::process::Child,
}

/// What a match came to.
struct Done {
    json: Value,
    output: Output,
}

impl Running {
    fn start(engines: &[&str], args: &[&str]) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.arg("match").args(args);
        command.args(engines.iter().flat_map(|words| engine(words)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running { child: command.spawn().unwrap() }
    }

    fn interrupt(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    }

    /// Waits for the end, and makes sure that no process is left.
    fn end(self) -> Done {
        let id = self.child.id();
        let output = self.child.wait_with_output().unwrap();
        assert_eq!(left_behind(id), Vec::<String>::new());
        let json = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
        Done { json, output }
    }
}

impl Done {
    /// What an engine did wrong, and how often.
    fn misdeeds(&self, engine: usize) -> BTreeMap<String, u64> {
        serde_json::from_value(self.json["engines"][engine]["misdeeds"].clone()).unwrap()
    }

    /// What was decided, without what was only timed: an engine with a short clock may be late on a
    /// busy machine.
    fn verdicts(&self, engine: usize) -> BTreeMap<String, u64> {
        let mut misdeeds = self.misdeeds(engine);
        misdeeds.remove("late");
        misdeeds
    }

    fn count(&self, engine: usize, key: &str) -> u64 {
        self.json["engines"][engine][key].as_u64().unwrap()
    }
}

/// The command lines of all processes that a match has started and that still run.
fn left_behind(id: u32) -> Vec<String> {
    let mark = format!("TENGEN_MATCH_PROCESS={id}-");
    let look = || -> Vec<String> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let has_mark = |folder: &PathBuf| {
            let environment = fs::read(folder.join("environ")).unwrap_or_default();
            environment.windows(mark.len()).any(|part| part == mark.as_bytes())
        };
        let marked = entries.flatten().map(|entry| entry.path()).filter(has_mark);
        let command_line = |folder: PathBuf| fs::read(folder.join("cmdline")).unwrap_or_default();
        marked.map(command_line).map(|line| String::from_utf8_lossy(&line).into_owned()).collect()
    };
    // One that was killed a moment ago may still be on its way out.
    for _ in 0..1000 {
        if look().is_empty() {
            return Vec::new();
        }
        thread::sleep(Duration::from_millis(20));
    }
    look()
}

/// Clocks that no engine overruns on any machine, as long as it answers at all.
const GENEROUS: [(&str, &str); 3] =
    [("--turn-time", "600"), ("--tolerance", "600"), ("--start-time", "600")];

/// The clock of an engine that falls silent: what ends the wait for it, and what is long enough for
/// a busy machine to let it say what it says before.
const SILENT: &str = "turn=1 tolerance=5 start=6";

/// Plays a match and returns its results. Clocks are generous where `args` do not name them.
fn play(engines: &[&str], args: &[&str]) -> Done {
    let clocks = GENEROUS.iter().filter(|(option, _)| !args.contains(option));
    let clocks: Vec<&str> = clocks.flat_map(|&(option, value)| [option, value]).collect();
    let done = Running::start(engines, &[args, &clocks, &["--json"]].concat()).end();
    let complaints = String::from_utf8_lossy(&done.output.stderr);
    assert!(done.output.status.success(), "{complaints}");
    assert_eq!(complaints, "");
    done
}

#[test]
fn every_vice_is_named_and_costs_the_game_and_the_match_goes_on() {
    let vices = [
        ("no-about", "no-about"),
        ("no-start", "no-start"),
        ("declines", "declined"),
        ("dies-at-about", "crash"),
        ("dies-at-start", "crash"),
        ("dies", "crash"),
        ("hangs", "turn-time"),
        ("outside", "outside"),
        ("nonsense", "nonsense"),
        ("garbage", "nonsense"),
        ("half-line", "half-line"),
        ("chatters", "flood"),
        ("long-line", "flood"),
        ("babbles", "flood"),
        ("closes", "closed"),
        ("refuses", "refused"),
        // It plays on, and is not in the way.
        ("complains", ""),
        // The second move may be taken for the answer to the next question.
        ("twice", "unasked occupied"),
        ("early", "unasked occupied"),
        ("deaf", "unasked occupied"),
        ("occupied", "occupied"),
    ];
    let silent = ["no-about", "no-start", "hangs", "nonsense", "garbage", "half-line", "refuses"];
    let engines: Vec<String> = vices
        .iter()
        .map(|(vice, _)| (vice, if silent.contains(vice) { SILENT } else { "" }))
        .map(|(vice, clock)| format!("{vice} name={vice} {clock}"))
        .collect();
    let engines: Vec<&str> =
        ["1 name=good"].into_iter().chain(engines.iter().map(String::as_str)).collect();
    let form = ["--gauntlet", "--concurrency", "8", "--openings", "random:1"];
    let done = play(&engines, &form);
    for (place, (vice, words)) in (1..).zip(vices) {
        let misdeeds = done.verdicts(place);
        if words.is_empty() {
            assert_eq!(misdeeds, BTreeMap::new(), "{vice}");
            continue;
        }
        let known: u64 = words.split(' ').filter_map(|word| misdeeds.get(word)).sum();
        assert_eq!(known, 2, "{vice}: {misdeeds:?}");
        assert_eq!(misdeeds.values().sum::<u64>(), 2, "{vice}: {misdeeds:?}");
        assert_eq!(done.count(place, "lost"), 2, "{vice}");
    }
    assert_eq!(done.misdeeds(0), BTreeMap::new(), "a good engine has all the time it needs");
    assert_eq!(done.json["games"], 2 * vices.len());
}

#[test]
fn time_is_taken_by_move_and_by_game() {
    let short = play(&["1 turn=600", "slow"], &["--turn-time", "0.1", "--tolerance", "0.05"]);
    assert_eq!(short.misdeeds(1), BTreeMap::from([("turn-time".to_owned(), 2)]));
    // Its third move in a game is beyond 0.7 s, if not an earlier one.
    let game = play(&["1 match=600", "slow"], &["--match-time", "0.7", "--tolerance", "0"]);
    assert_eq!(game.misdeeds(1), BTreeMap::from([("match-time".to_owned(), 2)]));
    assert!(game.count(1, "moves") <= 4, "{}", game.json);
    // The tolerance is for all moves of a game together, or it would never end.
    let game = play(&["1 match=600", "slow"], &["--match-time", "0.35", "--tolerance", "0.5"]);
    assert_eq!(game.verdicts(1), BTreeMap::from([("match-time".to_owned(), 2)]));
    assert!(game.count(1, "moves") <= 4, "{}", game.json);
    let late =
        play(&["1", "slow"], &["--turn-time", "0.2", "--tolerance", "600", "--max-moves", "4"]);
    assert_eq!(late.misdeeds(1), BTreeMap::from([("late".to_owned(), 4)]));
    assert_eq!(late.count(1, "drawn"), 2);
    let args = ["--turn-time", "0.1", "--tolerance", "0.1", "--max-moves", "4"];
    let own = play(&["1 turn=600", "slow turn=600"], &args);
    assert_eq!(own.misdeeds(1), BTreeMap::new());
    assert_eq!(own.count(1, "drawn"), 2);
    assert!(own.json["engines"][1]["longest"].as_f64().unwrap() >= 0.3);
}

#[test]
fn no_process_is_left_behind_however_it_hides() {
    let engines = ["1", "leaves-child", "leaves-daemon", "stubborn"];
    let done = play(&engines, &["--rounds", "1", "--concurrency", "4"]);
    for (place, _) in engines.iter().enumerate() {
        assert_eq!(done.count(place, "games"), 6);
    }
    assert_eq!(done.misdeeds(1), BTreeMap::new());
    let stubborn = done.misdeeds(3);
    assert!(stubborn["undying"] > 0 && stubborn.len() == 1, "{stubborn:?}");

    // One that does not end by being asked to, either.
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let script = format!("trap '' TERM INT HUP; exec '{}' stubborn", brain().display());
    command.args(["match", "--json", "--engine", &format!("sh -c \"{script}\" name=mule")]);
    command.args(GENEROUS.iter().flat_map(|&(option, value)| [option, value]));
    command.args(engine("3")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let done = Running { child: command.spawn().unwrap() }.end();
    assert_eq!(done.verdicts(0), BTreeMap::from([("undying".to_owned(), 1)]));
}

#[test]
fn a_late_answer_of_the_game_before_is_no_answer() {
    let done = play(&["1", "2 late"], &["--rounds", "5", "--openings", "random:5"]);
    assert_eq!((done.misdeeds(0), done.misdeeds(1)), (BTreeMap::new(), BTreeMap::new()));
    assert_eq!(done.json["games"], 10);
}

#[test]
fn an_engine_that_fails_is_started_anew_for_the_next_game() {
    let done = play(&["1", "2 dies name=mortal"], &["--rounds", "5", "--openings", "random:5"]);
    assert_eq!(done.misdeeds(1), BTreeMap::from([("crash".to_owned(), 10)]));
    assert_eq!((done.count(0, "won"), done.count(1, "moves")), (10, 20));
}

#[test]
fn a_flood_takes_no_memory() {
    let args = ["--rounds", "20", "--concurrency", "4", "--turn-time", "600", "--json"];
    let running = Running::start(&["chatters", "long-line"], &args);
    let status = PathBuf::from(format!("/proc/{}/status", running.child.id()));
    let mut peak = 0;
    // Until it ends; a process that has ended has no memory to tell of.
    while let Some(line) = fs::read_to_string(&status)
        .ok()
        .and_then(|text| text.lines().find(|line| line.starts_with("VmHWM")).map(str::to_owned))
    {
        peak = peak.max(line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap());
        thread::sleep(Duration::from_millis(5));
    }
    let done = running.end();
    assert_eq!(done.misdeeds(0)["flood"] + done.misdeeds(1)["flood"], 40);
    assert!(peak < 64 * 1024, "{peak} KiB");
}

#[test]
fn ctrl_c_ends_a_match_with_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let (sgf, log) = (folder.path().join("games.sgf"), folder.path().join("log.txt"));
    let args = ["--turn-time", "600", "--concurrency", "2", "--rounds", "500", "--json"];
    let args = [&args[..], &["--sgf", sgf.to_str().unwrap()]].concat();
    let args = [&args[..], &["--log", log.to_str().unwrap()]].concat();
    let running = Running::start(&["1", "2", "hangs name=mute"], &args);
    // Until a game is over, and both games that go on wait for an engine that hangs at its third move.
    wait_until("two engines hang", || {
        let log = fs::read_to_string(&log).unwrap_or_default();
        let mut questions: BTreeMap<&str, u32> = BTreeMap::new();
        for line in log.lines() {
            if let [_, who, ">", "BEGIN" | "TURN" | "DONE", ..] =
                line.split(' ').collect::<Vec<&str>>()[..]
            {
                *questions.entry(who).or_default() += 1;
            }
        }
        questions.iter().filter(|(who, count)| who.starts_with("mute#") && **count == 3).count()
            == 2
    });
    assert!(!fs::read_to_string(&sgf).unwrap().is_empty());
    wait_for_handler(running.child.id());
    running.interrupt();
    let done = running.end();
    assert_eq!(done.output.status.code(), Some(0));
    assert!(done.json["games"].as_u64().unwrap() >= 1);
    assert_eq!(done.json["broken_off"], 2);
}

#[test]
fn a_second_ctrl_c_ends_it_at_once_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let args = ["--turn-time", "600", "--rounds", "500", "-v", "--log", log.to_str().unwrap()];
    let running = Running::start(&["1", "stubborn hangs"], &args);
    wait_until("an engine was started", || fs::metadata(&log).is_ok_and(|log| log.len() > 0));
    wait_for_handler(running.child.id());
    running.interrupt();
    thread::sleep(Duration::from_millis(20));
    running.interrupt();
    let done = running.end();
    assert!(matches!(done.output.status.code(), Some(0 | 130)), "{:?}", done.output.status);
}

#[test]
fn an_engine_that_is_not_there_is_reported_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = folder.path().join("games.sgf");
    let good = format!("'{}'", brain().display());
    let args = ["match", "--engine", &good, "--engine", "./no-such-brain name=ghost", "--sgf"];
    let output = tengen(&[&args[..], &[sgf.to_str().unwrap()]].concat(), b"");
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaints.starts_with("error: engine ghost cannot be started: ./no-such-brain: "),
        "{complaints}"
    );
    assert_eq!((complaints.lines().count(), output.stdout.len()), (1, 0));
    assert_eq!(fs::read(&sgf).unwrap(), b"");
}

#[test]
fn what_makes_no_match_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    fs::write(&list, "0,0, 1,1\n\nh8 i9 h8\n").unwrap();
    let list = list.to_str().unwrap();
    let place = format!("{list}:3:7: move 3 cannot be played: the point is occupied by move 1");
    for (args, said) in [
        (&["--engine", "tengen"][..], "a match takes two engines"),
        (&["--engine", "tengen", "--engine", "x", "--openings", list], place.as_str()),
        (&["--engine", "tengen", "--engine", "name=x"], "an engine has no command"),
        (&["--engine", "tengen", "--engine", "x seed=7"], "seed=7 is for tengen alone"),
        (
            &["--engine", "tengen", "--engine", "x proto=gomocup", "--rule", "nogo"],
            "nogo is played in gtp",
        ),
        (&["--engine", "tengen", "--engine", "x", "--each", "name=y"], "--each is for settings"),
        (&["--engine", "a", "--engine", "b", "--sprt", "elo0=5", "elo1=0"], "elo0 must be below"),
        (&["--engine", "a", "--engine", "b", "--engine", "c", "--sprt"], "exactly two engines"),
        (&["--engine", "a", "--engine", "b", "--sprt", "elo2=5"], "write elo0=0, elo1=10"),
        (&["--engine", "a", "--engine", "b", "--openings", "random:0"], "write random:100"),
        (&["--engine", "a", "--engine", "b", "--psq", "/"], "this directory is not empty"),
        (&["--engine", "a", "--engine", "b", "--size", "1x1", "--rule", "nogo"], "nobody can move"),
    ] {
        let output = tengen(&[&["match"], args].concat(), b"");
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert!(complaints.contains(said), "{args:?}: {complaints}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    }
}

/// The moves of a psq file, and its last line.
fn read_psq(text: &str) -> (Area, Vec<Point>, String) {
    let mut lines = text.lines();
    let head = lines.next().unwrap().strip_prefix("Piskvorky ").unwrap();
    let area = head.split(',').next().unwrap().parse().unwrap();
    let number = |word: &str| word.parse::<i32>().unwrap() - 1;
    let moves = lines.clone().filter(|line| line.split(',').count() == 3).map(|line| {
        let words: Vec<&str> = line.split(',').collect();
        Point::new(number(words[0]), number(words[1]))
    });
    (area, moves.collect(), lines.next_back().unwrap().to_owned())
}

#[test]
fn every_game_is_written_down_as_it_was_played() {
    for rule in Rule::FIVES {
        let folder = tempfile::tempdir().unwrap();
        let (sgf, psq) = (folder.path().join("games.sgf"), folder.path().join("psq"));
        let name = rule.to_string();
        let args = ["--rule", &name, "--size", "11x9", "--openings", "random:6", "--seed", "4"];
        let files = ["--sgf", sgf.to_str().unwrap(), "--psq", psq.to_str().unwrap()];
        let done = play(&["1", "2"], &[&args[..], &files, &["--concurrency", "2"]].concat());
        assert_eq!(done.json["games"], 12);
        assert_eq!((done.misdeeds(0).len(), done.misdeeds(1).len()), (0, 0));
        let trees = fs::read_to_string(&sgf).unwrap();
        let mut moves_played = 0;
        let mut openings: BTreeMap<Vec<Point>, u32> = BTreeMap::new();
        for entry in fs::read_dir(&psq).unwrap() {
            let path = entry.unwrap().path();
            let (area, moves, last) = read_psq(&fs::read_to_string(&path).unwrap());
            assert_eq!(area, Area::Bounded { width: 11, height: 9 });
            let mut position = Position::new(rule, area).unwrap();
            for &point in &moves {
                position.play(point).unwrap();
            }
            let winner = match position.outcome() {
                Some(Outcome::Won(color)) => 1 + color as u32,
                Some(Outcome::Drawn) => 0,
                None => panic!("{} is not over", path.display()),
            };
            assert_eq!(last, format!("{winner},match"));
            assert!(path.to_str().unwrap().ends_with(&format!("_{winner}.psq")));
            moves_played += moves.len();
            *openings.entry(moves[..4].to_vec()).or_default() += 1;
        }
        assert!(openings.values().all(|count| count % 2 == 0), "each is played by both");
        assert_eq!(trees.matches("(;FF[4]GM[4]").count(), 12);
        assert_eq!(trees.matches(";B[").count() + trees.matches(";W[").count(), moves_played);
    }
}

#[test]
fn a_foul_loses_at_renju_and_is_not_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let (list, psq) = (folder.path().join("list.txt"), folder.path().join("psq"));
    // Black is to move, and h8 makes two threes.
    fs::write(&list, "g8a1f8a3h9a5h10a7\n").unwrap();
    let files = ["--openings", list.to_str().unwrap(), "--psq", psq.to_str().unwrap()];
    let args = [&files[..], &["--rule", "renju"]].concat();
    let done = play(&["illegal", "illegal"], &args);
    for player in 0..2 {
        assert_eq!(done.misdeeds(player), BTreeMap::from([("foul".to_owned(), 1)]));
    }
    let (_, moves, end) =
        read_psq(&fs::read_to_string(psq.join("000001_brain_brain-2_2.psq")).unwrap());
    assert_eq!((moves.len(), end.as_str()), (8, "2,match"));
}

#[test]
fn a_schedule_and_its_games_repeat_with_the_seed() {
    let games = |seed: &str, concurrency: &str| {
        let folder = tempfile::tempdir().unwrap();
        let psq = folder.path().join("psq");
        let args = ["--openings", "random:4", "--order", "random", "--rounds", "8", "--fresh"];
        let files = ["--seed", seed, "--concurrency", concurrency, "--psq", psq.to_str().unwrap()];
        play(&["1", "2", "3"], &[&args[..], &files].concat());
        let read = |path: PathBuf| {
            let (_, moves, last) = read_psq(&fs::read_to_string(&path).unwrap());
            (path.file_name().unwrap().to_owned(), moves, last)
        };
        let mut games: Vec<_> =
            fs::read_dir(&psq).unwrap().map(|entry| read(entry.unwrap().path())).collect();
        games.sort();
        assert_eq!(games.len(), 3 * 8 * 2);
        games
    };
    let first = games("7", "1");
    assert_eq!(first, games("7", "3"));
    assert_ne!(first, games("8", "1"));
}

#[test]
fn a_test_stops_the_match_as_soon_as_it_is_decided() {
    let sprt = ["--sprt", "elo0=0", "elo1=100"];
    let args = ["--rounds", "10000", "--openings", "random:50", "--concurrency", "2"];
    let done = play(&["1", "outside"], &[&args[..], &sprt].concat());
    assert_eq!(done.json["sprt"]["decision"], "elo1");
    let games = done.json["games"].as_u64().unwrap();
    assert!((4..200).contains(&games), "{games}");
    assert!(done.json["sprt"]["llr"].as_f64().unwrap() > 2.9);
}

#[test]
fn the_table_says_what_the_json_says() {
    let args = ["match", "--rounds", "2", "--openings", "random:2", "-v", "--size", "20x20"];
    let args = [&args[..], &["--turn-time", "600"]].concat();
    let engines: Vec<String> =
        ["1 name=ada", "2 name=bob", "occupied name=eve"].into_iter().flat_map(engine).collect();
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    let output = tengen(&[&args[..], &engines].concat(), b"");
    let (table, games) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(games.lines().count(), 12);
    assert!(games.contains(": played on a stone"), "{games}");
    assert!(table.starts_with("12 games of freestyle on 20x20\n"), "{table}");
    let eve = table.lines().find(|line| line.starts_with(" 3. eve")).expect("eve is last");
    assert_eq!(eve.split_whitespace().nth(2), Some("8"), "{table}");
    assert!(table.lines().last().unwrap().ends_with("occupied 8"), "{table}");
}

#[test]
fn a_log_has_every_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.txt");
    let args = ["--log", path.to_str().unwrap(), "--match-time", "100", "--rule", "renju"];
    let args = [&args[..], &["--size", "7x9", "--max-moves", "3"]].concat();
    let bob = "garbage name=bob turn=0.2 tolerance=5 memory=2 nodes=9 info.x=y";
    play(&["1 name=ada", bob], &args);
    let log = fs::read_to_string(&path).unwrap();
    let said = |who: &str| -> Vec<String> {
        let lines = log.lines().filter_map(|line| line.split_once(&format!(" {who} ")));
        lines.map(|(_, said)| said.to_owned()).collect()
    };
    let [ada, bob] = ["ada#1", "bob#2"].map(said);
    assert_eq!(
        ada[..5],
        ["! started", "> ABOUT", "< name=\"Chance\", version=\"1\"", "> RECTSTART 7,9", "< OK"]
    );
    assert!(ada.contains(&"> INFO rule 4".to_owned()) && ada.contains(&"> BEGIN".to_owned()));
    assert!(ada.iter().any(|line| line.starts_with("> INFO time_left 100000")), "{ada:?}");
    for line in [
        "> INFO max_memory 2097152",
        "> INFO timeout_turn 200",
        "> INFO timeout_match 100000",
        "> INFO max_node 9",
        "> INFO x y",
        r"< \xff\x00\xfe7\x1b[2J,\x807",
    ] {
        assert!(bob.contains(&line.to_owned()), "{line}: {bob:?}");
    }
    assert!(bob.contains(&"! killed".to_owned()), "{bob:?}");
}

#[test]
fn nogo_is_played_in_gtp_and_its_vices_are_known() {
    let vices = [
        ("gtp 1 name=good", ""),
        ("gtp no-about name=a", "no-about"),
        ("gtp no-start name=b", "no-start"),
        ("gtp declines name=c", "declined"),
        ("gtp outside name=d", "outside"),
        ("gtp occupied name=e", "occupied"),
        ("gtp illegal name=f", "choke"),
        ("gtp passes name=g", "pass"),
        ("gtp wrong-number name=h", "unasked"),
        ("gtp refuses name=i", "refused"),
        ("gtp dies name=j", "crash"),
        ("gtp hangs name=k", "turn-time"),
        ("gtp closes name=l", "closed"),
        ("gtp chatters name=m", "flood"),
        ("gtp resigns name=n", "-"),
    ];
    let silent = ["no-about", "no-start", "turn-time"];
    let engines: Vec<String> = vices
        .iter()
        .map(|(words, vice)| (words, if silent.contains(vice) { SILENT } else { "" }))
        .map(|(words, clock)| format!("{words} {clock}"))
        .collect();
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    let args = ["--rule", "nogo", "--size", "7x7", "--gauntlet", "--concurrency", "8"];
    let done = play(&engines, &[&args[..], &["--openings", "random:1"]].concat());
    for (place, (words, expected)) in vices.iter().enumerate().skip(1) {
        let misdeeds = done.verdicts(place);
        match *expected {
            "-" => assert_eq!(misdeeds, BTreeMap::new(), "{words}"),
            word => assert_eq!(misdeeds, BTreeMap::from([(word.to_owned(), 2)]), "{words}"),
        }
        assert_eq!(done.count(place, "lost"), 2, "{words}");
    }
}

#[test]
fn this_very_program_plays_nogo_by_its_short_name() {
    let args = ["match", "--rule", "nogo", "--size", "5x5", "--json", "--rounds", "2"];
    let engines =
        ["--engine", "tengen nodes=200 name=more", "--engine", "tengen nodes=20 name=less"];
    let output = tengen(&[&args[..], &engines, &["--match-time", "6000"]].concat(), b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["games"], 4);
    for engine in json["engines"].as_array().unwrap() {
        assert_eq!(engine["misdeeds"], serde_json::json!({}), "{engine}");
    }
}
