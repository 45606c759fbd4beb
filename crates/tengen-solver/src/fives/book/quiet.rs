//! Static ordering of quiet moves.

use tengen_core::{Axis, Color, Point};

use crate::fives::{Threats, search_frame::Spot};

/// Weights of five points in a row without the other side's stones, by the number of own stones.
const WORTH: [u32; 5] = [1, 6, 24, 60, 200];

/// The best `most` moves of `color` by static score, the best first.
pub(crate) fn quiet_moves(threats: &Threats, color: Color, most: usize) -> Vec<Spot> {
    let stones: Vec<Point> = threats.board().stones().into_iter().map(|stone| stone.0).collect();
    let center = center(&threats.empty().map(|spot| threats.point(spot)).collect::<Vec<_>>());
    let near = |point: Point| stones.is_empty() || stones.iter().any(|o| o.distance(point) <= 2);
    let mut moves: Vec<(u32, i32, Spot)> = threats
        .empty()
        .filter(|&spot| near(threats.point(spot)) && threats.is_legal(spot, color))
        .map(|spot| {
            let point = threats.point(spot);
            let worth = 2 * worth(threats, point, color) + worth(threats, point, !color) / 2;
            (worth, point.distance(center), spot)
        })
        .collect();
    moves.sort_by_key(|&(worth, far, spot)| (u32::MAX - worth, far, spot));
    moves.into_iter().take(most).map(|(_, _, spot)| spot).collect()
}

/// What a stone of `color` adds to the fives that can still be made through `point`.
fn worth(threats: &Threats, point: Point, color: Color) -> u32 {
    Axis::ALL
        .into_iter()
        .flat_map(|axis| {
            let window = threats.board().window(point, axis).seen_by(color);
            let (own, shut) = (window.own(), window.shut());
            (1..=5).map(move |first| {
                let five = 0b11111 << first;
                if shut & five == 0 { WORTH[(own & five).count_ones().min(4) as usize] } else { 0 }
            })
        })
        .sum()
}

fn center(points: &[Point]) -> Point {
    let middle = |of: fn(&Point) -> i32| {
        let (low, high) = (points.iter().map(of).min(), points.iter().map(of).max());
        i32::midpoint(low.unwrap_or(0), high.unwrap_or(0))
    };
    Point::new(middle(|point| point.x), middle(|point| point.y))
}
