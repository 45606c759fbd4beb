//! The solver of puzzles: is a position one, and what is its only first move?

use tengen_core::{Color, Outcome, Point, Position, Rule, Setup};
use tengen_proof::threat::{Four, four, parries};

use super::{PuzzleError, PuzzleKind, PuzzleSolution};
use crate::{
    Budget, SolveError,
    fives::{
        By, Decision, FivesSolver, FivesVerdict, Threats,
        vcf::Vcf,
        vct::{Vct, VctResult},
    },
    nogo::NoGoSolver,
};

/// Solver of puzzles.
///
/// Every question has node limits of its own and empty tables, so an answer depends on the position alone.
///
/// ```
/// use tengen_core::{Area, Point, Position, Rule};
/// use tengen_solver::puzzle::{PuzzleKind, PuzzleReply, PuzzleSolver};
///
/// // On a board of 3x1 Black wins in the middle alone.
/// let area = Area::Bounded { width: 3, height: 1 };
/// let position = Position::new(Rule::NoGo, area).unwrap();
/// let solver = PuzzleSolver::new(&|| false);
/// let solution = solver.examine(&position, PuzzleKind::NoGo).unwrap().unwrap();
/// assert_eq!(solution.point, Point::new(1, 0));
/// let wrong = solver.reply(&position, PuzzleKind::NoGo, Point::new(0, 0)).unwrap();
/// assert!(matches!(wrong, PuzzleReply::Wrong { .. }));
/// ```
pub struct PuzzleSolver<'a> {
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for PuzzleSolver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PuzzleSolver").finish_non_exhaustive()
    }
}

impl<'a> PuzzleSolver<'a> {
    /// Memory of a search in bytes.
    const MEMORY: usize = 8 << 20;

    /// Memory of a search for fours in bytes: a larger table takes longer to make than most searches.
    const FOURS_MEMORY: usize = 1 << 16;

    /// Node limit of a search for fours, and of one for threats after a move.
    const FIVES_NODES: u64 = 8_000;

    /// Node limit of the search for all that is to be known of a position: wins of either side, and what parries them.
    const VERDICT_NODES: u64 = 30_000;

    /// Node limit of a search at NoGo.
    const NOGO_NODES: u64 = 50_000;

    /// A solver that ends when `stop` returns true, which is called again and again.
    pub fn new(stop: &'a (dyn Fn() -> bool + Sync)) -> PuzzleSolver<'a> {
        PuzzleSolver { stop }
    }

    pub(super) fn budget(&self, nodes: u64) -> Budget<'a> {
        Budget::unlimited().memory_up_to(PuzzleSolver::MEMORY).nodes_up_to(nodes).asking(self.stop)
    }

    /// What is known of a position of five-in-a-row, and the nodes that it took.
    pub(super) fn solve_fives(
        &self,
        position: &Position,
        by: By,
    ) -> Result<(FivesVerdict, u64), PuzzleError> {
        let mut budget = self.budget(PuzzleSolver::VERDICT_NODES);
        let verdict = FivesSolver::new(PuzzleSolver::MEMORY).solve(position, by, &mut budget);
        Ok((verdict.map_err(SolveError::from)?, budget.nodes()))
    }

    pub(super) fn nogo(&self) -> (NoGoSolver, Budget<'a>) {
        (NoGoSolver::new(PuzzleSolver::MEMORY), self.budget(PuzzleSolver::NOGO_NODES))
    }

    /// The solution if `position` is a puzzle of this kind: exactly one legal move reaches its goal. All legal moves are
    /// tried.
    ///
    /// # Errors
    ///
    /// If it is not decided for every move within the limits, or the board is too large.
    pub fn examine(
        &self,
        position: &Position,
        kind: PuzzleKind,
    ) -> Result<Option<PuzzleSolution>, PuzzleError> {
        if !kind.suits(position.rule()) || position.outcome().is_some() {
            return Ok(None);
        }
        match kind {
            PuzzleKind::Vcf => self.examine_fours(position),
            PuzzleKind::Foul => self.examine_foul(position),
            PuzzleKind::Vct => self.examine_threats(position),
            PuzzleKind::Defence => self.examine_defence(position),
            PuzzleKind::NoGo => self.examine_nogo(position),
        }
    }

    fn examine_fours(&self, position: &Position) -> Result<Option<PuzzleSolution>, PuzzleError> {
        let mut threats = Threats::new(position).map_err(SolveError::from)?;
        let turn = position.turn();
        if threats.fives(turn).next().is_some() {
            return Ok(None);
        }
        let mut budget = self.budget(PuzzleSolver::FIVES_NODES);
        let mut vcf = Vcf::new(PuzzleSolver::FOURS_MEMORY);
        let Some(line) = vcf.find_shortest(&mut threats, turn, &mut budget)? else {
            return Ok(None);
        };
        let (depth, nodes) = (line.len() as u32, budget.nodes());
        let point = self.only_move(position, By::Fours)?;
        Ok(point.map(|point| PuzzleSolution { point, depth, nodes }))
    }

    /// White wins by fours, and would not if Black were free to play anywhere.
    fn examine_foul(&self, position: &Position) -> Result<Option<PuzzleSolution>, PuzzleError> {
        if position.turn() != Color::White {
            return Ok(None);
        }
        let setup = Setup::from_board(position.board(), Color::White);
        let Ok(free) = Position::from_setup(Rule::Freestyle, &setup) else { return Ok(None) };
        if free.outcome().is_some() || self.wins_by_fours(&free)? {
            return Ok(None);
        }
        self.examine_fours(position)
    }

    fn examine_threats(&self, position: &Position) -> Result<Option<PuzzleSolution>, PuzzleError> {
        if self.wins_by_fours(position)? || !self.wins_by_threats(position)? {
            return Ok(None);
        }
        let Some(point) = self.only_move(position, By::Threats)? else { return Ok(None) };
        let (verdict, nodes) = self.solve_fives(position, By::Threats)?;
        let win = verdict.win.filter(|win| win.winner == position.turn());
        Ok(win.map(|win| {
            let depth = win.line(position).len().div_ceil(2) as u32;
            PuzzleSolution { point, depth, nodes }
        }))
    }

    /// The other side threatens to win by fours, and all moves but one lose to fours or threats.
    fn examine_defence(&self, position: &Position) -> Result<Option<PuzzleSolution>, PuzzleError> {
        let attacker = !position.turn();
        let threats = Threats::new(position).map_err(SolveError::from)?;
        let Some(line) = self.threat(position)? else { return Ok(None) };
        if threats.fives(attacker).next().is_some() {
            return Ok(None);
        }
        // Most positions have none or several defences, which is soon seen.
        let mut next = position.clone();
        let mut holding = 0;
        for parry in parries(position, attacker, &line).unwrap_or_default() {
            next.play(parry).expect("a parry is legal");
            holding += u32::from(next.outcome().is_some() || !self.wins_by_threats(&next)?);
            next.undo();
            if holding > 1 {
                return Ok(None);
            }
        }
        if holding == 0 {
            return Ok(None);
        }
        let (verdict, nodes) = self.solve_fives(position, By::Threats)?;
        if let Some(why) = verdict.stopped() {
            return Err(why.into());
        }
        let Some(danger) = verdict.danger.filter(|_| verdict.win.is_none()) else {
            return Ok(None);
        };
        let mut saves = Vec::new();
        for &(point, decision) in &danger.parries {
            match decision {
                Decision::Wins => {}
                Decision::Open(why) => return Err(why.into()),
                _ => saves.push(point),
            }
        }
        let &[point] = saves.as_slice() else { return Ok(None) };
        // The other moves do not even parry the fours; that is tried all the same.
        for other in position.legal_points() {
            if danger.parries.iter().any(|&(parry, _)| parry == other) {
                continue;
            }
            next.play(other).expect("the point is legal");
            let is_lost = next.outcome().is_none() && self.wins_by_fours(&next)?;
            next.undo();
            if !is_lost {
                return Ok(None);
            }
        }
        let depth = danger.parries.len() as u32;
        Ok(Some(PuzzleSolution { point, depth, nodes }))
    }

    fn examine_nogo(&self, position: &Position) -> Result<Option<PuzzleSolution>, PuzzleError> {
        let (mut solver, mut budget) = self.nogo();
        if solver.winner(position, &mut budget)? != position.turn() {
            return Ok(None);
        }
        let nodes = budget.nodes();
        let winning = solver.winning_moves(position, &mut budget)?;
        let &[point] = winning.as_slice() else { return Ok(None) };
        let depth = solver.line(position, &mut budget)?.len().div_ceil(2) as u32;
        Ok(Some(PuzzleSolution { point, depth, nodes }))
    }

    /// The only legal move after which the side to move wins by fours or threats, if there is just one.
    fn only_move(&self, position: &Position, by: By) -> Result<Option<Point>, PuzzleError> {
        let mut only = None;
        let mut next = position.clone();
        for point in position.legal_points() {
            next.play(point).expect("the point is legal");
            let wins = self.wins_after(&next, by)?;
            next.undo();
            if wins && only.replace(point).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }

    /// Whether the side that has just moved wins: by fours if that is asked for and the move was one, by threats if it
    /// threatened to win by fours.
    pub(super) fn wins_after(&self, position: &Position, by: By) -> Result<bool, PuzzleError> {
        let attacker = !position.turn();
        if let Some(outcome) = position.outcome() {
            return Ok(outcome == Outcome::Won(attacker));
        }
        let mut next = position.clone();
        let mut wins_after = |reply: Point| {
            next.play(reply).expect("a parry is legal");
            let wins = match (next.outcome(), by) {
                (Some(_), _) => Ok(false),
                (None, By::Fours) => self.wins_by_fours(&next),
                (None, By::Threats | By::QuietMoves) => self.wins_by_threats(&next),
            };
            next.undo();
            wins
        };
        match four(position, attacker).expect("the game goes on") {
            Four::Late => Ok(false),
            Four::Wins => Ok(true),
            Four::Stopped(block) => wins_after(block),
            Four::No if by == By::Fours => Ok(false),
            Four::No => {
                let Some(line) = self.threat(position)? else { return Ok(false) };
                let parries = parries(position, attacker, &line).unwrap_or_default();
                for parry in parries {
                    if !wins_after(parry)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// The fours by which the side that has just moved would win if it moved again.
    pub(super) fn threat(&self, position: &Position) -> Result<Option<Vec<Point>>, PuzzleError> {
        let mut threats = Threats::new(position).map_err(SolveError::from)?;
        let mut vcf = Vcf::new(PuzzleSolver::FOURS_MEMORY);
        let mut budget = self.budget(PuzzleSolver::FIVES_NODES);
        let line = vcf.find(&mut threats, !position.turn(), &mut budget)?;
        Ok(line.map(|line| line.iter().map(|&spot| threats.point(spot)).collect()))
    }

    /// Whether the side to move wins by fours.
    pub(super) fn wins_by_fours(&self, position: &Position) -> Result<bool, PuzzleError> {
        let mut threats = Threats::new(position).map_err(SolveError::from)?;
        let mut vcf = Vcf::new(PuzzleSolver::FOURS_MEMORY);
        let mut budget = self.budget(PuzzleSolver::FIVES_NODES);
        Ok(vcf.find(&mut threats, position.turn(), &mut budget)?.is_some())
    }

    /// Whether the side to move wins by threats.
    pub(super) fn wins_by_threats(&self, position: &Position) -> Result<bool, PuzzleError> {
        let mut threats = Threats::new(position).map_err(SolveError::from)?;
        let mut vct = Vct::new(position.turn(), PuzzleSolver::MEMORY);
        let mut budget = self.budget(PuzzleSolver::FIVES_NODES);
        Ok(matches!(vct.find(&mut threats, &mut budget)?, VctResult::Win(_)))
    }
}
