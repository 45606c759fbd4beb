//! A wide board plays what the plain rules play.

use tengen_core::{Area, Cell, Color, Point, naive};
use tengen_engine::playout::{Rng, State, Wide};

use crate::playout_support::{Plain, area};

fn cells(plain: &Plain) -> Vec<Cell> {
    let cell = |point: &Point| plain.stones.get(point).map_or(Cell::Empty, |&color| color.into());
    plain.area.points().map(|point| cell(&point)).collect()
}

fn wide(plain: &Plain) -> Wide {
    Wide::from_cells(plain.area, &mut cells(plain).into_iter(), plain.turn).unwrap()
}

/// Random stones on a random board, if all of their chains have a liberty.
fn position(rng: &mut Rng, longest: usize, empty: usize) -> Option<Plain> {
    let area = area(1 + rng.below(longest) as u16, 1 + rng.below(longest) as u16);
    let mut stones = naive::Stones::new();
    for point in area.points() {
        if rng.below(10) >= empty {
            stones.insert(point, Color::ALL[rng.below(2)]);
        }
    }
    let turn = Color::ALL[rng.below(2)];
    naive::all_breathe(area, &stones).then_some(Plain { area, stones, turn })
}

/// Each side in turn plays the first point in reading order that the plain rules allow it.
fn plain_scan(mut plain: Plain) -> (Vec<Point>, Color) {
    let mut moves = Vec::new();
    while let Some(&first) = plain.all_legal(plain.turn).first() {
        moves.push(plain.point(first));
        plain.play(first);
    }
    (moves, !plain.turn)
}

fn assert_scans(plain: &Plain) {
    let mut moves = Vec::new();
    let mut turn = plain.turn;
    let mut board = wide(plain);
    assert!(board.check());
    let ending = board.scan(&mut |point, color| {
        assert_eq!(color, turn);
        turn = !turn;
        moves.push(point);
    });
    assert!(board.check());
    assert_eq!(ending.moves as usize, moves.len());
    assert_eq!((moves, ending.winner), plain_scan(plain.clone()));
}

#[test]
fn a_scan_plays_the_first_legal_point_of_the_plain_rules() {
    let mut rng = Rng::new(1);
    let mut scanned = 0;
    for round in 0..8_000 {
        // Sparse boards are long games, and crowded ones are mostly no positions.
        let Some(plain) = position(&mut rng, 8, 2 + round % 8) else { continue };
        assert_scans(&plain);
        scanned += 1;
    }
    assert!(scanned > 3_000, "{scanned}");
    for (width, height) in [(1, 1), (1, 2), (40, 1), (1, 40), (17, 5), (19, 19)] {
        assert_scans(&Plain::new(area(width, height)));
    }
}

#[test]
fn a_random_game_is_one_by_the_plain_rules() {
    let mut rng = Rng::new(2);
    for round in 0..2_000 {
        let Some(mut plain) = position(&mut rng, 9, 3 + round % 8) else { continue };
        let mut board = wide(&plain);
        let mut moves = Vec::new();
        let ending = board.play_out(&mut Rng::stream(1, round as u64), &mut |point, color| {
            moves.push((point, color));
        });
        for &(point, color) in &moves {
            assert_eq!(plain.turn, color);
            let number = plain.area.points().position(|other| other == point).unwrap();
            plain.play(number);
        }
        assert!(plain.all_legal(plain.turn).is_empty());
        assert_eq!((ending.winner, ending.moves as usize), (!plain.turn, moves.len()));
        assert_eq!(board.turn(), plain.turn);
        assert!(board.check());
    }
}

/// Small boards can be had in both forms, and chance is the same for both.
#[test]
fn wide_and_small_boards_play_equally_long_games() {
    let small = Plain::new(Area::square(9)).state();
    let wide = wide(&Plain::new(Area::square(9)));
    let (mut small_moves, mut wide_moves) = (0_u32, 0_u32);
    for number in 0..20_000 {
        small_moves += small.clone().play_out(&mut Rng::stream(1, number)).moves;
        wide_moves += wide.clone().play_out(&mut Rng::stream(2, number), &mut |_, _| {}).moves;
    }
    // The mean of 20,000 games is off by less than 0.05 moves.
    assert!(small_moves.abs_diff(wide_moves) < 2_000, "{small_moves} and {wide_moves}");
}

#[test]
fn a_wide_position_is_refused_as_a_small_one_is() {
    let mut rng = Rng::new(5);
    let mut refused = 0;
    for _ in 0..2_000 {
        let area = area(1 + rng.below(6) as u16, 1 + rng.below(6) as u16);
        let cells: Vec<Cell> =
            area.points().map(|_| [Cell::Empty, Cell::Black, Cell::White][rng.below(3)]).collect();
        let wide = Wide::from_cells(area, &mut cells.iter().copied(), Color::Black);
        let small = State::from_cells(area, &mut cells.into_iter(), Color::Black);
        assert_eq!(wide.err(), small.as_ref().err().copied());
        refused += usize::from(small.is_err());
    }
    assert!((200..1_900).contains(&refused), "{refused}");
}
