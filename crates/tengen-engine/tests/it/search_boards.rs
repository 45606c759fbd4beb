//! The board of the search agrees with the plain definitions at every step.

use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_engine::{
    Unsuited,
    fives::{PointRank, SearchBoard},
    playout::Rng,
};

const SIZES: [(u16, u16); 6] = [(15, 15), (5, 5), (22, 22), (7, 22), (20, 6), (9, 13)];

fn new(rule: Rule, (width, height): (u16, u16)) -> Position {
    Position::new(rule, Area::Bounded { width, height }).unwrap()
}

/// A point that is mostly near a stone, so that there are rows.
fn choose(board: &SearchBoard, rng: &mut Rng) -> Option<u16> {
    let near: Vec<u16> = board.near().filter(|&spot| board.is_legal(spot)).collect();
    if rng.below(8) == 0 {
        let legal: Vec<u16> =
            board.threats().empty().filter(|&spot| board.is_legal(spot)).collect();
        return (!legal.is_empty()).then(|| legal[rng.below(legal.len())]);
    }
    near.iter().copied().max_by_key(|&spot| {
        let ranks = Color::ALL.map(|color| board.rank(spot, color) as usize);
        ranks[0] + ranks[1] + rng.below(12)
    })
}

#[test]
fn all_that_is_kept_agrees_with_the_stones_in_random_games() {
    for rule in Rule::FIVES {
        for (number, size) in SIZES.into_iter().enumerate() {
            let mut rng = Rng::stream(5, number as u64);
            let mut position = new(rule, size);
            let mut board = SearchBoard::new(&position).unwrap();
            board.check();
            let mut hashes = vec![board.hash()];
            while position.outcome().is_none() && hashes.len() < 70 {
                let Some(spot) = choose(&board, &mut rng) else { break };
                // A move that is taken back leaves no trace.
                let value = board.value();
                board.play(spot);
                board.undo();
                assert_eq!(board.value(), value);
                position.play(board.point(spot)).unwrap();
                board.play(spot);
                board.check();
                hashes.push(board.hash());
                assert_eq!(SearchBoard::new(&position).unwrap().value(), board.value());
                assert_eq!(board.turn(), position.turn());
            }
            while board.moves().len() > 3 {
                assert_eq!(hashes.pop(), Some(board.hash()));
                board.undo();
                if board.moves().len().is_multiple_of(4) {
                    board.check();
                }
            }
        }
    }
}

#[test]
fn a_pass_gives_the_turn_away_and_nothing_else() {
    let mut board = SearchBoard::new(&new(Rule::Renju, (15, 15))).unwrap();
    board.play(board.spot(Point::new(7, 7)));
    let hash = board.hash();
    board.pass();
    assert_eq!(board.turn(), Color::Black);
    assert_ne!(board.hash(), hash);
    board.check();
    board.play(board.spot(Point::new(8, 7)));
    board.check();
    board.undo();
    board.unpass();
    assert_eq!(board.hash(), hash);
    board.check();
}

#[test]
fn a_field_may_go_on_from_any_position() {
    for rule in Rule::FIVES {
        let mut position = new(rule, (15, 15));
        for (x, y) in [(7, 7), (0, 0), (8, 7), (14, 0), (9, 8), (0, 14), (9, 9), (14, 14)] {
            position.play(Point::new(x, y)).unwrap();
        }
        let board = SearchBoard::new(&position).unwrap();
        board.check();
        assert!(board.moves().is_empty());
        let next = board.spot(Point::new(9, 7));
        assert_eq!(board.rank(next, Color::Black), PointRank::TwoThrees);
        assert_eq!(board.is_legal(next), rule != Rule::Renju);
    }
}

#[test]
fn boards_and_games_that_do_not_suit_are_refused() {
    for (rule, area) in [
        (Rule::Freestyle, Area::Unbounded),
        (Rule::Exact, Area::square(4)),
        (Rule::Renju, Area::square(23)),
        (Rule::Freestyle, Area::Bounded { width: 5, height: 23 }),
    ] {
        let position = Position::new(rule, area).unwrap();
        assert_eq!(SearchBoard::new(&position).unwrap_err(), Unsuited::Size(area));
    }
    let nogo = new(Rule::NoGo, (9, 9));
    assert_eq!(SearchBoard::new(&nogo).unwrap_err(), Unsuited::NotFives(Rule::NoGo));
}
