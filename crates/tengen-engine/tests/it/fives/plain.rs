//! The plain opponent is no fool: it keeps the rules, wins what is won, and prevents what can be.

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_engine::playout::Rng;

use super::twin::Twin;

fn played(rule: Rule, names: &str) -> Position {
    let mut position = Position::new(rule, Area::square(15)).unwrap();
    for name in names.split_whitespace() {
        position.play(Area::square(15).point(name).unwrap()).unwrap();
    }
    position
}

fn answer(position: &Position) -> String {
    let point = Twin::default().choose(position).unwrap();
    position.board().area().name(point)
}

#[test]
fn it_makes_fives_and_prevents_them() {
    let four = "h8 a1 i8 c1 j8 e1 k8 g8";
    for rule in Rule::FIVES {
        assert_eq!(answer(&played(rule, four)), "l8", "{rule}");
        assert_eq!(answer(&played(rule, &format!("{four} a15"))), "l8", "{rule}");
    }
}

#[test]
fn it_sees_a_win_of_three_moves() {
    // A stone on h8 makes a four and a three.
    let position = played(Rule::Freestyle, "e8 d8 f8 a1 g8 c1 h7 e1 h9 a15");
    let mut position = position;
    let twin = Twin::default();
    while position.outcome().is_none() && position.moves().len() < 20 {
        position.play(twin.choose(&position).unwrap()).unwrap();
    }
    assert_eq!(position.outcome(), Some(Outcome::Won(Color::Black)));
}

#[test]
fn it_never_plays_where_it_may_not() {
    let mut random = Rng::new(5);
    for rule in Rule::FIVES {
        for (width, height) in [(15, 15), (5, 5), (22, 22), (7, 12)] {
            let area = Area::Bounded { width, height };
            let mut position = Position::new(rule, area).unwrap();
            let twin = Twin { depth: 2, width: 6, ..Twin::default() };
            while position.outcome().is_none() {
                // Now and then anything, so that there is more to see.
                let legal = position.legal_points();
                if legal.is_empty() {
                    assert_eq!(twin.choose(&position), None, "there is no move");
                    break;
                }
                let any = legal[random.below(legal.len())];
                let chosen = twin.choose(&position).unwrap();
                assert_eq!(position.may_play(chosen), Ok(()), "{rule} {area}");
                position.play(if random.below(3) == 0 { any } else { chosen }).unwrap();
            }
            assert_eq!(twin.choose(&position), None, "the game is over");
        }
    }
}

#[test]
fn it_begins_in_the_middle() {
    let empty = Position::new(Rule::Renju, Area::square(15)).unwrap();
    assert_eq!(Twin::default().choose(&empty), Some(Point::new(7, 7)));
}
