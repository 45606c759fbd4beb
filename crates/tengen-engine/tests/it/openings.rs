//! Openings that are worth about the same to both sides, and what is chosen of them.

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_engine::{
    Limits, Resources, SearchRequest, Thought, Value,
    fives::{
        Even, FivesPlayer, balance,
        swap2::{self, Choice},
    },
};

/// How far from even a deeper look may find what was said to be even: chances of 37 % to 63 %.
const BAND: i32 = 136;

fn player() -> FivesPlayer {
    FivesPlayer::new(Resources { memory: 8 << 20, ..Resources::default() })
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn after(position: &Position, points: &[Point]) -> Position {
    let mut position = position.clone();
    for &point in points {
        position.play(point).unwrap();
    }
    assert_eq!(position.outcome(), None);
    position
}

/// What a player that knows nothing finds, looking longer: the mean of the last two depths, as the
/// side that has the last word always looks a little better.
fn look_again(position: &Position, count: u64) -> i32 {
    let mut depths = vec![(0, 0)];
    let mut note = |thought: &Thought| {
        let value = match thought.best().unwrap().value {
            Value::Seems(value) => value,
            Value::Wins(_) => 10_000,
            Value::Loses(_) => -10_000,
        };
        depths.retain(|&(depth, _)| Some(depth) != thought.depth);
        depths.push((thought.depth.unwrap(), value));
    };
    let limits = nodes(count);
    let request = SearchRequest { news: Some(&mut note), ..SearchRequest::new(position, &limits) };
    let thought = player().think(request).unwrap();
    note(&thought);
    let last: Vec<i32> = depths.iter().rev().take(2).map(|&(_, value)| value).collect();
    last.iter().sum::<i32>() / 2
}

fn propose(position: &Position, seed: u64) -> Even {
    let limits = nodes(30_000);
    swap2::propose(&mut player(), position, &limits, seed, &|| false).unwrap().unwrap()
}

#[test]
fn proposals_are_legal_even_and_not_always_the_same() {
    for (rule, area) in [
        (Rule::Freestyle, Area::square(15)),
        (Rule::Exact, Area::square(20)),
        (Rule::Renju, Area::Bounded { width: 9, height: 15 }),
    ] {
        let empty = Position::new(rule, area).unwrap();
        let evens = [1, 2, 3].map(|seed| propose(&empty, seed));
        assert_eq!(propose(&empty, 1), evens[0], "the same seed, the same stones");
        assert!(evens[0].points != evens[1].points && evens[1].points != evens[2].points);
        for even in evens {
            assert_eq!(even.points.len(), 3);
            let position = after(&empty, &even.points);
            assert_eq!(position.turn(), Color::White);
            let found = look_again(&position, 60_000);
            assert!(found.abs() <= BAND, "{rule} {area} {even:?} is worth {found}");
        }
    }
}

#[test]
fn moves_are_found_that_leave_equal_chances_or_a_given_difference() {
    let mut position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
    // Black, who is to move, is better, and can be less so.
    for (x, y) in [(7, 7), (8, 8)] {
        position.play(Point::new(x, y)).unwrap();
    }
    for (count, bias) in [(1, 0), (2, 0), (2, 100)] {
        let even = balance(&mut player(), &position, (count, bias), &nodes(30_000), 4, &|| false)
            .unwrap()
            .unwrap();
        assert_eq!(even.points.len(), count);
        let position = after(&position, &even.points);
        // Who is to move now was to move before an even number of moves.
        let found = look_again(&position, 60_000) * if count == 1 { -1 } else { 1 };
        assert!((found - bias).abs() <= BAND, "{count} {bias}: {even:?} is worth {found}");
    }
}

#[test]
fn openings_come_in_time_whatever_the_limits_are() {
    let empty = Position::new(Rule::Renju, Area::square(15)).unwrap();
    // No time, a stop at once: there still is something legal.
    let none = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    for limits in [none, nodes(1)] {
        let even = swap2::propose(&mut player(), &empty, &limits, 1, &|| false).unwrap().unwrap();
        let position = after(&empty, &even.points);
        let choice = swap2::choose(&mut player(), &position, &limits, 1, &|| true).unwrap();
        assert!(choice.is_some());
        for count in [1, 2] {
            let even = balance(&mut player(), &position, (count, 0), &limits, 1, &|| true);
            after(&position, &even.unwrap().unwrap().points);
        }
    }
}

fn choose(stones: &[(i32, i32)]) -> Choice {
    let colors = Color::ALL.into_iter().cycle();
    let stones = stones.iter().map(|&(x, y)| Point::new(x, y)).zip(colors).collect();
    let setup = Setup { area: Area::square(15), stones, turn: Color::White };
    let position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
    let choice = swap2::choose(&mut player(), &position, &nodes(20_000), 3, &|| false).unwrap();
    let choice = choice.unwrap();
    match &choice {
        Choice::Stay(point) => drop(after(&position, &[*point])),
        Choice::Put(points) => drop(after(&position, points)),
        Choice::Swap => {}
    }
    choice
}

#[test]
fn the_better_side_is_taken() {
    assert_eq!(choose(&[(7, 7), (14, 14), (8, 8)]), Choice::Swap);
    assert!(matches!(choose(&[(0, 0), (7, 7), (14, 14)]), Choice::Stay(_)));
    assert_eq!(choose(&[(7, 7), (14, 14), (8, 8), (0, 14), (7, 8)]), Choice::Swap);
    assert!(matches!(choose(&[(0, 0), (7, 7), (14, 14), (7, 8), (0, 14)]), Choice::Stay(_)));
}
