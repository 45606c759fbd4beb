//! Trains the network of NoGo by self-play, round after round.
//!
//! ```sh
//! cargo run --release -p tengen-engine --example nogo_net -- FOLDER [OPTION]...
//! ```
//!
//! Each round plays games with the last network (the first without one, unless `start=shipped`), trains on the games of
//! all rounds, and writes `round-N.values`, a file for `src/nogo/weights`. A run that was stopped goes on where it was when
//! it is started again with the same options: games are lines of `games-N.txt`, each with random numbers of its own, and a
//! round whose network is there is not trained again; fewer `games` than there are train on those. Each round is a start of
//! its own, since a program keeps the network that it plays with.
//!
//! Options: `rounds=3`, `games=1500` (of a round), `playouts=600` (of a move, on average), `other=0.12` (share of games on
//! boards of other sizes than 9x9), `steps=8000` (of training), `rate=0.0025` (learning rate at the start), `seed=1`,
//! `start=shipped` (begins with the network in the tree, and not with none).

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]
#![allow(clippy::cast_precision_loss, reason = "means and chances need no more than 24 bits")]

mod games;
mod gradient;
mod training;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use tengen_engine::nogo::{MctsSettings, PolicyValueNet};
use tengen_testkit::number;

use games::{GameTerms, play_game};
use training::{Sample, Trainer, read_games};

/// What a run does.
struct Terms {
    folder: PathBuf,
    rounds: u64,
    games: u64,
    steps: u32,
    rate: f32,
    /// Whether the first round has the network in the tree.
    starts_shipped: bool,
    game: GameTerms,
}

impl Terms {
    fn read(arguments: &[String]) -> Result<Terms, String> {
        let [folder, options @ ..] = arguments else {
            return Err("name a folder, as in: nogo_net runs/one rounds=3".to_owned());
        };
        let mut terms = Terms {
            folder: folder.into(),
            rounds: 3,
            games: 1500,
            steps: 8000,
            rate: 0.0025,
            starts_shipped: false,
            game: GameTerms { playouts: 600, other: 0.12, seed: 1 },
        };
        for option in options {
            let (word, value) = option.split_once('=').unwrap_or((option, ""));
            match word {
                "rounds" => terms.rounds = number(word, value)?,
                "games" => terms.games = number(word, value)?,
                "steps" => terms.steps = number(word, value)?,
                "rate" => terms.rate = number(word, value)?,
                "playouts" => terms.game.playouts = number(word, value)?,
                "other" => terms.game.other = number(word, value)?,
                "start" if value == "shipped" => terms.starts_shipped = true,
                "seed" => terms.game.seed = number(word, value)?,
                _ => return Err(format!("{option:?} is no option")),
            }
        }
        Ok(terms)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Plays the games of a round that are not in its file yet.
fn play_round(terms: &Terms, round: u64, settings: MctsSettings) -> Result<(), String> {
    let path = terms.file(&format!("games-{round}.txt"));
    let mut done = 0;
    if path.exists() {
        let file = fs::File::open(&path).map_err(|error| failed(&path, &error))?;
        let mut whole = 0;
        for line in BufReader::new(file).split(b'\n') {
            let line = line.map_err(|error| failed(&path, &error))?;
            // The last line of a run that was killed may be cut off.
            if line.ends_with(b" end") {
                done += 1;
                whole += line.len() as u64 + 1;
            }
        }
        let file = fs::OpenOptions::new().write(true).open(&path);
        file.and_then(|file| file.set_len(whole)).map_err(|error| failed(&path, &error))?;
    }
    let mut file = fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(&path)
        .map_err(|error| failed(&path, &error))?;
    for number in done..terms.games {
        let line = play_game(&terms.game, settings, round * 1_000_000 + number);
        file.write_all(line.as_bytes()).map_err(|error| failed(&path, &error))?;
        if (number + 1).is_multiple_of(100) {
            eprintln!("round {round}: {} games", number + 1);
        }
    }
    Ok(())
}

fn run() -> Result<(), String> {
    let terms = Terms::read(&std::env::args().skip(1).collect::<Vec<String>>())?;
    fs::create_dir_all(&terms.folder).map_err(|error| failed(&terms.folder, &error))?;
    let mut trainer = Trainer::new(terms.game.seed);
    if terms.starts_shipped {
        let weights = PolicyValueNet::installed_weights().ok_or("there is no network to start")?;
        trainer.start_from(&weights);
    }
    let mut samples: Vec<Sample> = Vec::new();
    for round in 1..=terms.rounds {
        let weights = terms.file(&format!("round-{round}.weights"));
        let has_net = round > 1 || terms.starts_shipped;
        let settings = if has_net { MctsSettings::STRONG } else { MctsSettings::NETLESS };
        // The first network that is installed stays, so each round has a process of its own.
        if round > 1 && !weights.exists() {
            trainer.net().install();
        }
        play_round(&terms, round, settings)?;
        let path = terms.file(&format!("games-{round}.txt"));
        let text = fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
        read_games(&text, &mut samples).map_err(|error| format!("{}:{error}", path.display()))?;
        if weights.exists() {
            let bytes = fs::read(&weights).map_err(|error| failed(&weights, &error))?;
            trainer.read(&bytes).map_err(|error| format!("{}: {error}", weights.display()))?;
            continue;
        }
        println!("round {round}: {} positions", samples.len());
        trainer.train(&samples, terms.steps, terms.rate, |line| println!("{line}"));
        let values = terms.file(&format!("round-{round}.values"));
        fs::write(&values, PolicyValueNet::write(trainer.weights()))
            .map_err(|error| failed(&values, &error))?;
        // Whole or not at all.
        let part = terms.file("weights.part");
        fs::write(&part, trainer.bytes())
            .and_then(|()| fs::rename(&part, &weights))
            .map_err(|error| failed(&weights, &error))?;
        if round < terms.rounds {
            println!("round {round} is done: start it again for the next one");
            return Ok(());
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
