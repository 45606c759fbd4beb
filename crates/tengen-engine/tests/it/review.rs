//! Reviews of games: what is marked, why, and that values hang together.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule, renju::Foul};
use tengen_engine::{
    Level, Unsuited, Value,
    review::{GameReview, Judgement, ReviewError, ReviewLimits, ReviewReason, review_game},
};
use tengen_solver::{Question, fives::By};
use tengen_testkit::{TestRng, read};

/// Small limits: what is tested does not depend on them.
fn limits() -> ReviewLimits {
    let mut limits = ReviewLimits::default();
    (limits.nodes, limits.solver_nodes, limits.memory) = (Some(300), 2_000, 4 << 20);
    limits
}

fn review(start: &Position, moves: &[Point], limits: &ReviewLimits) -> GameReview {
    review_game(start, moves, limits, &|| false, &|_| {}).unwrap()
}

/// The review of a game from the empty board.
fn review_moves(rule: Rule, area: Area, moves: &str) -> GameReview {
    let start = Position::new(rule, area).unwrap();
    review(&start, &area.parse_points(moves).unwrap(), &limits())
}

/// What holds of every review.
fn assert_consistent(start: &Position, moves: &[Point], review: &GameReview) {
    assert_eq!(review.moves.len() + review.after_end, moves.len());
    let mut position = start.clone();
    for (n, one) in review.moves.iter().enumerate() {
        let is_losing_move = position.may_play(one.point).is_err();
        let context = format!("{one:?} in\n{:?}", position.moves());
        assert_eq!((one.number, one.color, one.point), (n + 1, position.turn(), moves[n]));
        assert!((0.0..=1.0).contains(&one.loss), "{context}");
        let lost = one.before.chances() - one.after.chances();
        assert!((one.loss - lost).abs() < 1e-6, "{context}");
        if is_losing_move {
            assert_eq!((one.judgement, one.after), (Judgement::Blunder, Value::Loses(0)));
            assert_eq!(n + 1, review.moves.len());
            return;
        }
        assert_eq!(one.judgement, Judgement::from_values(one.before, one.after), "{context}");
        let (won, wins) =
            (matches!(one.before, Value::Wins(_)), matches!(one.after, Value::Wins(_)));
        assert_eq!(won && !wins, one.judgement == Judgement::Blunder && won, "{context}");
        assert_eq!(one.judgement == Judgement::Good, one.sentence(review.area).is_empty());
        assert!(one.judgement != Judgement::Good || one.reasons.is_empty(), "{context}");
        if let (Value::Wins(best), Value::Wins(played)) = (one.before, one.after) {
            assert!(one.best != one.point || played < best, "{context}");
        }
        // Both lines can be played, from where they say.
        assert_eq!(one.line.first(), Some(&one.best), "{context}");
        for (first, line) in [(None, &one.line), (Some(one.point), &one.continuation)] {
            let mut at = position.clone();
            for point in first.iter().chain(line) {
                at.play(*point).unwrap_or_else(|illegal| panic!("{illegal}: {context}"));
            }
        }
        position.play(one.point).unwrap();
        match position.outcome() {
            Some(Outcome::Won(winner)) => {
                assert_eq!((winner, one.after), (one.color, Value::Wins(0)));
            }
            Some(Outcome::Drawn) => assert_eq!(one.after, Value::Seems(0)),
            None => {}
        }
        if let (Some(next), Some(wins)) = (review.moves.get(n + 1), one.after.wins()) {
            assert_eq!(next.before.wins(), Some(!wins), "proven results go on: {context}");
        }
    }
}

/// A game of legal moves by chance, as far as `most` moves.
fn random_game(rng: &mut TestRng, rule: Rule, area: Area, most: usize) -> (Position, Vec<Point>) {
    let start = Position::new(rule, area).unwrap();
    let mut position = start.clone();
    while position.outcome().is_none() && position.moves().len() < most {
        let legal = position.legal_points();
        if legal.is_empty() {
            break;
        }
        position.play(rng.pick(&legal)).unwrap();
    }
    (start, position.moves().to_vec())
}

#[test]
fn the_review_of_any_legal_game_is_consistent() {
    let mut rng = TestRng::new(21);
    for round in 0..24 {
        for rule in [Rule::Freestyle, Rule::Exact, Rule::Renju, Rule::NoGo] {
            let side = rng.between(5, 9) as u16;
            let is_endless = rule != Rule::NoGo && round % 6 == 5;
            let area = if is_endless { Area::Unbounded } else { Area::square(side) };
            let most = if is_endless { 12 } else { rng.between(0, 40) };
            let (start, moves) = random_game(&mut rng, rule, area, most);
            assert_consistent(&start, &moves, &review(&start, &moves, &limits()));
        }
    }
}

#[test]
fn the_games_of_the_playthroughs_are_reviewed() {
    for (file, rule, side) in [
        ("exact-9x9", Rule::Exact, 9),
        ("freestyle-7x7", Rule::Freestyle, 7),
        ("nogo-5x5", Rule::NoGo, 5),
        ("renju-7x7", Rule::Renju, 7),
        ("renju-9x9", Rule::Renju, 9),
    ] {
        let area = Area::square(side);
        let text = read(&format!("testdata/playthroughs/{file}.txt"));
        let played = text.lines().filter_map(|line| line.split_once(", plays "));
        let moves: Vec<Point> = played.map(|(_, name)| area.point(name).unwrap()).collect();
        let start = Position::new(rule, area).unwrap();
        let review = review(&start, &moves, &limits());
        assert_consistent(&start, &moves, &review);
        let marked = review.key_moves().count();
        assert!(marked > 0, "{file}: games by chance are full of mistakes");
        assert!(review.to_string().contains(&review.summary()));
    }
}

#[test]
fn a_review_does_not_depend_on_the_number_of_threads() {
    let mut rng = TestRng::new(7);
    for (rule, side) in [(Rule::Renju, 15), (Rule::NoGo, 6)] {
        let (start, moves) = random_game(&mut rng, rule, Area::square(side), 40);
        let alone = review(&start, &moves, &limits());
        let mut threads = limits();
        threads.threads = 3;
        assert!(review(&start, &moves, &threads) == alone);
        assert!(review(&start, &moves, &limits()) == alone);
    }
}

/// Who wins a position of NoGo, by trying everything.
fn plain_winner(position: &mut Position) -> Color {
    if let Some(Outcome::Won(winner)) = position.outcome() {
        return winner;
    }
    let turn = position.turn();
    let wins = position.legal_points().into_iter().any(|point| {
        position.play(point).unwrap();
        let wins = plain_winner(position) == turn;
        position.undo();
        wins
    });
    if wins { turn } else { !turn }
}

#[test]
fn at_nogo_exactly_the_wins_that_were_thrown_away_are_marked() {
    let mut rng = TestRng::new(9);
    let (mut thrown_away, mut kept) = (0, 0);
    for (width, height) in [(3, 3), (4, 3), (3, 3), (3, 4), (5, 2), (3, 3)] {
        let area = Area::Bounded { width, height };
        let (start, moves) = random_game(&mut rng, Rule::NoGo, area, 100);
        let review = review(&start, &moves, &limits());
        assert_consistent(&start, &moves, &review);
        let mut position = start;
        for one in &review.moves {
            let side = position.turn();
            let won = plain_winner(&mut position) == side;
            position.play(one.point).unwrap();
            let wins = plain_winner(&mut position) == side;
            let is_thrown_away = won && !wins;
            let expected = if is_thrown_away { Judgement::Blunder } else { Judgement::Good };
            assert_eq!(one.judgement, expected, "{one:?}");
            if is_thrown_away {
                thrown_away += 1;
                assert_eq!(one.reasons, [ReviewReason::MissedWin]);
                position.undo();
                position.play(one.best).unwrap();
                assert_eq!(plain_winner(&mut position), side, "{one:?}");
                position.undo();
                position.play(one.point).unwrap();
                assert_eq!(one.missed.as_ref().unwrap().by, Question::Outcome);
            } else {
                kept += 1;
            }
        }
    }
    assert!(thrown_away > 2 && kept > 10, "{thrown_away} {kept}");
}

#[test]
fn a_missed_five_and_a_four_that_is_not_parried_are_named() {
    let area = Area::square(15);
    let review = review_moves(Rule::Freestyle, area, "h8 g8 i8 a15 j8 o1 k8 o15 c3 l8 c13");
    let [.., missed, parried, _] = &review.moves[..] else { panic!() };
    assert_eq!((missed.judgement, missed.before), (Judgement::Blunder, Value::Wins(1)));
    assert_eq!(missed.reasons, [ReviewReason::MissedFive]);
    assert_eq!(missed.sentence(area), "missed a five: l8");
    assert_eq!(parried.judgement, Judgement::Good, "it is the only move");
    assert!(review.summary().contains("9 c3 missed a five"), "{}", review.summary());
    // An open four wins all the same: nothing was lost.
    let review = review_moves(Rule::Freestyle, area, "h8 a1 i8 a15 j8 o1 k8 o15 c3 c13 g8");
    let [.., black, white, five] = &review.moves[..] else { panic!() };
    assert_eq!((black.judgement, black.before), (Judgement::Good, Value::Wins(1)));
    assert_eq!((white.judgement, white.before), (Judgement::Good, Value::Loses(2)));
    assert_eq!((five.before, five.after), (Value::Wins(1), Value::Wins(0)));

    let review = review_moves(Rule::Freestyle, area, "h8 g8 i8 h9 j8 i10 k8 o15");
    let last = review.moves.last().unwrap();
    assert_eq!(last.reasons, [ReviewReason::IgnoredFour], "{review}");
    assert_eq!((last.judgement, last.after), (Judgement::Blunder, Value::Loses(1)));
    assert_eq!(area.name(last.best), "l8");
    assert_eq!(last.sentence(area), "does not parry the four: l8; l8 was better");
}

#[test]
fn missed_and_allowed_wins_come_with_their_proof() {
    let area = Area::square(15);
    // Two threes that are blocked on one side cross on h8, and Black plays far away, though White has an open three.
    let moves = "e8 d8 f8 h4 g8 l11 h5 l12 h6 l13 h7 o1 c13";
    let review = review_moves(Rule::Freestyle, area, moves);
    let missed = review.moves.last().unwrap();
    assert_eq!(missed.judgement, Judgement::Blunder, "{review}");
    let both = [ReviewReason::Missed(By::Fours), ReviewReason::Allowed(By::Fours)];
    assert_eq!(missed.reasons, both);
    let proof = missed.missed.as_ref().unwrap();
    assert_eq!((proof.winner, proof.by), (Color::Black, Question::Fours));
    assert_eq!(proof.line[0].point, missed.best);
    assert!(
        missed.sentence(area).starts_with("missed a win by fours"),
        "{}",
        missed.sentence(area)
    );
    // An open three, and White plays far away.
    let review = review_moves(Rule::Freestyle, area, "h8 i9 i8 h9 j8 o1");
    let allowed = review.moves.last().unwrap();
    assert_eq!(allowed.reasons, [ReviewReason::Allowed(By::Fours)], "{review}");
    assert_eq!(allowed.allowed.as_ref().unwrap().winner, Color::Black);
    assert_eq!(allowed.judgement, Judgement::Blunder);
}

#[test]
fn a_foul_is_the_last_move_and_a_blunder() {
    let area = Area::square(15);
    let review = review_moves(Rule::Renju, area, "g8 a15 h7 o15 i8 a1 h9 o1 h8 b2");
    let last = review.moves.last().unwrap();
    assert_eq!(review.after_end, 1);
    assert_eq!((last.number, last.judgement), (9, Judgement::Blunder));
    assert_eq!(last.reasons, [ReviewReason::Foul(Foul::DoubleThree)]);
    assert!(last.sentence(area).starts_with("is a foul, double three"), "{}", last.sentence(area));
    assert_ne!(last.best, last.point);
}

#[test]
fn moves_after_the_end_are_left_out_and_impossible_ones_are_errors() {
    let area = Area::square(15);
    let over = review_moves(Rule::Freestyle, area, "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 a1");
    assert_eq!((over.moves.len(), over.after_end), (9, 2));
    let start = Position::new(Rule::Freestyle, area).unwrap();
    let ask = |moves: &[Point]| review_game(&start, moves, &limits(), &|| false, &|_| {});
    let twice = area.parse_points("h8 i9 h8").unwrap();
    assert_eq!(ask(&twice).unwrap_err().to_string(), "move 3 on h8: the point is occupied");
    let outside = [Point::new(15, 0)];
    assert!(ask(&outside).unwrap_err().to_string().contains("outside"));
    let endless = Position::new(Rule::Freestyle, Area::Unbounded).unwrap();
    let far = [Point::new(0, 0), Point::new(1000, 0)];
    let refused = review_game(&endless, &far, &limits(), &|| false, &|_| {});
    assert_eq!(refused, Err(ReviewError::Unsuited(Unsuited::Reach)));
    assert!(ask(&[]).unwrap().moves.is_empty());
}

#[test]
fn a_review_reports_its_progress_and_can_be_stopped() {
    let area = Area::square(9);
    let (start, moves) = random_game(&mut TestRng::new(3), Rule::Freestyle, area, 20);
    let count = AtomicUsize::new(0);
    let news = |progress: tengen_engine::review::ReviewProgress| {
        assert_eq!(count.fetch_add(1, Relaxed) + 1, progress.done);
        assert!(progress.done <= progress.total);
    };
    review_game(&start, &moves, &limits(), &|| false, &news).unwrap();
    assert!(count.load(Relaxed) > moves.len());
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Relaxed) > 10;
    let stopped = review_game(&start, &moves, &limits(), &stop, &|_| {});
    assert_eq!(stopped, Err(ReviewError::Stopped));
}

#[test]
fn a_higher_level_looks_at_more() {
    for rule in [Rule::Renju, Rule::NoGo] {
        let nodes: Vec<u64> = (1..=10)
            .map(|level| ReviewLimits::level_nodes(Level::new(level).unwrap(), rule))
            .collect();
        assert!(nodes.is_sorted() && nodes[0] > 0);
        let full = ReviewLimits::at_level(Level::FULL, rule);
        assert_eq!(full.nodes, Some(nodes[9]));
        assert_eq!(full.solver_nodes, ReviewLimits::default().solver_nodes);
    }
}

#[test]
fn a_move_that_the_solver_proves_at_a_harder_look_is_not_marked() {
    let area = Area::square(20);
    // Of a tournament: o4 wins by threats, which takes the solver more nodes than it has at first, and the engine sees
    // more in other moves.
    let game = "p4 o5 m8 n7 k12 l11 o7 l10 p6 n8 n6 m6 p8 m5 q9 r10 l5 m4 m3 l7 o3 l9 l8 p3 q5 r6 o4 l13 l12 j9";
    let moves = area.parse_points(game).unwrap();
    let mut start = Position::new(Rule::Freestyle, area).unwrap();
    for &point in &moves[..24] {
        start.play(point).unwrap();
    }
    let mut limits = ReviewLimits::default();
    (limits.nodes, limits.solver_nodes) = (Some(10_000), 20_000);
    let review = review(&start, &moves[24..], &limits);
    assert_eq!(review.moves[2].judgement, Judgement::Good, "{review}");
    assert!(matches!(review.moves[2].before, Value::Wins(_)), "{review}");
}
