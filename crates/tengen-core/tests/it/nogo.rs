//! NoGo: the drawings of `docs/rules/nogo.md`, and games judged by chains and by flood fill.

use tengen_core::{
    Area, Cell, Chains, Color, Drawing, Illegal, Outcome, Point, Position, Rule, Setup, SetupError,
    naive::{self, Stones},
};

use tengen_testkit::{TestRng, area, draw, empty_points, stones};

use crate::support::drawings;

fn position(drawing: &Drawing, turn: Color) -> Position {
    Position::from_setup(Rule::NoGo, &Setup::from_board(&drawing.board(), turn)).unwrap()
}

#[test]
fn every_empty_point_of_every_drawing_is_judged_as_it_is_marked() {
    let drawings = drawings("nogo");
    assert!(drawings.len() >= 4, "only {} drawings were found", drawings.len());
    for (line, drawing) in drawings {
        for point in empty_points(&drawing.board()) {
            let mark = drawing.marks().find(|&(marked, _)| marked == point).map(|(_, mark)| mark);
            for (color, only_other) in [(Color::Black, 'w'), (Color::White, 'b')] {
                let expected = mark != Some(only_other) && mark != Some('n');
                let game = position(&drawing, color);
                // Where a side is stuck the game is over; its chains can still be asked.
                let legal = game.chains().unwrap().breathes(point, color).is_ok();
                assert_eq!(legal, expected, "nogo.md, line {line}, {color} on {point:?}");
            }
        }
    }
}

/// A game of random moves, in which all that is asked is asked of the plain rules too.
fn judge_game(area: Area, chance: &mut TestRng) {
    let mut game = Position::new(Rule::NoGo, area).unwrap();
    let mut plain = Stones::new();
    let mut hashes = Vec::new();
    let mut lost: [Vec<Point>; 2] = [Vec::new(), Vec::new()];
    loop {
        let turn = game.turn();
        for color in Color::ALL {
            for point in empty_points(game.board()) {
                let expected = naive::may_play(Rule::NoGo, area, &plain, point, color);
                let chains = game.chains().unwrap();
                assert_eq!(chains.breathes(point, color).is_ok(), expected, "{plain:?} {point:?}");
                let gone = lost[color as usize].contains(&point);
                // nogo.md 5.1.
                assert!(!gone || !expected, "{plain:?}: {point:?} was illegal for {color}");
                if !expected && !gone {
                    lost[color as usize].push(point);
                }
            }
        }
        assert!(game.chains().unwrap().check());
        let legal = game.legal_points();
        // nogo.md 4.1 and 4.2.
        assert_eq!(game.outcome(), legal.is_empty().then_some(Outcome::Won(!turn)));
        if legal.is_empty() {
            break;
        }
        hashes.push((game.zobrist_hash(), game.legal_points(), game.turn()));
        let point = chance.pick(&legal);
        game.play(point).unwrap();
        plain.insert(point, turn);
    }
    while let Some(before) = hashes.pop() {
        game.undo();
        assert_eq!((game.zobrist_hash(), game.legal_points(), game.turn()), before);
        assert!(game.chains().unwrap().check());
    }
}

#[test]
fn games_are_judged_alike_by_chains_and_by_flood_fill() {
    let mut chance = TestRng::new(9);
    for (width, height, games) in [
        (1, 1, 1),
        (2, 1, 5),
        (1, 9, 20),
        (2, 2, 20),
        (3, 3, 40),
        (5, 4, 40),
        (9, 9, 4),
        (23, 3, 2),
    ] {
        for _ in 0..games {
            judge_game(area(width, height), &mut chance);
        }
    }
}

#[test]
fn strewn_stones_are_refused_where_a_chain_has_no_liberty() {
    let mut chance = TestRng::new(4);
    let mut met = [0; 2];
    for _ in 0..4_000 {
        let board = chance.board(area(5, 4), 30, 30);
        let expected = naive::all_breathe(board.area(), &stones(&board));
        let found = Position::from_setup(Rule::NoGo, &Setup::from_board(&board, Color::Black));
        met[usize::from(expected)] += 1;
        match found {
            Ok(game) => {
                assert!(expected);
                let sparse = Position::from_setup_sparse(
                    Rule::NoGo,
                    &Setup::from_board(&board, Color::Black),
                );
                assert_eq!(sparse.unwrap().legal_points(), game.legal_points());
            }
            Err(SetupError::Choked(point)) => {
                assert!(!expected);
                assert!(!naive::chain(board.area(), &stones(&board), point).1);
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(met.iter().all(|&times| times > 500), "{met:?}");
}

#[test]
fn a_chain_is_looked_up_with_its_stones_and_liberties() {
    let mut chance = TestRng::new(8);
    for _ in 0..300 {
        let board = chance.board(area(6, 5), 35, 35);
        let all = stones(&board);
        let mut chains = Chains::new(board.area()).unwrap();
        for (point, color) in board.stones() {
            chains.put(point, color);
        }
        for point in board.area().points() {
            let Some(color) = board.cell(point).stone() else {
                assert_eq!(chains.chain(point), None);
                continue;
            };
            let chain = chains.chain(point).unwrap();
            let (mut expected, breathes) = naive::chain(board.area(), &all, point);
            expected.sort_unstable();
            assert_eq!((chain.color, &chain.stones), (color, &expected));
            assert_eq!(!chain.liberties.is_empty(), breathes);
            assert!(chain.liberties.is_sorted());
            assert!(chain.liberties.iter().all(|&free| board.cell(free) == Cell::Empty));
        }
        assert_eq!(chains.chain(Point::new(-1, 0)), None);
        assert_eq!(chains.choked().is_none(), naive::all_breathe(board.area(), &all));
    }
}

/// nogo.md 3.2 to 3.6.
#[test]
fn a_refused_move_says_whose_chain_would_choke() {
    let game = position(&draw(". o x .\no o x .\nx x . ."), Color::Black);
    let corner = Point::new(0, 0);
    assert_eq!(game.may_play(corner), Err(Illegal::Chokes(Color::White)));
    assert_eq!(
        game.may_play(corner).unwrap_err().to_string(),
        "a white chain would have no liberty"
    );
    let game = position(&draw(". x . .\nx . x .\n. x . ."), Color::White);
    assert_eq!(game.may_play(Point::new(1, 1)), Err(Illegal::Chokes(Color::White)));
    let game = position(&draw("x . o . .\no . . . ."), Color::Black);
    assert_eq!(game.may_play(Point::new(1, 0)), Ok(()));
    assert_eq!(game.may_play(Point::new(1, 1)), Err(Illegal::Chokes(Color::White)));
}

/// nogo.md 4.3 and 1.1.
#[test]
fn one_point_is_lost_and_no_edges_are_refused() {
    let game = Position::new(Rule::NoGo, area(1, 1)).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Won(Color::White)));
    let endless = Position::new(Rule::NoGo, Area::Unbounded).unwrap_err();
    assert_eq!(endless, SetupError::Endless);
}

/// nogo.md 5.2.
#[test]
fn a_position_came_about_if_all_breathe_and_the_counts_fit() {
    let mut chance = TestRng::new(12);
    let mut met = [0; 2];
    for _ in 0..3_000 {
        let board = chance.board(area(3, 3), 25, 25);
        let all = stones(&board);
        let (black, white) = (board.count(Color::Black), board.count(Color::White));
        let expected =
            (black == white || black == white + 1) && naive::all_breathe(board.area(), &all);
        assert_eq!(naive::reachable(Rule::NoGo, board.area(), &all), expected, "{all:?}");
        met[usize::from(expected)] += 1;
    }
    assert!(met.iter().all(|&times| times > 300), "{met:?}");
}
