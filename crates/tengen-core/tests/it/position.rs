//! How a game begins, goes on, is taken back and ends.

use std::collections::HashSet;

use tengen_core::{
    Area, Axis, Board, Cell, Color, Illegal, Line, Outcome, Point, Position, Rule, Setup,
    SetupError, renju::Foul,
};

use tengen_testkit::{area, draw};

/// A game that goes on from a drawing.
fn game(rule: Rule, turn: Color, picture: &str) -> Position {
    Position::from_setup(rule, &Setup::from_board(&draw(picture).board(), turn)).unwrap()
}

fn refused(rule: Rule, turn: Color, picture: &str) -> SetupError {
    Position::from_setup(rule, &Setup::from_board(&draw(picture).board(), turn)).unwrap_err()
}

/// Plays the points of the given names.
fn play(position: &mut Position, names: &str) {
    for name in names.split(' ') {
        let point = position.board().area().point(name).unwrap();
        position.play(point).unwrap_or_else(|illegal| panic!("{name}: {illegal}"));
    }
}

/// Asserts that `point` is refused for `reason`, and that nothing has changed.
fn assert_refused(position: &mut Position, point: Point, reason: Illegal) {
    let before = format!("{position:?}");
    assert_eq!(position.may_play(point), Err(reason));
    assert_eq!(position.play(point), Err(reason));
    assert_eq!(format!("{position:?}"), before);
}

#[test]
fn a_game_starts_empty_with_black_to_move() {
    for rule in Rule::ALL {
        let position = Position::new(rule, Area::square(15)).unwrap();
        assert_eq!(position.rule(), rule);
        assert_eq!(position.turn(), Color::Black);
        assert_eq!(position.moves(), []);
        assert_eq!(position.outcome(), None);
        assert_eq!(position.winning_lines(), []);
        assert_eq!(position.legal_points().len(), 225);
    }
}

#[test]
fn a_setup_that_makes_no_sense_is_refused_with_the_reason() {
    let stones = |stones: &[(i32, i32, Color)]| Setup {
        area: Area::square(9),
        stones: stones.iter().map(|&(x, y, color)| (Point::new(x, y), color)).collect(),
        turn: Color::Black,
    };
    let error = |setup: &Setup| {
        let error = Position::from_setup(Rule::Freestyle, setup).unwrap_err();
        assert_eq!(Position::from_setup_sparse(Rule::Freestyle, setup).unwrap_err(), error);
        error
    };
    let outside = error(&stones(&[(3, 3, Color::Black), (9, 4, Color::White)]));
    assert_eq!(outside, SetupError::Outside(Point::new(9, 4)));
    let twice = error(&stones(&[(3, 5, Color::Black), (3, 5, Color::White)]));
    assert_eq!(twice, SetupError::Twice(Point::new(3, 5)));
    for (width, height) in [(0, 5), (5, 0), (0, 0)] {
        assert_eq!(error(&Setup::new(area(width, height))), SetupError::NoPoints);
    }
}

#[test]
fn a_game_that_is_over_does_not_go_on_for_the_winner() {
    let black = "x x x x x . .\no o o o . . .";
    assert_eq!(refused(Rule::Freestyle, Color::Black, black), SetupError::WonByMover(Color::Black));
    let won = game(Rule::Freestyle, Color::White, black);
    assert_eq!(won.outcome(), Some(Outcome::Won(Color::Black)));
    assert_eq!(won.legal_points(), []);
    // The last move is not known, so neither are its lines.
    assert_eq!(won.winning_lines(), []);

    let both = "x x x x x . .\no o o o o . .";
    for turn in Color::ALL {
        assert_eq!(refused(Rule::Freestyle, turn, both), SetupError::BothWon);
    }
}

/// fives.md 3.4 and renju.md 1.2.
#[test]
fn an_overline_on_the_first_board_is_judged_by_the_rule() {
    let (black, white) = ("x x x x x x .", "o o o o o o .");
    let outcome = |rule, turn, picture| game(rule, turn, picture).outcome();
    let won = |color| Some(Outcome::Won(color));
    assert_eq!(outcome(Rule::Freestyle, Color::White, black), won(Color::Black));
    assert_eq!(outcome(Rule::Freestyle, Color::Black, white), won(Color::White));
    assert_eq!(outcome(Rule::Exact, Color::White, black), None);
    assert_eq!(outcome(Rule::Exact, Color::Black, white), None);
    assert_eq!(outcome(Rule::Renju, Color::White, black), None);
    assert_eq!(outcome(Rule::Renju, Color::Black, white), won(Color::White));
}

#[test]
fn every_setup_error_says_what_is_wrong() {
    for (error, message) in [
        (SetupError::NoPoints, "the board has no points"),
        (
            SetupError::Outside(Point::new(9, -1)),
            "the stone in column 9, row -1 is outside the board",
        ),
        (SetupError::Twice(Point::new(3, 5)), "there are two stones in column 3, row 5"),
        (
            SetupError::WonByMover(Color::White),
            "white has won already, so it cannot be white's turn",
        ),
        (SetupError::BothWon, "both sides have won"),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn every_illegal_move_says_why() {
    for (illegal, message) in [
        (Illegal::GameOver, "the game is over"),
        (Illegal::Outside, "the point is outside the board"),
        (Illegal::Occupied, "the point is occupied"),
        (Illegal::Foul(Foul::Overline), "black may not make an overline"),
        (Illegal::Foul(Foul::DoubleFour), "black may not make a double four"),
        (Illegal::Foul(Foul::DoubleThree), "black may not make a double three"),
    ] {
        assert_eq!(illegal.to_string(), message);
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    for rule in Rule::FIVES {
        let mut position = Position::new(rule, Area::square(9)).unwrap();
        play(&mut position, "a1 a2 b1 b2 c1 c2 d1 d2");
        let taken = position.board().area().point("a1").unwrap();
        assert_refused(&mut position, taken, Illegal::Occupied);
        for (x, y) in [(-1, 0), (0, -1), (9, 0), (0, 9), (i32::MIN, i32::MAX)] {
            assert_refused(&mut position, Point::new(x, y), Illegal::Outside);
        }
        play(&mut position, "e1");
        assert_eq!(position.outcome(), Some(Outcome::Won(Color::Black)));
        // A game that is over is over for every point, whatever else is wrong with it.
        for (x, y) in [(0, 0), (0, 8), (-1, 0)] {
            assert_refused(&mut position, Point::new(x, y), Illegal::GameOver);
        }
    }
}

/// renju.md 3.1 to 3.3.
#[test]
fn a_foul_is_refused_for_black_and_free_for_white() {
    for (foul, picture) in [
        (Foul::Overline, ". x x x 6 x x . .\n. . . . . . . . ."),
        (Foul::DoubleFour, ". x . x 4 x . x .\n. . . . . . . . ."),
        (
            Foul::DoubleThree,
            ". . . . . .\n. . x . . .\n. . x . . .\n. . 3 x x .\n. . . . . .\n. . . . . .",
        ),
    ] {
        let (point, mark) = draw(picture).marks().next().unwrap();
        assert_eq!(mark, foul.mark());
        let mut renju = game(Rule::Renju, Color::Black, picture);
        assert_refused(&mut renju, point, Illegal::Foul(foul));
        assert!(!renju.legal_points().contains(&point));
        for rule in [Rule::Freestyle, Rule::Exact] {
            assert_eq!(game(rule, Color::Black, picture).play(point), Ok(()));
        }
        assert_eq!(game(Rule::Renju, Color::White, picture).play(point), Ok(()));
        // renju.md 5.1: the same shape in white.
        let white = picture.replace('x', "o");
        assert_eq!(game(Rule::Renju, Color::White, &white).play(point), Ok(()));
    }
}

/// renju.md 3.4.
#[test]
fn a_five_beats_a_foul() {
    let mut position = game(
        Rule::Renju,
        Color::Black,
        "
        . . . . x . . .
        . . . . x . . .
        . x x x L x x .
        . . . . x . . .
        . . . . x . . .
        ",
    );
    position.play(Point::new(4, 2)).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Won(Color::Black)));
    let five = Line { color: Color::Black, start: Point::new(4, 0), axis: Axis::Column, length: 5 };
    assert_eq!(position.winning_lines(), [five]);
}

/// renju.md 1.2 and 5.2.
#[test]
fn white_wins_with_six_at_renju() {
    let mut position = game(Rule::Renju, Color::White, "o o o . o o . .\nx x x . x . x .");
    position.play(Point::new(3, 0)).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Won(Color::White)));
    assert_eq!(position.winning_lines()[0].length, 6);
}

/// fives.md 3.5.
#[test]
fn a_game_of_exact_five_goes_on_after_an_overline() {
    let mut position = game(Rule::Exact, Color::Black, "x x x . x x . .\no o o . o o . .");
    position.play(Point::new(3, 0)).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.winning_lines(), []);
    position.play(Point::new(3, 1)).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.turn(), Color::Black);
}

/// fives.md 2.5 and 3.3.
#[test]
fn one_stone_can_win_by_four_lines_each_named_by_its_first_stone() {
    let mut position = game(
        Rule::Freestyle,
        Color::Black,
        "
        x . . . x . . . x
        . x . . x . . x .
        . . x . x . x . .
        . . . x x x . . .
        x x x x . x x x x
        . . . x x x . . .
        . . x . x . x . .
        . x . . x . . x .
        x . . . x . . . x
        ",
    );
    position.play(Point::new(4, 4)).unwrap();
    let line = |axis, x, y| {
        let start = Point::new(x, y);
        Line { color: Color::Black, start, axis, length: 9 }
    };
    assert_eq!(
        position.winning_lines(),
        [
            line(Axis::Row, 0, 4),
            line(Axis::Column, 4, 0),
            line(Axis::Fall, 0, 0),
            line(Axis::Rise, 0, 8),
        ]
    );
    for line in position.winning_lines() {
        assert_eq!(line.points().next(), Some(line.start));
        assert!(line.points().all(|point| line.contains(point)));
        assert!(!line.contains(Point::new(1, 0)));
    }
}

#[test]
fn undo_at_the_first_position_does_nothing() {
    let mut position = game(Rule::Freestyle, Color::White, "x o .\n. x o");
    let before = format!("{position:?}");
    assert_eq!(position.undo(), None);
    assert_eq!(format!("{position:?}"), before);
    position.play(Point::new(2, 0)).unwrap();
    assert_eq!(position.undo(), Some(Point::new(2, 0)));
    assert_eq!(position.undo(), None);
    assert_eq!(format!("{position:?}"), before);
}

#[test]
fn undo_reopens_a_game_that_was_over() {
    let mut position = Position::new(Rule::Freestyle, area(5, 2)).unwrap();
    play(&mut position, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert_eq!(position.outcome(), Some(Outcome::Won(Color::Black)));
    position.undo();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.winning_lines(), []);
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(position.legal_points().len(), 2);
}

/// fives.md 2.4.
#[test]
fn a_full_board_is_drawn_unless_its_last_stone_wins() {
    let mut drawn = Position::new(Rule::Freestyle, area(3, 1)).unwrap();
    play(&mut drawn, "a1 b1 c1");
    assert_eq!(drawn.outcome(), Some(Outcome::Drawn));
    assert_refused(&mut drawn, Point::new(0, 0), Illegal::GameOver);
    assert_eq!(drawn.legal_points(), []);
    assert_eq!(drawn.winning_lines(), []);

    let mut won = game(Rule::Freestyle, Color::Black, "x x x x .\no o o o x");
    play(&mut won, "e2");
    assert!(won.board().is_full());
    assert_eq!(won.outcome(), Some(Outcome::Won(Color::Black)));

    assert_eq!(game(Rule::Renju, Color::Black, "x o x").outcome(), Some(Outcome::Drawn));
}

/// renju.md 6.2.
#[test]
fn a_black_who_has_only_fouls_left_has_no_legal_move_and_no_draw() {
    let position = game(Rule::Renju, Color::Black, "x x x . x x x");
    assert_eq!(position.legal_points(), []);
    assert_eq!(position.outcome(), None);
    let white = game(Rule::Renju, Color::White, "x x x . x x x");
    assert_eq!(white.legal_points(), [Point::new(3, 0)]);
}

#[test]
fn a_hash_depends_on_the_stones_and_the_turn_but_not_on_the_order() {
    let after = |names| {
        let mut position = Position::new(Rule::Freestyle, Area::square(9)).unwrap();
        play(&mut position, names);
        position
    };
    let (one, other) = (after("a1 b2 c3"), after("c3 b2 a1"));
    assert_eq!(one.zobrist_hash(), other.zobrist_hash());
    assert_ne!(one.zobrist_hash(), after("a1 b2 c4").zobrist_hash());
    let setup = Setup::from_board(one.board(), Color::Black);
    let black = Position::from_setup(Rule::Freestyle, &setup).unwrap();
    assert_eq!(black.board().zobrist_hash(), one.board().zobrist_hash());
    assert_ne!(black.zobrist_hash(), one.zobrist_hash());
}

#[test]
fn equal_positions_have_the_stones_and_the_turn_in_common_whatever_the_order_and_the_representation()
 {
    for rule in [Rule::Freestyle, Rule::NoGo] {
        let after = |names| {
            let mut position = Position::new(rule, Area::square(9)).unwrap();
            play(&mut position, names);
            position
        };
        let (one, other) = (after("a1 b2 c3"), after("c3 b2 a1"));
        assert_eq!(one, other);
        assert_eq!(one.chains(), other.chains());
        assert_eq!(HashSet::from([one.clone(), other.clone()]).len(), 1);
        assert_ne!(one, after("a1 b2 c4"));
        let setup = Setup::from_board(one.board(), one.turn());
        assert_eq!(Position::from_setup_sparse(rule, &setup).unwrap(), one);
        let black = Setup { turn: Color::Black, ..setup };
        let black = Position::from_setup(rule, &black).unwrap();
        assert_eq!(black.board(), one.board());
        assert_ne!(black, one);
    }
    assert_ne!(Board::new(Area::square(9)), Board::new(Area::square(10)));
}

#[test]
fn a_game_is_played_a_billion_points_from_the_origin() {
    for rule in Rule::FIVES {
        for (x, y) in [(1_000_000_000, -1_000_000_000), (-1_000_000_000, 1_000_000_000)] {
            let mut position = Position::new(rule, Area::Unbounded).unwrap();
            assert_eq!(position.legal_points(), [Point::new(0, 0)]);
            for step in 0..4 {
                position.play(Point::new(x, y).along(Axis::Rise, step)).unwrap();
                position.play(Point::new(-x, -y).along(Axis::Row, 2 * step)).unwrap();
            }
            assert_eq!(position.outcome(), None);
            position.play(Point::new(x, y).along(Axis::Rise, 4)).unwrap();
            assert_eq!(position.outcome(), Some(Outcome::Won(Color::Black)));
            let line =
                Line { color: Color::Black, start: Point::new(x, y), axis: Axis::Rise, length: 5 };
            assert_eq!(position.winning_lines(), [line]);
            assert!(!line.contains(Point::new(-x, -y)));
            position.board().check();
        }
    }
}

#[test]
fn an_unbounded_board_ends_at_its_reach() {
    let reach = Area::REACH;
    for rule in Rule::FIVES {
        let mut position = Position::new(rule, Area::Unbounded).unwrap();
        for (x, y) in [(reach + 1, 0), (0, reach + 1), (-reach - 1, 0), (0, -reach - 1)] {
            assert_refused(&mut position, Point::new(x, y), Illegal::Outside);
        }
        let corners = [(reach, reach), (-reach, -reach), (reach, -reach), (-reach, reach)];
        for (x, y) in corners {
            position.play(Point::new(x, y)).unwrap();
        }
        assert_eq!(position.board().cell(Point::new(reach + 1, reach)), Cell::Edge);
        // Each corner has nine points at most two steps away, its own among them.
        assert_eq!(position.legal_points().len(), 4 * 8);
    }
}

#[test]
fn a_line_does_not_contain_a_point_at_the_other_end_of_an_unbounded_board() {
    let reach = Area::REACH;
    let corners = [(reach, reach), (-reach, -reach), (reach, -reach), (-reach, reach)];
    for axis in Axis::ALL {
        for (x, y) in corners {
            let line = Line { color: Color::Black, start: Point::new(x, y), axis, length: 5 };
            for (x, y) in corners {
                let corner = Point::new(x, y);
                assert_eq!(line.contains(corner), corner == line.start, "{line:?} {corner:?}");
            }
        }
    }
}
