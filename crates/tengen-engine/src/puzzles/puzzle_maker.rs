//! The generator of puzzles.

use std::collections::{BTreeMap, HashSet};

use tengen_core::{Position, Rng, Rule, Setup};
use tengen_solver::puzzle::{PositionShape, PuzzleKind, PuzzleSolution, PuzzleSolver};

use super::puzzle_game::{play, rule_of};

/// A puzzle that was made.
#[derive(Clone, Debug)]
pub struct MadePuzzle {
    /// The number of the game that it is from.
    pub game: u64,
    /// What is to be found.
    pub kind: PuzzleKind,
    /// The position, with no moves before it.
    pub position: Position,
    /// The only first move, and how hard it is.
    pub solution: PuzzleSolution,
}

/// Progress of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleProgress {
    /// The number of the game that was played last.
    pub game: u64,
    /// How many puzzles were made.
    pub made: usize,
    /// How many are wanted.
    pub wanted: usize,
}

/// Generator of puzzles: a stream that depends on the seed and on what is wanted alone.
///
/// A game gives one puzzle at most, so that no two show nearly the same stones. A stream that was interrupted is resumed by
/// [`resume`](PuzzleMaker::resume) with the puzzles that it gave.
#[derive(Clone, Debug)]
pub struct PuzzleMaker {
    seed: u64,
    wanted: BTreeMap<PuzzleKind, usize>,
    /// How many were made, by kind and depth.
    made: BTreeMap<(PuzzleKind, u32), usize>,
    shapes: HashSet<PositionShape>,
    /// The next game.
    game: u64,
}

impl PuzzleMaker {
    /// The kinds as they are looked for in a game: the rare ones first.
    const ORDER: [PuzzleKind; 5] =
        [PuzzleKind::Foul, PuzzleKind::Defence, PuzzleKind::Vct, PuzzleKind::Vcf, PuzzleKind::NoGo];

    /// Fewest stones of a puzzle of five-in-a-row.
    const LEAST_STONES: usize = 8;

    /// Most empty points of a NoGo puzzle.
    const MOST_EMPTY: usize = 20;

    /// Most positions of a game that are searched for threats, which takes longest.
    const MOST_SEARCHED: usize = 8;

    /// A generator of a number of puzzles of each kind.
    pub fn new(seed: u64, wanted: impl IntoIterator<Item = (PuzzleKind, usize)>) -> PuzzleMaker {
        PuzzleMaker {
            seed,
            wanted: wanted.into_iter().collect(),
            made: BTreeMap::new(),
            shapes: HashSet::new(),
            game: 0,
        }
    }

    /// Takes a puzzle of a stream that is resumed.
    pub fn resume(&mut self, game: u64, kind: PuzzleKind, depth: u32, position: &Position) {
        self.shapes.insert(PositionShape::from(position));
        *self.made.entry((kind, depth)).or_default() += 1;
        self.game = self.game.max(game.saturating_add(1));
    }

    fn count(&self, kind: PuzzleKind) -> usize {
        self.made.range((kind, 0)..=(kind, u32::MAX)).map(|(_, count)| count).sum()
    }

    /// Whether a puzzle of this kind and depth is wanted: neither the move that everybody sees, nor what takes an hour, and
    /// not too many alike.
    fn is_wanted(&self, kind: PuzzleKind, depth: u32) -> bool {
        let (depths, share) = match kind {
            PuzzleKind::Vcf => (3..=12, 30),
            PuzzleKind::Vct => (3..=8, 30),
            PuzzleKind::Foul => (2..=12, 70),
            PuzzleKind::Defence => (3..=20, 100),
            PuzzleKind::NoGo => (3..=12, 35),
        };
        let made = self.made.get(&(kind, depth)).copied().unwrap_or(0);
        let wanted = self.wanted.get(&kind).copied().unwrap_or(0);
        depths.contains(&depth) && made < (wanted * share).div_ceil(100)
    }

    fn lacks(&self, kind: PuzzleKind) -> bool {
        self.wanted.get(&kind).is_some_and(|&wanted| self.count(kind) < wanted)
    }

    /// How far it is.
    pub fn progress(&self) -> PuzzleProgress {
        let made = self.wanted.keys().map(|&kind| self.count(kind)).sum();
        PuzzleProgress { game: self.game, made, wanted: self.wanted.values().sum() }
    }

    /// The next puzzle; none if there are as many as are wanted, or `stop` returned true. `news` is called after each game.
    pub fn next_puzzle(
        &mut self,
        stop: &(dyn Fn() -> bool + Sync),
        news: &mut dyn FnMut(PuzzleProgress),
    ) -> Option<MadePuzzle> {
        while PuzzleKind::ALL.into_iter().any(|kind| self.lacks(kind)) && !stop() {
            let game = self.game;
            let suits = |kind: PuzzleKind| kind.suits(rule_of(game)) && self.lacks(kind);
            let kinds: Vec<PuzzleKind> =
                PuzzleMaker::ORDER.into_iter().filter(|&kind| suits(kind)).collect();
            let made = self.make(game, &kinds, stop);
            if stop() {
                // What was cut short is made again.
                return None;
            }
            self.game += 1;
            if let Some(made) = &made {
                self.resume(game, made.kind, made.solution.depth, &made.position);
            }
            news(self.progress());
            if made.is_some() {
                return made;
            }
        }
        None
    }

    /// A puzzle of one of the kinds from a game, if it has one.
    fn make(
        &self,
        game: u64,
        kinds: &[PuzzleKind],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<MadePuzzle> {
        if kinds.is_empty() {
            return None;
        }
        let positions = self.positions(game);
        let solver = PuzzleSolver::new(stop);
        for &kind in kinds {
            let most = match kind {
                PuzzleKind::Vct | PuzzleKind::Defence => PuzzleMaker::MOST_SEARCHED,
                _ => usize::MAX,
            };
            for position in positions.iter().take(most) {
                let solution = solver.examine(position, kind).ok().flatten();
                if let Some(solution) = solution.filter(|found| self.is_wanted(kind, found.depth))
                    && !self.shapes.contains(&PositionShape::from(position))
                {
                    return Some(MadePuzzle { game, kind, position: position.clone(), solution });
                }
            }
        }
        None
    }

    /// The positions of a game that may be puzzles, in random order.
    fn positions(&self, game: u64) -> Vec<Position> {
        let mut last = play(self.seed, game);
        let mut positions = Vec::new();
        while last.undo().is_some() {
            let setup = Setup::from_board(last.board(), last.turn());
            let position = Position::from_setup(last.rule(), &setup).expect("it came about");
            let stones = setup.stones.len();
            let suits = match position.rule() {
                Rule::NoGo => {
                    let points = position.board().area().points().count();
                    points - stones <= PuzzleMaker::MOST_EMPTY && position.legal_points().len() > 3
                }
                _ => stones >= PuzzleMaker::LEAST_STONES,
            };
            if suits && position.outcome().is_none() {
                positions.push(position);
            }
        }
        let mut rng = Rng::stream(!self.seed, game);
        for end in (1..positions.len()).rev() {
            positions.swap(end, rng.below(end + 1));
        }
        positions
    }
}
