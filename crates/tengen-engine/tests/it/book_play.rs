//! The player with a proof as opening book.

use std::sync::Arc;

use tengen_core::{Area, Point, Position, Rule};
use tengen_engine::{
    Level, Limits, Player, ProofBook, Resources, SearchRequest, Thought, Value, fives::FivesPlayer,
};
use tengen_testkit::{open_three as position, small_book};

fn book(column: i32) -> Arc<ProofBook> {
    Arc::new(small_book(column))
}

fn think(book: Option<Arc<ProofBook>>, position: &Position, limits: &Limits) -> Thought {
    let resources = Resources { memory: 8 << 20, ..Resources::default() };
    let mut player = Player::for_rule(position.rule(), resources).with_book(book);
    player.think(position, limits, &|| false, &mut |_| {}).unwrap()
}

fn limits() -> Limits {
    Limits { nodes: Some(2_000), ..Limits::default() }
}

#[test]
fn at_full_strength_the_winner_plays_by_the_book_at_once() {
    for x in [5, 9] {
        let thought = think(Some(book(x)), &position(), &limits());
        let best = thought.best().unwrap();
        assert_eq!((best.point, best.value), (Point::new(x, 7), Value::Wins(3)));
        assert_eq!((thought.nodes, thought.wins, thought.candidates.len()), (0, Some(true), 1));
        let mut position = position();
        for point in [best.point, Point::new(0, 1)] {
            position.play(point).unwrap();
        }
        let thought = think(Some(book(x)), &position, &limits());
        assert_eq!((thought.nodes, thought.best().unwrap().value), (0, Value::Wins(1)));
    }
}

#[test]
fn there_is_no_book_below_level_10_for_several_lines_for_the_loser_and_elsewhere() {
    let searches = |position: &Position, limits: &Limits| {
        let resources = Resources { memory: 8 << 20, ..Resources::default() };
        let mut plain = FivesPlayer::new(resources);
        let plain = plain.think(SearchRequest::new(position, limits)).unwrap();
        let with_book = think(Some(book(9)), position, limits);
        assert_eq!((&with_book.candidates, with_book.nodes), (&plain.candidates, plain.nodes));
    };
    for number in [1, 5, 9] {
        searches(&position(), &Limits { level: Level::new(number).unwrap(), ..limits() });
    }
    searches(&position(), &Limits { lines: 2, ..limits() });
    let mut loser = position();
    loser.play(Point::new(9, 7)).unwrap();
    searches(&loser, &limits());
    searches(&Position::new(Rule::Freestyle, Area::square(15)).unwrap(), &limits());
    searches(&Position::new(Rule::Renju, Area::square(15)).unwrap(), &limits());
}
