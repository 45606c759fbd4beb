//! Verdicts: the quick way, the plain way and the plain rules agree, and every end has its cases.

use std::collections::HashMap;

use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{Manner, RecordStep, ResultClaim};
use tengen_referee::{Agreement, End, Evidence, GameRecord, Judge, Steps, Verdict, plain_verdict};

use tengen_testkit::{TestRng, area};

use crate::replay::{naive_ending, points, random_game, random_nogo};

pub(crate) const FIFTEEN: Area = Area::square(15);

pub(crate) fn game(rule: Rule, area: Area, moves: &[Point]) -> GameRecord<'_> {
    let (setup, first) = (&[][..], Color::Black);
    GameRecord { rule, area, setup, first, steps: Steps::Moves(moves), broken: None, claim: None }
}

/// The verdict both ways, and the lines that show it as text.
fn judged(game: &GameRecord<'_>) -> (Verdict, String) {
    let (mut evidence, mut again) = (Evidence::default(), Evidence::default());
    let verdict = Judge::default().judge(game, &mut evidence);
    assert_eq!(verdict, plain_verdict(game, &mut again), "{game:?}");
    assert_eq!(evidence, again, "{game:?}");
    let line = |(shape, points): (tengen_core::shape::Shape, &[Point])| {
        let names: Vec<String> = points.iter().map(|&point| game.area.name(point)).collect();
        format!("{} {}", shape.name(), names.join(" "))
    };
    (verdict, evidence.lines().map(line).collect::<Vec<_>>().join(" / "))
}

#[test]
fn the_quick_way_the_plain_way_and_the_plain_rules_agree() {
    let mut rng = TestRng::new(11);
    let mut judge = Judge::default();
    let (mut evidence, mut again) = (Evidence::default(), Evidence::default());
    let mut ends: HashMap<End, u32> = HashMap::new();
    let sizes = [(1, 1), (5, 5), (7, 12), (15, 15), (19, 19), (22, 22), (23, 9)];
    for round in 0..20_000 {
        let (width, height) = sizes[rng.below(sizes.len())];
        let area = area(width, height);
        let mut moves = random_game(&mut rng, area, round % 4 != 0);
        match rng.below(8) {
            // A move that cannot be, somewhere.
            0 if !moves.is_empty() => {
                let (at, from) = (rng.below(moves.len()), rng.below(moves.len()));
                moves[at] = moves[from];
            }
            1 if !moves.is_empty() => {
                let at = rng.below(moves.len());
                moves[at] = Point::new(rng.below(40) as i32 - 5, rng.below(40) as i32 - 5);
            }
            _ => {}
        }
        let rule = Rule::FIVES[rng.below(3)];
        let game = GameRecord {
            claim: Some(ResultClaim::Won(Color::ALL[rng.below(2)], Manner::Foul)),
            ..game(rule, area, &moves)
        };
        let verdict = judge.judge(&game, &mut evidence);
        assert_eq!(verdict, plain_verdict(&game, &mut again), "{game:?}");
        assert_eq!(evidence, again, "{game:?}");
        *ends.entry(verdict.end).or_default() += 1;
        if round % 16 == 0 && !verdict.end.is_fault() {
            let counted = &moves[..moves.len() - verdict.after as usize];
            let winner = verdict.winner.map(|winner| (winner, verdict.at as usize));
            assert_eq!(winner, naive_ending(rule, area, counted), "{game:?}");
        }
    }
    for end in [
        End::Five,
        End::Overline,
        End::DoubleFour,
        End::DoubleThree,
        End::FullBoard,
        End::Unfinished,
        End::Occupied,
        End::Outside,
    ] {
        assert!(ends.get(&end).is_some_and(|&count| count > 20), "{end:?} in {ends:?}");
    }
}

#[test]
fn nogo_ends_where_the_plain_rules_end_it() {
    let mut rng = TestRng::new(12);
    for round in 0..300 {
        let (width, height) = [(2, 1), (3, 3), (5, 4), (7, 7), (9, 9)][round % 5];
        let area = area(width, height);
        let moves = random_nogo(&mut rng, area);
        let (verdict, lines) = judged(&game(Rule::NoGo, area, &moves));
        let counted = &moves[..moves.len() - verdict.after as usize];
        let winner = verdict.winner.map(|winner| (winner, verdict.at as usize));
        assert_eq!(winner, naive_ending(Rule::NoGo, area, counted), "{area} {moves:?}");
        assert!(matches!(verdict.end, End::NoMove | End::Choke | End::Unfinished));
        assert_eq!(lines, "");
    }
}

/// How a game of fifteen by fifteen ends, in a line.
fn verdict_text(rule: Rule, moves: &str) -> String {
    let moves = points(moves);
    let (verdict, lines) = judged(&game(rule, FIFTEEN, &moves));
    let Verdict { winner, end, at, earlier, after, .. } = verdict;
    let winner = winner.map_or("nobody".to_owned(), |winner| winner.to_string());
    format!("{winner} {} at {at} earlier {earlier} after {after}: {lines}", end.word())
}

#[test]
fn every_end_of_fives_has_its_case() {
    let five = "a1 a15 b1 b15 c1 c15 d1 d15 e1";
    assert_eq!(
        verdict_text(Rule::Renju, five),
        "black five at 9 earlier 0 after 0: five a1 b1 c1 d1 e1"
    );
    assert_eq!(
        verdict_text(Rule::Freestyle, &format!("{five} f15 f1")),
        "black five at 9 earlier 0 after 2: five a1 b1 c1 d1 e1"
    );
    // What comes after the end is not judged.
    assert_eq!(
        verdict_text(Rule::Freestyle, &format!("{five} a1")),
        "black five at 9 earlier 0 after 1: five a1 b1 c1 d1 e1"
    );
    let six = "a1 a15 b1 b15 c1 c15 e1 d14 f1 e14 d1";
    assert_eq!(
        verdict_text(Rule::Freestyle, six),
        "black five at 11 earlier 0 after 0: five a1 b1 c1 d1 e1 f1"
    );
    assert_eq!(verdict_text(Rule::Exact, six), "nobody unfinished at 0 earlier 0 after 0: ");
    assert_eq!(
        verdict_text(Rule::Renju, six),
        "white overline at 11 earlier 0 after 0: overline a1 b1 c1 d1 e1 f1"
    );
    // Two fives at once.
    assert_eq!(
        verdict_text(Rule::Exact, "a1 o1 b1 o3 c1 o5 d1 o7 e2 o9 e3 o11 e4 o13 e5 m1 e1"),
        "black five at 17 earlier 0 after 0: five a1 b1 c1 d1 e1 / five e5 e4 e3 e2 e1"
    );
    assert_eq!(
        verdict_text(Rule::Renju, "g8 a1 i8 a3 h10 a5 h9 a7 h8"),
        "white double-three at 9 earlier 0 after 0: three g8 h8 i8 / three h10 h9 h8"
    );
    assert_eq!(
        verdict_text(Rule::Renju, "g8 a1 i8 a3 h10 a5 h9 a7 j8 a9 h7 a11 h8 a13"),
        "white double-four at 13 earlier 0 after 1: straight four g8 h8 i8 j8 / \
         straight four h10 h9 h8 h7"
    );
    assert_eq!(verdict_text(Rule::Exact, "h8 h9 h8"), "nobody occupied at 3 earlier 1 after 0: ");
    assert_eq!(verdict_text(Rule::Exact, ""), "nobody unfinished at 0 earlier 0 after 0: ");
}

#[test]
fn a_full_board_is_a_draw_and_a_point_outside_is_none() {
    let moves: Vec<Point> = area(4, 4).points().collect();
    let (verdict, _) = judged(&game(Rule::Freestyle, area(4, 4), &moves));
    assert_eq!((verdict.end, verdict.winner, verdict.after), (End::FullBoard, None, 0));
    let twice: Vec<Point> = area(4, 4).points().chain([Point::new(0, 0)]).collect();
    let (verdict, _) = judged(&game(Rule::Freestyle, area(4, 4), &twice));
    assert_eq!((verdict.end, verdict.at, verdict.after), (End::FullBoard, 0, 1));
    let outside = [Point::new(0, 0), Point::new(4, 0)];
    let (verdict, _) = judged(&game(Rule::Freestyle, area(4, 4), &outside));
    assert_eq!((verdict.end, verdict.at), (End::Outside, 2));
}

fn steps(text: &str) -> Vec<RecordStep> {
    let step = |word: &str| {
        let color = if word.starts_with('B') { Color::Black } else { Color::White };
        RecordStep { color, point: FIFTEEN.point(&word[1..]).ok() }
    };
    text.split_whitespace().map(step).collect()
}

#[test]
fn passes_and_turns_and_stones_set_up_are_judged_the_plain_way() {
    let judge = |rule: Rule, setup: &[(Point, Color)], first: Color, text: &str| {
        let steps = steps(text);
        let steps = Steps::Irregular(&steps);
        judged(&GameRecord { setup, first, steps, ..game(rule, FIFTEEN, &[]) }).0
    };
    let stones: Vec<(Point, Color)> =
        points("a1 b1 c1 d1").into_iter().map(|point| (point, Color::White)).collect();

    let verdict = judge(Rule::Renju, &[], Color::Black, "Bh8 Wpass Bh9 Wi9 Wi10");
    assert_eq!((verdict.end, verdict.at), (End::OutOfTurn, 5));
    let verdict = judge(Rule::Renju, &[], Color::Black, "Bh8 Wpass Bpass Wi9");
    assert_eq!(verdict.end, End::Unfinished);
    let verdict = judge(Rule::NoGo, &[], Color::Black, "Bh8 Wpass");
    assert_eq!((verdict.end, verdict.at), (End::Pass, 2));
    let verdict = judge(Rule::Renju, &stones, Color::White, "We1 Bh8");
    assert_eq!((verdict.end, verdict.winner, verdict.at), (End::Five, Some(Color::White), 1));
    assert_eq!(verdict.after, 1);
    let verdict = judge(Rule::Renju, &stones, Color::Black, "Ba1");
    assert_eq!((verdict.end, verdict.at, verdict.earlier), (End::Occupied, 1, 0));
    let verdict = judge(Rule::Renju, &stones, Color::Black, "We1");
    assert_eq!((verdict.end, verdict.at), (End::OutOfTurn, 1));

    // Somebody has won before the first move, whoever is to move.
    let mut won = stones.clone();
    won.push((FIFTEEN.point("e1").unwrap(), Color::White));
    for first in Color::ALL {
        let verdict = judge(Rule::Freestyle, &won, first, "");
        assert_eq!((verdict.end, verdict.winner, verdict.at), (End::Five, Some(Color::White), 0));
    }
    won.push(won[0]);
    assert_eq!(judge(Rule::Freestyle, &won, Color::Black, "Bh8").end, End::Setup);
}

#[test]
fn a_game_whose_stones_are_moved_about_is_judged_up_to_there() {
    let five = points("a1 a15 b1 b15 c1 c15 d1 d15 e1");
    let judge = |broken| judged(&GameRecord { broken, ..game(Rule::Exact, FIFTEEN, &five) }).0;
    assert_eq!((judge(Some(3)).end, judge(Some(3)).at), (End::Setup, 4));
    assert_eq!((judge(Some(9)).end, judge(Some(9)).at), (End::Five, 9));
    assert_eq!(judge(None).end, End::Five);
}

#[test]
fn a_written_result_agrees_by_the_rules_of_the_manual() {
    use Agreement::{No, Unknown, Yes};
    use Color::{Black, White};
    let five = "a1 a15 b1 b15 c1 c15 d1 d15 e1";
    let open = "a1 a15 b1 b15";
    // Black is to move, and h8 is a double three.
    let trap = "g8 a1 i8 a3 h10 a5 h9 a7";
    let foul = "g8 a1 i8 a3 h10 a5 h9 a7 h8";
    let twice = "h8 h9 h8";
    let early = "h8 h9 h8 h10";
    let cases = [
        (five, None, Unknown),
        (five, Some(ResultClaim::Void), Unknown),
        (five, Some(ResultClaim::Draw), No),
        (five, Some(ResultClaim::Won(Black, Manner::Board)), Yes),
        (five, Some(ResultClaim::Won(Black, Manner::Unsaid)), Yes),
        (five, Some(ResultClaim::Won(Black, Manner::Resignation)), Yes),
        (five, Some(ResultClaim::Won(White, Manner::Time)), No),
        (five, Some(ResultClaim::Won(White, Manner::Foul)), No),
        (five, Some(ResultClaim::Won(Black, Manner::Foul)), No),
        (open, None, Unknown),
        (open, Some(ResultClaim::Draw), Yes),
        (open, Some(ResultClaim::Won(White, Manner::Board)), No),
        (open, Some(ResultClaim::Won(White, Manner::Unsaid)), Unknown),
        (open, Some(ResultClaim::Won(White, Manner::Resignation)), Yes),
        (open, Some(ResultClaim::Won(White, Manner::Time)), Yes),
        (open, Some(ResultClaim::Won(White, Manner::Forfeit)), Yes),
        (open, Some(ResultClaim::Won(White, Manner::Foul)), No),
        (open, Some(ResultClaim::Won(White, Manner::Illegal)), Unknown),
        (trap, Some(ResultClaim::Won(White, Manner::Foul)), Yes),
        (trap, Some(ResultClaim::Won(Black, Manner::Foul)), No),
        (foul, Some(ResultClaim::Won(White, Manner::Foul)), Yes),
        (foul, Some(ResultClaim::Won(White, Manner::Board)), Yes),
        (foul, Some(ResultClaim::Won(Black, Manner::Board)), No),
        (twice, Some(ResultClaim::Won(White, Manner::Illegal)), Yes),
        (twice, Some(ResultClaim::Won(White, Manner::Forfeit)), Yes),
        (twice, Some(ResultClaim::Won(Black, Manner::Illegal)), No),
        (twice, Some(ResultClaim::Won(Black, Manner::Board)), Unknown),
        (twice, Some(ResultClaim::Draw), Unknown),
        (early, Some(ResultClaim::Won(White, Manner::Illegal)), No),
    ];
    for (moves, claim, expected) in cases {
        let points = points(moves);
        let (verdict, _) = judged(&GameRecord { claim, ..game(Rule::Renju, FIFTEEN, &points) });
        assert_eq!(verdict.agrees, expected, "{moves}: {claim:?}");
    }
    // At freestyle nothing is forbidden, whatever a record says.
    let points = points(trap);
    let claim = Some(ResultClaim::Won(White, Manner::Foul));
    let (verdict, _) = judged(&GameRecord { claim, ..game(Rule::Freestyle, FIFTEEN, &points) });
    assert_eq!(verdict.agrees, No);
}
