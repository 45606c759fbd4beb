//! Boards without edges, and very long lines of play.

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_proof::{
    WinReason, WinningMove, check,
    threat::{holds, parries},
    write,
};

use tengen_testkit::TestRng;

use crate::plain::lines_of_fours;

#[test]
fn far_from_its_edges_a_board_is_as_good_as_one_without() {
    const AWAY: i32 = 12;
    let shift = |point: Point, by: i32| Point::new(point.x + by, point.y + by);
    let mut chance = TestRng::new(21);
    let mut compared = 0;
    while compared < 150 {
        let rule = chance.pick(&Rule::FIVES);
        let Some(small) = chance.any_position(rule, Area::square(8)) else { continue };
        let turn = small.turn();
        let stones = small.board().stones();
        let placed = |area: Area, by: i32| {
            let stones = stones.iter().map(|&(point, color)| (shift(point, by), color)).collect();
            Position::from_setup(rule, &Setup { area, stones, turn }).unwrap()
        };
        let (large, endless) = (placed(Area::square(32), AWAY), placed(Area::Unbounded, -1000));
        for line in lines_of_fours(&large, !turn, 2) {
            let far = |point: &Point| shift(*point, -1000 - AWAY);
            let far_line: Vec<Point> = line.iter().map(far).collect();
            assert!(holds(&endless, !turn, &far_line));
            let expected = parries(&large, !turn, &line).unwrap();
            let expected: Vec<Point> = expected.iter().map(far).collect();
            assert_eq!(parries(&endless, !turn, &far_line), Some(expected));
            compared += 1;
        }
    }
}

/// Rows of three that are blocked at one end, and a last one that is not: a four in each row, one after another.
fn ladder(area: Area, rows: i32) -> (Position, Vec<Point>) {
    let (mut stones, mut line) = (Vec::new(), Vec::new());
    for row in 0..rows {
        // Twelve columns and eight rows apart, they have nothing to do with each other.
        let place = |x: i32| Point::new(row % 12 * 8 + x, row / 12 * 3);
        stones.extend([1, 2, 3].map(|x| (place(x), Color::Black)));
        if row + 1 < rows {
            stones.push((place(0), Color::White));
        }
        line.push(place(4));
    }
    let setup = Setup { area, stones, turn: Color::Black };
    (Position::from_setup(Rule::Freestyle, &setup).unwrap(), line)
}

#[test]
fn a_line_of_three_hundred_plies_is_proved_move_by_move_and_as_one_threat() {
    let (position, line) = ladder(Area::Unbounded, 150);
    let mut moves = line.iter();
    let fours = |_: &Position| {
        Ok::<_, &str>(WinningMove { point: *moves.next().ok_or("no more")?, how: WinReason::Four })
    };
    let mut proof = Vec::new();
    write(&position, Color::Black, fours, &mut proof).unwrap();
    let proved = check(&proof[..]).unwrap();
    assert_eq!(proved.steps, 150);
    assert_eq!(
        proved.claim.to_string(),
        "black wins freestyle on infinite, 599 stones, black to move"
    );

    // With White to move there are two ways to get in between each time, and Black
    // still has the rest.
    let setup = Setup::from_board(position.board(), Color::White);
    let position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
    assert!(holds(&position, Color::Black, &line));
    let parries = parries(&position, Color::Black, &line).unwrap();
    assert_eq!(parries.len(), 150 * 2 + 1);
    assert!(check(&proof[..proof.len() - 1]).unwrap_err().to_string().contains("ends"));
}

#[test]
fn a_line_with_too_many_stones_is_refused_and_not_only_at_the_end() {
    let (position, line) = ladder(Area::Unbounded, 190);
    let mut moves = line.iter();
    let fours = |_: &Position| {
        Ok::<_, &str>(WinningMove { point: *moves.next().ok_or("no more")?, how: WinReason::Four })
    };
    let error = write(&position, Color::Black, fours, Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "a board of a proof has at most 1024 points");
}

#[test]
fn a_threat_is_proved_from_either_side_to_move() {
    // Two threes cross each other, which no single stone of White can stop.
    let stones = [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)].map(|(x, y)| Point::new(x - 3, y + 8));
    let stones = stones.map(|point| (point, Color::Black)).to_vec();
    for rule in [Rule::Freestyle, Rule::Exact] {
        let setup = Setup { area: Area::Unbounded, stones: stones.clone(), turn: Color::White };
        let position = Position::from_setup(rule, &setup).unwrap();
        let strategy = |position: &Position| {
            let lines = lines_of_fours(position, Color::Black, 1);
            let line = lines.into_iter().next().ok_or("no line")?;
            let how = if position.moves().is_empty() {
                WinReason::Threat(line.clone())
            } else {
                WinReason::Four
            };
            Ok::<_, &str>(WinningMove { point: line[0], how })
        };
        let mut proof = Vec::new();
        write(&position, Color::Black, strategy, &mut proof).unwrap();
        let proved = check(&proof[..]).unwrap();
        assert_eq!(proved.claim.setup.turn, Color::White);
        assert_eq!(proved.steps, 4);
    }
}
