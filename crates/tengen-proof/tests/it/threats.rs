//! Threats and what parries them, against their definition.

use std::collections::BTreeMap;

use tengen_core::{Area, Color, Point, Rule};
use tengen_proof::threat::{holds, parries};

use tengen_testkit::TestRng;

use crate::plain::{Fate, fate, lines_of_fours, replies};

/// How often a threat ended in each way, and how often a reply changed that into each other way.
#[derive(Default, Debug)]
struct Tally {
    threats: BTreeMap<Fate, usize>,
    parries: BTreeMap<(Fate, Fate), usize>,
}

/// Compares what holds and what parries on many positions.
fn compare(rule: Rule, attacker: Color, areas: &[Area], seed: u64, count: usize) -> Tally {
    let mut chance = TestRng::new(seed);
    let mut tally = Tally::default();
    let mut compared = 0;
    while compared < count {
        let area = chance.pick(areas);
        let Some(position) = chance.any_position(rule, area) else { continue };
        let Some(position) = crate::plain::to_move(&position, !attacker) else { continue };
        let mut lines = lines_of_fours(&position, attacker, 3);
        if lines.is_empty() {
            continue;
        }
        // One line that wins, if possible in the rarest way, and another that may or may not.
        let rare = |line: &Vec<Point>| fate(&position, attacker, line) == Fate::NoBlock;
        let index = lines.iter().position(rare).unwrap_or_else(|| chance.below(lines.len()));
        let line = lines.swap_remove(index);
        let mut other = line.clone();
        let points: Vec<Point> = area.points().collect();
        match chance.below(3) {
            0 => other.insert(chance.below(other.len() + 1), chance.pick(&points)),
            1 => other.reverse(),
            _ => drop(other.pop()),
        }
        for line in [line, other] {
            let expected = fate(&position, attacker, &line);
            assert_eq!(holds(&position, attacker, &line), expected.holds(), "{line:?}");
            if !expected.holds() {
                assert_eq!(parries(&position, attacker, &line), None);
                continue;
            }
            *tally.threats.entry(expected).or_default() += 1;
            let replies = replies(&position, attacker, &line);
            for &(_, fate) in &replies {
                *tally.parries.entry((expected, fate)).or_default() += 1;
            }
            let all: Vec<Point> =
                replies.iter().filter(|(_, fate)| !fate.holds()).map(|reply| reply.0).collect();
            let found = parries(&position, attacker, &line);
            assert_eq!(found, Some(all), "{rule} {attacker} {line:?}\n{:?}", position.board());
            compared += 1;
        }
    }
    tally
}

const AREAS: [Area; 5] = [
    Area::square(6),
    Area::square(7),
    Area::square(9),
    Area::square(11),
    Area::Bounded { width: 12, height: 5 },
];

#[test]
fn only_the_replies_that_parry_a_threat_are_found_and_all_of_them() {
    for (rule, count) in [(Rule::Freestyle, 500), (Rule::Exact, 700)] {
        for attacker in Color::ALL {
            let tally = compare(rule, attacker, &AREAS, 1 + attacker as u64, count);
            for fate in [Fate::Five, Fate::TwoFives] {
                assert!(tally.threats[&fate] > 20, "{tally:?}");
            }
            for fate in [Fate::Taken, Fate::Late, Fate::NoFour, Fate::End] {
                let all = tally.parries.iter().filter(|(kind, _)| kind.1 == fate);
                assert!(all.map(|(_, count)| count).sum::<usize>() > 20, "{tally:?}");
            }
        }
    }
}

#[test]
fn black_at_renju_is_parried_by_making_its_moves_fouls() {
    let tally = compare(Rule::Renju, Color::Black, &AREAS, 3, 2500);
    let fouls = tally.parries.iter().filter(|(kind, _)| kind.1 == Fate::Foul);
    assert!(fouls.map(|(_, count)| count).sum::<usize>() > 5, "{tally:?}");
}

#[test]
fn white_at_renju_is_parried_by_making_a_block_legal() {
    let tally = compare(Rule::Renju, Color::White, &AREAS, 4, 2000);
    assert!(tally.threats[&Fate::NoBlock] > 30, "{tally:?}");
    let legal = tally.parries.iter().filter(|(kind, _)| kind.0 == Fate::NoBlock);
    let legal = legal.filter(|(kind, _)| kind.1 == Fate::End);
    assert!(legal.map(|(_, count)| count).sum::<usize>() > 20, "{tally:?}");
}
