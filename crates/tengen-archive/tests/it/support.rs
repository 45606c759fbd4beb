//! Random games, the same on every run.

use tengen_core::{Area, Point};
use tengen_testkit::TestRng;

/// A game of random moves, most of them close to an earlier one, which makes lines.
pub(crate) fn random_game(rng: &mut TestRng, area: Area) -> Vec<Point> {
    let mut points = rng.shuffled_points(area);
    for i in 1..points.len() {
        let anchor = points[rng.below(i)];
        let distance = |p: Point| (p.x - anchor.x).abs().max((p.y - anchor.y).abs());
        let best = (i..points.len().min(i + 12)).min_by_key(|&j| distance(points[j]));
        points.swap(i, best.unwrap_or(i));
    }
    points.truncate(rng.below(points.len() + 1));
    points
}
