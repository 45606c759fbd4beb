//! The solver of five-in-a-row: VCF, VCT, and defence against them.

use tengen_core::{Area, Color, Point, Position};
use tengen_proof::{WinReason, WinningMove, WriteError, Written, write};

use super::{
    SolutionTree, Threats, TooWide,
    search_frame::SearchFrame,
    vcf::Vcf,
    vct::{Deepening, Defences, ThreatSearch as _, Vct, VctResult, Width},
};
use crate::{Budget, Stopped};

/// Kind of a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum By {
    /// Fours alone: VCF.
    Fours,
    /// Threats to win by fours, threes for the most part: VCT.
    Threats,
    /// Threats, and quiet moves between them: moves that threaten to win by threats, and not by fours alone.
    QuietMoves,
}

/// Answer to the question whether a side wins by fours or threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It does.
    Wins,
    /// It does not.
    Fails,
    /// It does not with moves near the stones. The board has no edges, and moves further away were
    /// not tried.
    FailsNear,
    /// It is not decided, and why.
    Open(Stopped),
    /// It was not asked.
    Unasked,
}

/// Result of a solver run.
#[derive(Clone, Debug)]
pub struct FivesVerdict {
    /// Whether the side to move wins by fours.
    pub fours: Decision,
    /// Whether the side to move wins by threats.
    pub threats: Decision,
    /// Whether the side to move wins by threats with quiet moves between them. That it does not is never shown.
    pub quiet: Decision,
    /// What the other side threatens, if the side to move does not win.
    pub danger: Option<FivesDanger>,
    /// Who wins, if it is known, and how.
    pub win: Option<Win>,
}

/// That the side to move would lose if it did nothing.
#[derive(Clone, Debug)]
pub struct FivesDanger {
    /// The fours by which the other side would win.
    pub line: Vec<Point>,
    /// The moves that parry them, and whether the other side wins by threats all the same.
    pub parries: Vec<(Point, Decision)>,
}

impl FivesVerdict {
    /// The limit that was reached before it was known who wins, if one was.
    pub fn stopped(&self) -> Option<Stopped> {
        let stopped = |decision| match decision {
            Decision::Open(why) => Some(why),
            _ => None,
        };
        stopped(self.fours).or_else(|| stopped(self.threats)).filter(|_| self.win.is_none())
    }
}

/// A proven win with its solution.
#[derive(Clone, Debug)]
pub struct Win {
    /// Who wins.
    pub winner: Color,
    /// By what.
    pub by: By,
    /// If the loser is to move: the fours by which the winner would win if nothing were done.
    pub threat: Option<Vec<Point>>,
    /// What the winner plays.
    pub solution: SolutionTree,
}

/// Solver of five-in-a-row.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_solver::{Budget, fives::{By, Decision, FivesSolver}};
///
/// let mut position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// for (x, y) in [(6, 7), (0, 0), (7, 7), (14, 0), (7, 6), (0, 14), (7, 5), (14, 14)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// let verdict = FivesSolver::new(1 << 24).solve(&position, By::Threats, &mut Budget::unlimited());
/// let win = verdict.unwrap().win.unwrap();
/// assert_eq!((win.winner, win.by), (Color::Black, By::Fours));
/// ```
#[derive(Debug)]
pub struct FivesSolver {
    bytes: usize,
}

impl FivesSolver {
    /// Node limit of shortening a win.
    const POLISH: u64 = 20_000;

    /// A solver with at most `bytes` bytes of memory.
    pub fn new(bytes: usize) -> FivesSolver {
        FivesSolver { bytes }
    }

    /// Checks that the stones of `position`, a position of five-in-a-row, are near enough to each other.
    ///
    /// # Errors
    ///
    /// If there are no edges and the stones are too far apart.
    pub fn check(position: &Position) -> Result<(), TooWide> {
        SearchFrame::new(position.board()).map(drop)
    }

    /// What is known of `position`, a position of five-in-a-row, once the budget is spent or all is
    /// known.
    ///
    /// # Errors
    ///
    /// If there are no edges and the stones are too far apart.
    pub fn solve(
        &self,
        position: &Position,
        by: By,
        budget: &mut Budget<'_>,
    ) -> Result<FivesVerdict, TooWide> {
        let mut threats = Threats::new(position)?;
        let turn = position.turn();
        let mut verdict = FivesVerdict {
            fours: Decision::Unasked,
            threats: Decision::Unasked,
            quiet: Decision::Unasked,
            danger: None,
            win: None,
        };
        if position.outcome().is_some() {
            return Ok(verdict);
        }
        let (known, found) = self.fours(&mut threats, turn, budget);
        verdict.fours = known;
        if let Some(solution) = found {
            verdict.win = Some(Win { winner: turn, by: By::Fours, threat: None, solution });
            return Ok(verdict);
        }
        if by == By::Fours {
            return Ok(verdict);
        }
        self.threats(&mut threats, turn, &mut verdict, budget);
        if by == By::QuietMoves && verdict.win.is_none() {
            self.quiet_moves(&mut threats, turn, &mut verdict, budget);
        }
        Ok(verdict)
    }

    /// Whether `turn`, to move, wins by quiet moves, after it was shown that it does not by threats.
    fn quiet_moves(
        &self,
        threats: &mut Threats,
        turn: Color,
        verdict: &mut FivesVerdict,
        budget: &mut Budget<'_>,
    ) {
        let mut search = Vct::quiet_search(turn, self.bytes / 2);
        verdict.quiet = match search.wins(threats, budget) {
            Ok(true) => {
                let solution = search.solution(threats);
                let by = By::QuietMoves;
                verdict.win = Some(Win { winner: turn, by, threat: None, solution });
                Decision::Wins
            }
            // Not all quiet moves were tried.
            Ok(false) => Decision::Unasked,
            Err(why) => Decision::Open(why),
        };
    }

    /// Whether `turn`, to move, wins by threats, and if not, whether the other side does.
    fn threats(
        &self,
        threats: &mut Threats,
        turn: Color,
        verdict: &mut FivesVerdict,
        budget: &mut Budget<'_>,
    ) {
        let theirs = Vcf::new(self.bytes / 4).find(threats, !turn, budget);
        let is_threatened = matches!(theirs, Ok(Some(_)));
        let bytes = if is_threatened { self.bytes / 2 } else { self.bytes };
        let mut vct = Vct::new(turn, bytes).with_quiet_moves();
        let mut found = if is_threatened {
            // The other half is for the defence.
            let mut half = budget.half();
            let found = vct.find(threats, &mut half);
            budget.add(&half);
            found
        } else {
            vct.find(threats, budget)
        };
        if is_threatened && !matches!(found, Ok(VctResult::Win(_))) {
            self.look_at_danger(threats, turn, verdict, budget);
            if verdict.win.is_none() && found.is_err() {
                found = vct.find(threats, budget);
            }
        }
        let (known, found) = known(found);
        verdict.threats = known;
        if let Some(solution) = found {
            let solution = self.easier(threats, turn, budget).unwrap_or(solution);
            let mut by = By::Threats;
            if solution.has_quiet_moves() {
                by = By::QuietMoves;
                verdict.quiet = Decision::Wins;
                verdict.threats = Decision::Open(Stopped::Nodes);
            }
            verdict.win = Some(Win { winner: turn, by, threat: None, solution });
        }
    }

    /// An easy win by threats, if it is soon found: the first win found may go a long way around.
    fn easier(
        &self,
        threats: &mut Threats,
        color: Color,
        budget: &mut Budget<'_>,
    ) -> Option<SolutionTree> {
        let mut search = Deepening::new(color, Width::Threes, self.bytes / 4);
        let won = budget.limited(FivesSolver::POLISH, |budget| search.wins(threats, budget));
        (won == Ok(Some(true))).then(|| search.solution(threats))
    }

    /// Whether the other side wins although `turn` is to move.
    fn look_at_danger(
        &self,
        threats: &mut Threats,
        turn: Color,
        verdict: &mut FivesVerdict,
        budget: &mut Budget<'_>,
    ) {
        let mut vct = Vct::new(!turn, self.bytes / 2);
        let Ok(Defences { line: Some(line), moves }) = vct.defences(threats, budget) else {
            return;
        };
        let mut solution = SolutionTree::default();
        let mut parries = Vec::new();
        for (point, found) in moves {
            let (known, found) = known(found);
            parries.push((point, known));
            solution.extend(found.unwrap_or_default());
        }
        if parries.iter().all(|&(_, known)| known == Decision::Wins) {
            let by = if parries.is_empty() { By::Fours } else { By::Threats };
            let threat = Some(line.clone());
            verdict.win = Some(Win { winner: !turn, by, threat, solution });
        }
        verdict.danger = Some(FivesDanger { line, parries });
    }

    /// Whether `color`, to move, wins by fours, and how.
    fn fours(
        &self,
        threats: &mut Threats,
        color: Color,
        budget: &mut Budget<'_>,
    ) -> (Decision, Option<SolutionTree>) {
        let mut vcf = Vcf::new(self.bytes / 4);
        match vcf.find(threats, color, budget) {
            Ok(Some(mut line)) => {
                // The first win found may go a long way around.
                let _ = budget.limited(FivesSolver::POLISH, |budget| {
                    while vcf.shorten(threats, color, &mut line, budget)? {}
                    Ok(())
                });
                let mut solution = SolutionTree::default();
                solution.add_fours(threats, color, &line);
                (Decision::Wins, Some(solution))
            }
            Ok(None) if threats.board().area() == Area::Unbounded => (Decision::FailsNear, None),
            Ok(None) => (Decision::Fails, None),
            Err(why) => (Decision::Open(why), None),
        }
    }
}

/// What a search for threats has found.
fn known(found: Result<VctResult, Stopped>) -> (Decision, Option<SolutionTree>) {
    match found {
        Ok(VctResult::Win(solution)) => (Decision::Wins, Some(solution)),
        Ok(VctResult::Nothing) => (Decision::Fails, None),
        Ok(VctResult::NothingNear) => (Decision::FailsNear, None),
        Err(why) => (Decision::Open(why), None),
    }
}

/// A position that the winner never gets into.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no move for a position that should not come about")]
pub struct Unforeseen;

impl Win {
    /// Writes a proof that `position` is won.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written.
    pub fn prove(
        &self,
        position: &Position,
        out: impl std::io::Write,
    ) -> Result<Written, WriteError<Unforeseen>> {
        write(position, self.winner, |position| self.answer(position), out)
    }

    fn answer(&self, position: &Position) -> Result<WinningMove, Unforeseen> {
        if position.turn() == self.winner {
            return self.solution.answer(position).cloned().ok_or(Unforeseen);
        }
        let line = self.threat.clone().ok_or(Unforeseen)?;
        Ok(WinningMove { point: Point::new(0, 0), how: WinReason::Threat(line) })
    }
}
