//! Proofs of five-in-a-row on nearly full boards, where everything can be tried.

use std::collections::HashMap;

use tengen_core::{Area, Board, Color, Outcome, Point, Position, Rule};
use tengen_proof::{ProofClaim, WinReason, WinningMove, Written, check};

use tengen_testkit::TestRng;

use crate::plain::{fives, lines_of_fours, to_move};

/// Who wins, by trying everything.
///
/// The rule book does not say what it means if Black may not play anywhere. A proof shows nothing by
/// it alone, so a strategy must not lean on it. But a threat that stands is carried out then.
pub(crate) struct Solver {
    pub(crate) winner: Color,
    /// Whether Black lets the turn go by if it may not play anywhere.
    passes: bool,
    known: HashMap<(Vec<(Point, Color)>, Color), bool>,
}

impl Solver {
    fn new(winner: Color, passes: bool) -> Solver {
        Solver { winner, passes, known: HashMap::new() }
    }

    /// Whether the winner wins.
    pub(crate) fn wins(&mut self, position: &Position) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Won(self.winner);
        }
        let key = (position.board().stones(), position.turn());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let moves = position.legal_points();
        let wins = if moves.is_empty() {
            let next = to_move(position, !position.turn()).filter(|_| self.passes);
            next.is_some_and(|next| self.wins(&next))
        } else if position.turn() == self.winner {
            moves.iter().any(|&point| self.wins_after(position, point))
        } else {
            moves.iter().all(|&point| self.wins_after(position, point))
        };
        self.known.insert(key, wins);
        wins
    }

    fn wins_after(&mut self, position: &Position, point: Point) -> bool {
        let mut next = position.clone();
        next.play(point).unwrap();
        self.wins(&next)
    }

    /// A move that wins and why. `ways` are the reasons that may be given besides fives.
    pub(crate) fn answer(
        &mut self,
        position: &Position,
        ways: Ways,
    ) -> Result<WinningMove, String> {
        if position.turn() != self.winner {
            let how = self.threat(position, ways).unwrap_or(WinReason::All);
            return Ok(WinningMove { point: Point::new(0, 0), how });
        }
        if let Some(&point) = fives(position, self.winner).first() {
            return Ok(WinningMove { point, how: WinReason::Wins });
        }
        if ways.fours
            && let Some(line) = lines_of_fours(position, self.winner, 4).first()
        {
            return Ok(WinningMove { point: line[0], how: WinReason::Four });
        }
        let mut best = None;
        for point in position.legal_points() {
            if self.wins_after(position, point) {
                let mut next = position.clone();
                next.play(point).unwrap();
                if let Some(how) = self.threat(&next, ways) {
                    return Ok(WinningMove { point, how });
                }
                best = best.or(Some(WinningMove { point, how: WinReason::All }));
            }
        }
        best.ok_or_else(|| format!("no move wins: {:?}", position.board()))
    }

    fn threat(&self, position: &Position, ways: Ways) -> Option<WinReason> {
        let lines = lines_of_fours(position, self.winner, 4);
        lines.into_iter().next().filter(|_| ways.threats).map(WinReason::Threat)
    }
}

/// What a strategy may say of its moves.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    pub(crate) fours: bool,
    pub(crate) threats: bool,
}

/// What is true, for many claims.
#[derive(Default)]
pub(crate) struct Truth(HashMap<(Rule, Area, Color), Solver>);

impl Truth {
    /// Whether a claim is true, if it does not take too long to tell.
    pub(crate) fn of(&mut self, claim: &ProofClaim) -> Option<bool> {
        let ProofClaim { rule, setup, .. } = claim;
        let winner = &claim.winner().unwrap();
        if setup.area.size()? - setup.stones.len() > 10 {
            return None;
        }
        let solver = self.0.entry((*rule, setup.area, *winner));
        let position = Position::from_setup(*rule, setup).unwrap();
        Some(solver.or_insert_with(|| Solver::new(*winner, true)).wins(&position))
    }
}

pub(crate) fn write(solver: &mut Solver, position: &Position, ways: Ways) -> (Vec<u8>, Written) {
    let mut proof = Vec::new();
    let winner = solver.winner;
    let strategy = |position: &Position| solver.answer(position, ways);
    let written = tengen_proof::write(position, winner, strategy, &mut proof).unwrap();
    (proof, written)
}

/// Chance positions with few empty points, each with a side that wins it and four ways to say how.
pub(crate) fn for_each_win(
    rule: Rule,
    seed: u64,
    count: usize,
    take: impl FnMut(&mut Solver, &Position, Ways),
) {
    for_each_changed_win(rule, seed, count, Board::clone, take);
}

/// As [`for_each_win`], with the boards changed in some way.
pub(crate) fn for_each_changed_win(
    rule: Rule,
    seed: u64,
    count: usize,
    with_board: impl Fn(&Board) -> Board,
    mut take: impl FnMut(&mut Solver, &Position, Ways),
) {
    let mut chance = TestRng::new(seed);
    let areas = [Area::square(5), Area::square(6), Area::Bounded { width: 7, height: 5 }];
    let mut wins = 0;
    while wins < count {
        let area = chance.pick(&areas);
        let black = chance.below(20) + 30;
        let board = with_board(&chance.board(area, black, 75 - black));
        let turn = chance.pick(&Color::ALL);
        let setup = tengen_core::Setup::from_board(&board, turn);
        let Ok(position) = Position::from_setup(rule, &setup) else { continue };
        let empty = area.size().unwrap() - setup.stones.len();
        if position.outcome().is_some() || !(4..=9).contains(&empty) {
            continue;
        }
        // A five at once makes a dull proof.
        if !fives(&position, turn).is_empty() {
            continue;
        }
        for winner in Color::ALL {
            let mut solver = Solver::new(winner, false);
            if !solver.wins(&position) {
                continue;
            }
            wins += 1;
            for (fours, threats) in [(false, false), (true, false), (false, true), (true, true)] {
                take(&mut solver, &position, Ways { fours, threats });
            }
        }
    }
}

/// Proofs of chance positions with few empty points, each written in several ways.
pub(crate) fn proofs(rule: Rule, seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut proofs = Vec::new();
    for_each_win(rule, seed, count, |solver, position, ways| {
        let (proof, written) = write(solver, position, ways);
        let proved = check(&proof[..]).unwrap();
        assert_eq!(proved.bytes, written.bytes);
        assert_eq!(proved.steps, written.steps);
        assert_eq!(proved.bytes, proof.len() as u64);
        assert_eq!((proved.claim.rule, proved.claim.winner().unwrap()), (rule, solver.winner));
        assert_eq!(proved.claim.setup.turn, position.turn());
        proofs.push(proof);
    });
    proofs
}

/// The number of steps of each kind in a proof, and the replies to each kind of first step.
fn steps(proof: &[u8]) -> u64 {
    check(proof).unwrap().steps
}

#[test]
fn what_is_written_is_accepted_and_threats_make_it_shorter() {
    for rule in Rule::FIVES {
        let proofs = proofs(rule, 7, 60);
        let total = |way: usize| proofs.iter().skip(way).step_by(4).map(|p| steps(p)).sum::<u64>();
        let [all, fours, threats, both] = [0, 1, 2, 3].map(total);
        assert!(all > fours && fours >= both && all > threats && threats >= both, "{rule}");
    }
}
