//! Many games from one position, and what came of them.

use std::{
    fmt,
    num::NonZero,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use tengen_core::{Area, Cell, Color};

use super::{Playout, Rng, State, StateError, Wide};

/// Start of playouts: a position in the form that is fastest for its size.
///
/// ```
/// use std::num::NonZero;
///
/// use tengen_core::{Area, Color};
/// use tengen_engine::playout::Start;
///
/// let start = Start::from_cells(Area::square(9), &mut std::iter::empty(), Color::Black)?;
/// let two = NonZero::new(2).unwrap();
/// let statistics = start.play_games(10_000, 1, two, &|_done| {});
/// assert_eq!(statistics.games(), 10_000);
/// assert!((74.0..75.0).contains(&statistics.mean_moves()));
/// # Ok::<(), tengen_engine::playout::StateError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Start {
    /// A board of up to 25x25.
    Small(State),
    /// A larger one.
    Large(Wide),
}

impl Start {
    /// The position with these `cells`, row by row from the top, and `turn` to move. What is
    /// missing is empty.
    ///
    /// # Errors
    ///
    /// If the board has no points, no edges or too many points, or a chain has no liberty.
    pub fn from_cells(
        area: Area,
        cells: &mut dyn Iterator<Item = Cell>,
        turn: Color,
    ) -> Result<Start, StateError> {
        let longest = match area {
            Area::Bounded { width, height } => width.max(height),
            Area::Unbounded => 0,
        };
        if longest <= State::MAX_SIDE {
            State::from_cells(area, cells, turn).map(Start::Small)
        } else {
            Wide::from_cells(area, cells, turn).map(Start::Large)
        }
    }

    /// Plays `games` uniformly random playouts on `threads` threads. `progress` is called with the number
    /// done after every few, also by several threads at once.
    ///
    /// Deterministic by `seed` for any number of threads: every game has its own random numbers.
    pub fn play_games(
        &self,
        games: u64,
        seed: u64,
        threads: NonZero<usize>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Statistics {
        let progress = |done| {
            progress(done);
            ControlFlow::Continue(())
        };
        self.play_games_until(games, seed, threads, &progress).expect("nobody breaks off")
    }

    /// Like [`play_games`](Start::play_games), but ends early if `progress` breaks off; then there are no statistics.
    pub fn play_games_until(
        &self,
        games: u64,
        seed: u64,
        threads: NonZero<usize>,
        progress: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
    ) -> Option<Statistics> {
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let chunk = match self {
            Start::Small(_) => 1024,
            Start::Large(_) => 1,
        };
        let work = || {
            let mut statistics = Statistics::default();
            let mut runner = self.runner();
            loop {
                let first = next.fetch_add(chunk, Ordering::Relaxed);
                if first >= games {
                    return Some(statistics);
                }
                let count = chunk.min(games - first);
                for number in first..first + count {
                    statistics.count(runner.play(&mut Rng::stream(seed, number)));
                }
                if progress(done.fetch_add(count, Ordering::Relaxed) + count).is_break() {
                    // The others find no game left.
                    next.store(u64::MAX / 2, Ordering::Relaxed);
                    return None;
                }
            }
        };
        // One thread more than there are chunks would only be started and stopped.
        let threads = threads.get().min(games.div_ceil(chunk).try_into().unwrap_or(usize::MAX));
        thread::scope(|scope| {
            // Where the system allows no more threads, there are fewer helpers.
            let help = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let helpers: Vec<_> = (1..threads).map_while(help).collect();
            let mut all = work();
            for helper in helpers {
                let more = helper.join().expect("a playout does not panic");
                all = all.zip(more).map(|(mut all, more)| {
                    all.add(&more);
                    all
                });
            }
            all
        })
    }

    fn runner(&self) -> PlayoutRunner<'_> {
        match self {
            Start::Small(start) => PlayoutRunner::Small { start, game: start.clone() },
            Start::Large(start) => {
                PlayoutRunner::Large { start, game: start.clone(), list: Vec::new() }
            }
        }
    }
}

/// Playouts of one thread. From game to game nothing is allocated.
enum PlayoutRunner<'a> {
    Small { start: &'a State, game: State },
    Large { start: &'a Wide, game: Wide, list: Vec<u32> },
}

impl PlayoutRunner<'_> {
    /// Plays the game that draws from `rng`.
    #[inline]
    fn play(&mut self, rng: &mut Rng) -> Playout {
        match self {
            PlayoutRunner::Small { start, game } => {
                game.clone_from(start);
                game.play_out(rng)
            }
            PlayoutRunner::Large { start, game, list } => {
                game.clone_from(start);
                game.play_out_with(list, rng, &mut |_, _| {})
            }
        }
    }
}

/// Statistics of many playouts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    wins: [u64; 2],
    /// Histogram of game lengths.
    lengths: Vec<u64>,
}

impl Statistics {
    #[inline]
    fn count(&mut self, playout: Playout) {
        let moves = playout.moves as usize;
        if self.lengths.len() <= moves {
            self.lengths.resize(moves + 1, 0);
        }
        self.lengths[moves] += 1;
        self.wins[playout.winner as usize] += 1;
    }

    fn add(&mut self, other: &Statistics) {
        for (mine, more) in self.wins.iter_mut().zip(other.wins) {
            *mine += more;
        }
        self.lengths.resize(self.lengths.len().max(other.lengths.len()), 0);
        for (mine, more) in self.lengths.iter_mut().zip(&other.lengths) {
            *mine += more;
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// Number of games that `color` has won.
    pub fn wins(&self, color: Color) -> u64 {
        self.wins[color as usize]
    }

    /// Total number of moves.
    pub fn moves(&self) -> u64 {
        self.lengths().map(|(moves, games)| u64::from(moves) * games).sum()
    }

    /// Histogram of game lengths: number of moves and number of games, in ascending order.
    pub fn lengths(&self) -> impl Iterator<Item = (u32, u64)> {
        let all = self.lengths.iter().enumerate();
        all.map(|(moves, &games)| (moves as u32, games)).filter(|&(_, games)| games > 0)
    }

    /// Histogram of game lengths in at most `most` bins of equal width: the least length of each bin and
    /// its number of games.
    pub fn length_bins(&self, most: u32) -> Vec<(u32, u64)> {
        let mut bins = Vec::new();
        let (Some((least, _)), Some((longest, _))) = (self.lengths().next(), self.lengths().last())
        else {
            return bins;
        };
        let width = (longest - least) / most + 1;
        for from in (least..=longest).step_by(width as usize) {
            let bin = self.lengths[from as usize..].iter().take(width as usize);
            bins.push((from, bin.sum()));
        }
        bins
    }

    /// The mean number of moves of a game; zero if there was none.
    #[allow(clippy::cast_precision_loss, reason = "a mean of so many games is not that precise")]
    pub fn mean_moves(&self) -> f64 {
        self.moves() as f64 / self.games().max(1) as f64
    }
}

impl fmt::Display for Statistics {
    /// Wins, mean length, and a histogram of the lengths, in lines.
    #[allow(clippy::cast_precision_loss, reason = "shares are printed to a few digits")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: u64| 100.0 * count as f64 / self.games().max(1) as f64;
        for color in Color::ALL {
            let wins = self.wins(color);
            writeln!(f, "{color} won {wins} ({:.2} %)", share(wins))?;
        }
        if let (Some((least, _)), Some((most, _))) = (self.lengths().next(), self.lengths().last())
        {
            writeln!(f, "{:.2} moves a game, from {least} to {most}", self.mean_moves())?;
        }
        let bins = self.length_bins(16);
        let highest = bins.iter().map(|bin| bin.1).max().unwrap_or(1).max(1);
        for (from, count) in bins {
            let bar = "#".repeat((40 * count / highest) as usize);
            let line = format!("{from:>6} {:>7.3} % {bar}", share(count));
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
