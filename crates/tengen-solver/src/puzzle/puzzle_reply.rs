//! What answers a move that a person tries at a puzzle.

use tengen_core::{Outcome, Point, Position, Rule, renju::Foul};
use tengen_proof::threat::{Four, four, parries};

use super::{PuzzleError, PuzzleKind, PuzzleSolver};
use crate::{
    Stopped,
    fives::{By, Decision},
};

/// Answer to a move at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleReply {
    /// The goal is reached: nothing that the other side can do changes that any more.
    Solved {
        /// Where Black would have to stop the five, and may not.
        foul: Option<(Point, Foul)>,
    },
    /// The move still reaches the goal.
    Right {
        /// The reply that resists longest.
        reply: Point,
    },
    /// The move does not reach the goal.
    Wrong {
        /// What is wrong with it.
        failure: PuzzleFailure,
        /// The moves that show it, the first one of the other side; empty if nothing needs to be shown.
        line: Vec<Point>,
    },
}

/// What is wrong with a move at a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleFailure {
    /// The other side wins now.
    Loses,
    /// The other side parries, and no win of the kind that is looked for is left.
    Parried,
    /// It is no four, and fours are looked for.
    NoFour,
    /// It threatens nothing: the other side may play anywhere.
    NoThreat,
    /// Whether it wins is not decided within the limits.
    Undecided,
}

/// A line of play that shows what is wrong.
fn wrong(failure: PuzzleFailure, line: Vec<Point>) -> PuzzleReply {
    PuzzleReply::Wrong { failure, line }
}

impl PuzzleSolver<'_> {
    /// What answers a move of the side to move in `position`, which is a puzzle or came about by right moves and the
    /// replies to them.
    ///
    /// # Errors
    ///
    /// If the search was stopped, or the board is too large. A limit of nodes is no error: then the move is undecided.
    ///
    /// # Panics
    ///
    /// If the move is illegal.
    pub fn reply(
        &self,
        position: &Position,
        kind: PuzzleKind,
        point: Point,
    ) -> Result<PuzzleReply, PuzzleError> {
        let mut next = position.clone();
        next.play(point).expect("the move is legal");
        if let Some(outcome) = next.outcome() {
            return Ok(match outcome {
                Outcome::Won(winner) if winner == position.turn() => {
                    PuzzleReply::Solved { foul: None }
                }
                _ => wrong(PuzzleFailure::Loses, Vec::new()),
            });
        }
        let reply = match kind {
            PuzzleKind::Vcf | PuzzleKind::Foul => self.reply_to_attack(&next, By::Fours),
            PuzzleKind::Vct => self.reply_to_attack(&next, By::Threats),
            PuzzleKind::Defence => self.reply_to_defence(&next),
            PuzzleKind::NoGo => self.reply_at_nogo(&next),
        };
        match reply {
            Err(PuzzleError::Stopped(Stopped::Nodes | Stopped::Memory)) => {
                Ok(wrong(PuzzleFailure::Undecided, Vec::new()))
            }
            reply => reply,
        }
    }

    fn reply_to_attack(&self, position: &Position, by: By) -> Result<PuzzleReply, PuzzleError> {
        if self.wins_after(position, by)? {
            let attacker = !position.turn();
            return Ok(match four(position, attacker) {
                Some(Four::Stopped(block)) => PuzzleReply::Right { reply: block },
                Some(Four::No) => match self.hardest_parry(position)? {
                    Some(reply) => PuzzleReply::Right { reply },
                    None => PuzzleReply::Solved { foul: None },
                },
                _ => PuzzleReply::Solved { foul: foul(position) },
            });
        }
        self.refute(position, by)
    }

    /// The parry of the last move's threat against which the win takes longest; none if nothing parries it.
    fn hardest_parry(&self, position: &Position) -> Result<Option<Point>, PuzzleError> {
        let attacker = !position.turn();
        let Some(line) = self.threat(position)? else { return Ok(None) };
        let mut hardest = None;
        let mut next = position.clone();
        for parry in parries(position, attacker, &line).unwrap_or_default() {
            next.play(parry).expect("a parry is legal");
            let (verdict, _) = self.solve_fives(&next, By::Threats)?;
            let length = verdict.win.map_or(0, |win| win.line(&next).len());
            next.undo();
            if hardest.is_none_or(|(longest, _)| length > longest) {
                hardest = Some((length, parry));
            }
        }
        Ok(hardest.map(|(_, parry)| parry))
    }

    /// What is wrong with an attacking move after which there is no win of the kind.
    fn refute(&self, position: &Position, by: By) -> Result<PuzzleReply, PuzzleError> {
        let (attacker, defender) = (!position.turn(), position.turn());
        let (verdict, _) = self.solve_fives(position, By::Threats)?;
        if let Some(win) = verdict.win.filter(|win| win.winner == defender) {
            let line = win.line(position).iter().map(|step| step.point).collect();
            return Ok(wrong(PuzzleFailure::Loses, line));
        }
        if let Some(Four::Stopped(block)) = four(position, attacker) {
            return Ok(wrong(PuzzleFailure::Parried, vec![block]));
        }
        if by == By::Fours {
            return Ok(wrong(PuzzleFailure::NoFour, Vec::new()));
        }
        let Some(line) = self.threat(position)? else {
            return Ok(wrong(PuzzleFailure::NoThreat, Vec::new()));
        };
        let mut next = position.clone();
        for parry in parries(position, attacker, &line).unwrap_or_default() {
            next.play(parry).expect("a parry is legal");
            let holds =
                next.outcome().is_some() || matches!(self.wins_by_threats(&next), Ok(false));
            next.undo();
            if holds {
                return Ok(wrong(PuzzleFailure::Parried, vec![parry]));
            }
        }
        Ok(wrong(PuzzleFailure::Undecided, Vec::new()))
    }

    fn reply_to_defence(&self, position: &Position) -> Result<PuzzleReply, PuzzleError> {
        let (verdict, _) = self.solve_fives(position, By::Threats)?;
        if let Some(win) = verdict.win.as_ref().filter(|win| win.winner == position.turn()) {
            let line = win.line(position).iter().map(|step| step.point).collect();
            return Ok(wrong(PuzzleFailure::Loses, line));
        }
        Ok(match (verdict.fours, verdict.threats) {
            (Decision::Open(_), _) | (_, Decision::Open(_)) => {
                wrong(PuzzleFailure::Undecided, Vec::new())
            }
            _ => PuzzleReply::Solved { foul: None },
        })
    }

    fn reply_at_nogo(&self, position: &Position) -> Result<PuzzleReply, PuzzleError> {
        let (mut solver, mut budget) = self.nogo();
        if solver.winner(position, &mut budget)? == position.turn() {
            let line = solver.line(position, &mut budget)?;
            return Ok(wrong(PuzzleFailure::Loses, line));
        }
        // The reply after which the fewest moves win, if not all of them do.
        let mut hardest = None;
        let mut next = position.clone();
        for reply in position.legal_points() {
            next.play(reply).expect("the reply is legal");
            let all = next.legal_points().len();
            let winning = solver.winning_moves(&next, &mut budget)?.len();
            next.undo();
            if winning < all && hardest.is_none_or(|(fewest, _)| winning < fewest) {
                hardest = Some((winning, reply));
            }
        }
        Ok(match hardest {
            Some((_, reply)) => PuzzleReply::Right { reply },
            None => PuzzleReply::Solved { foul: None },
        })
    }
}

/// The forbidden point on which Black, to move, would have to stop a five.
fn foul(position: &Position) -> Option<(Point, Foul)> {
    let is_black = position.turn() == tengen_core::Color::Black;
    if position.rule() != Rule::Renju || !is_black {
        return None;
    }
    let board = position.board();
    let (area, white) = (board.area(), !position.turn());
    let law = position.rule().law(white)?;
    let is_five = |&point: &Point| {
        let wins = |axis| law.wins(board.window(point, axis).seen_by(white));
        board.cell(point) == tengen_core::Cell::Empty
            && tengen_core::Axis::ALL.into_iter().any(wins)
    };
    let mut fives = area.points().filter(is_five);
    let (Some(block), None) = (fives.next(), fives.next()) else { return None };
    Some((block, tengen_core::renju::foul(board, block)?))
}
