//! Positions that other programs hung on, threw or answered with an illegal point, and corners of
//! the rules.

use tengen_core::{Area, Color, Outcome, Point, Position, Rule, Setup};
use tengen_engine::{Level, Limits, Resources, SearchRequest, Thought, fives::FivesPlayer};

pub(crate) fn player(seed: u64) -> FivesPlayer {
    FivesPlayer::new(Resources { memory: 8 << 20, seed, ..Resources::default() })
}

pub(crate) fn think(player: &mut FivesPlayer, position: &Position, limits: &Limits) -> Thought {
    player.think(SearchRequest::new(position, limits)).unwrap()
}

pub(crate) fn best(
    player: &mut FivesPlayer,
    position: &Position,
    limits: &Limits,
) -> Option<Point> {
    think(player, position, limits).best().map(|candidate| candidate.point)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The position after moves written one after the other, as in `h8g6f6`.
pub(crate) fn after(rule: Rule, moves: &str) -> Position {
    let mut position = Position::new(rule, Area::square(15)).unwrap();
    let mut rest = moves;
    while !rest.is_empty() {
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
        let (name, next) = rest.split_at(1 + digits);
        position.play(Area::square(15).point(name).unwrap()).unwrap();
        rest = next;
    }
    position
}

/// A drawing: `x` black, `o` white, `.` empty.
fn drawn(rule: Rule, rows: &[&str], turn: Color) -> Position {
    let area = Area::Bounded { width: rows[0].len() as u16, height: rows.len() as u16 };
    let mut setup = Setup::new(area);
    setup.turn = turn;
    for (point, letter) in area.points().zip(rows.concat().bytes()) {
        match letter {
            b'x' => setup.stones.push((point, Color::Black)),
            b'o' => setup.stones.push((point, Color::White)),
            _ => {}
        }
    }
    Position::from_setup(rule, &setup).unwrap()
}

#[test]
fn positions_that_troubled_other_programs_get_a_legal_answer() {
    for (rule, moves) in [
        // Went round in circles: <https://github.com/dhbloo/gomoku-calculator/issues/8>.
        (Rule::Renju, "h8g6f6g5f7g4h7g3g2a1"),
        // Answered an occupied point: <https://github.com/gomocalc/gomocalc.github.io/issues/9>.
        (
            Rule::Renju,
            "h8h9i8i9j9h10j10g11f12k7b1a1c1d1e1f1g1h1i1j1k1l1m1n1o1a2b2c2d2e2f2g2h2i2j2k2l2m2n2o2\
             a3b3c3d3e3f3g3h3i3j3k3l3m3n3o3a4b4a5c4d4e4f4g4h4i4j4k4l4m4n4o4b5c5d5e5f5g5h5i5j5k5l5\
             m5n5o5a6b6c6d6e7e6f6f7g6",
        ),
        // Threw a stone into a corner: <https://github.com/dhbloo/rapfi/issues/24>.
        (Rule::Freestyle, "h8h7i9k7i8f9g7f6i10i11g10f10h10f8f7k11h9f11f12g11h11h12e9k6"),
        // Went around in far-off fours: <https://github.com/dhbloo/rapfi/issues/14>.
        (
            Rule::Freestyle,
            "h2h5h4f6i6f5i5i4j6k7g6h6j5f4f3h8i2g2g3f2j4j3k5k2l1h7h9l6e3h3g7g5j8j7f8g10e9f9e10e11e8\
             d8e7e6d7d5e5c11g9h10c4c5i10j11d9f7c10f11b11a12c7",
        ),
    ] {
        let position = after(rule, moves);
        for number in 1..=10 {
            let limits = Limits { level: Level::new(number).unwrap(), ..nodes(3_000) };
            let point = best(&mut player(1), &position, &limits).unwrap();
            assert_eq!(position.may_play(point), Ok(()), "{rule} {moves} at level {number}");
        }
    }
}

#[test]
fn black_may_have_no_move_at_all() {
    // The only point left would make seven in a row.
    let rows = ["ooxoxoo", "ooxoxoo", "xooxoox", "xxx.xxx", "xxxxoox", "oxxooxo", "oxxxooo"];
    let stuck = drawn(Rule::Renju, &rows, Color::Black);
    assert!(stuck.legal_points().is_empty());
    for number in 1..=10 {
        let limits = Limits { level: Level::new(number).unwrap(), ..nodes(1_000) };
        assert!(think(&mut player(1), &stuck, &limits).candidates.is_empty());
    }
    let free = drawn(Rule::Renju, &rows, Color::White);
    assert_eq!(best(&mut player(1), &free, &nodes(1_000)), Some(Point::new(3, 3)));
    let wins = drawn(Rule::Freestyle, &rows, Color::Black);
    assert_eq!(best(&mut player(1), &wins, &nodes(1_000)), Some(Point::new(3, 3)));
}

#[test]
fn the_last_point_of_the_board_is_played_and_the_game_is_drawn() {
    for rule in Rule::FIVES {
        let rows = ["xxoox", "ooxxo", "xx.ox", "ooxxo", "xxoox"];
        let mut position = drawn(rule, &rows, Color::White);
        let thought = think(&mut player(1), &position, &nodes(1_000));
        assert_eq!(thought.candidates.len(), 1, "{rule}");
        position.play(thought.candidates[0].point).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Drawn));
        let over = think(&mut player(1), &position, &nodes(1_000));
        assert!(over.candidates.is_empty(), "{rule}: the game is over");
    }
}
