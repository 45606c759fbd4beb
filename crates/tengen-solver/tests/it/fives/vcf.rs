//! Wins by fours: the same answers as by trying everything, and every line plays out as it is written.

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_solver::{
    Budget,
    fives::{Threats, vcf::Vcf},
};

use tengen_testkit::TestRng;

use super::{
    deep,
    maker::Maker,
    plain::{Plain, fives, replay},
};

/// How often a kind of position was seen.
#[derive(Default, Debug)]
struct Seen {
    won: u32,
    not: u32,
    /// The defender had a four, and the attacker won.
    won_in_need: u32,
    /// More than a move or two.
    deep: u32,
    too_much: u32,
}

impl Seen {
    /// Compares the search with the plain one.
    fn compare(&mut self, vcf: &mut Vcf, position: &Position) {
        let points: Vec<Point> = position.board().area().points().collect();
        let attacker = position.turn();
        let mut threats = Threats::new(position).unwrap();
        let line = vcf.find(&mut threats, attacker, &mut Budget::unlimited()).unwrap();
        threats.check();
        assert_eq!(threats.board().zobrist_hash(), position.board().zobrist_hash());
        let in_need = !fives(position, &points, !attacker).is_empty();
        if let Some(line) = &line {
            let line: Vec<Point> = line.iter().map(|&spot| threats.point(spot)).collect();
            let found_line = replay(position, &points, &line);
            assert_eq!(found_line, Ok(()), "{line:?} in {position:?}");
            self.deep += u32::from(line.len() > 4);
            self.won_in_need += u32::from(in_need && line.len() > 1);
        }
        match (Plain { points, nodes: 300 }.wins(&mut position.clone()), line) {
            (Ok(true), Some(_)) => self.won += 1,
            (Ok(false), None) => self.not += 1,
            (Err(_), _) => self.too_much += 1,
            (Ok(wins), line) => panic!("plainly {wins}, found {line:?} in {position:?}"),
        }
    }
}

/// Compares on positions by chance that are of the kind asked for.
fn strew(number: u64, sides: &[u16], positions: u32, wanted: fn(&Position) -> bool) -> Seen {
    let mut chance = TestRng::new(number);
    let mut seen = Seen::default();
    // One memory for all of them, as a solver has.
    let mut searches = Rule::FIVES.map(|rule| (rule, Vcf::new(1 << 20)));
    let mut compared = 0;
    while compared < positions {
        let area = Area::Bounded { width: chance.pick(sides), height: chance.pick(sides) };
        let attacker = chance.pick(&Color::ALL);
        let which = chance.below(searches.len());
        let (rule, vcf) = &mut searches[which];
        let (more, less) = (chance.between(12, 26), chance.between(6, 20));
        let chances = match attacker {
            Color::Black => [more, less],
            Color::White => [less, more],
        };
        let position = chance.position(*rule, area, chances, attacker);
        if let Some(position) = position.filter(wanted) {
            seen.compare(vcf, &position);
            compared += 1;
        }
    }
    seen
}

#[test]
fn wins_by_fours_are_those_that_trying_everything_finds_on_small_boards() {
    let seen = strew(11, &[5, 6, 7, 8, 9, 10], 4_000, |_| true);
    assert!(seen.won > 1_000 && seen.not > 1_000, "{seen:?}");
    assert!(seen.deep > 50 && seen.too_much < 100, "{seen:?}");
}

#[test]
fn wins_by_fours_are_those_that_trying_everything_finds_on_larger_boards() {
    let seen = strew(12, &[11, 13, 15], 600, |_| true);
    assert!(seen.won > 300 && seen.not > 50, "{seen:?}");
    assert!(seen.deep > 3 && seen.too_much < 100, "{seen:?}");
}

#[test]
fn a_defender_who_has_a_four_is_answered_by_a_four_or_not_at_all() {
    let in_need = |position: &Position| {
        let points: Vec<Point> = position.board().area().points().collect();
        let turn = position.turn();
        fives(position, &points, turn).is_empty() && !fives(position, &points, !turn).is_empty()
    };
    let seen = strew(13, &[9, 11, 13], 1_500, in_need);
    assert!(seen.won_in_need > 25 && seen.not > 300 && seen.too_much < 50, "{seen:?}");
}

#[test]
fn what_is_remembered_changes_no_answer() {
    let mut chance = TestRng::new(14);
    let (mut won, mut lost) = (0, 0);
    let mut much = Rule::FIVES.map(|_| Vcf::new(1 << 20));
    let mut none = Vcf::new(0);
    while won + lost < 8_000 {
        let which = chance.pick(&[0, 1, 2, 2, 2]);
        let attacker = chance.pick(&Color::ALL);
        let chances = [chance.between(10, 20), chance.between(10, 20)];
        let area = Area::square(chance.pick(&[11, 13, 15]));
        let Some(position) = chance.position(Rule::FIVES[which], area, chances, attacker) else {
            continue;
        };
        let mut threats = Threats::new(&position).unwrap();
        let mut budget = Budget::unlimited().nodes_up_to(5_000);
        let Ok(plain) = none.find(&mut threats, attacker, &mut budget) else { continue };
        // Twice: from nothing, and from what the first time left behind.
        for _ in 0..2 {
            let line = much[which].find(&mut threats, attacker, &mut Budget::unlimited()).unwrap();
            assert_eq!(line.is_some(), plain.is_some(), "{position:?}");
        }
        *(if plain.is_some() { &mut won } else { &mut lost }) += 1;
    }
    assert!(won > 1_000 && lost > 1_000, "{won} won, {lost} lost");
}

/// A block that was legal when it was played may be a foul if it is played later, so the same
/// stones may be remembered as lost while the four on the way to them wins.
#[test]
fn a_foul_to_come_is_not_hidden_by_what_is_remembered() {
    let mut chance = TestRng::new(15);
    let mut none = Vcf::new(0);
    let mut seen = 0;
    while seen < 200 {
        let chances = [chance.between(12, 18), chance.between(12, 18)];
        let area = Area::square(15);
        let Some(position) = chance.position(Rule::Renju, area, chances, Color::White) else {
            continue;
        };
        let mut threats = Threats::new(&position).unwrap();
        let mut budget = Budget::unlimited().nodes_up_to(2_000);
        let Ok(plain) = none.find(&mut threats, Color::White, &mut budget) else { continue };
        // What is remembered matters only where much is tried.
        if budget.nodes() >= 50 {
            seen += 1;
            let mut budget = Budget::unlimited();
            let line = Vcf::new(1 << 16).find(&mut threats, Color::White, &mut budget).unwrap();
            assert_eq!(line.is_some(), plain.is_some(), "{position:?}");
        }
    }
}

#[test]
fn the_shortest_win_is_the_shortest_of_all() {
    let mut chance = TestRng::new(16);
    let mut vcf = Vcf::new(1 << 20);
    let mut lengths = [0; 16];
    while lengths[2..].iter().sum::<u32>() < 300 {
        let area = Area::square(chance.pick(&[8, 9, 10]));
        let (attacker, rule) = (chance.pick(&Color::ALL), chance.pick(&Rule::FIVES));
        let chances = [chance.between(12, 22), chance.between(12, 22)];
        let Some(position) = chance.position(rule, area, chances, attacker) else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let mut budget = Budget::unlimited();
        let any = vcf.find(&mut threats, attacker, &mut budget).unwrap();
        let line = vcf.find_shortest(&mut threats, attacker, &mut budget).unwrap();
        assert_eq!(line.is_some(), any.is_some());
        let Some(line) = line else { continue };
        let moves = line.len() as u32;
        if moves == 1 {
            continue;
        }
        let points: Vec<Point> = area.points().collect();
        let line: Vec<Point> = line.iter().map(|&spot| threats.point(spot)).collect();
        assert_eq!(replay(&position, &points, &line), Ok(()), "{line:?} in {position:?}");
        let within = |moves| {
            let mut plain = Plain { points: points.clone(), nodes: 300 };
            plain.wins_within(&mut position.clone(), moves)
        };
        if let (Ok(shorter), Ok(same)) = (within(moves - 1), within(moves)) {
            assert!(!shorter && same, "{line:?} in {position:?}");
            lengths[line.len()] += 1;
        }
    }
    assert!(lengths[2] > 50 && lengths[3] > 20 && lengths[4] > 3, "{lengths:?}");
}

#[test]
fn the_defences_are_those_that_trying_every_point_finds() {
    let mut chance = TestRng::new(17);
    let mut vcf = Vcf::new(1 << 20);
    let (mut seen, mut defences, mut fives) = (0, 0, 0);
    while seen < 400 {
        let area = Area::Bounded { width: chance.between(7, 15) as u16, height: 11 };
        let (attacker, rule) = (chance.pick(&Color::ALL), chance.pick(&Rule::FIVES));
        let chances = [chance.between(8, 20), chance.between(8, 20)];
        let Some(mut position) = chance.position(rule, area, chances, !attacker) else { continue };
        let mut threats = Threats::new(&position).unwrap();
        let mut budget = Budget::unlimited();
        let found_line = vcf.defences(&mut threats, attacker, &mut budget).unwrap();
        threats.check();
        let has_win = vcf.find(&mut threats, attacker, &mut budget).unwrap().is_some();
        assert_eq!(found_line.is_some(), has_win);
        let Some(found_line) = found_line else { continue };
        let mut expected = Vec::new();
        for point in position.legal_points() {
            position.play(point).unwrap();
            let stops = position.outcome().is_some() || {
                let mut after = Threats::new(&position).unwrap();
                Vcf::new(1 << 12).find(&mut after, attacker, &mut budget).unwrap().is_none()
            };
            fives += u32::from(position.outcome().is_some());
            position.undo();
            if stops {
                expected.push(point);
            }
        }
        let found_line: Vec<Point> = found_line.iter().map(|&spot| threats.point(spot)).collect();
        assert_eq!(found_line, expected, "{position:?}");
        seen += 1;
        defences += found_line.len();
    }
    assert!(defences > 500 && fives > 5, "{defences} defences, {fives} fives");
}

#[test]
fn long_wins_by_fours_are_found_and_play_out() {
    for deep::Deep { position, moves } in deep::positions() {
        let points: Vec<Point> = position.board().area().points().collect();
        let mut threats = Threats::new(&position).unwrap();
        let mut vcf = Vcf::new(1 << 22);
        let mut budget = Budget::unlimited();
        let line = vcf.find(&mut threats, Color::Black, &mut budget).unwrap().unwrap();
        assert!(line.len() >= moves && budget.nodes() < 1_000_000);
        let mut shortest = vec![0; moves];
        let is_longer = vcf.shorten(&mut threats, Color::Black, &mut shortest, &mut budget);
        assert_eq!(is_longer, Ok(false), "{position:?}");
        let line: Vec<Point> = line.iter().map(|&spot| threats.point(spot)).collect();
        assert_eq!(replay(&position, &points, &line), Ok(()));
    }
}

#[test]
fn wins_by_fours_can_be_made_longer_and_longer() {
    for rule in Rule::FIVES {
        let area = Area::square(11);
        let points: Vec<Point> = area.points().collect();
        let mut maker = Maker::new(rule, 1);
        let mut best = maker.start(area);
        let longer = (0..1_500).filter(|_| maker.step(&mut best)).count();
        assert!(longer >= 5 && best.line.len() >= 8, "{rule}: {longer} {}", best.line.len());
        let setup = Setup::from_board(&best.board, Color::Black);
        let position = Position::from_setup(rule, &setup).unwrap();
        assert_eq!(replay(&position, &points, &best.line), Ok(()));
    }
}
