//! Random games, the same on every run.

use tengen_core::{Area, Point};

/// A small generator of numbers that look random (xorshift).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// A game of random moves, most of them close to an earlier one, which makes lines.
pub(crate) fn random_game(rng: &mut Rng, area: Area) -> Vec<Point> {
    let mut points: Vec<Point> = area.points().collect();
    for i in (1..points.len()).rev() {
        points.swap(i, rng.below(i + 1));
    }
    for i in 1..points.len() {
        let anchor = points[rng.below(i)];
        let distance = |p: Point| (p.x - anchor.x).abs().max((p.y - anchor.y).abs());
        let best = (i..points.len().min(i + 12)).min_by_key(|&j| distance(points[j]));
        points.swap(i, best.unwrap_or(i));
    }
    points.truncate(rng.below(points.len() + 1));
    points
}
