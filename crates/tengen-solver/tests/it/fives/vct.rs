//! Wins by threats: true wins, the same that trying everything finds, and the same by all searches.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_proof::WinReason;
use tengen_solver::{
    Budget, Stopped,
    fives::{
        SolutionTree, Threats,
        vct::{Deepening, Pns, ThreatSearch, Vct, VctResult, Width},
    },
};

use tengen_testkit::TestRng;

use super::{
    forced_win::{gets_five, prove},
    plain::{Plain, TooMuch},
};

/// How the side to move wins by threats, if it does; an error if that takes more nodes.
fn find(position: &Position, nodes: u64) -> Result<Option<SolutionTree>, Stopped> {
    let mut threats = Threats::new(position).unwrap();
    let mut budget = Budget::unlimited().nodes_up_to(nodes);
    let found = Vct::new(position.turn(), 1 << 24).find(&mut threats, &mut budget);
    threats.check();
    assert_eq!(threats.board().zobrist_hash(), position.board().zobrist_hash());
    match found? {
        VctResult::Win(solution) => {
            prove(position, &solution);
            Ok(Some(solution))
        }
        VctResult::Nothing => Ok(None),
        VctResult::NothingNear => panic!("the board has edges"),
    }
}

#[test]
fn every_win_by_threats_is_a_win_by_the_rules_of_the_game() {
    let mut chance = TestRng::new(21);
    let (mut by_fours, mut by_threats) = (0, 0);
    while by_fours < 100 || by_threats < 5 {
        let (rule, turn) = (chance.pick(&Rule::FIVES), chance.pick(&Color::ALL));
        let area = Area::Bounded { width: chance.between(5, 7) as u16, height: 6 };
        let (more, less) = (chance.between(30, 40), chance.between(22, 34));
        let chances = if turn == Color::Black { [more, less] } else { [less, more] };
        let Some(position) = chance.position(rule, area, chances, turn) else { continue };
        if !(4..=14).contains(&position.legal_points().len()) {
            continue;
        }
        let Ok(Some(solution)) = find(&position, 1_000) else { continue };
        if matches!(solution.answer(&position).unwrap().how, WinReason::Threat(_)) {
            by_threats += 1;
        } else if by_fours < 100 {
            by_fours += 1;
        } else {
            continue;
        }
        let wins = gets_five(&mut position.clone(), turn, &mut HashMap::new());
        assert!(wins, "{position:?}");
    }
}

/// Wins by threats as they are defined: a move after which the attacker would win by fours if the
/// defender did nothing, and wins by threats whatever the defender does.
struct PlainThreats {
    plain: Plain,
}

impl PlainThreats {
    fn wins(&mut self, position: &mut Position) -> Result<bool, TooMuch> {
        if self.plain.wins(position)? {
            return Ok(true);
        }
        for point in position.legal_points() {
            position.play(point).unwrap();
            let wins = self.is_threat(position).and_then(|threat| {
                Ok(threat && position.outcome().is_none() && self.wins_after_all(position)?)
            });
            position.undo();
            if wins? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_threat(&mut self, position: &Position) -> Result<bool, TooMuch> {
        let setup = Setup::from_board(position.board(), !position.turn());
        let passed = Position::from_setup(position.rule(), &setup);
        passed.map_or(Ok(false), |mut position| self.plain.wins(&mut position))
    }

    fn wins_after_all(&mut self, position: &mut Position) -> Result<bool, TooMuch> {
        for reply in position.legal_points() {
            position.play(reply).unwrap();
            let wins = if position.outcome().is_some() { Ok(false) } else { self.wins(position) };
            position.undo();
            if !wins? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[test]
fn wins_by_threats_are_those_that_trying_everything_finds() {
    let mut chance = TestRng::new(22);
    let (mut won, mut not, mut too_much) = (0, 0, 0);
    while won < 10 || not < 60 {
        let (rule, turn) = (chance.pick(&Rule::FIVES), chance.pick(&Color::ALL));
        let area = Area::Bounded { width: chance.between(6, 8) as u16, height: 6 };
        let (more, less) = (chance.between(28, 36), chance.between(22, 30));
        let chances = if turn == Color::Black { [more, less] } else { [less, more] };
        let Some(position) = chance.position(rule, area, chances, turn) else { continue };
        let points: Vec<Point> = area.points().collect();
        let by_fours = Plain { points: points.clone(), nodes: 200 }.wins(&mut position.clone());
        if by_fours != Ok(false) {
            continue;
        }
        let mut plain = PlainThreats { plain: Plain { points, nodes: 400 } };
        let Ok(wins) = plain.wins(&mut position.clone()) else {
            too_much += 1;
            continue;
        };
        let found = find(&position, 1_000_000).expect("it is easy");
        assert_eq!(found.is_some(), wins, "{position:?}");
        *if wins { &mut won } else { &mut not } += 1;
    }
    assert!(too_much < 5_000, "{won} {not} {too_much}");
}

#[test]
fn no_search_contradicts_another() {
    let mut chance = TestRng::new(23);
    let (mut won, mut not) = (0, 0);
    while won < 40 || not < 40 {
        let (rule, turn) = (chance.pick(&Rule::FIVES), chance.pick(&Color::ALL));
        let area = Area::square(chance.pick(&[9, 11, 13]));
        let Some(position) = chance.position(rule, area, [10, 10], turn) else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let searches: [Box<dyn ThreatSearch>; 4] = [
            Box::new(Pns::new(turn, Width::Anything, 1 << 24)),
            Box::new(Deepening::new(turn, Width::Anything, 1 << 24)),
            Box::new(Pns::new(turn, Width::Threes, 1 << 24)),
            Box::new(Deepening::new(turn, Width::Halves, 1 << 24)),
        ];
        let mut known = [None; 4];
        for (mut search, known) in searches.into_iter().zip(&mut known) {
            let mut budget = Budget::unlimited().nodes_up_to(5_000);
            *known = search.wins(&mut threats, &mut budget).ok();
            if *known == Some(true) {
                prove(&position, &search.solution(&mut threats));
            } else if !search.is_exact() {
                *known = None;
            }
        }
        match known {
            [Some(one), Some(other), ..] => {
                assert_eq!(one, other, "{position:?}");
                *if one { &mut won } else { &mut not } += 1;
            }
            [Some(one), None, ..] | [None, Some(one), ..] if !one => {
                assert!(!known.contains(&Some(true)), "{position:?}");
            }
            _ => {}
        }
        // What a narrow search finds, a wide one does not deny.
        assert!(known[0] != Some(false) || !known[2..].contains(&Some(true)), "{position:?}");
    }
}

/// A position that is not decided soon.
fn hard() -> Position {
    let mut chance = TestRng::new(24);
    loop {
        let area = Area::square(15);
        let position = chance.position(Rule::Freestyle, area, [6, 6], Color::Black);
        let Some(position) = position else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let mut budget = Budget::unlimited().nodes_up_to(200_000);
        if Vct::new(Color::Black, 1 << 26).find(&mut threats, &mut budget).is_err() {
            return position;
        }
    }
}

#[test]
fn limits_are_kept_and_the_same_question_takes_the_same_number_of_nodes() {
    let position = hard();
    let mut threats = Threats::new(&position).unwrap();
    for limit in [0, 1, 1_000, 77_777] {
        let mut budget = Budget::unlimited().nodes_up_to(limit);
        let stopped = Vct::new(Color::Black, 1 << 26).find(&mut threats, &mut budget).unwrap_err();
        assert_eq!((stopped, budget.nodes()), (Stopped::Nodes, limit));
        threats.check();
    }
    let start = Instant::now();
    let mut budget = Budget::unlimited().time(Duration::from_millis(50));
    let stopped = Vct::new(Color::Black, 1 << 26).find(&mut threats, &mut budget).unwrap_err();
    assert_eq!(stopped, Stopped::Time);
    assert!(start.elapsed() < Duration::from_mins(10));
    threats.check();

    let spent = || {
        let mut budget = Budget::unlimited();
        let found = Vct::new(Color::Black, 1 << 20).find(&mut threats.clone(), &mut budget);
        assert_eq!(found.unwrap_err(), Stopped::Memory);
        budget.nodes()
    };
    let nodes = spent();
    assert!(nodes > 1_000);
    assert_eq!(spent(), nodes);
    assert_eq!(threats.board().zobrist_hash(), position.board().zobrist_hash());
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let mut chance = TestRng::new(25);
    let mut decided = 0;
    while decided < 20 {
        let turn = chance.pick(&Color::ALL);
        let position = chance.position(Rule::Renju, Area::square(11), [9, 9], turn);
        let Some(position) = position else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let mut whole = Budget::unlimited().nodes_up_to(30_000);
        let mut search = Pns::new(turn, Width::Anything, 1 << 24);
        let Ok(wins) = search.wins(&mut threats, &mut whole) else { continue };
        if whole.nodes() < 1_000 {
            continue;
        }
        let mut search = Pns::new(turn, Width::Anything, 1 << 24);
        let known = (0..1_000).find_map(|_| {
            search.wins(&mut threats, &mut Budget::unlimited().nodes_up_to(500)).ok()
        });
        assert_eq!(known, Some(wins));
        decided += 1;
    }
}

#[test]
fn defences_are_the_moves_after_which_there_is_no_win_by_threats() {
    let mut chance = TestRng::new(26);
    let (mut held, mut lost) = (0, 0);
    while held < 100 || lost < 100 {
        let (rule, turn) = (chance.pick(&Rule::FIVES), chance.pick(&Color::ALL));
        let area = Area::Bounded {
            width: chance.between(6, 8) as u16,
            height: chance.between(6, 8) as u16,
        };
        let Some(position) = chance.position(rule, area, [30, 30], turn) else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let mut vct = Vct::new(!turn, 1 << 24);
        let mut budget = Budget::unlimited().nodes_up_to(100_000);
        let Ok(defences) = vct.defences(&mut threats, &mut budget) else { continue };
        for point in position.legal_points() {
            let mut next = position.clone();
            next.play(point).unwrap();
            let wins = match defences.moves.iter().find(|defence| defence.0 == point) {
                None => true,
                Some((_, Ok(VctResult::Win(solution)))) => {
                    prove(&next, solution);
                    true
                }
                Some((_, Ok(VctResult::Nothing))) => false,
                Some((_, Ok(VctResult::NothingNear))) => panic!("the board has edges"),
                Some((_, Err(why))) => {
                    assert_eq!((*why, budget.nodes()), (Stopped::Nodes, 100_000));
                    continue;
                }
            };
            if next.outcome().is_some() {
                assert!(!wins, "{point:?} wins in {position:?}");
            } else if let Ok(found) = find(&next, 20_000) {
                assert_eq!(found.is_some(), wins, "{point:?} in {position:?}");
                *if wins { &mut lost } else { &mut held } += 1;
            }
        }
    }
}

#[test]
fn no_claim_is_made_about_far_moves_on_a_board_without_edges() {
    let mut setup = Setup::new(Area::Unbounded);
    setup.stones = vec![(Point::new(0, 0), Color::Black), (Point::new(1, 0), Color::White)];
    let position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
    let mut threats = Threats::new(&position).unwrap();
    let found = Vct::new(Color::Black, 1 << 20).find(&mut threats, &mut Budget::unlimited());
    assert!(matches!(found, Ok(VctResult::NothingNear)));
}

/// White makes three moves, and Black has no legal move left on a board that is not full.
#[test]
fn a_defender_who_has_only_fouls_left_is_not_saved_by_them() {
    let rows = ["XXOXOX", "O.XX.X", "X.XX.X", "OO.O.O", "OOOXOX", "X.XXXX"];
    let mut setup = Setup::new(Area::square(6));
    setup.turn = Color::White;
    for (y, row) in (0..).zip(rows) {
        for (x, cell) in (0..).zip(row.chars()) {
            match cell {
                'X' => setup.stones.push((Point::new(x, y), Color::Black)),
                'O' => setup.stones.push((Point::new(x, y), Color::White)),
                _ => {}
            }
        }
    }
    let position = Position::from_setup(Rule::Renju, &setup).unwrap();
    assert!(find(&position, 1_000).unwrap().is_some());
    assert!(gets_five(&mut position.clone(), Color::White, &mut HashMap::new()));
}
