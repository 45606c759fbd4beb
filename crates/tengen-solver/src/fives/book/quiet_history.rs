//! History heuristic of quiet moves: those that have won in similar positions.

use rustc_hash::FxHashMap;
use tengen_core::{Color, Point};

use crate::fives::{Threats, plan::hash_of, search_frame::Spot};

/// History of winning quiet moves, by the winner's stones, and by these and the loser's last move.
#[derive(Default, Debug)]
pub(crate) struct QuietHistory {
    after: FxHashMap<(u64, Point), Vec<Point>>,
    often: FxHashMap<u64, FxHashMap<Point, u32>>,
}

/// Maximum number of moves of either kind.
const MOST: usize = 2;

impl QuietHistory {
    /// Records that `quiet` has won with winner's stones of the hash `own`, after the loser's move `last`.
    pub(crate) fn add(&mut self, own: u64, last: Option<Point>, quiet: Point) {
        if let Some(last) = last {
            let moves = self.after.entry((own, last)).or_default();
            moves.retain(|&before| before != quiet);
            moves.push(quiet);
        }
        *self.often.entry(own).or_default().entry(quiet).or_default() += 1;
    }

    /// The moves that have won in positions like this one, the most promising first.
    pub(crate) fn get(&self, threats: &Threats, winner: Color, last: Option<Point>) -> Vec<Spot> {
        let own = hash_of(threats, winner);
        let after = last.and_then(|last| self.after.get(&(own, last)));
        let mut moves: Vec<Point> = after.into_iter().flatten().rev().take(MOST).copied().collect();
        let mut often: Vec<(u32, Point)> = self
            .often
            .get(&own)
            .map_or_else(Vec::new, |often| often.iter().map(|(&p, &n)| (n, p)).collect());
        often.sort_by_key(|&(count, point)| (u32::MAX - count, point));
        for (_, point) in often.into_iter().take(MOST) {
            if !moves.contains(&point) {
                moves.push(point);
            }
        }
        let legal = |spot: &Spot| threats.is_empty(*spot) && threats.is_legal(*spot, winner);
        moves.into_iter().map(|point| threats.spot(point)).filter(legal).collect()
    }
}
