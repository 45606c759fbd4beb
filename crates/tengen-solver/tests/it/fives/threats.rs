//! What is kept up to date stone by stone is what the definitions say.

use tengen_core::{Area, Cell, Color, Point, Position, Rule, Setup, renju};
use tengen_solver::fives::{Spot, Threats};

use tengen_testkit::TestRng;

/// Puts and lifts stones at random, all within the points `at`, and checks now and then.
fn stir(position: &Position, at: &[Point], chance: &mut TestRng, turns: usize) {
    let mut threats = Threats::new(position).unwrap();
    threats.check();
    let mut stones: Vec<(Spot, Color)> = Vec::new();
    let most = at.len() * 3 / 4;
    for turn in 1..=turns {
        let spot = threats.spot(chance.pick(at));
        if threats.is_empty(spot) && stones.len() < most {
            let color = chance.pick(&Color::ALL);
            threats.put(spot, color);
            stones.push((spot, color));
        } else if !stones.is_empty() {
            // Mostly in the order of a search, sometimes in any order.
            let last = stones.len() - 1;
            let which = if chance.below(3) > 0 { last } else { chance.below(stones.len()) };
            let (spot, color) = stones.swap_remove(which);
            threats.lift(spot, color);
        }
        if turn % 16 == 0 {
            threats.check();
        }
    }
    while let Some((spot, color)) = stones.pop() {
        threats.lift(spot, color);
    }
    threats.check();
    assert_eq!(threats.board().zobrist_hash(), position.board().zobrist_hash());
}

#[test]
fn stones_put_and_lifted_leave_threats_as_defined_on_boards_of_all_sizes() {
    let mut chance = TestRng::new(1);
    for rule in Rule::FIVES {
        for (width, height) in
            [(15, 15), (5, 5), (6, 9), (1, 1), (3, 22), (19, 19), (22, 22), (21, 4), (40, 7)]
        {
            let area = Area::Bounded { width, height };
            let position = Position::new(rule, area).unwrap();
            let points: Vec<Point> = area.points().collect();
            stir(&position, &points, &mut chance, 1000);
        }
    }
}

#[test]
fn threats_start_as_defined_from_any_stones() {
    let mut chance = TestRng::new(2);
    let mut seen = 0;
    while seen < 1500 {
        let (width, height) = (chance.between(1, 22) as u16, chance.between(1, 22) as u16);
        let chances = [chance.below(35), chance.below(35)];
        let rule = chance.pick(&Rule::FIVES);
        let area = Area::Bounded { width, height };
        if let Some(position) = chance.position(rule, area, chances, Color::Black) {
            Threats::new(&position).unwrap().check();
            seen += 1;
        }
    }
}

#[test]
fn a_board_without_edges_is_no_different_however_far_out() {
    let mut chance = TestRng::new(3);
    for rule in Rule::FIVES {
        for corner in [Point::new(0, 0), Point::new(-999_999_990, 999_999_980), Point::new(-8, -3)]
        {
            let mut setup = Setup::new(Area::Unbounded);
            let near =
                |n: usize| Point::new(corner.x + (n % 10) as i32, corner.y + (n / 10) as i32);
            for n in [0, 99] {
                setup.stones.push((near(n), Color::White));
            }
            let position = Position::from_setup(rule, &setup).unwrap();
            let points: Vec<Point> = (1..99).map(near).collect();
            stir(&position, &points, &mut chance, 400);
        }
    }
}

#[test]
fn what_black_may_play_at_renju_is_what_the_rules_say_on_ten_thousand_positions() {
    let mut chance = TestRng::new(4);
    let (mut seen, mut fouls) = (0, 0);
    while seen < 10_000 {
        let area = Area::square(chance.pick(&[15, 15, 9, 19]));
        let chances = [chance.between(8, 24), chance.between(2, 15)];
        let Some(position) = chance.position(Rule::Renju, area, chances, Color::Black) else {
            continue;
        };
        seen += 1;
        let threats = Threats::new(&position).unwrap();
        for point in area.points() {
            if position.board().cell(point) == Cell::Empty {
                let foul = renju::foul(position.board(), point);
                fouls += usize::from(foul.is_some());
                let legal = threats.is_legal(threats.spot(point), Color::Black);
                assert_eq!(legal, foul.is_none(), "{point:?} {foul:?}");
                assert!(threats.is_legal(threats.spot(point), Color::White));
            }
        }
    }
    assert!(fouls > 20_000, "only {fouls} fouls were judged");
}
