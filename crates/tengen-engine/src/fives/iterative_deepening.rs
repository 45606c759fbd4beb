//! Iterative deepening: the search of a position, depth by depth, with a VCT search between depths.

use std::sync::atomic::Ordering::Relaxed;

use tengen_core::{Point, Position};
use tengen_solver::clock::Instant;

use super::{
    FivesPlayer,
    root_probe::{KnownWin, VctSearcher},
    score::{is_loss, is_win, to_value},
    search::{RootMove, RootSearch, SearchThread},
};
use crate::{Candidate, Limits, Thought, Value};

/// Root moves, ordered by policy.
pub(super) fn ordered(thread: &SearchThread<'_>, spots: &[u16]) -> Vec<RootMove> {
    let mut spots = spots.to_vec();
    spots.sort_by_key(|&spot| -thread.board.policy(spot));
    spots.into_iter().map(RootMove::new).collect()
}

/// All root moves but a winning one.
pub(super) fn rest(thread: &SearchThread<'_>, winner: u16) -> Vec<RootMove> {
    let is_other = |spot: &u16| *spot != winner && thread.board.is_legal(*spot);
    let spots: Vec<u16> = thread.board.near().filter(is_other).collect();
    ordered(thread, &spots)
}

/// The candidate of a proven win.
pub(super) fn proven_candidate(line: &[Point], plies: u32) -> Candidate {
    Candidate::new(line[0], Value::Wins(plies), 0, line.to_vec())
}

pub(super) fn candidate(thread: &SearchThread<'_>, root_move: &RootMove) -> Candidate {
    let value = match root_move.known_score() {
        RootSearch::UNKNOWN => Value::Seems(thread.board.value()),
        score => to_value(score),
    };
    let line = root_move.line.iter().map(|&spot| thread.board.point(spot)).collect();
    Candidate::new(thread.board.point(root_move.spot), value, root_move.depth as u32, line)
}

pub(super) fn thought(thread: &SearchThread<'_>, candidates: &[Candidate], depth: i32) -> Thought {
    let control = thread.control.as_ref().expect("the first thread has one");
    Thought {
        candidates: candidates.to_vec(),
        depth: Some(depth as u32),
        nodes: thread.all_nodes() + thread.shared.nodes.load(Relaxed),
        threat_nodes: thread.threat_nodes + thread.shared.threat_nodes.load(Relaxed),
        wins: candidates.first().and_then(|best| best.value.wins()),
        elapsed: control.started.elapsed(),
    }
}

/// Iterative deepening of one search, run by the main thread.
pub(super) struct IterativeDeepening<'a> {
    pub(super) position: &'a Position,
    pub(super) limits: &'a Limits,
    pub(super) root: RootSearch,
    /// A move that is proven to win.
    pub(super) won: Option<Candidate>,
    pub(super) vct: VctSearcher,
    pub(super) found: Option<KnownWin>,
    pub(super) depth: i32,
    /// Best-move stability: number of depths since the best move changed.
    pub(super) stable_depths: u32,
}

impl IterativeDeepening<'_> {
    /// Whether there is nothing left to search.
    pub(super) fn is_settled(&self) -> bool {
        self.root.moves.is_empty() || self.won.is_some() && self.limits.lines <= 1
    }

    fn max_depth(&self) -> i32 {
        let wanted = self.limits.depth.map_or(FivesPlayer::MAX_DEPTH, |depth| depth.max(1) as i32);
        let only = if self.root.moves.len() == 1 { FivesPlayer::ONLY_DEPTH } else { i32::MAX };
        wanted.min(only).min(FivesPlayer::MAX_DEPTH)
    }

    /// Searches depth by depth until a limit or a proven result.
    pub(super) fn run(&mut self, thread: &mut SearchThread<'_>) {
        let max_depth = self.max_depth();
        let lines = self.limits.lines.max(1) - usize::from(self.won.is_some());
        for depth in 1..=max_depth {
            let before = self.root.moves[0].spot;
            let searched = self.root.search_depth(thread, depth, lines);
            let is_same = self.root.moves[0].spot == before;
            self.stable_depths = if is_same { self.stable_depths + 1 } else { 0 };
            if searched.is_err() {
                break;
            }
            self.depth = depth;
            self.search_vct(thread);
            self.report(thread);
            let best = self.root.moves[0].score;
            let is_clear = self.limits.lines <= 1 && (is_win(best) || is_loss(best));
            if self.is_settled() || is_clear || self.has_reached_aim(thread) {
                break;
            }
        }
    }

    /// Goes on with the VCT search (no gain measured in games: −5 Elo, −28 to +17; kept for puzzles and
    /// long games). Its share of all nodes grows with the score.
    fn search_vct(&mut self, thread: &mut SearchThread<'_>) {
        if self.won.is_some() || self.root.moves.len() == 1 {
            return;
        }
        let best = self.root.moves[0].known_score();
        let share = thread.shared.settings.vct_share as u64;
        let share = match best {
            _ if is_win(best) || is_loss(best) => 0,
            250.. => 4 * share,
            100.. => 2 * share,
            _ => share,
        };
        let due = thread.all_nodes() * share.min(50) / 100;
        let due = due.saturating_sub(self.vct.spent);
        if due < 1000 {
            return;
        }
        if let Some(known_win) = self.vct.search_more(thread, self.position, due) {
            self.won =
                known_win.line(self.position).map(|(line, plies)| proven_candidate(&line, plies));
            self.found = Some(known_win);
        }
    }

    /// Soft time limit: the planned time, scaled by the stability of the best move.
    fn has_reached_aim(&self, thread: &SearchThread<'_>) -> bool {
        let Some(aim) = self.limits.aim else { return false };
        let elapsed = thread.control.as_ref().map_or(aim, |control| control.started.elapsed());
        let percent = match self.stable_depths {
            0 => 160,
            1 => 110,
            2 | 3 => 80,
            _ => 55,
        };
        elapsed >= aim * percent / 100
    }

    fn report(&self, thread: &mut SearchThread<'_>) {
        let thought = self.thought(thread);
        if let Some(control) = &mut thread.control {
            control.last_report = Instant::now();
            (control.news)(&thought);
            control.last = Some(thought);
        }
    }

    pub(super) fn thought(&self, thread: &SearchThread<'_>) -> Thought {
        let mut candidates: Vec<Candidate> = self.won.iter().cloned().collect();
        let won = self.won.as_ref().map(|won| won.point);
        let others = self.root.moves.iter().map(|root_move| candidate(thread, root_move));
        let others = others.filter(|other| Some(other.point) != won);
        candidates.extend(others.take(self.limits.lines.max(1) - candidates.len()));
        thought(thread, &candidates, self.depth)
    }
}
