//! Three plies on a board without edges against a plain twin, in one run: same answers, and how many
//! times less time. A ratio below its floor, or a million pieces that take too long, fails the run.
//!
//! The plain twin is what one would write first: a map of stones, and around every stone every five
//! points in a row, looked up one by one. Files of pieces may be given as arguments; then only they are
//! read, solved and timed.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use std::{
    collections::{HashMap, HashSet},
    env, fs,
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

use tengen_core::{Axis, Color, Point, Rule};
use tengen_notation::StoneList;
use tengen_solver::{Budget, fives::plies::PlyQuestion};
use tengen_testkit::TestRng;

type Stones = Vec<(Point, Color)>;

fn main() -> ExitCode {
    let files: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for file in &files {
        let text = fs::read(file).unwrap();
        let pieces = StoneList::parse(&text).unwrap();
        let (read, solve) = (
            best(20, || StoneList::parse(&text).unwrap().stones().len()),
            best(20, || winner(pieces.stones())),
        );
        println!(
            "{file}: {:?}, read in {read:.1?}, solved in {solve:.1?}",
            winner(pieces.stones())
        );
    }
    if !files.is_empty() {
        return ExitCode::SUCCESS;
    }
    let mut slow = false;
    for (name, make) in
        [("spread", spread as fn(usize) -> Stones), ("dense", dense), ("threes", threes)]
    {
        let stones = make(1_000);
        assert_eq!(winner(&stones), plain_winner(&stones));
        let (quick, plain) = (best(50, || winner(&stones)), best(10, || plain_winner(&stones)));
        let (ratio, floor) = (plain.as_secs_f64() / quick.as_secs_f64(), 4.0);
        let verdict = if ratio < floor { "TOO SLOW" } else { "ok" };
        slow |= ratio < floor;
        println!(
            "1,000 pieces, {name:8} {quick:>8.1?}; plain {plain:>8.1?} {ratio:>6.1}x (floor {floor}) {verdict}"
        );

        let stones = make(1_000_000);
        let text = StoneList::from(stones.clone()).to_string();
        let expected = plain_winner(&stones);
        let time = best(3, || {
            let pieces = StoneList::parse(text.as_bytes()).unwrap();
            assert_eq!(winner(pieces.stones()), expected);
        });
        let limit = Duration::from_secs(1);
        let verdict = if time > limit { "TOO SLOW" } else { "ok" };
        slow |= time > limit;
        println!(
            "1,000,000 pieces, {name:8} {time:>8.1?} with reading (limit {limit:?}) {verdict}"
        );
    }
    if slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn winner(stones: &[(Point, Color)]) -> Option<Color> {
    let question = PlyQuestion::new(Rule::Freestyle, stones, Color::Black, 3);
    question.winner(&mut Budget::unlimited()).unwrap()
}

/// The shortest of a number of runs.
fn best<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let started = Instant::now();
        black_box(work());
        started.elapsed()
    };
    (0..times).map(time).min().unwrap()
}

/// A list of numbers that looks like chance.
fn chance() -> impl FnMut(usize) -> usize {
    let mut rng = TestRng::new(1);
    move |below| rng.below(below)
}

/// Pieces in disorder, as they come.
fn shuffled(mut stones: Stones) -> Stones {
    let mut chance = chance();
    for at in (1..stones.len()).rev() {
        stones.swap(at, chance(at + 1));
    }
    stones
}

/// Pieces anywhere.
fn spread(count: usize) -> Stones {
    let mut chance = chance();
    let mut stones = HashMap::new();
    while stones.len() < count {
        let mut number = || chance(2_000_000_001) as i32 - 1_000_000_000;
        let point = Point::new(number(), number());
        stones.insert(point, Color::ALL[chance(2)]);
    }
    let mut stones: Stones = stones.into_iter().collect();
    stones.sort_unstable();
    shuffled(stones)
}

/// A square full of pieces, without five in a row.
fn dense(count: usize) -> Stones {
    let side = (count as u64).isqrt() as i32 + 1;
    let stone = |at: i32| {
        let (x, y) = (at % side, at / side);
        (Point::new(x, y), Color::ALL[((x / 2 + y) % 2) as usize])
    };
    shuffled((0..count as i32).map(stone).collect())
}

/// Threes that can each become a four in one way only: many places to look at, and no winner.
fn threes(count: usize) -> Stones {
    let across = (count as u64).isqrt() as i32 / 4 + 1;
    let stone = |at: i32| {
        let (tile, number) = (at / 5, at % 5);
        let (x, y) = (tile % across * 12, tile / across * 6);
        match number {
            0 => (Point::new(x, y), Color::White),
            4 => (Point::new(x + 6, y), Color::White),
            step => (Point::new(x + step, y), Color::Black),
        }
    };
    shuffled((0..count as i32 / 5 * 5).map(stone).collect())
}

/// The plain twin.
fn plain_winner(stones: &[(Point, Color)]) -> Option<Color> {
    let board: HashMap<Point, Color> = stones.iter().copied().collect();
    let own = plain_places(&board, stones, Color::Black);
    let other = plain_places(&board, stones, Color::White);
    let fives = |places: &HashSet<Vec<Point>>| -> HashSet<Point> {
        places.iter().filter(|place| place.len() == 1).map(|place| place[0]).collect()
    };
    let others = fives(&other);
    if !fives(&own).is_empty() {
        return Some(Color::Black);
    }
    if others.len() > 1 {
        return Some(Color::White);
    }
    // For each first move the points where a five could follow.
    let mut next: HashMap<Point, HashSet<Point>> = HashMap::new();
    for place in own.iter().filter(|place| place.len() == 2) {
        next.entry(place[0]).or_default().insert(place[1]);
        next.entry(place[1]).or_default().insert(place[0]);
    }
    let mut forks = next.iter().filter(|(_, then)| then.len() > 1);
    let wins = forks.any(|(first, _)| others.is_empty() || others.contains(first));
    wins.then_some(Color::Black)
}

/// The empty points of every five points in a row where up to two stones of `color` are missing.
fn plain_places(
    board: &HashMap<Point, Color>,
    stones: &[(Point, Color)],
    color: Color,
) -> HashSet<Vec<Point>> {
    let mut places = HashSet::new();
    for &(point, _) in stones.iter().filter(|stone| stone.1 == color) {
        for axis in Axis::ALL {
            for back in 0..5 {
                let points = (0..5).map(|step| point.along(axis, step - back));
                let empty: Vec<Point> =
                    points.clone().filter(|point| !board.contains_key(point)).collect();
                if empty.len() <= 2 && !points.into_iter().any(|at| board.get(&at) == Some(&!color))
                {
                    assert!(!empty.is_empty(), "the game is over");
                    places.insert(empty);
                }
            }
        }
    }
    places
}
