//! The player: legal, in time, reproducible, and right where the truth is known.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule, Setup, naive};
use tengen_engine::{
    Limits, Resources, SearchRequest, Thought, Unsuited,
    nogo::{MctsSettings, NoGoPlayer},
};
use tengen_testkit::cpu_time;

fn start(width: u16, height: u16) -> Position {
    Position::new(Rule::NoGo, Area::Bounded { width, height }).unwrap()
}

fn playouts(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

fn think(player: &mut NoGoPlayer, position: &Position, limits: &Limits) -> Thought {
    player.think(SearchRequest::new(position, limits)).unwrap()
}

/// Whether the side to move wins, by trying everything.
fn wins(position: &mut Position) -> bool {
    position.legal_points().into_iter().any(|point| {
        position.play(point).unwrap();
        let lost = !wins(position);
        position.undo();
        lost
    })
}

#[test]
fn what_is_proven_is_true() {
    for settings in [MctsSettings::STRONG, MctsSettings::PLAIN] {
        for threads in [1, 2] {
            let resources = Resources { threads, ..Resources::default() };
            for (width, height) in [(1, 2), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (2, 5)] {
                let mut position = start(width, height);
                let mut player = NoGoPlayer::with_settings(resources, settings);
                let thought = think(&mut player, &position, &Limits::default());
                let truth = wins(&mut position);
                assert_eq!(thought.wins, Some(truth), "{width}x{height}");
                for candidate in &thought.candidates {
                    position.play(candidate.point).unwrap();
                    if let Some(proven) = candidate.value.wins() {
                        assert_eq!(proven, !wins(&mut position), "{width}x{height} {candidate:?}");
                    }
                    position.undo();
                }
                assert_eq!(thought.candidates[0].value.wins(), Some(truth), "the best comes first");
            }
        }
    }
}

#[test]
fn random_positions_near_the_end_are_proven_as_they_are() {
    let mut state = 3_u64;
    for _ in 0..60 {
        let mut position = start(4, 4);
        while position.legal_points().len() > 6 {
            let legal = position.legal_points();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.play(legal[(state >> 33) as usize % legal.len()]).unwrap();
        }
        if position.outcome().is_some() {
            continue;
        }
        let mut player = NoGoPlayer::new(Resources::default());
        let thought = think(&mut player, &position, &Limits::default());
        assert_eq!(thought.wins, Some(wins(&mut position)));
    }
}

#[test]
fn every_move_is_legal_on_boards_of_any_shape() {
    for (width, height) in [(2, 2), (2, 25), (25, 2), (9, 9), (5, 13), (25, 25)] {
        let mut player = NoGoPlayer::new(Resources::default());
        let mut position = start(width, height);
        let few = if width * height > 100 { 2 } else { 40 };
        while position.outcome().is_none() {
            let thought = think(&mut player, &position, &playouts(few));
            assert_eq!(thought.candidates.len(), position.legal_points().len());
            let best = thought.candidates[0].point;
            let stones = position.board().stones().into_iter().collect();
            let (area, turn) = (position.board().area(), position.turn());
            assert!(naive::may_play(Rule::NoGo, area, &stones, best, turn));
            position.play(best).unwrap();
        }
        assert!(think(&mut player, &position, &playouts(few)).candidates.is_empty());
    }
}

#[test]
fn one_thread_and_one_seed_give_the_same_game() {
    let game = |seed| {
        let mut player = NoGoPlayer::new(Resources { seed, ..Resources::default() });
        let mut position = start(7, 7);
        let mut thoughts = Vec::new();
        while position.outcome().is_none() && thoughts.len() < 20 {
            let mut thought = think(&mut player, &position, &playouts(300));
            position.play(thought.candidates[0].point).unwrap();
            thought.elapsed = Duration::ZERO;
            thoughts.push(thought);
        }
        thoughts
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn limits_hold() {
    let position = start(9, 9);
    for threads in [1, 2] {
        let resources = Resources { threads, memory: 2 << 20, ..Resources::default() };
        let mut player = NoGoPlayer::new(resources);
        let thought = think(&mut player, &position, &playouts(500));
        assert_eq!(thought.nodes, 500);
        let (started, before) = (Instant::now(), cpu_time().unwrap());
        let time = Duration::from_millis(60);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let thought = think(&mut player, &position, &limits);
        assert!(thought.elapsed <= started.elapsed());
        let took = cpu_time().unwrap().saturating_sub(before);
        assert!(took < time + Duration::from_millis(500), "{took:?}");
        // The least memory is soon full, and then the tree is pruned and it goes on.
        let thought = think(&mut player, &position, &playouts(20_000));
        assert_eq!(thought.nodes, 20_000);
    }
}

#[test]
fn threads_make_as_many_playouts_together_as_are_asked_for() {
    for threads in [2, 3] {
        let resources = Resources { threads, ..Resources::default() };
        let mut player = NoGoPlayer::new(resources);
        let mut position = start(9, 9);
        for count in [1, 15, 16, 17, 1000, 4001] {
            let thought = think(&mut player, &position, &playouts(count));
            assert_eq!((thought.nodes, thought.wins), (count, None), "{threads} threads");
            position.play(thought.candidates[0].point).unwrap();
        }
        let visits: u64 = think(&mut player, &start(9, 9), &playouts(3000))
            .candidates
            .iter()
            .map(|candidate| u64::from(candidate.visits))
            .sum();
        assert_eq!(visits, 3000, "each is in the tree, {threads} threads");
    }
}

#[test]
fn all_of_the_time_is_used_unless_less_is_aimed_at() {
    let mut player = NoGoPlayer::new(Resources::default());
    let time = Duration::from_millis(80);
    let limits = Limits { time: Some(time), ..Limits::default() };
    let thought = think(&mut player, &start(9, 9), &limits);
    assert!(thought.elapsed >= time, "{:?}", thought.elapsed);
    let limits =
        Limits { time: Some(Duration::from_mins(10)), aim: Some(time), ..Limits::default() };
    let thought = think(&mut player, &start(5, 5), &limits);
    assert!(thought.elapsed >= time || thought.wins.is_some(), "{:?}", thought.elapsed);
    assert!(thought.elapsed < Duration::from_mins(5), "{:?}", thought.elapsed);
}

#[test]
fn whoever_stops_it_is_heard_and_news_comes_on_the_way() {
    let mut player = NoGoPlayer::new(Resources::default());
    let position = start(9, 9);
    let news = Cell::new(0);
    let limits = Limits { news: Some(Duration::from_millis(1)), ..Limits::default() };
    let stop = || news.get() >= 3;
    let mut tell = |thought: &Thought| {
        let tried: u32 = thought.candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(tried > 0 && thought.candidates.is_sorted_by(|a, b| a.visits >= b.visits));
        news.set(news.get() + 1);
    };
    let thought = player
        .think(SearchRequest {
            position: &position,
            limits: &limits,
            stop: &stop,
            news: Some(&mut tell),
        })
        .unwrap();
    assert_eq!((news.get(), thought.wins), (3, None));
}

#[test]
fn what_was_thought_is_kept_for_the_next_move() {
    let mut player = NoGoPlayer::new(Resources::default());
    let mut position = start(9, 9);
    let thought = think(&mut player, &position, &playouts(3000));
    let line = &thought.candidates[0].line;
    assert!(line.len() > 2);
    position.play(line[0]).unwrap();
    position.play(line[1]).unwrap();
    let again = think(&mut player, &position, &playouts(1));
    let kept: u32 = again.candidates.iter().map(|candidate| candidate.visits).sum();
    assert!(kept > 20, "{kept}");
    // A position that does not follow is new.
    let other = think(&mut player, &start(9, 9), &playouts(1));
    assert!(other.candidates.iter().map(|candidate| candidate.visits).sum::<u32>() <= 1);
}

#[test]
fn stones_may_be_of_any_number_and_either_side_may_move() {
    let stones = [(0, 0), (1, 1), (2, 0)].map(|(x, y)| (Point::new(x, y), Color::Black)).to_vec();
    let setup = Setup { area: Area::square(3), stones, turn: Color::Black };
    let mut position = Position::from_setup(Rule::NoGo, &setup).unwrap();
    let mut player = NoGoPlayer::new(Resources::default());
    let thought = think(&mut player, &position, &Limits::default());
    assert_eq!(thought.wins, Some(wins(&mut position)));
    let over = Setup { turn: Color::White, ..setup };
    let position = Position::from_setup(Rule::NoGo, &over).unwrap();
    let lost = position.outcome() == Some(Outcome::Won(Color::Black));
    let thought = think(&mut player, &position, &playouts(2000));
    assert_eq!(thought.candidates.is_empty(), lost);
}

#[test]
fn other_games_and_larger_boards_are_refused() {
    let mut player = NoGoPlayer::new(Resources::default());
    let renju = Position::new(Rule::Renju, Area::square(15)).unwrap();
    let refused = player.think(SearchRequest::new(&renju, &playouts(1))).unwrap_err();
    assert_eq!(refused.to_string(), "this player knows nogo, not renju");
    let area = Area::Bounded { width: 26, height: 2 };
    let large = Position::new(Rule::NoGo, area).unwrap();
    let refused = player.think(SearchRequest::new(&large, &playouts(1))).unwrap_err();
    assert_eq!(refused, Unsuited::TooLarge(area));
    assert_eq!(refused.to_string(), "a board of 26x2 is too large: its sides must be up to 25");
}

#[test]
fn knowledge_beats_none() {
    let sides = [MctsSettings::STRONG, MctsSettings::PLAIN];
    let mut won = 0;
    for game in 0..8_usize {
        let seed = game as u64 / 2;
        let resources = Resources { seed, memory: 32 << 20, ..Resources::default() };
        let mut players = sides.map(|settings| NoGoPlayer::with_settings(resources, settings));
        let mut position = start(7, 7);
        let winner = loop {
            let who = (position.moves().len() + game) % 2;
            let thought = think(&mut players[who], &position, &playouts(400));
            if let Some(wins) = thought.wins {
                break if wins { who } else { 1 - who };
            }
            position.play(thought.candidates[0].point).unwrap();
        };
        won += usize::from(winner == 0);
    }
    assert!(won >= 7, "{won} of 8");
}
