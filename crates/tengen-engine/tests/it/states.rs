//! A state says of every point what the plain rules say.

use tengen_core::{Area, Cell, Color, Point, Setup, SetupError, naive};
use tengen_engine::playout::{Rng, State, StateError};

use crate::playout_support::{Plain, area};

fn all_stones(state: &State) -> Vec<Option<Color>> {
    (0..state.points()).map(|point| state.stone(point)).collect()
}

/// Plays one random game on both, and compares all legal points of both sides after every
/// `often`th move and at the end.
fn play_both(area: Area, seed: u64, often: usize) {
    let mut rng = Rng::new(seed);
    let mut plain = Plain::new(area);
    let mut state = State::new(area).unwrap();
    for number in 0.. {
        let legal = state.legal_points(state.turn());
        if number % often == 0 || legal.len() <= 1 {
            for color in Color::ALL {
                let by_rules = plain.all_legal(color);
                assert_eq!(state.legal_points(color), by_rules);
                let by_point = |point: &usize| state.legal(*point, color);
                assert!((0..state.points()).filter(by_point).eq(by_rules));
            }
            assert!(state.check());
            let rebuilt = plain.state();
            assert_eq!(all_stones(&rebuilt), all_stones(&state));
            assert!(rebuilt.check());
        }
        if legal.is_empty() {
            break;
        }
        let choice = legal[rng.below(legal.len())];
        plain.play(choice);
        state.play(choice);
        assert_eq!(state.turn(), plain.turn);
        assert_eq!(state.stone(choice), Some(!plain.turn));
    }
}

#[test]
fn every_point_is_legal_or_not_as_the_plain_rules_say() {
    for width in 1..=6 {
        for height in 1..=6 {
            for seed in 0..20 {
                play_both(area(width, height), seed, 1);
            }
        }
    }
    for (width, height, games) in [(25, 1, 40), (1, 25, 40), (3, 25, 5), (9, 9, 12), (13, 8, 4)] {
        for seed in 0..games {
            play_both(area(width, height), seed, 1);
        }
    }
    for (width, height) in [(10, 10), (13, 13), (14, 14), (19, 19), (25, 25), (25, 9), (9, 25)] {
        play_both(area(width, height), 1, 25);
    }
}

/// Replays whole playouts by the plain rules, from the start and from positions on the way.
#[test]
fn a_playout_is_a_game_by_the_plain_rules() {
    let sizes =
        [(1, 1, 5), (1, 9, 50), (2, 2, 50), (3, 5, 200), (9, 9, 60), (12, 7, 20), (19, 19, 2)];
    for (width, height, games) in sizes {
        let mut plain = Plain::new(area(width, height));
        let mut start = plain.state();
        for number in 0..games {
            let mut game = start.clone();
            let mut record = Vec::new();
            let ending =
                game.play_out_with(&mut Rng::stream(5, number), |point, _| record.push(point));
            assert_eq!(ending.moves as usize, record.len());
            assert!(game.check());
            let mut by_rules = plain.clone();
            for &point in &record {
                by_rules.play(point);
            }
            assert!(by_rules.all_legal(by_rules.turn).is_empty());
            assert_eq!(ending.winner, !by_rules.turn);
            assert_eq!(game.turn(), by_rules.turn);
            for point in 0..game.points() {
                let stone = by_rules.stones.get(&plain.point(point)).copied();
                assert_eq!(game.stone(point), stone);
            }
            // Each move is of the side that it is called with.
            let mut again = start.clone();
            let mut owners = vec![None; again.points()];
            let mut rng = Rng::stream(5, number);
            let own = |point: usize, color| owners[point] = Some(color);
            assert_eq!(again.play_out_with(&mut rng, own), ending);
            for (point, owner) in owners.iter().enumerate() {
                let played = start.stone(point).is_none();
                assert_eq!(*owner, again.stone(point).filter(|_| played));
            }
            // Every fourth game starts one move later, with the other side to move.
            if number % 4 == 3 && !record.is_empty() {
                plain.play(record[0]);
                start.play(record[0]);
            }
        }
    }
}

#[test]
fn a_copy_is_the_same_whatever_was_there_before() {
    let small = State::new(Area::square(5)).unwrap();
    let mut large = State::new(Area::square(19)).unwrap();
    large.play(100);
    for (from, to) in [(&small, &large), (&large, &small), (&large, &large)] {
        let mut copy = to.clone();
        copy.play_out(&mut Rng::new(1));
        copy.clone_from(from);
        assert!(copy.check());
        assert_eq!((all_stones(&copy), copy.turn()), (all_stones(from), from.turn()));
        let (mut one, mut other) = (Vec::new(), Vec::new());
        copy.play_out_with(&mut Rng::new(2), |point, _| one.push(point));
        from.clone().play_out_with(&mut Rng::new(2), |point, _| other.push(point));
        assert_eq!(one, other);
    }
}

#[test]
fn what_is_no_position_is_refused() {
    let refusal = |setup: Setup| State::from_setup(&setup).unwrap_err();
    for (area, error) in [
        (Area::Unbounded, StateError::Setup(SetupError::Endless)),
        (area(0, 5), StateError::Setup(SetupError::NoPoints)),
        (area(26, 5), StateError::Size(area(26, 5))),
        (area(5, 26), StateError::Size(area(5, 26))),
    ] {
        assert_eq!(refusal(Setup::new(area)), error);
    }
    let stones = |stones: &[(i32, i32, Color)]| {
        let stones = stones.iter().map(|&(x, y, color)| (Point::new(x, y), color)).collect();
        Setup { area: area(3, 2), stones, turn: Color::White }
    };
    let (b, w) = (Color::Black, Color::White);
    let outside = refusal(stones(&[(3, 0, b)]));
    assert_eq!(outside, SetupError::Outside(Point::new(3, 0)).into());
    let twice = refusal(stones(&[(1, 0, b), (1, 0, w)]));
    assert_eq!(twice, SetupError::Twice(Point::new(1, 0)).into());
    let choked = refusal(stones(&[(2, 1, b), (1, 1, w), (2, 0, w)]));
    assert_eq!(choked, SetupError::Choked(Point::new(2, 1)).into());
    assert_eq!(
        StateError::Size(area(26, 5)).to_string(),
        "a board of 26x5 has no fast form; its sides must be from 1 to 25"
    );
}

#[test]
fn cells_and_set_ups_make_the_same_position() {
    let mut rng = Rng::new(9);
    let mut made = 0;
    for _ in 0..2_000 {
        let area = area(1 + rng.below(7) as u16, 1 + rng.below(7) as u16);
        let mut stones = naive::Stones::new();
        let mut cells = Vec::new();
        for point in area.points() {
            let cell = [Cell::Empty, Cell::Black, Cell::White][rng.below(3)];
            if let Some(color) = cell.stone() {
                stones.insert(point, color);
            }
            cells.push(cell);
        }
        let turn = Color::ALL[rng.below(2)];
        let plain = Plain { area, stones, turn };
        let state = State::from_cells(area, &mut cells.iter().copied(), turn);
        assert_eq!(state.is_ok(), naive::all_breathe(area, &plain.stones));
        assert_eq!(state.as_ref().err(), State::from_setup(&plain.setup()).as_ref().err());
        let Ok(state) = state else { continue };
        made += 1;
        assert!(state.check());
        assert_eq!(all_stones(&state), all_stones(&plain.state()));
        assert_eq!(state.turn(), turn);
        for color in Color::ALL {
            assert_eq!(state.legal_points(color), plain.all_legal(color));
        }
    }
    assert!(made > 200, "{made}");
}

/// The counts of a chain must hold the longest border that one can have on any board.
#[test]
fn the_largest_chains_are_counted() {
    for side in [9, 13, 19, 25] {
        let area = Area::square(side);
        // A full board but for one point, and combs with as many liberties as stones allow.
        let solid = |point: &Point| *point != Point::new(0, 0);
        let comb = |point: &Point| point.y == 0 || point.x % 2 == 0;
        let rake = |point: &Point| point.y == 0 || point.x % 3 == 1;
        let fish = |point: &Point| point.y % 3 == 1 || point.x == 7;
        for color in Color::ALL {
            let shapes: [&dyn Fn(&Point) -> bool; 4] = [&solid, &comb, &rake, &fish];
            for shape in shapes {
                let stones = area.points().filter(shape).map(|point| (point, color)).collect();
                let state = State::from_setup(&Setup { area, stones, turn: !color }).unwrap();
                assert!(state.check());
                let mut game = state.clone();
                let mut rng = Rng::new(1);
                loop {
                    let legal = game.legal_points(game.turn());
                    if legal.is_empty() {
                        break;
                    }
                    game.play(legal[rng.below(legal.len())]);
                }
                assert!(game.check());
            }
        }
    }
}
