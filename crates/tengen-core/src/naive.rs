//! The rules again, in the plainest code we can write. The referee of our own tests: it may be
//! slow, it may not be clever, and it shares no code with the rest but points and names.

use std::collections::HashMap;

use crate::{Area, Color, Point, Rule};

/// Stones, and nothing else.
pub type Stones = HashMap<Point, Color>;

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn step(p: Point, (dx, dy): (i32, i32), n: i32) -> Point {
    Point::new(p.x + dx * n, p.y + dy * n)
}

fn has(stones: &Stones, p: Point, color: Color) -> bool {
    stones.get(&p) == Some(&color)
}

fn run(stones: &Stones, p: Point, color: Color, d: (i32, i32)) -> i32 {
    let mut length = 1;
    let mut n = 1;
    while has(stones, step(p, d, n), color) {
        length += 1;
        n += 1;
    }
    n = 1;
    while has(stones, step(p, d, -n), color) {
        length += 1;
        n += 1;
    }
    length
}

/// Whether a row of `length` stones of `color` wins.
pub fn row_wins(rule: Rule, color: Color, length: i32) -> bool {
    match (rule, color) {
        (Rule::Freestyle, _) | (Rule::Renju, Color::White) => length >= 5,
        (Rule::Exact, _) | (Rule::Renju, Color::Black) => length == 5,
        (Rule::NoGo, _) => false,
    }
}

/// Whether the stone of `color` on `p` is part of a winning row.
pub fn wins(rule: Rule, stones: &Stones, p: Point, color: Color) -> bool {
    STEPS.iter().any(|&d| row_wins(rule, color, run(stones, p, color, d)))
}

/// The first stone and the winner of every winning row, in reading order; a stone that begins two
/// rows stands there twice.
pub fn winning_starts(rule: Rule, stones: &Stones) -> Vec<(Point, Color)> {
    let mut starts = Vec::new();
    let mut all: Vec<(Point, Color)> = stones.iter().map(|(&p, &color)| (p, color)).collect();
    all.sort_unstable();
    for (p, color) in all {
        for d in STEPS {
            let first = !has(stones, step(p, d, -1), color);
            if first && row_wins(rule, color, run(stones, p, color, d)) {
                starts.push((p, color));
            }
        }
    }
    starts
}

fn free(area: Area, stones: &Stones, p: Point) -> bool {
    area.contains(p) && !stones.contains_key(&p)
}

fn with_black(stones: &Stones, p: Point) -> Stones {
    let mut next = stones.clone();
    next.insert(p, Color::Black);
    next
}

/// Whether all the points from `p` to `n` steps away are black.
fn joined(stones: &Stones, p: Point, d: (i32, i32), n: i32) -> bool {
    (n.min(0)..=n.max(0)).all(|k| has(stones, step(p, d, k), Color::Black))
}

/// How many steps from the black stone on `p` the empty points are that make a black five through
/// it along `d`.
fn fives(area: Area, stones: &Stones, p: Point, d: (i32, i32)) -> Vec<i32> {
    let makes_five = |&n: &i32| {
        let e = step(p, d, n);
        if !free(area, stones, e) {
            return false;
        }
        let next = with_black(stones, e);
        run(&next, e, Color::Black, d) == 5 && joined(&next, p, d, n)
    };
    (-4..=4).filter(makes_five).collect()
}

fn is_straight_four(area: Area, stones: &Stones, p: Point, d: (i32, i32)) -> bool {
    let ends = fives(area, stones, p, d);
    run(stones, p, Color::Black, d) == 4 && ends.len() == 2 && ends[1] - ends[0] == 5
}

fn makes_five(stones: &Stones, p: Point) -> bool {
    let next = with_black(stones, p);
    STEPS.iter().any(|&d| run(&next, p, Color::Black, d) == 5)
}

/// Whether Black may not play on the empty `p` at renju.
pub fn forbidden(area: Area, stones: &Stones, p: Point) -> bool {
    let next = with_black(stones, p);
    if makes_five(stones, p) {
        return false;
    }
    if STEPS.iter().any(|&d| run(&next, p, Color::Black, d) > 5) {
        return true;
    }
    let mut fours = 0;
    for d in STEPS {
        fours += match fives(area, &next, p, d)[..] {
            [] => 0,
            [_] => 1,
            [a, b] if b - a == 5 => 1,
            _ => 2,
        };
    }
    if fours >= 2 {
        return true;
    }
    let is_three = |d: (i32, i32)| {
        fives(area, &next, p, d).is_empty()
            && (-3..=3).any(|n| {
                let e = step(p, d, n);
                if !free(area, &next, e) {
                    return false;
                }
                let four = with_black(&next, e);
                joined(&four, p, d, n)
                    && is_straight_four(area, &four, e, d)
                    && !makes_five(&next, e)
                    && !forbidden(area, &next, e)
            })
    };
    STEPS.iter().filter(|&&d| is_three(d)).count() >= 2
}

fn around(p: Point) -> [Point; 4] {
    [(0, -1), (-1, 0), (1, 0), (0, 1)].map(|d| step(p, d, 1))
}

/// The chain of the stone on `p`, and whether it has a liberty.
pub fn chain(area: Area, stones: &Stones, p: Point) -> (Vec<Point>, bool) {
    let mut chain = vec![p];
    let mut breathes = false;
    let mut next = 0;
    while next < chain.len() {
        for near in around(chain[next]) {
            breathes |= free(area, stones, near);
            if stones.get(&near) == Some(&stones[&p]) && !chain.contains(&near) {
                chain.push(near);
            }
        }
        next += 1;
    }
    (chain, breathes)
}

/// Whether every chain has a liberty.
pub fn all_breathe(area: Area, stones: &Stones) -> bool {
    stones.keys().all(|&p| chain(area, stones, p).1)
}

/// Whether every chain has a liberty once `color` has played on the empty `p`. The others had one
/// before.
fn leaves_breath(area: Area, stones: &Stones, p: Point, color: Color) -> bool {
    let mut next = stones.clone();
    next.insert(p, color);
    let near = around(p).into_iter().filter(|near| next.contains_key(near));
    near.chain([p]).all(|stone| chain(area, &next, stone).1)
}

/// Whether `color` may play on `p`, the game being still open.
pub fn may_play(rule: Rule, area: Area, stones: &Stones, p: Point, color: Color) -> bool {
    if rule == Rule::NoGo {
        return free(area, stones, p) && leaves_breath(area, stones, p, color);
    }
    let foul = rule == Rule::Renju && color == Color::Black;
    free(area, stones, p) && !(foul && forbidden(area, stones, p))
}

/// [`perft`](crate::perft) by these rules.
pub fn perft(rule: Rule, area: Area, stones: &mut Stones, turn: Color, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    for p in area.points() {
        if may_play(rule, area, stones, p, turn) {
            stones.insert(p, turn);
            if depth == 1 || !wins(rule, stones, p, turn) {
                lines += perft(rule, area, stones, !turn, depth - 1);
            }
            stones.remove(&p);
        }
    }
    lines
}

/// Whether the stones could have come about: some order of moves from the empty board, each legal
/// and none after a win, leads to them.
///
/// Tries every order, so a dozen stones is about what it can do.
pub fn reachable(rule: Rule, area: Area, stones: &Stones) -> bool {
    let count = |color| stones.values().filter(|&&c| c == color).count();
    let last = match count(Color::Black).checked_sub(count(Color::White)) {
        Some(0) => Color::White,
        Some(1) => Color::Black,
        _ => return false,
    };
    if stones.is_empty() {
        return true;
    }
    let mut all: Vec<Point> = stones.keys().copied().collect();
    all.sort_unstable();
    all.into_iter().filter(|&p| stones[&p] == last).any(|p| {
        let mut before = stones.clone();
        before.remove(&p);
        winning_starts(rule, &before).is_empty()
            && (rule != Rule::NoGo || all_breathe(area, &before))
            && may_play(rule, area, &before, p, last)
            && reachable(rule, area, &before)
    })
}
