//! Endings of games: the quick way, the plain way and the plain rules agree.

use std::collections::HashMap;

use tengen_core::{Area, Cell, Color, Illegal, Point, Position, Rule, naive, renju::Foul};
use tengen_referee::{Ending, How, Misplay, Replayer, plain_ending};

use tengen_testkit::{TestRng, area, color_of_move};

/// Whether `color` has a move by the plain rules of `NoGo`.
fn can_move(area: Area, stones: &naive::Stones, color: Color) -> bool {
    area.points().any(|point| naive::may_play(Rule::NoGo, area, stones, point, color))
}

/// The ending by the plain rules, with nothing of ours but points and names.
pub(crate) fn naive_ending(rule: Rule, area: Area, moves: &[Point]) -> Option<(Color, usize)> {
    let mut stones: naive::Stones = HashMap::new();
    for (number, &point) in moves.iter().enumerate() {
        let color = color_of_move(number);
        if !naive::may_play(rule, area, &stones, point, color) {
            return Some((!color, number + 1));
        }
        stones.insert(point, color);
        let stuck = || rule == Rule::NoGo && !can_move(area, &stones, !color);
        if naive::wins(rule, &stones, point, color) || stuck() {
            return Some((color, number + 1));
        }
    }
    None
}

/// A game of random moves; if `near`, each close to an earlier one, which makes more lines.
pub(crate) fn random_game(rng: &mut TestRng, area: Area, near: bool) -> Vec<Point> {
    let mut points: Vec<Point> = area.points().collect();
    rng.shuffle(&mut points);
    if near {
        for i in 1..points.len() {
            let anchor = points[rng.below(i)];
            let distance = |p: Point| (p.x - anchor.x).abs().max((p.y - anchor.y).abs());
            let best = (i..points.len().min(i + 12)).min_by_key(|&j| distance(points[j]));
            points.swap(i, best.unwrap_or(i));
        }
    }
    let length = rng.below(points.len() + 1);
    points.truncate(if rng.below(2) == 0 { length } else { points.len() });
    points
}

#[test]
fn the_quick_way_the_plain_way_and_the_plain_rules_agree() {
    let mut rng = TestRng::new(3);
    let mut ends: HashMap<&str, u32> = HashMap::new();
    let sizes = [(1, 1), (5, 1), (1, 6), (5, 5), (6, 6), (7, 12), (15, 15), (19, 19), (22, 22)];
    for round in 0..60_000 {
        let (width, height) = sizes[round % sizes.len()];
        let area = area(width, height);
        let game = random_game(&mut rng, area, round % 3 == 0);
        for rule in [Rule::Freestyle, Rule::Exact] {
            let quick = Replayer::new(rule, area).ending(&game).unwrap();
            assert_eq!(Ok(quick), plain_ending(rule, area, &game), "{rule} {area} {game:?}");
            if round % 8 == 0 {
                let winner = quick.winner.map(|winner| (winner, quick.at));
                assert_eq!(winner, naive_ending(rule, area, &game), "{rule} {area} {game:?}");
            }
            *ends
                .entry(match quick.how {
                    How::Five => "five",
                    How::Foul(_) | How::Stuck | How::Choke(_) => "of another rule",
                    How::FullBoard => "full",
                    How::Unfinished => "unfinished",
                })
                .or_default() += 1;
        }
    }
    assert!(
        ends["five"] > 20_000 && ends["full"] > 1_000 && ends["unfinished"] > 1_000,
        "{ends:?}"
    );
}

#[test]
fn renju_games_end_where_the_plain_rules_end_them() {
    let mut rng = TestRng::new(4);
    let (mut fouls, mut fives) = (0, 0);
    for round in 0..1_500 {
        let area = area(9 + (round % 7) as u16, 9);
        let game = random_game(&mut rng, area, true);
        let ending = Replayer::new(Rule::Renju, area).ending(&game).unwrap();
        let winner = ending.winner.map(|winner| (winner, ending.at));
        assert_eq!(winner, naive_ending(Rule::Renju, area, &game), "{area} {game:?}");
        match ending.how {
            How::Foul(_) => fouls += 1,
            How::Five => fives += 1,
            _ => {}
        }
    }
    assert!(fouls > 100 && fives > 100, "{fouls} fouls, {fives} fives");
}

/// A game of `NoGo` by random legal moves, and now and then a move that is not legal.
pub(crate) fn random_nogo(rng: &mut TestRng, area: Area) -> Vec<Point> {
    let mut position = Position::new(Rule::NoGo, area).unwrap();
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        let legal = position.legal_points();
        moves.push(legal[rng.below(legal.len())]);
        position.play(*moves.last().unwrap()).unwrap();
        let is_free = |point: &Point| position.board().cell(*point) == Cell::Empty;
        if rng.below(12) == 0 {
            moves.extend(area.points().find(is_free));
            return moves;
        }
    }
    moves
}

#[test]
fn nogo_games_end_where_the_plain_rules_end_them() {
    let mut rng = TestRng::new(6);
    let mut ends: HashMap<&str, u32> = HashMap::new();
    for round in 0..600 {
        let (width, height) = [(2, 1), (3, 3), (5, 4), (7, 7), (1, 9)][round % 5];
        let area = area(width, height);
        let game = random_nogo(&mut rng, area);
        let ending = Replayer::new(Rule::NoGo, area).ending(&game).unwrap();
        let winner = ending.winner.map(|winner| (winner, ending.at));
        assert_eq!(winner, naive_ending(Rule::NoGo, area, &game), "{area} {game:?}");
        let how = match ending.how {
            How::Stuck => "stuck",
            How::Choke(_) => "choke",
            How::Unfinished => "unfinished",
            other => panic!("{other:?}"),
        };
        *ends.entry(how).or_default() += 1;
    }
    assert!(["stuck", "choke", "unfinished"].iter().all(|how| ends[how] > 30), "{ends:?}");
}

/// nogo.md 4.3.
#[test]
fn on_one_point_white_has_won_before_the_first_move() {
    let ending = Replayer::new(Rule::NoGo, area(1, 1)).ending(&[]).unwrap();
    assert_eq!(ending, Ending { winner: Some(Color::White), at: 0, how: How::Stuck });
}

#[test]
fn one_replayer_judges_game_after_game() {
    let mut rng = TestRng::new(5);
    let area = area(15, 15);
    let mut replayer = Replayer::new(Rule::Exact, area);
    for _ in 0..500 {
        let game = random_game(&mut rng, area, true);
        assert_eq!(replayer.ending(&game), Replayer::new(Rule::Exact, area).ending(&game));
    }
}

pub(crate) fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|name| Area::square(15).point(name).unwrap()).collect()
}

#[test]
fn a_six_grown_from_its_end_wins_at_exact_five_and_one_closed_in_the_middle_does_not() {
    let grown = points("a1 a15 b1 b15 c1 c15 d1 d14 e1 e14 f1");
    let ending = Replayer::new(Rule::Exact, Area::square(15)).ending(&grown).unwrap();
    assert_eq!(ending, Ending { winner: Some(Color::Black), at: 9, how: How::Five });

    let closed = points("a1 a15 b1 b15 c1 c15 e1 d14 f1 e14 d1");
    let ending = Replayer::new(Rule::Exact, Area::square(15)).ending(&closed).unwrap();
    assert_eq!(ending, Ending { winner: None, at: 11, how: How::Unfinished });
    let ending = Replayer::new(Rule::Freestyle, Area::square(15)).ending(&closed).unwrap();
    assert_eq!(ending, Ending { winner: Some(Color::Black), at: 11, how: How::Five });
    let ending = Replayer::new(Rule::Renju, Area::square(15)).ending(&closed).unwrap();
    assert_eq!(
        ending,
        Ending { winner: Some(Color::White), at: 11, how: How::Foul(Foul::Overline) }
    );
}

#[test]
fn a_move_that_no_game_can_have_is_refused_even_after_the_end() {
    let won = "a1 a2 b1 b2 c1 c2 d1 d2 e1";
    for rule in Rule::FIVES {
        let mut replayer = Replayer::new(rule, Area::square(15));
        let twice = points(&format!("{won} o15 a2"));
        assert_eq!(
            replayer.ending(&twice),
            Err(Misplay { number: 11, illegal: Illegal::Occupied, earlier: Some(2) })
        );
        let mut outside = points(won);
        outside.push(Point::new(15, 0));
        assert_eq!(
            replayer.ending(&outside),
            Err(Misplay { number: 10, illegal: Illegal::Outside, earlier: None })
        );
        outside.pop();
        outside.push(Point::new(-1, 3));
        assert!(replayer.ending(&outside).is_err());
        assert_eq!(replayer.ending(&points(won)).unwrap().at, 9);
    }
}

#[test]
fn the_stone_of_a_foul_stays_where_it_is() {
    let game = points("g8 a1 i8 a3 h10 a5 h9 a7 h8 h8");
    let mut replayer = Replayer::new(Rule::Renju, Area::square(15));
    let ending = replayer.ending(&game[..9]).unwrap();
    assert_eq!(ending.how, How::Foul(Foul::DoubleThree));
    assert_eq!(
        replayer.ending(&game),
        Err(Misplay { number: 10, illegal: Illegal::Occupied, earlier: Some(9) })
    );
}

#[test]
fn large_boards_are_judged_too() {
    let mut moves = Vec::new();
    for i in 0..5 {
        moves.push(Point::new(500 + i, 700 - i));
        moves.push(Point::new(3 * i, 0));
    }
    let ending = Replayer::new(Rule::Exact, area(1000, 1000)).ending(&moves).unwrap();
    assert_eq!(ending, Ending { winner: Some(Color::Black), at: 9, how: How::Five });
}
