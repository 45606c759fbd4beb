//! Whether a move wins, in the eyes of the solver.

use tengen_core::{Outcome, Point, Position};
use tengen_solver::{
    Budget, Stopped,
    fives::{
        Threats,
        vct::{Vct, VctResult},
    },
};

/// What the solver says about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
    /// It cannot be played.
    Illegal,
    /// It makes five.
    Five,
    /// Whatever the reply, there is a win by threats after it. If the move threatens no win by
    /// fours, only replies near the stones were tried.
    Wins,
    /// There are replies after which there is no win by threats, or it is not known that there is.
    Doubtful {
        /// There is none.
        refutations: Vec<Point>,
        /// It is not known.
        open: Vec<Point>,
    },
}

/// What the solver says about playing on `point`, with so much memory and within a budget.
pub(crate) fn judge(
    position: &Position,
    point: Point,
    bytes: usize,
    budget: &mut Budget<'_>,
) -> Judged {
    let attacker = position.turn();
    let mut next = position.clone();
    if next.play(point).is_err() {
        return Judged::Illegal;
    }
    if next.outcome() == Some(Outcome::Won(attacker)) {
        return Judged::Five;
    }
    let mut threats = Threats::new(&next).expect("a small board");
    let defences = Vct::new(attacker, bytes).defences(&mut threats, budget);
    let moves = match defences {
        Ok(defences) => defences.moves,
        Err(why) => next.legal_points().into_iter().map(|point| (point, Err(why))).collect(),
    };
    let those = |is: fn(&Result<VctResult, Stopped>) -> bool| -> Vec<Point> {
        moves.iter().filter(|(_, found)| is(found)).map(|(point, _)| *point).collect()
    };
    let refutations =
        those(|found| matches!(found, Ok(VctResult::Nothing | VctResult::NothingNear)));
    let open = those(Result::is_err);
    if refutations.is_empty() && open.is_empty() {
        Judged::Wins
    } else {
        Judged::Doubtful { refutations, open }
    }
}
