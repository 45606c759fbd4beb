//! The five-in-a-row player: it sees what is to be seen, keeps its limits, and never breaks a rule.

use std::{
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Duration,
};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_engine::{
    Limits, Resources, SearchRequest, Thought, Unsuited, Value, fives::FivesPlayer, playout::Rng,
};
use tengen_testkit::cpu_time;

fn player() -> FivesPlayer {
    FivesPlayer::new(Resources { memory: 16 << 20, ..Resources::default() })
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think(position: &Position, limits: &Limits) -> Thought {
    player().think(SearchRequest::new(position, limits)).unwrap()
}

fn game(rule: Rule, side: u16, moves: &str) -> Position {
    let area = Area::square(side);
    let mut position = Position::new(rule, area).unwrap();
    for name in moves.split_whitespace() {
        position.play(area.point(name).unwrap()).unwrap();
    }
    position
}

#[test]
fn it_begins_in_the_middle_and_stays_near() {
    for rule in Rule::FIVES {
        for side in [5, 15, 20, 22] {
            let mut position = Position::new(rule, Area::square(side)).unwrap();
            let middle = i32::from(side / 2);
            let best = think(&position, &nodes(1000)).best().unwrap().point;
            assert_eq!(best, Point::new(middle, middle));
            position.play(best).unwrap();
            let reply = think(&position, &nodes(1000)).best().unwrap().point;
            assert!((reply.x - best.x).abs().max((reply.y - best.y).abs()) <= 3, "{reply:?}");
        }
    }
}

#[test]
fn it_makes_a_five_stops_a_five_and_sees_a_straight_four() {
    let five = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5 k8 a7");
    let best = think(&five, &nodes(1000)).best().unwrap().clone();
    assert_eq!(best.value, Value::Wins(1));
    let stop = game(Rule::Freestyle, 15, "h8 g8 i8 a3 j8 a5 k8");
    let thought = think(&stop, &nodes(1000));
    assert_eq!(thought.candidates.len(), 1);
    assert_eq!(stop.board().area().name(thought.best().unwrap().point), "l8");
    let three = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5");
    assert_eq!(think(&three, &nodes(1000)).best().unwrap().value, Value::Wins(3));
    let lost = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5 k8");
    assert_eq!(think(&lost, &nodes(1000)).best().unwrap().value, Value::Loses(2));
}

#[test]
fn a_game_that_is_over_gets_no_candidates() {
    let over = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
    assert_eq!(think(&over, &Limits::default()).candidates, []);
}

#[test]
fn only_fouls_are_left_or_nearly() {
    let position = game(Rule::Renju, 15, "h8 g6 f6 g5 f7 g4 h7 g3 g2 a1");
    let thought = think(&position, &nodes(20_000));
    position.may_play(thought.best().unwrap().point).unwrap();
}

#[test]
fn other_games_and_boards_are_refused() {
    let refuse = |rule, area| {
        let position = Position::new(rule, area).unwrap();
        player().think(SearchRequest::new(&position, &Limits::default())).unwrap_err()
    };
    assert_eq!(refuse(Rule::NoGo, Area::square(9)), Unsuited::NotFives(Rule::NoGo));
    for area in [Area::square(4), Area::square(23), Area::Unbounded] {
        assert_eq!(refuse(Rule::Renju, area), Unsuited::Size(area));
    }
}

/// Stones strewn over a board, with nobody having won.
fn strewn(random: &mut Rng, rule: Rule, area: Area, stones: usize) -> Position {
    loop {
        let mut position = Position::new(rule, area).unwrap();
        let Area::Bounded { width, height } = area else { unreachable!() };
        for _ in 0..stones {
            let x = random.below(usize::from(width)) as i32;
            let y = random.below(usize::from(height)) as i32;
            let _ = position.play(Point::new(x, y));
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn the_same_question_gives_the_same_answer() {
    let mut random = Rng::stream(3, 0);
    let mut player = player();
    for rule in Rule::FIVES {
        for limits in [nodes(20_000), Limits { depth: Some(5), ..Limits::default() }] {
            let position = strewn(&mut random, rule, Area::square(15), 12);
            let mut answers = [(); 2].map(|()| {
                player.clear();
                let mut thought = player.think(SearchRequest::new(&position, &limits)).unwrap();
                thought.elapsed = Duration::ZERO;
                thought
            });
            assert!(answers[0].nodes > 300 || answers[0].best().unwrap().value.is_proven());
            answers[1].elapsed = Duration::ZERO;
            assert_eq!(answers[0], answers[1]);
        }
    }
}

#[test]
fn limits_hold_on_any_board() {
    let mut random = Rng::stream(5, 0);
    let areas = [
        Area::square(5),
        Area::square(15),
        Area::square(22),
        Area::Bounded { width: 22, height: 5 },
    ];
    for (n, rule) in Rule::FIVES.into_iter().cycle().take(24).enumerate() {
        let area = areas[n % areas.len()];
        let stones = 1 + random.below(area.size().unwrap() / 3);
        let position = strewn(&mut random, rule, area, stones);
        let time = Duration::from_millis(30);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let before = cpu_time().unwrap();
        think(&position, &limits);
        let took = cpu_time().unwrap().saturating_sub(before);
        assert!(took < 3 * time, "{took:?} {rule} {area}");
        let thought = think(&position, &nodes(5000));
        assert!(thought.nodes <= 5000 + 1000, "{}", thought.nodes);
        if let Some(best) = thought.best() {
            position.may_play(best.point).unwrap();
        }
    }
}

#[test]
fn it_stops_when_asked() {
    let mut random = Rng::stream(8, 0);
    let position = strewn(&mut random, Rule::Freestyle, Area::square(19), 10);
    for threads in [1, 3] {
        let resources = Resources { threads, memory: 16 << 20, ..Resources::default() };
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Relaxed) > 200;
        let before = cpu_time().unwrap();
        let thought = FivesPlayer::new(resources).think(SearchRequest {
            stop: &stop,
            ..SearchRequest::new(&position, &Limits::default())
        });
        assert!(cpu_time().unwrap().saturating_sub(before) < Duration::from_secs(5));
        assert!(thought.unwrap().best().is_some());
        assert!(asked.load(Relaxed) < 1000);
    }
}

#[test]
fn as_many_lines_are_reported_as_asked_for() {
    let position = game(Rule::Exact, 15, "h8 i9 g9 i7");
    let limits = Limits { lines: 4, depth: Some(5), ..Limits::default() };
    let mut heard = 0;
    let mut hear = |_: &Thought| heard += 1;
    let request = SearchRequest { news: Some(&mut hear), ..SearchRequest::new(&position, &limits) };
    let thought = player().think(request).unwrap();
    assert_eq!(thought.candidates.len(), 4);
    assert_eq!(heard, 5);
    let points: Vec<Point> = thought.candidates.iter().map(|one| one.point).collect();
    for (n, candidate) in thought.candidates.iter().enumerate() {
        assert!(!points[..n].contains(&candidate.point));
        assert_eq!(candidate.line[0], candidate.point);
        let chances = thought.candidates[n.saturating_sub(1)].value.chances();
        assert!(candidate.value.chances() <= chances + 0.001);
        let mut position = position.clone();
        for &point in &candidate.line {
            position.play(point).unwrap();
        }
    }
}

/// Plays on with a new player for each move, so that nothing is kept between them, and says who
/// wins. The winner must see the win at every move from the first on.
fn play_out(mut position: Position, limits: &Limits) -> Option<Outcome> {
    let winner = position.turn();
    while position.outcome().is_none() {
        let thought = think(&position, limits);
        let best = thought.best().unwrap();
        if position.turn() == winner {
            assert!(matches!(best.value, Value::Wins(_)), "lost sight of it: {position:?}");
        }
        position.play(best.point).unwrap();
    }
    position.outcome()
}

#[test]
fn a_win_by_threats_is_found_reported_and_played_out() {
    // Two open twos that cross.
    for rule in [Rule::Freestyle, Rule::Exact] {
        let position = game(rule, 15, "f8 a15 g8 o15 h9 a1 h10 o1");
        let limits = nodes(20_000);
        let Value::Wins(plies) = think(&position, &limits).best().unwrap().value else {
            panic!("no win seen at {rule}");
        };
        assert!((5..30).contains(&plies));
        assert_eq!(play_out(position, &limits), Some(Outcome::Won(Color::Black)));
    }
}

#[test]
fn what_is_reported_as_won_is_won_against_the_longest_defence() {
    let mut random = Rng::stream(21, 0);
    let mut won = 0;
    let mut asked = 0;
    while won < 12 {
        asked += 1;
        assert!(asked < 400, "{won} wins");
        let rule = Rule::FIVES[asked % 3];
        let mut position = Position::new(rule, Area::square(12)).unwrap();
        for _ in 0..9 + random.below(8) {
            let mut pick = || 3 + random.below(6) as i32;
            let _ = position.play(Point::new(pick(), pick()));
        }
        if position.outcome().is_some() {
            continue;
        }
        let limits = nodes(10_000);
        let best = think(&position, &limits).best().unwrap().value;
        if matches!(best, Value::Wins(plies) if plies > 3) {
            let winner = position.turn();
            // After the longest defence the win may take more nodes to see than at first.
            assert_eq!(play_out(position, &nodes(100_000)), Some(Outcome::Won(winner)));
            won += 1;
        }
    }
}

#[test]
fn all_moves_that_make_five_are_reported_as_wins() {
    for rule in Rule::FIVES {
        let position = game(rule, 15, "d10 d9 e10 e9 f10 f9 g10 g9");
        let thought = think(&position, &Limits { lines: 3, ..nodes(2_000) });
        let values: Vec<Value> = thought.candidates.iter().map(|best| best.value).collect();
        assert_eq!(values[..2], [Value::Wins(1); 2], "{rule}");
        assert_ne!(values[2], Value::Wins(1), "{rule}");
    }
}
