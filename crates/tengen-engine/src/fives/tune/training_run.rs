//! Training runs: rounds of self-play and fitting that can be stopped at any time.

use std::{
    fmt::Display,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use thiserror::Error;

use super::{Fit, LossCurve, Samples, SelfPlayGame, SelfPlayOptions};
use crate::fives::{FivesPlayer, Values};

/// Number of games in a file.
const GAMES_PER_FILE: u64 = 20;
/// One of this many files is for validation.
const VALIDATION: u64 = 10;

/// Training run: in each round the engine plays games with the values it has, and fits new ones to the
/// games of that round and of the one before.
///
/// Equal runs give equal bytes, for any number of threads and however often a run was stopped.
#[derive(Clone, Debug)]
pub struct TrainingRun {
    /// The values that play the first round.
    pub values: Arc<Values>,
    /// The rounds.
    pub rounds: Vec<TrainingRound>,
    /// Number of epochs of each round.
    pub epochs: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// Whether the fit of a round starts from the values that played it, and not from random weights.
    pub resume: bool,
}

/// Round of a training run; `3000@800` as a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingRound {
    /// Number of games, rounded up to whole files.
    pub games: u64,
    /// Node limit of each move.
    pub nodes: u64,
}

/// Storage of a training run, by file name, and the observer of its progress.
pub trait TrainingStore: Sync {
    /// Error of the storage.
    type Error: Send;

    /// Whether there is a file of this name.
    fn contains(&self, name: &str) -> bool;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If that fails.
    fn read(&self, name: &str) -> Result<Vec<u8>, Self::Error>;

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// If that fails.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Is called with every event, also by several threads at once.
    ///
    /// # Errors
    ///
    /// If the run is to end.
    fn observe(&self, event: TrainingEvent<'_>) -> Result<(), Self::Error>;

    /// Whether the run is to stop. What is in the storage then is where the next run goes on.
    fn is_stopped(&self) -> bool;
}

/// Event of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainingEvent<'a> {
    /// A round begins with self-play.
    Playing {
        /// Number of the round, from 1.
        round: usize,
        /// Number of games that are missing.
        games: u64,
    },
    /// A game was played.
    Played,
    /// All games of a round have been played, and values are fitted to them.
    Fitting {
        /// Number of the round, from 1.
        round: usize,
        /// Number of training positions.
        training: usize,
        /// Number of validation positions.
        validation: usize,
    },
    /// An epoch ends; the first time, none has begun.
    Epoch(&'a LossCurve),
}

/// Error of a training run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrainingError<E> {
    /// The storage failed.
    #[error("the storage failed")]
    Store(E),
    /// The storage has the games of another run.
    #[error("{name} is about other games:\n{found}asked for are\n{wanted}name another directory")]
    OtherRun {
        /// Name of the file.
        name: String,
        /// What it says.
        found: String,
        /// What it would say of this run.
        wanted: String,
    },
    /// A file is damaged.
    #[error("{name}: {why}; remove it to have it made again")]
    Damaged {
        /// Name of the file.
        name: String,
        /// What is wrong.
        why: String,
    },
}

fn damaged<E>(name: String, why: impl Display) -> TrainingError<E> {
    TrainingError::Damaged { name, why: why.to_string() }
}

impl<E> From<E> for TrainingError<E> {
    fn from(error: E) -> TrainingError<E> {
        TrainingError::Store(error)
    }
}

impl TrainingRound {
    /// The rounds that the shipped values are trained with.
    pub const SHIPPED: &str = "3000@500,8000@800,16000@1000";
}

impl FromStr for TrainingRound {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TrainingRound, &'static str> {
        let number = |word: &str| word.parse().ok().filter(|n| (1..=100_000_000).contains(n));
        text.split_once('@')
            .and_then(|(games, nodes)| {
                Some(TrainingRound { games: number(games)?, nodes: number(nodes)? })
            })
            .ok_or("a round is written like 3000@800: games, and positions a move")
    }
}

impl TrainingRun {
    /// Plays and fits, round after round, what the storage does not have yet. The values of the last
    /// round; none if the run was stopped.
    ///
    /// # Errors
    ///
    /// If the storage fails, or has what does not belong to this run.
    pub fn run<S: TrainingStore>(
        &self,
        store: &S,
    ) -> Result<Option<Arc<Values>>, TrainingError<S::Error>> {
        let mut values = Arc::clone(&self.values);
        let mut before: Option<RoundInProgress<'_, S>> = None;
        for (number, round) in (1..).zip(&self.rounds) {
            // Each round has its own random numbers.
            let seed = self.seed.wrapping_mul(1000).wrapping_add(number as u64);
            let options = SelfPlayOptions { values, nodes: round.nodes, seed };
            let files = round.games.div_ceil(GAMES_PER_FILE);
            let current = RoundInProgress { run: self, store, number, options, files };
            let Some(made) = current.make(before.as_ref())? else { return Ok(None) };
            values = Arc::new(made);
            before = Some(current);
        }
        Ok(Some(values))
    }
}

/// A round of a run.
struct RoundInProgress<'a, S> {
    run: &'a TrainingRun,
    store: &'a S,
    /// From 1.
    number: usize,
    options: SelfPlayOptions,
    /// Number of files of games.
    files: u64,
}

impl<S: TrainingStore> RoundInProgress<'_, S> {
    fn name(&self, file: &str) -> String {
        format!("round-{}/{file}", self.number)
    }

    fn games_name(&self, file: u64) -> String {
        self.name(&format!("games-{file:05}.bin"))
    }

    /// The values of the round, from the storage or by playing and fitting; none if it was stopped.
    /// The games of the round before are training data as well.
    fn make(&self, before: Option<&Self>) -> Result<Option<Values>, TrainingError<S::Error>> {
        self.check_plan()?;
        let name = self.name(&format!("{}.values", self.options.values.rule()));
        if self.store.contains(&name) {
            let values = Values::from_bytes(&self.store.read(&name)?);
            return values.map(Some).map_err(|error| damaged(name, error));
        }
        if !self.play()? {
            return Ok(None);
        }
        let Some(values) = self.fit(before)? else { return Ok(None) };
        self.store.write(&name, &values.to_bytes())?;
        Ok(Some(values))
    }

    /// Writes what the games of the round are, or checks that those in the storage are the same.
    fn check_plan(&self) -> Result<(), TrainingError<S::Error>> {
        let SelfPlayOptions { values, nodes, seed } = &self.options;
        let checksum = values.to_bytes().last_chunk().map_or(0, |&sum| u64::from_le_bytes(sum));
        let (rule, games) = (values.rule(), self.files * GAMES_PER_FILE);
        let start = if self.run.resume { "fit from the values\n" } else { "" };
        let wanted = format!(
            "rule {rule}\ngames {games}\nnodes {nodes}\nseed {seed}\nepochs {}\nvalues {checksum:016x}\n{start}",
            self.run.epochs
        );
        let name = self.name("plan.txt");
        if !self.store.contains(&name) {
            return Ok(self.store.write(&name, wanted.as_bytes())?);
        }
        let found = String::from_utf8_lossy(&self.store.read(&name)?).into_owned();
        if found == wanted {
            return Ok(());
        }
        Err(TrainingError::OtherRun { name, found, wanted })
    }

    /// Plays the games that the storage does not have; whether it has all of them then.
    fn play(&self) -> Result<bool, S::Error> {
        let is_missing = |&file: &u64| !self.store.contains(&self.games_name(file));
        let missing: Vec<u64> = (0..self.files).filter(is_missing).collect();
        let games = GAMES_PER_FILE * missing.len() as u64;
        self.store.observe(TrainingEvent::Playing { round: self.number, games })?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut player = SelfPlayGame::player(&self.options.values);
            while let Some(&file) = missing.get(next.fetch_add(1, Relaxed)) {
                self.play_file(file, &mut player)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            // Where the system allows no more threads, it takes longer.
            let help = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let helpers: Vec<_> = (1..self.run.threads).map_while(help).collect();
            let mut done = work();
            for helper in helpers {
                done = done.and(helper.join().expect("no thread panics"));
            }
            done.map(|()| !self.store.is_stopped())
        })
    }

    /// Plays the games of a file, unless it is stopped.
    fn play_file(&self, file: u64, player: &mut FivesPlayer) -> Result<(), S::Error> {
        let mut bytes = Vec::new();
        for number in GAMES_PER_FILE * file..GAMES_PER_FILE * (file + 1) {
            if self.store.is_stopped() {
                return Ok(());
            }
            SelfPlayGame::play(&self.options, number, player).write(&mut bytes);
            self.store.observe(TrainingEvent::Played)?;
        }
        self.store.write(&self.games_name(file), &bytes)
    }

    /// Adds the positions of the round to those for training and those for validation.
    fn add_to(&self, samples: &mut [Samples; 2]) -> Result<(), TrainingError<S::Error>> {
        // With few files, the last one is for validation.
        let period = self.files.min(VALIDATION);
        for file in 0..self.files {
            let name = self.games_name(file);
            let bytes = self.store.read(&name)?;
            let mut rest = &bytes[..];
            let is_validation = file % period == period - 1;
            while !rest.is_empty() {
                let read = SelfPlayGame::read(self.options.values.rule(), rest);
                let (game, after) = read.map_err(|error| damaged(name.clone(), error))?;
                samples[usize::from(is_validation)].add(&game);
                rest = after;
            }
        }
        Ok(())
    }

    /// Fits values, and stores the loss curve; none if it was stopped.
    fn fit(&self, before: Option<&Self>) -> Result<Option<Values>, TrainingError<S::Error>> {
        let mut samples = [Samples::default(), Samples::default()];
        for round in before.into_iter().chain([self]) {
            round.add_to(&mut samples)?;
        }
        let [training, validation] = &samples;
        self.store.observe(TrainingEvent::Fitting {
            round: self.number,
            training: training.len(),
            validation: validation.len(),
        })?;
        let TrainingRun { epochs, threads, resume, .. } = *self.run;
        let SelfPlayOptions { values, seed, .. } = &self.options;
        let mut fit = if resume {
            Fit::resume(Arc::clone(values), *seed, epochs)
        } else {
            Fit::new(Arc::new(Values::first(values.rule())), *seed, epochs)
        };
        let mut curve = LossCurve::default();
        for epoch in 0..=epochs {
            if epoch > 0 {
                fit.train_epoch(training, threads);
                if self.store.is_stopped() {
                    return Ok(None);
                }
            }
            curve.push(samples.each_ref().map(|samples| fit.loss(samples, threads)));
            self.store.observe(TrainingEvent::Epoch(&curve))?;
            self.store.write(&self.name("loss.tsv"), curve.to_tsv().as_bytes())?;
            self.store.write(&self.name("loss.svg"), curve.to_svg().as_bytes())?;
        }
        Ok(Some(fit.values()))
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, convert::Infallible, sync::Mutex};

    use tengen_core::Rule;

    use super::*;

    /// Storage in memory that stops a run after a number of events.
    #[derive(Default)]
    struct MemoryStore {
        files: Mutex<BTreeMap<String, Vec<u8>>>,
        events: AtomicUsize,
        limit: usize,
    }

    impl TrainingStore for MemoryStore {
        type Error = Infallible;

        fn contains(&self, name: &str) -> bool {
            self.files.lock().unwrap().contains_key(name)
        }

        fn read(&self, name: &str) -> Result<Vec<u8>, Infallible> {
            Ok(self.files.lock().unwrap()[name].clone())
        }

        fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Infallible> {
            self.files.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
            Ok(())
        }

        fn observe(&self, _: TrainingEvent<'_>) -> Result<(), Infallible> {
            self.events.fetch_add(1, Relaxed);
            Ok(())
        }

        fn is_stopped(&self) -> bool {
            self.events.load(Relaxed) >= self.limit
        }
    }

    #[test]
    fn a_run_that_is_stopped_again_and_again_makes_the_files_of_one_that_is_not() {
        let rounds = vec![TrainingRound { games: 20, nodes: 10 }, "20@15".parse().unwrap()];
        let values = Arc::new(Values::first(Rule::Renju));
        let run = TrainingRun { values, rounds, epochs: 2, seed: 5, threads: 1, resume: false };
        let whole = MemoryStore { limit: usize::MAX, ..MemoryStore::default() };
        let made = run.run(&whole).unwrap().unwrap();
        let mut stopped = MemoryStore { limit: 22, ..MemoryStore::default() };
        let mut stops = 0;
        let again = loop {
            match run.run(&stopped).unwrap() {
                Some(values) => break values,
                None => stops += 1,
            }
            *stopped.events.get_mut() = 0;
        };
        assert_eq!(stops, 3);
        assert_eq!(made.to_bytes(), again.to_bytes());
        assert_eq!(whole.files.into_inner().unwrap(), stopped.files.into_inner().unwrap());
    }
}
