//! Verdicts: every win has a proof that is accepted, and a story that can be played.

use tengen_core::{Area, Color, Position, Rule, Setup};
use tengen_solver::{
    Budget,
    fives::{By, Decision, FivesSolver, FivesVerdict},
};

use tengen_testkit::TestRng;

const BYTES: usize = 1 << 20;

fn solve(position: &Position, nodes: u64) -> FivesVerdict {
    let mut budget = Budget::unlimited().nodes_up_to(nodes);
    FivesSolver::new(BYTES).solve(position, By::Threats, &mut budget).unwrap()
}

/// Checks all that a verdict says; whether somebody wins.
fn check(position: &Position, verdict: &FivesVerdict) -> Option<Color> {
    let win = verdict.win.as_ref()?;
    let mut proof = Vec::new();
    win.prove(position, &mut proof).unwrap();
    let proved = tengen_proof::check(&proof[..]).unwrap();
    assert_eq!(proved.claim.winner().unwrap(), win.winner);
    let mut game = position.clone();
    let story = win.line(position);
    for step in &story {
        assert_eq!(step.color, game.turn());
        game.play(step.point).unwrap();
    }
    if let Some(last) = story.last() {
        assert_eq!(last.color, win.winner);
        assert!(last.replies.is_empty());
    }
    Some(win.winner)
}

#[test]
fn every_win_has_a_proof_and_a_story() {
    let mut chance = TestRng::new(11);
    let mut wins = [0; 2];
    for n in 0..600 {
        let (rule, turn) = (Rule::FIVES[n % 3], Color::ALL[n / 3 % 2]);
        let area = Area::square(chance.between(7, 15) as u16);
        let Some(position) = chance.position(rule, area, [12, 12], turn) else { continue };
        let verdict = solve(&position, 3_000);
        if let Some(winner) = check(&position, &verdict) {
            wins[usize::from(winner != turn)] += 1;
        }
    }
    let [by_the_mover, against_the_mover] = wins;
    assert!(by_the_mover > 100 && against_the_mover > 5, "{wins:?}");
}

#[test]
fn wins_are_proved_on_a_board_without_edges() {
    let mut chance = TestRng::new(12);
    let mut wins = 0;
    for n in 0..120 {
        let (rule, turn) = (Rule::FIVES[n % 3], Color::ALL[n / 3 % 2]);
        let Some(position) = chance.position(rule, Area::square(9), [12, 12], turn) else {
            continue;
        };
        let mut setup = Setup::from_board(position.board(), turn);
        setup.area = Area::Unbounded;
        for (point, _) in &mut setup.stones {
            (point.x, point.y) = (point.x - 1_000_000, point.y + 77);
        }
        let position = Position::from_setup(rule, &setup).unwrap();
        let verdict = solve(&position, 2_000);
        wins += usize::from(check(&position, &verdict).is_some());
        assert_ne!(verdict.threats, Decision::Fails, "the frame has an end, the board has none");
    }
    assert!(wins > 20, "{wins}");
}

#[test]
fn a_budget_is_kept_and_reported() {
    let mut chance = TestRng::new(13);
    let position = (0..)
        .find_map(|_| chance.position(Rule::Renju, Area::square(15), [4, 4], Color::Black))
        .unwrap();
    let mut budget = Budget::unlimited().nodes_up_to(50);
    let verdict = FivesSolver::new(BYTES).solve(&position, By::Threats, &mut budget).unwrap();
    assert!(verdict.win.is_none());
    assert!(matches!(verdict.threats, Decision::Open(_)), "{:?}", verdict.threats);
}

#[test]
fn the_same_question_takes_the_same_number_of_nodes() {
    let mut chance = TestRng::new(14);
    for _ in 0..20 {
        let Some(position) = chance.position(Rule::Exact, Area::square(12), [10, 10], Color::White)
        else {
            continue;
        };
        let nodes = [(); 2].map(|()| {
            let mut budget = Budget::unlimited().nodes_up_to(5_000);
            FivesSolver::new(BYTES).solve(&position, By::Threats, &mut budget).unwrap();
            budget.nodes()
        });
        assert_eq!(nodes[0], nodes[1]);
    }
}
