//! Whether the board bears out the result that is written in a record. The rules are
//! described in `docs/replay.md`.

use tengen_core::{Board, Color, Rule, renju};
use tengen_notation::{Manner, ResultClaim};

use crate::{Agreement, End, GameRecord, Verdict};

/// Whether `verdict` bears out what is claimed.
pub(crate) fn of(game: &GameRecord<'_>, verdict: &Verdict) -> Agreement {
    let yes = |agrees: bool| if agrees { Agreement::Yes } else { Agreement::No };
    let (claimed, manner) = match game.claim {
        None | Some(ResultClaim::Void | ResultClaim::Unknown) => return Agreement::Unknown,
        Some(ResultClaim::Draw) => {
            return match verdict.end {
                // Both sides may agree to a draw at any time.
                End::FullBoard | End::Unfinished => Agreement::Yes,
                _ if verdict.end.is_fault() => Agreement::Unknown,
                _ => Agreement::No,
            };
        }
        Some(ResultClaim::Won(claimed, manner)) => (claimed, manner),
    };
    match (manner, verdict.end) {
        (_, End::Setup | End::Unreadable) => Agreement::Unknown,
        // The last move of the loser is what cost it the game.
        (Manner::Illegal | Manner::Forfeit | Manner::Unsaid, End::Occupied | End::Outside)
            if verdict.at as usize == game.steps.len() =>
        {
            let mover = game.steps.get(verdict.at as usize - 1, game.first).color;
            yes(mover != claimed)
        }
        (Manner::Illegal, End::Occupied | End::Outside) => Agreement::No,
        (_, end) if end.is_fault() => Agreement::Unknown,
        (Manner::Foul, End::Unfinished) => yes(claimed == Color::White && black_may_err(game)),
        (Manner::Foul, end) => yes(end.is_foul() && verdict.winner == Some(claimed)),
        (Manner::Board, End::Unfinished) => Agreement::No,
        // A move outside the board cannot be written down everywhere, and a record that does not
        // say how the game was won may leave out a resignation.
        (Manner::Illegal | Manner::Unsaid, End::Unfinished) => Agreement::Unknown,
        (Manner::Resignation | Manner::Time | Manner::Crash | Manner::Forfeit, End::Unfinished) => {
            Agreement::Yes
        }
        _ => yes(verdict.winner == Some(claimed)),
    }
}

/// Whether Black is to move after all steps and some point is forbidden: some records leave the
/// move out that lost by a foul.
fn black_may_err(game: &GameRecord<'_>) -> bool {
    if game.rule != Rule::Renju {
        return false;
    }
    let mut board = Board::new(game.area);
    let mut turn = game.first;
    for &(point, color) in game.setup {
        board.put(point, color);
    }
    for index in 0..game.steps.len() {
        let step = game.steps.get(index, game.first);
        if let Some(point) = step.point {
            board.put(point, step.color);
        }
        turn = !step.color;
    }
    let mut empty = game.area.points().filter(|&point| board.cell(point).stone().is_none());
    turn == Color::Black && empty.any(|point| renju::foul(&board, point).is_some())
}
