//! Endings of games: the quick way, the plain way and the plain rules agree.

use std::collections::HashMap;

use tengen_core::{Area, Cell, Color, Point, Position, Rule, naive};
use tengen_referee::{End, Evidence, GameRecord, Judge, Verdict, plain_verdict};

use tengen_testkit::{TestRng, area, color_of_move};

/// The verdict of a judge that wants moves after the end to be possible.
fn ending(judge: &mut Judge, rule: Rule, area: Area, moves: &[Point]) -> Verdict {
    judge.judge(&GameRecord::new(rule, area, moves), &mut Evidence::default())
}

/// The verdict of a judge of its own, which finds no fault.
fn faultless(rule: Rule, area: Area, moves: &[Point]) -> Verdict {
    let verdict = ending(&mut Judge::strict(), rule, area, moves);
    assert!(!verdict.end.is_fault(), "{verdict:?}");
    verdict
}

/// The winner of a verdict, how the game ended, and at which move.
fn summary(verdict: Verdict) -> (Option<Color>, End, u32) {
    (verdict.winner, verdict.end, verdict.at)
}

/// How a record is at fault: at which move, and which move took the point before.
fn fault(verdict: Verdict) -> (End, u32, u32) {
    (verdict.end, verdict.at, verdict.earlier)
}

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
            let quick = faultless(rule, area, &game);
            let record = GameRecord::new(rule, area, &game);
            let plain = plain_verdict(&record, &mut Evidence::default());
            assert_eq!(quick, plain, "{rule} {area} {game:?}");
            if round % 8 == 0 {
                let winner = quick.winner.map(|winner| (winner, quick.at as usize));
                assert_eq!(winner, naive_ending(rule, area, &game), "{rule} {area} {game:?}");
            }
            *ends
                .entry(match quick.end {
                    End::Five => "five",
                    End::FullBoard => "full",
                    End::Unfinished => "unfinished",
                    _ => "of another rule",
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
        let ending = faultless(Rule::Renju, area, &game);
        let winner = ending.winner.map(|winner| (winner, ending.at as usize));
        assert_eq!(winner, naive_ending(Rule::Renju, area, &game), "{area} {game:?}");
        match ending.end {
            end if end.is_foul() => fouls += 1,
            End::Five => fives += 1,
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
        let ending = faultless(Rule::NoGo, area, &game);
        let winner = ending.winner.map(|winner| (winner, ending.at as usize));
        assert_eq!(winner, naive_ending(Rule::NoGo, area, &game), "{area} {game:?}");
        let how = match ending.end {
            End::NoMove => "stuck",
            End::Choke => "choke",
            End::Unfinished => "unfinished",
            other => panic!("{other:?}"),
        };
        *ends.entry(how).or_default() += 1;
    }
    assert!(["stuck", "choke", "unfinished"].iter().all(|how| ends[how] > 30), "{ends:?}");
}

/// nogo.md 4.3.
#[test]
fn on_one_point_white_has_won_before_the_first_move() {
    let ending = faultless(Rule::NoGo, area(1, 1), &[]);
    assert_eq!(summary(ending), (Some(Color::White), End::NoMove, 0));
}

#[test]
fn one_judge_judges_game_after_game() {
    let mut rng = TestRng::new(5);
    let area = area(15, 15);
    let mut judge = Judge::strict();
    for _ in 0..500 {
        let game = random_game(&mut rng, area, true);
        let again = ending(&mut Judge::strict(), Rule::Exact, area, &game);
        assert_eq!(ending(&mut judge, Rule::Exact, area, &game), again);
    }
}

pub(crate) fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|name| Area::square(15).point(name).unwrap()).collect()
}

#[test]
fn a_six_grown_from_its_end_wins_at_exact_five_and_one_closed_in_the_middle_does_not() {
    let grown = points("a1 a15 b1 b15 c1 c15 d1 d14 e1 e14 f1");
    let ending = faultless(Rule::Exact, Area::square(15), &grown);
    assert_eq!(summary(ending), (Some(Color::Black), End::Five, 9));

    let closed = points("a1 a15 b1 b15 c1 c15 e1 d14 f1 e14 d1");
    let ending = faultless(Rule::Exact, Area::square(15), &closed);
    assert_eq!(summary(ending), (None, End::Unfinished, 0));
    let ending = faultless(Rule::Freestyle, Area::square(15), &closed);
    assert_eq!(summary(ending), (Some(Color::Black), End::Five, 11));
    let ending = faultless(Rule::Renju, Area::square(15), &closed);
    assert_eq!(summary(ending), (Some(Color::White), End::Overline, 11));
}

#[test]
fn a_move_that_no_game_can_have_is_refused_even_after_the_end() {
    let won = "a1 a2 b1 b2 c1 c2 d1 d2 e1";
    for rule in Rule::FIVES {
        let mut judge = Judge::strict();
        let mut ending = |moves: &[Point]| ending(&mut judge, rule, Area::square(15), moves);
        let twice = points(&format!("{won} o15 a2"));
        assert_eq!(fault(ending(&twice)), (End::Occupied, 11, 2));
        let mut outside = points(won);
        outside.push(Point::new(15, 0));
        assert_eq!(fault(ending(&outside)), (End::Outside, 10, 0));
        outside.pop();
        outside.push(Point::new(-1, 3));
        assert!(ending(&outside).end.is_fault());
        assert_eq!(summary(ending(&points(won))), (Some(Color::Black), End::Five, 9));
    }
}

#[test]
fn the_stone_of_a_foul_stays_where_it_is() {
    let game = points("g8 a1 i8 a3 h10 a5 h9 a7 h8 h8");
    let mut judge = Judge::strict();
    let mut ending = |moves: &[Point]| ending(&mut judge, Rule::Renju, Area::square(15), moves);
    assert_eq!(ending(&game[..9]).end, End::DoubleThree);
    assert_eq!(fault(ending(&game)), (End::Occupied, 10, 9));
}

#[test]
fn large_boards_are_judged_too() {
    let mut moves = Vec::new();
    for i in 0..5 {
        moves.push(Point::new(500 + i, 700 - i));
        moves.push(Point::new(3 * i, 0));
    }
    let ending = faultless(Rule::Exact, area(1000, 1000), &moves);
    assert_eq!(summary(ending), (Some(Color::Black), End::Five, 9));
}
