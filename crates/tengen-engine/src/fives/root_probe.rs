//! Root probe: what the solver proves about the root.

use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_solver::fives::{
    By, SolutionTree, Spot, Win,
    vct::{Vct, VctResult},
};

use super::{
    forced_state::{self, ForcedState},
    score::{Score, mate_in},
    search::{RootMove, SearchThread},
};

/// A VCT that was found, to be played out.
#[derive(Debug)]
pub(super) struct KnownWin {
    rule: Rule,
    area: Area,
    win: Win,
}

impl KnownWin {
    /// The move that wins, and the line in which the loser holds out longest, if the win goes
    /// through `position`.
    pub(super) fn line(&self, position: &Position) -> Option<(Vec<Point>, u32)> {
        let fits = (self.rule, self.area) == (position.rule(), position.board().area());
        if !fits || position.turn() != self.win.winner {
            return None;
        }
        let answer = self.win.solution.answer(position)?;
        position.may_play(answer.point).ok()?;
        Some(self.win.line_and_plies(position, KnownWin::LARGE))
    }

    /// Positions of the largest solution whose longest line is computed.
    const LARGE: usize = 60;
}

/// VCT search of the root that is resumed between depths.
#[derive(Debug)]
pub(super) struct VctSearcher {
    vct: Vct,
    color: Color,
    /// Nodes spent so far.
    pub(super) spent: u64,
    /// Whether the search has ended.
    is_done: bool,
}

impl VctSearcher {
    pub(super) fn new(color: Color, bytes: usize) -> VctSearcher {
        VctSearcher { vct: Vct::new(color, bytes), color, spent: 0, is_done: false }
    }

    /// Resumes the search for `nodes` more nodes; the win, if it is found.
    pub(super) fn search_more(
        &mut self,
        thread: &mut SearchThread<'_>,
        position: &Position,
        nodes: u64,
    ) -> Option<KnownWin> {
        if self.is_done {
            return None;
        }
        let before = thread.threat_nodes;
        let vct = &mut self.vct;
        let found = thread.solve(nodes, |board, _, budget| vct.find(board.threats_mut(), budget));
        self.spent += thread.threat_nodes - before;
        match found? {
            VctResult::Win(solution) => {
                self.is_done = true;
                Some(known_win(position, self.color, solution))
            }
            VctResult::Nothing | VctResult::NothingNear => {
                self.is_done = true;
                None
            }
        }
    }
}

fn known_win(position: &Position, winner: Color, solution: SolutionTree) -> KnownWin {
    let win = Win { winner, by: By::Threats, threat: None, solution };
    KnownWin { rule: position.rule(), area: position.board().area(), win }
}

/// Result of a root probe.
pub(super) enum RootProbe {
    /// The side to move wins.
    Win(RootMove),
    /// The moves to search; all others lose.
    Moves(Vec<Spot>),
}

/// Node limit of each solver question.
const MAX_NODES: u64 = 50_000;

/// Probes the root: immediate wins, a VCF, and the defences against a VCF of the other side.
pub(super) fn probe_root(thread: &mut SearchThread<'_>) -> RootProbe {
    let forced = ForcedState::new(&thread.board);
    let near = |thread: &SearchThread<'_>| -> Vec<Spot> {
        let is_legal = |spot: &Spot| thread.board.is_legal(*spot);
        let near: Vec<Spot> = thread.board.near().filter(is_legal).collect();
        if near.is_empty() {
            thread.board.threats().empty().filter(is_legal).collect()
        } else {
            near
        }
    };
    match forced {
        ForcedState::Wins(plies) => {
            let spot = forced_state::winner(&thread.board).expect("there is a winning move");
            return RootProbe::Win(won(vec![spot], mate_in(plies)));
        }
        ForcedState::Block(spot) => return RootProbe::Moves(vec![spot]),
        ForcedState::Loses(_) => return RootProbe::Moves(near(thread)),
        ForcedState::Parry | ForcedState::Free => {}
    }
    if let Some(win) = vcf(thread, MAX_NODES) {
        return RootProbe::Win(win);
    }
    if forced == ForcedState::Parry {
        let mut spots = Vec::new();
        forced_state::parries(&thread.board, &mut spots);
        return RootProbe::Moves(if spots.is_empty() { near(thread) } else { spots });
    }
    let other = !thread.board.turn();
    let defences = thread.solve(MAX_NODES, |board, memory, budget| {
        memory.vcf.defences(board.threats_mut(), other, budget)
    });
    match defences.flatten() {
        Some(spots) if !spots.is_empty() => RootProbe::Moves(spots),
        _ => RootProbe::Moves(near(thread)),
    }
}

/// A VCF, if one is found within `nodes` nodes.
pub(super) fn vcf(thread: &mut SearchThread<'_>, nodes: u64) -> Option<RootMove> {
    let turn = thread.board.turn();
    let line = thread.solve(nodes, |board, memory, budget| {
        let found = memory.vcf.find(board.threats_mut(), turn, budget)?;
        Ok(found.map(|mut line| {
            // A shorter one is better to look at, but any one wins.
            while line.len() > 1
                && memory.vcf.shorten(board.threats_mut(), turn, &mut line, budget) == Ok(true)
            {
            }
            line
        }))
    })??;
    let plies = 2 * line.len() + 1;
    let line = with_blocks(thread, &line);
    Some(won(line, mate_in(plies)))
}

/// A VCF with the blocks between its fours.
fn with_blocks(thread: &mut SearchThread<'_>, fours: &[Spot]) -> Vec<Spot> {
    let attacker = thread.board.turn();
    let mut line = Vec::new();
    for &four in fours {
        thread.board.play(four);
        line.push(four);
        let Some(block) = thread.board.threats().fives(attacker).next() else { break };
        if !thread.board.is_legal(block) {
            break;
        }
        thread.board.play(block);
        line.push(block);
    }
    if thread.board.turn() == attacker
        && let Some(five) = thread.board.threats().fives(attacker).next()
    {
        line.push(five);
        // It is not played: the board of the search ends with the game.
    }
    while !thread.board.moves().is_empty() {
        thread.board.undo();
    }
    line
}

fn won(line: Vec<Spot>, score: Score) -> RootMove {
    let mut root_move = RootMove::new(line[0]);
    root_move.line = line;
    root_move.score = score;
    root_move
}
