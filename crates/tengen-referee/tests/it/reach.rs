//! Whether positions could have come about: witnesses are replayed, and small boards are compared
//! with a search over all orders of moves.

use std::collections::HashMap;

use tengen_core::{Area, Board, Color, Drawing, Line, Point, Position, Rule, lines, naive};
use tengen_notation::{BlockOffset, BoardForm, boards::Boards, boards::DiagramSize};
use tengen_referee::{Reach, ReachAnswer, Reason, reach, reach::DEFAULT_LIMIT, reach_until};

use tengen_testkit::{TestRng, area, board, stones as plain_stones};

/// Replays a witness: every move legal, none after a win, and the same stones at the end.
fn assert_witness(board: &Board, rule: Rule, moves: &[Point]) {
    let mut position = Position::new(rule, board.area()).unwrap();
    for &point in moves {
        position.play(point).unwrap_or_else(|illegal| panic!("{illegal} on {point:?}"));
    }
    assert_eq!(position.board().stones(), board.stones());
}

/// The answer of `reach`, with its witness replayed or its reason looked at, and compared with the
/// answer that is given by the million.
fn answer(board: &Board, rule: Rule) -> ReachAnswer {
    let found = reach(board, rule, DEFAULT_LIMIT);
    match &found {
        Reach::Yes(moves) => assert_witness(board, rule, moves),
        Reach::No(reason) => assert_reason(board, rule, reason),
        Reach::Unknown { .. } => {}
    }
    let text = BoardForm::Letters.format(board);
    let mut boards =
        Boards::new(text.as_bytes(), BoardForm::Letters, DiagramSize::Any, BlockOffset::default());
    let diagram = boards.read().unwrap().unwrap();
    let quick = tengen_referee::reach::answer(&diagram.stones, rule, DEFAULT_LIMIT);
    assert_eq!(found.answer(), quick);
    quick
}

/// What a person would check about a reason.
fn assert_reason(board: &Board, rule: Rule, reason: &Reason) {
    let (black, white) = (board.count(Color::Black), board.count(Color::White));
    let last = if black > white { Color::Black } else { Color::White };
    let real = |line: &Line| {
        lines(board).contains(line) && line.points().all(|p| board.cell(p) == line.color.into())
    };
    match reason {
        Reason::Counts { .. } => assert!(black < white || black > white + 1),
        Reason::WonBefore { winner, lines } => {
            assert_eq!(*winner, !last);
            assert!(!lines.is_empty());
            assert!(lines.iter().all(|line| real(line) && line.wins(rule) && line.color == !last));
        }
        Reason::TwoWins { winner, lines } => {
            assert_eq!(*winner, last);
            assert!(lines.iter().all(|line| real(line) && line.wins(rule) && line.color == last));
        }
        Reason::Overline { lines } => {
            assert_eq!(rule, Rule::Renju);
            assert!(lines.iter().all(|line| real(line) && line.length > 5));
        }
        Reason::NoOrder { .. } => assert_eq!(rule, Rule::Exact),
        Reason::NoLegalOrder { .. } => assert_eq!(rule, Rule::Renju),
        Reason::Choked { chain } => {
            assert_eq!((rule, chain.liberties.len()), (Rule::NoGo, 0));
            assert!(chain.stones.iter().all(|&p| board.cell(p) == chain.color.into()));
            assert!(!naive::chain(board.area(), &plain_stones(board), chain.stones[0]).1);
        }
    }
}

#[test]
fn every_order_of_moves_was_tried_on_small_boards_and_agrees() {
    let mut rng = TestRng::new(11);
    let mut seen: HashMap<(Rule, ReachAnswer), u32> = HashMap::new();
    for round in 0..40_000 {
        let (width, height) = [(6, 1), (7, 1), (9, 1), (6, 2), (7, 2), (5, 5), (6, 6)][round % 7];
        let area = area(width, height);
        let most = area.size().unwrap().min(11);
        let count = rng.below(most + 1);
        let mut stones = rng.stones(area, count);
        if round % 5 == 0 && !stones.is_empty() {
            let any = rng.below(stones.len());
            stones[any].1 = !stones[any].1;
        }
        plant_row(&mut rng, area, &mut stones);
        let board = board(area, &stones);
        for rule in Rule::FIVES {
            let answer = answer(&board, rule);
            let expected = naive::reachable(rule, area, &plain_stones(&board));
            let word = if expected { ReachAnswer::Yes } else { ReachAnswer::No };
            let drawing = Drawing::from_board(&board).unwrap();
            assert_eq!(answer, word, "{rule}\n{drawing}");
            *seen.entry((rule, answer)).or_default() += 1;
        }
    }
    for rule in Rule::FIVES {
        assert!(
            seen[&(rule, ReachAnswer::Yes)] > 5_000 && seen[&(rule, ReachAnswer::No)] > 5_000,
            "{seen:?}"
        );
    }
}

#[test]
fn every_order_of_moves_was_tried_on_small_boards_of_nogo_and_agrees() {
    let mut rng = TestRng::new(13);
    let mut seen: HashMap<ReachAnswer, u32> = HashMap::new();
    for round in 0..6_000 {
        let (width, height) = [(1, 1), (5, 1), (2, 2), (3, 3), (4, 3), (5, 5)][round % 6];
        let area = area(width, height);
        let count = rng.below(area.size().unwrap().min(10) + 1);
        let mut stones = rng.stones(area, count);
        if round % 5 == 0 && !stones.is_empty() {
            let any = rng.below(stones.len());
            stones[any].1 = !stones[any].1;
        }
        let board = board(area, &stones);
        let answer = answer(&board, Rule::NoGo);
        let expected = naive::reachable(Rule::NoGo, area, &plain_stones(&board));
        let word = if expected { ReachAnswer::Yes } else { ReachAnswer::No };
        assert_eq!(answer, word, "{}", Drawing::from_board(&board).unwrap());
        *seen.entry(answer).or_default() += 1;
    }
    assert!(seen[&ReachAnswer::Yes] > 1_000 && seen[&ReachAnswer::No] > 1_000, "{seen:?}");
}

/// Moves some stones of one color into a row, so that fives and overlines come up often, keeping
/// the numbers of stones.
fn plant_row(rng: &mut TestRng, area: Area, stones: &mut [(Point, Color)]) {
    let Area::Bounded { width, .. } = area else { return };
    let color = if rng.below(2) == 0 { Color::Black } else { Color::White };
    let y = stones.first().map_or(0, |stone| stone.0.y);
    let length = (4 + rng.below(4)).min(width.into());
    let start = rng.below(usize::from(width) - length + 1);
    for x in start..start + length {
        let point = Point::new(x as i32, y);
        let there = stones.iter().position(|stone| stone.0 == point);
        let outside = |p: Point| p.y != y || p.x < start as i32 || p.x >= (start + length) as i32;
        let spare = stones.iter().position(|stone| stone.1 == color && outside(stone.0));
        match (there, spare) {
            (None, Some(spare)) => stones[spare].0 = point,
            (Some(there), Some(spare)) if stones[there].1 != color => {
                let old = stones[spare].0;
                stones[there].0 = old;
                stones[spare].0 = point;
            }
            _ => {}
        }
    }
}

#[test]
fn positions_of_real_games_could_have_come_about() {
    let mut rng = TestRng::new(12);
    for rule in Rule::FIVES {
        for round in 0..300 {
            let area =
                [Area::square(15), Area::square(9), area(22, 13), Area::square(30)][round % 4];
            let mut position = Position::new(rule, area).unwrap();
            let mut last = Point::new(7, 7);
            let length = 5 + rng.below(60);
            while position.outcome().is_none() && position.moves().len() < length {
                let near = |rng: &mut TestRng, x: i32| x - 2 + rng.below(5) as i32;
                let point = Point::new(near(&mut rng, last.x), near(&mut rng, last.y));
                if position.play(point).is_ok() || !area.contains(point) || rng.below(9) == 0 {
                    let moves = position.moves();
                    last = if moves.is_empty() { last } else { moves[rng.below(moves.len())] };
                }
            }
            assert_eq!(
                answer(position.board(), rule),
                ReachAnswer::Yes,
                "{rule} {:?}",
                position.moves()
            );
        }
    }
}

/// For exact five no set is known from which no stone can be taken without leaving a five, and none
/// fits in 19x19; so taking any stone that leaves none, again and again, never gets stuck.
#[test]
fn dense_boards_of_exact_five_are_always_peeled() {
    let mut rng = TestRng::new(13);
    let mut with_overlines = 0;
    for round in 0..400 {
        let area = Area::square(10 + (round % 10) as u16);
        let mut dense = Board::new(area);
        let mut points: Vec<Point> = area.points().collect();
        rng.shuffle(&mut points);
        // Black everywhere it may be without an exact five at the end; White on the rest.
        let mut black = Vec::new();
        for &point in &points {
            dense.put(point, Color::Black);
            black.push(point);
        }
        loop {
            let fives: Vec<Line> = lines(&dense).into_iter().filter(|l| l.length == 5).collect();
            let Some(five) = fives.first() else { break };
            let point = five.points().nth(rng.below(5)).unwrap();
            dense.lift(point, Color::Black);
            black.retain(|&p| p != point);
        }
        let gaps = round / 40 * 2;
        for _ in 0..gaps {
            let index = rng.below(black.len());
            let point = black[index];
            dense.lift(point, Color::Black);
            if lines(&dense).iter().any(|line| line.length == 5) {
                dense.put(point, Color::Black);
            } else {
                black.swap_remove(index);
            }
        }
        with_overlines += u32::from(lines(&dense).iter().any(|line| line.length > 5));
        // White's stones, as many, on a larger board and far from each other.
        let wide = Area::square(60);
        let mut stones: Vec<(Point, Color)> = black.iter().map(|&p| (p, Color::Black)).collect();
        let far = (0..20).flat_map(|y| (0..20).map(move |x| Point::new(20 + 2 * x, 20 + 2 * y)));
        let mut white: Vec<Point> = far.collect();
        white.truncate(black.len());
        stones.extend(white.into_iter().map(|p| (p, Color::White)));
        assert_eq!(answer(&board(wide, &stones), Rule::Exact), ReachAnswer::Yes, "{dense:?}");
    }
    assert!(with_overlines > 300, "{with_overlines}");
}

fn drawn(drawing: &str) -> Board {
    drawing.parse::<Drawing>().unwrap().board()
}

#[test]
fn reasons_are_the_ones_a_person_would_give() {
    let code = |drawing: &str, rule: Rule| match reach(&drawn(drawing), rule, DEFAULT_LIMIT) {
        Reach::No(reason) => reason.code(),
        Reach::Yes(_) => "yes",
        Reach::Unknown { .. } => "unknown",
    };
    assert_eq!(code("x x x", Rule::Freestyle), "counts");
    assert_eq!(code("o . .", Rule::Freestyle), "counts");
    let white_won_black_last = "
        o o o o o . . .
        x x . x x . x x";
    assert_eq!(code(white_won_black_last, Rule::Freestyle), "won-before");
    let two_wins = "
        x x x x x . . . . . . .
        o o o o . o o o o . o .
        x x x x x . . . . . . .";
    assert_eq!(code(two_wins, Rule::Freestyle), "two-wins");
    assert_eq!(code(two_wins, Rule::Exact), "two-wins");
    let nine = "
        x x x x x x x x x . . .
        o o o o . o o o o . . .";
    assert_eq!(code(nine, Rule::Freestyle), "yes");
    assert_eq!(code(nine, Rule::Exact), "yes");
    assert_eq!(code(nine, Rule::Renju), "overline");
    let ten = "
        x x x x x x x x x x . .
        o o o o . o o o o . o .";
    assert_eq!(code(ten, Rule::Freestyle), "two-wins");
    let five_and_six_by_one_stone = "
        x x x x x x . . . .
        . . x . . . . . . .
        . . x . o o . o o .
        . . x . o o . o o .
        . . x . . . . o . .";
    assert_eq!(code(five_and_six_by_one_stone, Rule::Renju), "yes");
}

/// One stone can be on four lines at once, and no stone on five.
#[test]
fn one_last_stone_explains_up_to_four_lines() {
    let star = "
        o o . o o . o o . o o
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . x . x . x . . .
        . . . . x x x . . . .
        . . . x x x x x . . .
        . . . . x x x . . . .
        . . . x . x . x . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        o o . o o . o o . o o";
    assert_eq!(lines(&drawn(star)).len(), 4);
    for rule in Rule::FIVES {
        assert_eq!(answer(&drawn(star), rule), ReachAnswer::Yes);
    }
    // A fifth line, and as many stones as before.
    let fifth = star.replacen("x . x . x", "x x x x x", 1).replacen(". . .", "o . o", 1);
    assert_eq!(lines(&drawn(&fifth)).len(), 5);
    for rule in Rule::FIVES {
        assert_eq!(answer(&drawn(&fifth), rule), ReachAnswer::No);
    }
}

#[test]
fn an_empty_board_and_a_single_stone_could_have_come_about() {
    for rule in Rule::FIVES {
        assert_eq!(answer(&Board::new(Area::square(19)), rule), ReachAnswer::Yes);
        assert_eq!(answer(&drawn(". x ."), rule), ReachAnswer::Yes);
        assert_eq!(answer(&drawn("x o ."), rule), ReachAnswer::Yes);
    }
}

#[test]
fn a_limit_that_is_too_low_is_said() {
    let board = drawn("x o x o x o\no x o x o x");
    assert_eq!(reach(&board, Rule::Renju, 3), Reach::Unknown { tried: 3 });
    assert!(matches!(reach(&board, Rule::Renju, 100), Reach::Yes(_)));
}

#[test]
fn a_search_that_is_cancelled_ends() {
    let board = drawn("x o x o x o\no x o x o x");
    let cancelled = reach_until(&board, Rule::Renju, 100, &|| true);
    assert_eq!(cancelled, Reach::Unknown { tried: 0 });
    assert!(matches!(reach_until(&board, Rule::Renju, 100, &|| false), Reach::Yes(_)));
}
