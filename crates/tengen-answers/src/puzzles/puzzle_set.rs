//! Sets of puzzles.

use std::{collections::HashMap, fmt, sync::OnceLock};

use tengen_core::{Position, Setup};
use tengen_engine::puzzles::{MadePuzzle, PuzzleMaker};
use tengen_notation::{
    Fault, Problem,
    puzzles::{Puzzle, PuzzleKey, Puzzles},
};
use tengen_solver::puzzle::{
    PositionShape, PuzzleError, PuzzleKind, PuzzleProof, PuzzleSolution, PuzzleSolver,
};

/// Puzzle with its kind and how hard it is.
#[derive(Clone, Debug)]
pub struct GradedPuzzle {
    /// The number of the game that it is from.
    pub game: u64,
    /// What is to be found.
    pub kind: PuzzleKind,
    /// The position.
    pub position: Position,
    /// How deep the solution is.
    pub depth: u32,
    /// Nodes that the solver needed.
    pub nodes: u64,
}

/// A set of puzzles, numbered from 1.
#[derive(Clone, Default, Debug)]
pub struct PuzzleSet {
    puzzles: Vec<GradedPuzzle>,
}

/// What is wrong with a puzzle of a set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleFlaw {
    /// No first move or more than one reaches the goal.
    #[error("not exactly one first move solves it")]
    NotUnique,
    /// It is graded otherwise.
    #[error("it has depth {} and took {} nodes, and the set says otherwise", .0.depth, .0.nodes)]
    Grade(PuzzleSolution),
    /// The solver or the checker says no.
    #[error(transparent)]
    Unsolved(#[from] PuzzleError),
    /// It is the image of another one.
    #[error("it is puzzle {0} again, turned or moved")]
    Repeats(usize),
}

impl PuzzleSet {
    /// The set that is part of the program.
    pub fn built_in() -> &'static PuzzleSet {
        static SET: OnceLock<PuzzleSet> = OnceLock::new();
        let text = include_bytes!("../../data/puzzles.jsonl");
        SET.get_or_init(|| PuzzleSet::parse(text).expect("a test reads the set"))
    }

    /// Parses puzzles, one a line, each with its name (a number), kind, depth and nodes.
    ///
    /// ```
    /// use tengen_answers::puzzles::PuzzleSet;
    ///
    /// let line = br#"{"name":"7","kind":"nogo","depth":5,"nodes":0,"fen":"3/3/3 b nogo"}"#;
    /// assert_eq!(PuzzleSet::parse(line).unwrap().len(), 1);
    /// assert!(PuzzleSet::parse(br#"{"fen":"3/3/3 b nogo"}"#).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn parse(text: &[u8]) -> Result<PuzzleSet, Box<Fault>> {
        let mut lines = Puzzles::new(text);
        let mut puzzles = Vec::new();
        while let Some(puzzle) = lines.next() {
            let puzzle = GradedPuzzle::try_from(puzzle?).map_err(|problem| lines.fault(problem))?;
            puzzles.push(puzzle);
        }
        Ok(PuzzleSet { puzzles })
    }

    /// Has a generator go on after the puzzles of a text that it wrote, and gives the part of it that is whole: a line
    /// that was cut off is made again.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn resume<'a>(maker: &mut PuzzleMaker, text: &'a [u8]) -> Result<&'a [u8], Box<Fault>> {
        let whole = &text[..text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)];
        if !whole.trim_ascii().is_empty() {
            for GradedPuzzle { game, kind, position, depth, .. } in PuzzleSet::parse(whole)?.puzzles
            {
                maker.resume(game, kind, depth, &position);
            }
        }
        Ok(whole)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzle of this number, from 1.
    pub fn get(&self, number: usize) -> Option<&GradedPuzzle> {
        self.puzzles.get(number.checked_sub(1)?)
    }

    /// All puzzles with their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &GradedPuzzle)> {
        self.puzzles.iter().enumerate().map(|(index, puzzle)| (index + 1, puzzle))
    }

    /// The puzzles that are images of earlier ones.
    pub fn repetitions(&self) -> Vec<(usize, PuzzleFlaw)> {
        let mut first: HashMap<PositionShape, usize> = HashMap::new();
        let repeats = |(number, puzzle): (usize, &GradedPuzzle)| {
            let before = *first.entry(PositionShape::from(&puzzle.position)).or_insert(number);
            (before != number).then_some((number, PuzzleFlaw::Repeats(before)))
        };
        self.iter().filter_map(repeats).collect()
    }
}

impl TryFrom<Puzzle> for GradedPuzzle {
    type Error = Problem;

    fn try_from(puzzle: Puzzle) -> Result<GradedPuzzle, Problem> {
        let without = |key: PuzzleKey| Problem::PuzzleWithout { key };
        let Puzzle { name, kind, depth, nodes, rule, setup } = puzzle;
        let game = name.and_then(|name| name.parse().ok()).ok_or(without(PuzzleKey::Name))?;
        let kind: PuzzleKind = kind.ok_or(without(PuzzleKey::Kind))?.parse().map_err(unsolvable)?;
        let depth = depth.ok_or(without(PuzzleKey::Depth))?;
        let nodes = nodes.ok_or(without(PuzzleKey::Nodes))?;
        let position = Position::from_setup(rule, &setup).map_err(unsolvable)?;
        if !kind.suits(rule) {
            return Err(unsolvable(format!("there is no puzzle of kind {kind} at {rule}")));
        }
        if position.outcome().is_some() {
            return Err(unsolvable("the game is over"));
        }
        Ok(GradedPuzzle { game, kind, position, depth, nodes })
    }
}

fn unsolvable(why: impl fmt::Display) -> Problem {
    Problem::Unsolvable(why.to_string())
}

impl From<MadePuzzle> for GradedPuzzle {
    fn from(made: MadePuzzle) -> GradedPuzzle {
        let MadePuzzle { game, kind, position, solution } = made;
        GradedPuzzle { game, kind, position, depth: solution.depth, nodes: solution.nodes }
    }
}

/// The puzzle on one line, with its line end.
impl fmt::Display for GradedPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let puzzle = Puzzle {
            name: Some(self.game.to_string()),
            kind: Some(self.kind.to_string()),
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            rule: self.position.rule(),
            setup: Setup::from_board(self.position.board(), self.position.turn()),
        };
        f.write_str(&puzzle.to_compact().expect("stones of a board"))
    }
}

impl GradedPuzzle {
    /// Difficulty in the scale of Elo.
    pub fn rating(&self) -> u32 {
        self.kind.rating(self.depth, self.nodes)
    }

    /// Checks a puzzle as if nothing were known of it: exactly one of all legal first moves reaches the goal, the grade is
    /// as written, and the checker accepts proofs of the solution.
    ///
    /// # Errors
    ///
    /// What is wrong, or that `stop` returned true.
    pub fn check(
        &self,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(PuzzleSolution, PuzzleProof), PuzzleFlaw> {
        let solver = PuzzleSolver::new(stop);
        let solution = solver.examine(&self.position, self.kind)?.ok_or(PuzzleFlaw::NotUnique)?;
        if (solution.depth, solution.nodes) != (self.depth, self.nodes) {
            return Err(PuzzleFlaw::Grade(solution));
        }
        let proof = solver.prove(&self.position, self.kind, solution.point)?;
        Ok((solution, proof))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_small_has_a_thousand_puzzles_and_no_two_are_alike() {
        let set = PuzzleSet::built_in();
        assert!(set.len() >= 1_000);
        assert!(include_bytes!("../../data/puzzles.jsonl").len() <= 150_000);
        assert_eq!(set.repetitions(), []);
        for kind in PuzzleKind::ALL {
            assert!(set.iter().filter(|(_, puzzle)| puzzle.kind == kind).count() >= 100, "{kind}");
        }
    }

    #[test]
    fn every_fortieth_puzzle_has_one_solution_and_its_proofs_are_accepted() {
        for (number, puzzle) in PuzzleSet::built_in().iter().step_by(40) {
            let checked = puzzle.check(&|| false);
            assert!(checked.is_ok(), "puzzle {number}: {checked:?}");
        }
    }

    #[test]
    fn flaws_are_found() {
        let set = PuzzleSet::built_in();
        let (_, puzzle) = set.iter().find(|(_, puzzle)| puzzle.kind == PuzzleKind::Vcf).unwrap();
        let deeper = GradedPuzzle { depth: puzzle.depth + 1, ..puzzle.clone() };
        assert!(matches!(deeper.check(&|| false), Err(PuzzleFlaw::Grade(_))));
        let other = GradedPuzzle { kind: PuzzleKind::Vct, ..puzzle.clone() };
        assert_eq!(other.check(&|| false), Err(PuzzleFlaw::NotUnique));
        let twice = PuzzleSet::parse(format!("{puzzle}{puzzle}").as_bytes()).unwrap();
        assert_eq!(twice.repetitions(), [(2, PuzzleFlaw::Repeats(1))]);
        let check = twice.check(&crate::Cancel::NEVER, &mut || {}).unwrap();
        assert_eq!((check.flaws.len(), check.kinds[&PuzzleKind::Vcf][0]), (1, 2));
    }

    #[test]
    fn a_line_is_written_as_it_was_read() {
        let set = PuzzleSet::built_in();
        let text: String = set.iter().map(|(_, puzzle)| puzzle.to_string()).collect();
        assert!(text.as_bytes() == include_bytes!("../../data/puzzles.jsonl"));
    }

    #[test]
    fn a_generator_goes_on_after_a_line_that_was_cut_off() {
        let wanted = [(PuzzleKind::NoGo, 3)];
        let make = |maker: &mut PuzzleMaker| {
            let mut text = String::new();
            while let Some(made) = maker.next_puzzle(&|| false, &mut |_| {}) {
                text += &GradedPuzzle::from(made).to_string();
            }
            text
        };
        let text = make(&mut PuzzleMaker::new(5, wanted));
        let cut = &text.as_bytes()[..text.len() * 2 / 3];
        let mut maker = PuzzleMaker::new(5, wanted);
        let whole = PuzzleSet::resume(&mut maker, cut).unwrap();
        assert!(!whole.is_empty() && whole.len() < cut.len());
        let rest = make(&mut maker);
        assert_eq!([whole, rest.as_bytes()].concat(), text.as_bytes());
    }
}
