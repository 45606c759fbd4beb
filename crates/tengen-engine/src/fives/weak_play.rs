//! Weaker play: no search, or a limited one, and softmax sampling of the move.

use std::{cmp::Reverse, time::Duration};

use tengen_core::Position;
use tengen_solver::{clock::Instant, fives::Spot};

use super::{
    FivesPlayer, SearchBoard,
    forced_state::{self, ForcedState},
    handicap::{Handicap, PolicyPlay},
};
use crate::{Candidate, SearchRequest, Thought, Unsuited, Value, playout::Rng};

impl FivesPlayer {
    /// Thinks with a handicap. Deterministic: seed and position determine the move.
    pub(super) fn think_weakly(
        &mut self,
        handicap: Handicap,
        request: &SearchRequest<'_>,
    ) -> Result<Thought, Unsuited> {
        let SearchRequest { position, limits, stop, .. } = *request;
        let started = Instant::now();
        let board = self.board(position)?;
        let mut rng = Rng::stream(self.resources().seed, board.hash());
        let mut thought = match handicap {
            Handicap::NoSearch(play) => {
                let candidates = policy_moves(board, position, play, &mut rng);
                let nodes = candidates.len() as u64;
                Thought {
                    candidates,
                    depth: Some(1),
                    nodes,
                    threat_nodes: 0,
                    wins: None,
                    elapsed: Duration::ZERO,
                }
            }
            Handicap::NodeLimit { temperature, .. } => {
                let within = handicap.within(limits);
                let mut thought =
                    self.search(SearchRequest { stop, ..SearchRequest::new(position, &within) })?;
                sample_candidate(&mut thought.candidates, temperature, &mut rng);
                thought
            }
        };
        thought.candidates.truncate(limits.lines.max(1));
        thought.wins = thought.best().and_then(|best| best.value.wins());
        thought.elapsed = started.elapsed();
        Ok(thought)
    }
}

/// Candidate moves without a search, sampled from the policy at a temperature, forced ones first. A
/// five to make or to stop is always seen, a straight four with probability `awareness`.
fn policy_moves(
    mut board: SearchBoard,
    position: &Position,
    PolicyPlay { temperature, awareness }: PolicyPlay,
    rng: &mut Rng,
) -> Vec<Candidate> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let mut spots: Vec<Spot> = board.near().filter(|&spot| board.is_legal(spot)).collect();
    if spots.is_empty() {
        spots.extend(board.threats().empty().filter(|&spot| board.is_legal(spot)));
    }
    let forced = ForcedState::new(&board);
    let is_aware = uniform(rng) < awareness;
    let mut urgent = Vec::new();
    match forced {
        ForcedState::Wins(plies) if plies == 1 || is_aware => {
            urgent.extend(forced_state::winner(&board));
        }
        ForcedState::Block(spot) => urgent.push(spot),
        ForcedState::Loses(_) => urgent.extend(board.threats().fives(!board.turn())),
        ForcedState::Parry if is_aware => forced_state::parries(&board, &mut urgent),
        _ => {}
    }
    let mut logits: Vec<(bool, i32, Spot)> = spots
        .into_iter()
        .map(|spot| {
            let logit = board.policy(spot) + (temperature * gumbel(rng)) as i32;
            (urgent.contains(&spot), logit, spot)
        })
        .collect();
    logits.sort_by_key(|&logit| Reverse(logit));
    let candidate = |&(_, _, spot): &(bool, i32, Spot)| {
        let value = match forced {
            ForcedState::Wins(plies) if urgent.contains(&spot) => Value::Wins(plies as u32),
            _ => {
                board.play(spot);
                let value = Value::Seems(-board.value());
                board.undo();
                value
            }
        };
        let point = board.point(spot);
        Candidate::new(point, value, 1, vec![point])
    };
    logits.iter().map(candidate).collect()
}

/// Samples one of the searched candidates without a proven result by softmax of their values, and puts
/// it first.
fn sample_candidate(candidates: &mut [Candidate], temperature: f32, rng: &mut Rng) {
    let mut best: Option<(f32, usize)> = None;
    for (at, candidate) in candidates.iter().enumerate() {
        let logit = match candidate.value {
            Value::Seems(value) if candidate.depth > 0 => value as f32 + temperature * gumbel(rng),
            // Proven results are not sampled, nor moves without a score.
            _ if at == 0 => return,
            _ => break,
        };
        if best.is_none_or(|(most, _)| logit > most) {
            best = Some((logit, at));
        }
    }
    if let Some((_, at)) = best {
        candidates[..=at].rotate_right(1);
    }
}

/// Gumbel noise (the Gumbel-max trick): added to logits, the largest sum is a sample of their softmax.
fn gumbel(rng: &mut Rng) -> f32 {
    -libm::logf(-libm::logf(uniform(rng)))
}

/// A uniform random number between 0 and 1.
fn uniform(rng: &mut Rng) -> f32 {
    ((rng.bits() >> 41) as f32 + 0.5) / (1 << 23) as f32
}

#[cfg(test)]
mod tests {
    use tengen_core::Point;

    use super::*;

    fn candidates(values: &[Value]) -> Vec<Candidate> {
        let of = |(x, &value): (i32, &Value)| {
            let point = Point::new(x, 0);
            Candidate::new(point, value, 2, vec![point])
        };
        (0..).zip(values).map(of).collect()
    }

    #[test]
    fn chance_falls_as_the_values_say() {
        // The second is worse by the temperature: it is sampled once for e times of the first.
        let mut rng = Rng::new(1);
        let mut seconds = 0;
        for _ in 0..10_000 {
            let mut moves = candidates(&[Value::Seems(30), Value::Seems(10)]);
            sample_candidate(&mut moves, 20.0, &mut rng);
            seconds += i32::from(moves[0].point.x == 1);
        }
        let expected = 10_000.0 / (1.0 + 1_f32.exp());
        assert!((seconds as f32 - expected).abs() < 150.0, "{seconds}, not {expected}");
    }

    #[test]
    fn what_is_proven_is_not_doubted() {
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let mut won = candidates(&[Value::Wins(3), Value::Seems(900)]);
            sample_candidate(&mut won, 500.0, &mut rng);
            assert_eq!(won[0].value, Value::Wins(3));
            let mut close = candidates(&[Value::Seems(0), Value::Seems(0), Value::Loses(4)]);
            sample_candidate(&mut close, 500.0, &mut rng);
            assert_eq!(close[2].value, Value::Loses(4));
        }
        sample_candidate(&mut [], 1.0, &mut rng);
    }

    #[test]
    fn what_was_not_looked_at_is_not_chosen() {
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let mut moves = candidates(&[Value::Seems(0), Value::Seems(0)]);
            moves[1].depth = 0;
            sample_candidate(&mut moves, 500.0, &mut rng);
            assert_eq!(moves[0].point.x, 0);
        }
    }
}
