//! Playing below one's strength.

use std::{
    cmp::Reverse,
    time::{Duration, Instant},
};

use tengen_core::Position;
use tengen_solver::fives::Spot;

use super::{
    Candidate, Field, Limits, Player, Thought, Unsuited, Value,
    level::{Handicap, Sight},
    moves::{self, Plight},
};
use crate::playout::Rng;

impl Player {
    /// What comes of thinking with a handicap. The same seed chooses the same move in the same
    /// position.
    pub(super) fn think_lower(
        &mut self,
        handicap: Handicap,
        position: &Position,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Thought, Unsuited> {
        let started = Instant::now();
        let field = self.field(position)?;
        let mut chance = Rng::stream(self.resources().seed, field.hash());
        let mut thought = match handicap {
            Handicap::Sight(sight) => {
                let candidates = at_sight(field, position, sight, &mut chance);
                let nodes = candidates.len() as u64;
                Thought { candidates, depth: 1, nodes, threat_nodes: 0, elapsed: Duration::ZERO }
            }
            Handicap::Ahead { doubt, .. } => {
                let within = handicap.within(limits);
                let mut thought = self.think(position, &within, stop, &mut |_| {})?;
                waver(&mut thought.candidates, doubt, &mut chance);
                thought
            }
        };
        thought.candidates.truncate(limits.lines.max(1));
        thought.elapsed = started.elapsed();
        Ok(thought)
    }
}

/// All moves near the stones, by their urge and by chance, the urgent ones first. A five to make or
/// to stop is always seen, a straight four so often as `watch` says.
fn at_sight(
    mut field: Field,
    position: &Position,
    Sight { chance: much, watch }: Sight,
    chance: &mut Rng,
) -> Vec<Candidate> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let mut spots: Vec<Spot> = field.near().filter(|&spot| field.is_legal(spot)).collect();
    if spots.is_empty() {
        spots.extend(field.threats().empty().filter(|&spot| field.is_legal(spot)));
    }
    let plight = Plight::of(&field);
    let sees = uniform(chance) < watch;
    let mut urgent = Vec::new();
    match plight {
        Plight::Wins(plies) if plies == 1 || sees => urgent.extend(moves::winner(&field)),
        Plight::Block(spot) => urgent.push(spot),
        Plight::Loses(_) => urgent.extend(field.threats().fives(!field.turn())),
        Plight::Parry if sees => moves::parries(&field, &mut urgent),
        _ => {}
    }
    let mut wishes: Vec<(bool, i32, Spot)> = spots
        .into_iter()
        .map(|spot| {
            let wish = field.urge(spot) + (much * gumbel(chance)) as i32;
            (urgent.contains(&spot), wish, spot)
        })
        .collect();
    wishes.sort_by_key(|&wish| Reverse(wish));
    let candidate = |&(_, _, spot): &(bool, i32, Spot)| {
        let value = match plight {
            Plight::Wins(plies) if urgent.contains(&spot) => Value::Wins(plies as u32),
            _ => {
                field.play(spot);
                let value = Value::Seems(-field.value());
                field.undo();
                value
            }
        };
        let point = field.point(spot);
        Candidate { point, value, depth: 1, line: vec![point] }
    };
    wishes.iter().map(candidate).collect()
}

/// Lets chance choose between moves that were looked at and are proven neither way, the best of
/// them most often, and puts the choice first.
fn waver(candidates: &mut [Candidate], doubt: f32, chance: &mut Rng) {
    let mut best: Option<(f32, usize)> = None;
    for (at, candidate) in candidates.iter().enumerate() {
        let wish = match candidate.value {
            Value::Seems(value) if candidate.depth > 0 => value as f32 + doubt * gumbel(chance),
            // What is proven leaves no doubt, and what was not looked at no choice.
            _ if at == 0 => return,
            _ => break,
        };
        if best.is_none_or(|(most, _)| wish > most) {
            best = Some((wish, at));
        }
    }
    if let Some((_, at)) = best {
        candidates[..=at].rotate_right(1);
    }
}

/// A number of the Gumbel distribution: added to values, the largest sum falls on each with the
/// chance that is the exponential of its value.
fn gumbel(chance: &mut Rng) -> f32 {
    -(-uniform(chance).ln()).ln()
}

/// A number between 0 and 1.
fn uniform(chance: &mut Rng) -> f32 {
    ((chance.bits() >> 41) as f32 + 0.5) / (1 << 23) as f32
}

#[cfg(test)]
mod tests {
    use tengen_core::Point;

    use super::*;

    fn candidates(values: &[Value]) -> Vec<Candidate> {
        let of = |(x, &value): (i32, &Value)| {
            let point = Point::new(x, 0);
            Candidate { point, value, depth: 2, line: vec![point] }
        };
        (0..).zip(values).map(of).collect()
    }

    #[test]
    fn chance_falls_as_the_values_say() {
        // The second is worse by as much as the doubt: it comes once for e times of the first.
        let mut chance = Rng::new(1);
        let mut seconds = 0;
        for _ in 0..10_000 {
            let mut moves = candidates(&[Value::Seems(30), Value::Seems(10)]);
            waver(&mut moves, 20.0, &mut chance);
            seconds += i32::from(moves[0].point.x == 1);
        }
        let expected = 10_000.0 / (1.0 + 1_f32.exp());
        assert!((seconds as f32 - expected).abs() < 150.0, "{seconds}, not {expected}");
    }

    #[test]
    fn what_is_proven_is_not_doubted() {
        let mut chance = Rng::new(2);
        for _ in 0..200 {
            let mut won = candidates(&[Value::Wins(3), Value::Seems(900)]);
            waver(&mut won, 500.0, &mut chance);
            assert_eq!(won[0].value, Value::Wins(3));
            let mut close = candidates(&[Value::Seems(0), Value::Seems(0), Value::Loses(4)]);
            waver(&mut close, 500.0, &mut chance);
            assert_eq!(close[2].value, Value::Loses(4));
        }
        waver(&mut [], 1.0, &mut chance);
    }

    #[test]
    fn what_was_not_looked_at_is_not_chosen() {
        let mut chance = Rng::new(3);
        for _ in 0..200 {
            let mut moves = candidates(&[Value::Seems(0), Value::Seems(0)]);
            moves[1].depth = 0;
            waver(&mut moves, 500.0, &mut chance);
            assert_eq!(moves[0].point.x, 0);
        }
    }
}
