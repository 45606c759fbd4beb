//! Draws by pairing: what is accepted prevents every five, and nothing else is accepted.

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_proof::{
    PairingFlaw, PairingStrategy, ProofBook, ProofError, ProofFlaw, check, check_within, read_graph,
};
use tengen_testkit::TestRng;

const RULES: [Rule; 2] = [Rule::Freestyle, Rule::Exact];

/// Boards with a pairing: the points with the same letter are a pair, `.` is in none.
const DRAWINGS: [&[&str]; 5] = [
    &["aahkj", "bccjl", "bdeel", "gdgf.", "iihkf"],
    &["...aa..bb..."],
    &["...aa...", "...bb...", "cd.ee.cd"],
    &[".a.", "b.c", "...", "ba.", "..c"],
    &["...."],
];

fn pairs_of(drawing: &[&str]) -> Vec<[Point; 2]> {
    let mut places: Vec<(char, Point)> = Vec::new();
    for (y, row) in drawing.iter().enumerate() {
        for (x, letter) in row.chars().enumerate().filter(|cell| cell.1 != '.') {
            places.push((letter, Point::new(x as i32, y as i32)));
        }
    }
    places.sort_unstable();
    let same = places.chunk_by(|one, other| one.0 == other.0);
    same.map(|same| [same[0].1, same[1].1]).collect()
}

fn position_of(rule: Rule, drawing: &[&str]) -> Position {
    let area = Area::Bounded { width: drawing[0].len() as u16, height: drawing.len() as u16 };
    Position::new(rule, area).unwrap()
}

fn strategy_of(rule: Rule, drawing: &[&str]) -> PairingStrategy {
    PairingStrategy::new(&position_of(rule, drawing), pairs_of(drawing)).unwrap()
}

pub(crate) fn pairing_proofs() -> Vec<Vec<u8>> {
    let all = RULES.into_iter().flat_map(|rule| DRAWINGS.map(|drawing| strategy_of(rule, drawing)));
    let write = |strategy: PairingStrategy| {
        let mut proof = Vec::new();
        let written = strategy.write(&mut proof).unwrap();
        assert_eq!(written.bytes, proof.len() as u64);
        proof
    };
    all.map(write).collect()
}

/// Whether both points of some pair are in every five, in the plainest code.
fn is_pairing(width: i32, height: i32, pairs: &[[i32; 2]]) -> bool {
    let mut all: Vec<i32> = pairs.as_flattened().to_vec();
    all.sort_unstable();
    all.dedup();
    let mut holds = all.len() == 2 * pairs.len() && all.iter().all(|&n| n < width * height);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let (last_x, last_y) = (x + 4 * dx, y + 4 * dy);
            if (0..width).contains(&last_x) && (0..height).contains(&last_y) {
                let five: Vec<i32> = (0..5).map(|n| (y + n * dy) * width + x + n * dx).collect();
                holds &= pairs.iter().any(|pair| pair.iter().all(|point| five.contains(point)));
            }
        }
    }
    holds
}

/// What a file claims and holds, read in the plainest way; only for boards of fewer than 128 points.
fn is_true(proof: &[u8]) -> bool {
    let head = proof.windows(2).position(|pair| pair == b"\n\n").unwrap();
    let text = String::from_utf8(proof[..head].to_vec()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (width, height) = lines[2].strip_prefix("size ").unwrap().split_once(['x', 'X']).unwrap();
    let body: Vec<i32> = proof[head + 2..].iter().map(|&byte| byte.into()).collect();
    assert!(body.iter().all(|&byte| byte < 128));
    let (pairs, rest) = body.as_chunks::<2>();
    assert_eq!(lines[7], format!("pairs {}", pairs.len()));
    lines[1] != "rule renju"
        && lines[3..5] == ["black", "white"]
        && rest.is_empty()
        && is_pairing(width.parse().unwrap(), height.parse().unwrap(), pairs)
}

/// Plays a game in which one side answers by the strategy and the other at random.
fn play(strategy: &PairingStrategy, paired: Color, chance: &mut TestRng) -> Outcome {
    let claim = strategy.claim();
    let mut position = Position::from_setup(claim.rule, &claim.setup).unwrap();
    loop {
        let legal = position.legal_points();
        let last = position.moves().last();
        let answer = last.and_then(|&last| strategy.partner(last));
        let point = match answer.filter(|answer| legal.contains(answer)) {
            Some(answer) if position.turn() == paired => answer,
            _ => chance.pick(&legal),
        };
        position.play(point).unwrap();
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
    }
}

#[test]
fn whoever_answers_by_the_pairing_never_loses() {
    let mut chance = TestRng::new(71);
    let mut wins = 0;
    for rule in RULES {
        for strategy in DRAWINGS.map(|drawing| strategy_of(rule, drawing)) {
            for paired in Color::ALL {
                for _ in 0..200 {
                    let outcome = play(&strategy, paired, &mut chance);
                    assert_ne!(outcome, Outcome::Won(!paired));
                    wins += usize::from(outcome == Outcome::Won(paired));
                }
            }
        }
    }
    // The games are real ones: some are won, by the side that answers.
    assert!(wins > 0);
}

#[test]
fn one_point_of_each_pair_is_never_a_five() {
    // All that a side can hold at the end against the pairing: one point of each pair, and all that are in none.
    for drawing in DRAWINGS {
        let strategy = strategy_of(Rule::Freestyle, drawing);
        let (pairs, area) = (strategy.pairs(), strategy.claim().setup.area);
        for choice in 0..1_usize << pairs.len() {
            let mut position = position_of(Rule::Freestyle, drawing);
            let left = pairs.iter().enumerate().map(|(bit, pair)| pair[choice >> bit & 1]);
            let left: Vec<Point> = left.collect();
            let held = area.points().filter(|point| !left.contains(point));
            let mut setup = strategy.claim().setup.clone();
            setup.stones = held.map(|point| (point, Color::Black)).collect();
            if setup.stones.len() < area.size().unwrap() {
                position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
            }
            assert_eq!(position.outcome(), None);
        }
    }
}

#[test]
fn a_pairing_is_checked_as_it_was_written() {
    for (proof, drawing) in pairing_proofs().iter().zip(DRAWINGS.iter().cycle()) {
        let proved = check(&proof[..]).unwrap();
        assert!(is_true(proof));
        assert_eq!((proved.claim.outcome, proved.claim.winner()), (Outcome::Drawn, None));
        assert_eq!((proved.nodes, proved.bytes), (None, proof.len() as u64));
        let (width, height) = (drawing[0].len(), drawing.len());
        assert!(proved.claim.to_string().contains(&format!(" on {width}x{height} is drawn, ")));
        if proved.steps > 0 {
            assert!(check_within(&proof[..], proved.steps - 1).is_err());
        }
        assert!(check_within(&proof[..], proved.steps).is_ok());
        // It is no book.
        for error in [read_graph(&proof[..]).unwrap_err(), ProofBook::read(&proof[..]).unwrap_err()]
        {
            assert!(error.to_string().contains("draw"), "{error}");
        }
    }
}

#[test]
fn whatever_byte_is_changed_only_pairings_are_accepted() {
    let (mut accepted, mut refused) = (0, 0);
    for proof in pairing_proofs() {
        for place in 0..proof.len() {
            assert!(check(&proof[..place]).is_err());
            for value in 0..=255 {
                let mut other = proof.clone();
                other[place] = value;
                match check(&other[..]) {
                    Ok(proved) => {
                        assert_eq!(proved.claim.outcome, Outcome::Drawn);
                        assert!(is_true(&other), "{:?}", String::from_utf8_lossy(&other));
                        accepted += 1;
                    }
                    Err(ProofError { offset, .. }) => {
                        assert!(offset <= other.len() as u64);
                        refused += 1;
                    }
                }
            }
        }
        assert!(check(&[&proof[..], &[0]].concat()[..]).is_err());
    }
    assert!(0 < accepted && 10 * accepted < refused, "{accepted} {refused}");
}

#[test]
fn random_pairs_are_judged_as_by_the_plain_check() {
    let mut chance = TestRng::new(72);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let (width, height) = (chance.between(1, 9) as u16, chance.between(1, 3) as u16);
        let area = Area::Bounded { width, height };
        let points = chance.shuffled_points(area);
        let mut pairs: Vec<[Point; 2]> = points.as_chunks().0.to_vec();
        if chance.one_in(20) {
            pairs.extend(pairs.first().copied());
        }
        let numbers = |pair: &[Point; 2]| pair.map(|point| point.y * i32::from(width) + point.x);
        let plain: Vec<[i32; 2]> = pairs.iter().map(numbers).collect();
        let expected = is_pairing(width.into(), height.into(), &plain);
        let position = Position::new(chance.pick(&RULES), area).unwrap();
        assert_eq!(PairingStrategy::new(&position, pairs).is_ok(), expected, "{plain:?} {area}");
        accepted += usize::from(expected);
    }
    assert!((1_000..19_000).contains(&accepted), "{accepted}");
}

#[test]
fn claims_that_no_pairing_shows_are_refused_with_a_reason() {
    let proof = &pairing_proofs()[0];
    let head = proof.windows(2).position(|pair| pair == b"\n\n").unwrap();
    let text = String::from_utf8(proof[..head].to_vec()).unwrap();
    let flaw = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        check(&[changed.as_bytes(), &proof[head..]].concat()[..]).unwrap_err().flaw
    };
    let pairing = |flaw: ProofFlaw| match flaw {
        ProofFlaw::Pairing(flaw) => flaw,
        flaw => panic!("{flaw}"),
    };
    assert_eq!(pairing(flaw("freestyle", "renju")), PairingFlaw::Renju);
    assert_eq!(pairing(flaw("black\n", "black c3\n")), PairingFlaw::Stones(1));
    assert_eq!(pairing(flaw("5x5", "12x2")), PairingFlaw::Outside("12x2".parse().unwrap()));
    assert!(matches!(pairing(flaw("5x5", "6x6")), PairingFlaw::Unpaired(_)));
    assert!(matches!(pairing(flaw("pairs 12", "pairs 11")), PairingFlaw::Unpaired(_)));
    assert!(matches!(flaw("pairs 12", "pairs 13"), ProofFlaw::Limit(_)));
    assert!(matches!(flaw("5x5", "infinite"), ProofFlaw::Limit(_)));
    assert!(matches!(flaw("freestyle", "nogo"), ProofFlaw::Limit(_)));
    for (from, to) in [("proof 2", "proof 1"), ("drawn", "drawn "), ("drawn", "wins")] {
        assert!(matches!(flaw(from, to), ProofFlaw::Header { .. }));
    }
    let area = Area::Bounded { width: 8, height: 1 };
    let middle = [Point::new(3, 0), Point::new(4, 0)];
    for (rule, flaw) in [(Rule::Renju, PairingFlaw::Renju), (Rule::NoGo, PairingFlaw::NoGo)] {
        let position = Position::new(rule, area).unwrap();
        assert_eq!(PairingStrategy::new(&position, vec![middle]), Err(flaw));
    }
    let endless = Position::new(Rule::Exact, Area::Unbounded).unwrap();
    assert_eq!(PairingStrategy::new(&endless, vec![middle]), Err(PairingFlaw::Size));
    let position = Position::new(Rule::Exact, area).unwrap();
    for pairs in [vec![middle, middle], vec![[middle[0]; 2]]] {
        assert_eq!(
            PairingStrategy::new(&position, pairs),
            Err(PairingFlaw::Twice("d1".to_owned()))
        );
    }
}
