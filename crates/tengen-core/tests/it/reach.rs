//! What `docs/rules/fives.md`, section 4, says of positions that could have come about, against the
//! plain rules, which try every order of the stones.

use tengen_core::{Area, Color, Point, Rule, naive, naive::Stones};

use tengen_testkit::{TestRng, area};

/// A few stones of both colors, with a row of some of them, so that many boards have a line.
fn strew(chance: &mut TestRng, area: Area, most: usize) -> Stones {
    let points: Vec<Point> = area.points().collect();
    let mut stones = Stones::new();
    let row: Vec<Point> = points.iter().copied().filter(|point| point.y == 0).collect();
    let color = chance.pick(&Color::ALL);
    for &point in row.iter().take(chance.between(0, most)) {
        stones.insert(point, color);
    }
    for (color, count) in [Color::Black, Color::White].map(|c| (c, chance.between(3, most))) {
        while stones.values().filter(|&&stone| stone == color).count() < count {
            stones.entry(chance.pick(&points)).or_insert(color);
        }
    }
    stones
}

/// fives.md 4.2.
fn last_to_move(stones: &Stones) -> Option<Color> {
    let count = |color| stones.values().filter(|&&stone| stone == color).count();
    match count(Color::Black).checked_sub(count(Color::White)) {
        Some(0) => Some(Color::White),
        Some(1) => Some(Color::Black),
        _ => None,
    }
}

fn without(stones: &Stones, point: Point) -> Stones {
    let mut others = stones.clone();
    others.remove(&point);
    others
}

fn points_of(stones: &Stones, color: Color) -> Vec<Point> {
    stones.keys().copied().filter(|point| stones[point] == color).collect()
}

fn nobody_has_won(rule: Rule, stones: &Stones) -> bool {
    naive::winning_starts(rule, stones).is_empty()
}

/// fives.md 4.5.
fn could_be_freestyle(stones: &Stones) -> bool {
    let Some(last) = last_to_move(stones) else { return false };
    let was_last = |&point: &Point| nobody_has_won(Rule::Freestyle, &without(stones, point));
    nobody_has_won(Rule::Freestyle, stones) || points_of(stones, last).iter().any(was_last)
}

/// fives.md 4.7.
fn could_be_exact(stones: &Stones) -> bool {
    let Some(last) = last_to_move(stones) else { return false };
    let come_off = |stones: &Stones| {
        Color::ALL.into_iter().all(|color| {
            let own = stones.iter().filter(|&(_, &stone)| stone == color);
            comes_off(&own.map(|(&point, &color)| (point, color)).collect())
        })
    };
    stones.is_empty()
        || points_of(stones, last).iter().any(|&point| come_off(&without(stones, point)))
}

/// Whether stones of one color can be taken off one by one without a five ever being there.
fn comes_off(stones: &Stones) -> bool {
    nobody_has_won(Rule::Exact, stones)
        && (stones.is_empty() || stones.keys().any(|&point| comes_off(&without(stones, point))))
}

fn compare(rule: Rule, area: Area, most: usize, could_be: impl Fn(&Stones) -> bool) {
    let mut chance = TestRng::new(5);
    let mut met = [0; 2];
    for _ in 0..3_000 {
        let stones = strew(&mut chance, area, most);
        let expected = naive::reachable(rule, area, &stones);
        assert_eq!(could_be(&stones), expected, "{rule} {area} {stones:?}");
        if !nobody_has_won(rule, &stones) {
            met[usize::from(expected)] += 1;
        }
    }
    assert!(
        met.iter().all(|&times| times >= 50),
        "won boards that could not and could be: {met:?}"
    );
}

#[test]
fn a_freestyle_position_came_about_if_the_last_stone_can_be_found() {
    compare(Rule::Freestyle, area(7, 3), 6, could_be_freestyle);
    compare(Rule::Freestyle, area(12, 2), 11, could_be_freestyle);
}

#[test]
fn an_exact_position_came_about_if_its_stones_come_off_without_a_five() {
    compare(Rule::Exact, area(7, 3), 6, could_be_exact);
}

/// fives.md 4.6.
#[test]
fn nine_in_a_row_can_come_about_and_ten_cannot() {
    for (length, expected) in [(5, true), (9, true), (10, false)] {
        let mut stones = Stones::new();
        for x in 0..length {
            stones.insert(Point::new(x, 0), Color::Black);
            // White stones with gaps, and one fewer than Black's.
            if x > 0 {
                stones.insert(Point::new(2 * x, 2), Color::White);
            }
        }
        assert_eq!(could_be_freestyle(&stones), expected, "{length}");
        assert_eq!(naive::reachable(Rule::Freestyle, area(20, 3), &stones), expected, "{length}");
    }
}

/// fives.md 4.8.
#[test]
fn a_six_comes_off_with_its_second_stone_first_and_never_with_its_end() {
    let six: Stones = (0..6).map(|x| (Point::new(x, 0), Color::Black)).collect();
    assert!(comes_off(&six));
    assert!(comes_off(&without(&six, Point::new(1, 0))));
    assert!(!comes_off(&without(&six, Point::new(0, 0))));
    assert!(!comes_off(&without(&six, Point::new(5, 0))));
}

/// fives.md 4.2 to 4.4.
#[test]
fn a_win_of_the_side_that_did_not_move_last_could_not_have_come_about() {
    let black = (0..5).map(|x| (Point::new(x, 0), Color::Black));
    let white = |count: i32| (0..count).map(|x| (Point::new(x, 1 + x % 2), Color::White));
    for rule in Rule::FIVES {
        let reachable = |count| {
            let stones: Stones = black.clone().chain(white(count)).collect();
            naive::reachable(rule, area(7, 3), &stones)
        };
        assert!(reachable(4), "{rule}");
        assert!(!reachable(5), "{rule}: White went on after a win");
        assert!(!reachable(3), "{rule}: Black moved twice");
    }
}
