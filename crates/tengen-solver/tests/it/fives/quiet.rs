//! Wins by threats with quiet moves between them: true wins, distinguished from those without, and the same proof from
//! every entrance.

use std::collections::HashMap;

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_proof::WinReason;
use tengen_solver::{
    Budget, ExplainedMove, Question,
    fives::{
        By, Decision, FivesSolver, SolutionTree, Threats, Win,
        vct::{Pns, ThreatSearch as _, Vct, VctResult, Width},
    },
    solve,
};
use tengen_testkit::TestRng;

use super::forced_win::{gets_five, prove};

/// A win with quiet moves, if one is found.
fn find(position: &Position, nodes: u64) -> Option<SolutionTree> {
    let mut threats = Threats::new(position).unwrap();
    let mut search = Pns::new(position.turn(), Width::Quiet, 1 << 24).wary();
    let mut budget = Budget::unlimited().nodes_up_to(nodes);
    let won = search.wins(&mut threats, &mut budget);
    threats.check();
    assert_eq!(threats.board().zobrist_hash(), position.board().zobrist_hash());
    (won == Ok(true)).then(|| search.solution(&mut threats))
}

#[test]
fn every_win_that_is_found_with_quiet_moves_is_a_win_by_the_rules_of_the_game() {
    let mut chance = TestRng::new(31);
    let mut won = 0;
    while won < 100 {
        let (rule, turn) = (chance.pick(&[Rule::Freestyle, Rule::Exact]), chance.pick(&Color::ALL));
        let area = Area::Bounded { width: chance.between(5, 7) as u16, height: 6 };
        let (more, less) = (chance.between(28, 38), chance.between(20, 32));
        let chances = if turn == Color::Black { [more, less] } else { [less, more] };
        let Some(position) = chance.position(rule, area, chances, turn) else { continue };
        if !(4..=13).contains(&position.legal_points().len()) {
            continue;
        }
        let Some(solution) = find(&position, 2_000) else { continue };
        won += 1;
        prove(&position, &solution);
        assert!(gets_five(&mut position.clone(), turn, &mut HashMap::new()), "{position:?}");
    }
}

/// A few stones of the side to move close together, and fewer of the other side around.
fn cluster(chance: &mut TestRng) -> Option<Position> {
    let (rule, turn) = (chance.pick(&Rule::FIVES), chance.pick(&Color::ALL));
    let mut setup = Setup { area: Area::square(13), stones: Vec::new(), turn };
    let mut add = |color, count, least, most| {
        for _ in 0..count {
            let mut at = || chance.between(least, most) as i32;
            let point = Point::new(at(), at());
            if setup.stones.iter().all(|stone| stone.0 != point) {
                setup.stones.push((point, color));
            }
        }
    };
    add(turn, 3, 5, 8);
    add(!turn, 2, 4, 9);
    Position::from_setup(rule, &setup).ok()
}

#[test]
fn every_win_by_quiet_moves_has_a_proof() {
    let mut chance = TestRng::new(32);
    let mut quiet = 0;
    for _ in 0..100 {
        let Some(position) = cluster(&mut chance) else { continue };
        let Some(solution) = find(&position, 250_000) else { continue };
        if solution.has_quiet_moves() {
            prove(&position, &solution);
            quiet += 1;
        }
        if quiet == 3 {
            return;
        }
    }
    panic!("only {quiet}");
}

#[test]
fn what_a_wary_search_finds_is_a_win_that_the_others_do_not_deny() {
    let mut chance = TestRng::new(33);
    let mut won = 0;
    while won < 60 {
        let (rule, turn) = (chance.pick(&Rule::FIVES), chance.pick(&Color::ALL));
        let area = Area::square(chance.pick(&[9, 11, 13]));
        let Some(position) = chance.position(rule, area, [10, 10], turn) else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let mut wary = Pns::new(turn, Width::Anything, 1 << 24).wary();
        let mut budget = Budget::unlimited().nodes_up_to(8_000);
        if wary.wins(&mut threats, &mut budget) != Ok(true) {
            assert!(!wary.is_exact());
            continue;
        }
        won += 1;
        prove(&position, &wary.solution(&mut threats));
        let mut plain = Pns::new(turn, Width::Anything, 1 << 24);
        let mut budget = Budget::unlimited().nodes_up_to(8_000);
        let denied = plain.wins(&mut threats, &mut budget) == Ok(false) && plain.is_exact();
        assert!(!denied, "{position:?}");
    }
}

#[test]
fn what_is_soon_found_without_quiet_moves_is_found_in_as_many_nodes_with_them() {
    let mut chance = TestRng::new(34);
    let (mut won, mut not) = (0, 0);
    while won < 40 || not < 20 {
        let (rule, turn) = (chance.pick(&Rule::FIVES), chance.pick(&Color::ALL));
        let area = Area::square(chance.pick(&[9, 11, 15]));
        let Some(position) = chance.position(rule, area, [9, 9], turn) else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let mut ask = |mut vct: Vct| {
            let mut budget = Budget::unlimited().nodes_up_to(60_000);
            let found = vct.find(&mut threats, &mut budget).ok()?;
            Some((matches!(found, VctResult::Win(_)), budget.nodes()))
        };
        let alone = ask(Vct::new(turn, 1 << 26));
        assert_eq!(ask(Vct::new(turn, 1 << 26).with_quiet_moves()), alone, "{position:?}");
        let Some((wins, _)) = alone else { continue };
        *if wins { &mut won } else { &mut not } += 1;
    }
}

/// A position with stones of both sides, the side to move first.
fn position(rule: Rule, turn: Color, own: &str, other: &str) -> Position {
    let area = Area::square(15);
    let stones = |names: &str, color| -> Vec<(Point, Color)> {
        names.split(' ').map(|name| (area.point(name).unwrap(), color)).collect()
    };
    let mut setup = Setup { area, stones: stones(own, turn), turn };
    setup.stones.extend(stones(other, !turn));
    Position::from_setup(rule, &setup).unwrap()
}

/// Two stones, and the other side has but corners: there is no win by threats, and one quiet move is enough.
fn two_stones() -> Position {
    position(Rule::Freestyle, Color::Black, "h8 h9", "a1 o15")
}

fn check_win(position: &Position, win: &Win) -> Vec<ExplainedMove> {
    let mut proof = Vec::new();
    win.prove(position, &mut proof).unwrap();
    let proved = tengen_proof::check(&proof[..]).unwrap();
    assert_eq!(proved.claim.winner().unwrap(), win.winner);
    let mut game = position.clone();
    let line = win.line(position);
    for explained in &line {
        game.play(explained.point).unwrap();
    }
    line
}

#[test]
fn a_win_by_quiet_moves_is_distinguished() {
    let position = two_stones();
    let solver = FivesSolver::new(1 << 26);
    let mut budget = Budget::unlimited().nodes_up_to(4_000_000);
    let verdict = solver.solve(&position, By::QuietMoves, &mut budget).unwrap();
    assert_eq!((verdict.fours, verdict.quiet), (Decision::Fails, Decision::Wins));
    assert_ne!(verdict.threats, Decision::Wins);
    let win = verdict.win.unwrap();
    assert_eq!((win.winner, win.by), (Color::Black, By::QuietMoves));
    assert!(win.solution.has_quiet_moves());
    let line = check_win(&position, &win);
    let quiet = line.iter().find(|explained| explained.is_quiet).expect("there is a quiet move");
    assert_eq!((quiet.color, quiet.threat.len()), (Color::Black, 0));
    let mut budget = Budget::unlimited().nodes_up_to(4_000_000);
    let answer = solve(&position, Question::Quiet, &mut budget).unwrap();
    assert_eq!(answer.explanation.unwrap().by, Question::Quiet);
    assert_eq!(answer.quiet, Decision::Wins);
}

#[test]
fn a_win_by_threats_is_none_by_quiet_moves() {
    let position = position(Rule::Freestyle, Color::Black, "f8 g8 h7 h6", "a1 o1 a15 o15");
    let mut budget = Budget::unlimited();
    let verdict = FivesSolver::new(1 << 26).solve(&position, By::QuietMoves, &mut budget).unwrap();
    assert_eq!((verdict.threats, verdict.quiet), (Decision::Wins, Decision::Unasked));
    let win = verdict.win.unwrap();
    assert_eq!(win.by, By::Threats);
    assert!(check_win(&position, &win).iter().all(|explained| !explained.is_quiet));
    let first = win.solution.answer(&position).unwrap();
    assert_ne!(first.how, WinReason::All);
}
