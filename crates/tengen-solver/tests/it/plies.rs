//! Who wins within a number of plies, against the definition.

use tengen_core::{Area, Axis, Color, Illegal, Line, Outcome, Point, Position, Rule, Setup};
use tengen_solver::{
    Budget, Stopped,
    fives::plies::{Attack, Defense, PlyError, PlyQuestion, PlyStory},
};

use crate::plies_plain::Plain;

struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// Stones on a box, each point with one in `percent` percent of cases.
    fn stones(&mut self, (width, height): (i32, i32), percent: usize) -> Vec<(Point, Color)> {
        let points = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
        points
            .filter_map(|point| {
                let color = Color::ALL[self.below(2)];
                (self.below(100) < percent).then_some((point, color))
            })
            .collect()
    }
}

fn winner(
    rule: Rule,
    stones: &[(Point, Color)],
    turn: Color,
    plies: u32,
) -> Result<Option<Color>, PlyError> {
    PlyQuestion::new(rule, stones, turn, plies).winner(&mut Budget::unlimited())
}

/// Compares `count` random positions, and counts how often the side to move, neither and the other side
/// won, and how many were over.
fn compare(
    rule: Rule,
    plies: u32,
    count: usize,
    boxes: &[(i32, i32)],
    percents: &[usize],
    margin: i32,
) -> [usize; 4] {
    let mut random = Random(u64::from(plies) + 17);
    let mut seen = [0; 4];
    for _ in 0..count {
        let size = boxes[random.below(boxes.len())];
        let percent = percents[random.below(percents.len())];
        let stones = random.stones(size, percent);
        let turn = Color::ALL[random.below(2)];
        let mut plain = Plain::new(rule, &stones, size, margin);
        let found = winner(rule, &stones, turn, plies);
        if plain.is_won() {
            assert!(matches!(found, Err(PlyError::Won(_))), "{rule} {stones:?}");
            seen[3] += 1;
            continue;
        }
        let expected = plain.winner(turn, plies);
        assert_eq!(found, Ok(expected), "{rule}, {turn} to move, {plies} plies: {stones:?}");
        let kind = match expected {
            Some(color) if color == turn => 0,
            None => 1,
            Some(_) => 2,
        };
        seen[kind] += 1;
    }
    seen
}

const SMALL: [(i32, i32); 6] = [(4, 4), (5, 4), (5, 5), (7, 3), (8, 2), (8, 1)];

#[test]
fn three_plies_are_those_of_the_definition() {
    for rule in Rule::FIVES {
        for (plies, count) in [(0, 1_000), (1, 50_000), (2, 50_000), (3, 35_000)] {
            let seen = compare(rule, plies, count, &SMALL, &[40, 50, 60, 70], 2);
            // With one ply only the side to move can win, with two the other side as well.
            let least = [count / 20, count / 2, count / 40, count / 80];
            let possible = [plies > 0, true, plies > 1, true];
            for kind in 0..4 {
                assert!(seen[kind] > least[kind] || !possible[kind], "{rule} {plies}: {seen:?}");
            }
        }
    }
}

#[test]
fn four_and_five_plies_are_those_of_the_definition() {
    for rule in Rule::FIVES {
        let [first, nobody, second, _] = compare(rule, 4, 200, &SMALL, &[30, 40, 50], 3);
        assert!(first > 20 && nobody > 100 && second > 4, "{rule}: {first} {nobody} {second}");
        let [first, nobody, ..] = compare(rule, 5, 12, &[(4, 4), (5, 4)], &[40, 50], 3);
        assert!(first > 0 && nobody > 0, "{rule}: {first} {nobody}");
    }
}

/// Stones drawn row by row: `x` black, `o` white.
fn drawn(rows: &[&str]) -> Vec<(Point, Color)> {
    let stone = |y: usize, (x, letter): (usize, char)| match letter {
        'x' => Some((Point::new(x as i32, y as i32), Color::Black)),
        'o' => Some((Point::new(x as i32, y as i32), Color::White)),
        _ => None,
    };
    let row = |(y, row): (usize, &&str)| {
        row.chars().enumerate().filter_map(move |at| stone(y, at)).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// Where six do not win, an own stone beside a place can spoil it later on.
#[test]
fn a_stone_too_many_spoils_a_five() {
    let rows = ["..x..", ".....", "....x", "x.x.x"];
    let stones = drawn(&rows);
    for (rule, expected) in [(Rule::Exact, None), (Rule::Freestyle, Some(Color::Black))] {
        assert_eq!(winner(rule, &stones, Color::Black, 5), Ok(expected));
        let mut plain = Plain::new(rule, &stones, (5, 4), 3);
        assert_eq!(plain.winner(Color::Black, 5), expected);
    }
}

/// At renju a stone that is on no place where a five could be made can still be the defense, since it
/// changes what is a foul.
#[test]
fn a_stone_that_only_changes_a_foul_can_defend() {
    let rows = [".x.o.x", "o...x.", "o.x.x.", "...o.x", "x..x.."];
    let stones = drawn(&rows);
    assert_eq!(winner(Rule::Renju, &stones, Color::White, 5), Ok(None));
    let mut plain = Plain::new(Rule::Renju, &stones, (6, 5), 3);
    assert_eq!(plain.winner(Color::White, 5), None);
}

/// Plays a story out with every reply near the stones, by the rules of the core alone.
struct Audience {
    position: Position,
    /// Where replies are tried.
    replies: Vec<Point>,
}

impl Audience {
    fn hear(&mut self, story: &PlyStory) {
        match story {
            PlyStory::Attack(attack) => self.hear_attack(attack),
            PlyStory::Defense(defense) => self.hear_defense(defense),
        }
    }

    fn hear_attack(&mut self, attack: &Attack) {
        self.position.play(attack.point).unwrap();
        match &attack.then {
            None => assert!(matches!(self.position.outcome(), Some(Outcome::Won(_)))),
            Some(defense) => self.hear_defense(defense),
        }
        self.position.undo();
    }

    fn hear_defense(&mut self, defense: &Defense) {
        assert_eq!(self.position.outcome(), None);
        for point in self.replies.clone() {
            let own = defense.replies.iter().find(|reply| reply.points.contains(&point));
            match (own.map(|reply| &reply.answer), self.position.play(point)) {
                (Some(Err(foul)), played) => assert_eq!(played, Err(Illegal::Foul(*foul))),
                (_, Err(_)) => {}
                (answer, Ok(())) => {
                    assert_eq!(self.position.outcome(), None, "a reply won");
                    let answer = answer.map(|answer| answer.as_ref().unwrap());
                    self.hear_attack(answer.unwrap_or(&defense.otherwise));
                    self.position.undo();
                }
            }
        }
    }
}

#[test]
fn every_story_holds_whatever_the_reply() {
    for rule in Rule::FIVES {
        let mut random = Random(3);
        for (plies, stories, percent) in [(3, 1_000, 55), (4, 200, 45), (5, 20, 35)] {
            let mut checked = 0;
            while checked < stories {
                let (width, height) = SMALL[random.below(SMALL.len())];
                let stones = random.stones((width, height), percent);
                let turn = Color::ALL[random.below(2)];
                let question = PlyQuestion::new(rule, &stones, turn, plies);
                let Ok(Some((winner, story))) = question.story(&mut Budget::unlimited()) else {
                    continue;
                };
                assert_eq!(question.winner(&mut Budget::unlimited()), Ok(Some(winner)));
                let setup = Setup { area: Area::Unbounded, stones, turn };
                let position = Position::from_setup_sparse(rule, &setup).unwrap();
                let replies = (-3..height + 3)
                    .flat_map(|y| (-3..width + 3).map(move |x| Point::new(x, y)))
                    .collect();
                Audience { position, replies }.hear(&story);
                checked += 1;
            }
        }
    }
}

#[test]
fn a_question_that_makes_no_sense_is_refused() {
    let stone = |x, y| (Point::new(x, y), Color::Black);
    let far = Point::new(Area::REACH + 1, 0);
    let twice = vec![stone(1, 2), stone(3, 4), stone(1, 2)];
    for (rule, stones, why) in [
        (Rule::NoGo, vec![], PlyError::Rule(Rule::NoGo)),
        (Rule::Freestyle, twice, PlyError::Twice(Point::new(1, 2))),
        (Rule::Freestyle, vec![(far, Color::White)], PlyError::Outside(far)),
    ] {
        assert_eq!(winner(rule, &stones, Color::Black, 3), Err(why));
    }
    let row: Vec<_> = (1..=6).rev().map(|n| stone(n, 10 - n)).collect();
    let line = Line { color: Color::Black, start: Point::new(1, 9), axis: Axis::Rise, length: 6 };
    assert_eq!(winner(Rule::Freestyle, &row, Color::White, 0), Err(PlyError::Won(line)));
    assert_eq!(winner(Rule::Exact, &row, Color::White, 3), Ok(None));
}

#[test]
fn far_corners_are_as_good_as_the_middle() {
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        let edge = Area::REACH - 4;
        for (x, y) in [(-edge, -edge), (edge, edge), (-edge, edge), (edge, -edge), (0, 0)] {
            let stone = |n: i32| (Point::new(x + n * dx, y + n * dy), Color::White);
            let stones = [-1, 0, 1].map(stone);
            assert_eq!(winner(Rule::Renju, &stones, Color::White, 3), Ok(Some(Color::White)));
            assert_eq!(winner(Rule::Renju, &stones, Color::Black, 4), Ok(None));
        }
    }
}

#[test]
fn limits_are_kept_and_nodes_are_counted_the_same() {
    let stones: Vec<_> = [(0, 0), (2, 1), (4, 0), (1, 3), (5, 5), (3, 6)]
        .into_iter()
        .enumerate()
        .map(|(n, (x, y))| (Point::new(x, y), Color::ALL[n % 2]))
        .collect();
    let question = PlyQuestion::new(Rule::Freestyle, &stones, Color::Black, 7);
    let nodes = || {
        let mut budget = Budget::unlimited();
        assert_eq!(question.winner(&mut budget), Ok(None));
        budget.nodes()
    };
    assert!(nodes() > 200);
    assert_eq!(nodes(), nodes());
    let mut budget = Budget::unlimited().nodes_up_to(100);
    assert_eq!(question.winner(&mut budget), Err(PlyError::Stopped(Stopped::Nodes)));
    let more = PlyQuestion { plies: 9, ..question };
    assert_eq!(more.winner(&mut Budget::unlimited()), Err(PlyError::Horizon));
    // Without memory it takes longer and comes to the same.
    let forgetful = PlyQuestion { memory: 0, ..question };
    assert_eq!(forgetful.winner(&mut Budget::unlimited()), Ok(None));
}
