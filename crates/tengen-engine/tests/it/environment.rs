//! Vector environments: seeds, openings, errors and labels.

use std::sync::atomic::AtomicBool;

use tengen_core::{Area, Position, Rule};
use tengen_engine::environment::{
    AutoresetMode, EnvironmentError, EnvironmentOptions, IllegalActionPolicy, LabelOptions,
    StepArrays, VectorEnvironment,
};
use tengen_solver::fives::By;
use tengen_testkit::area;

fn environment(
    rule: Rule,
    area: Area,
    games: usize,
    options: EnvironmentOptions,
) -> (VectorEnvironment, StepArrays) {
    let mut environment = VectorEnvironment::new(rule, area, games, options).unwrap();
    let mut arrays = StepArrays::new(&environment);
    environment.reset(Some(5), None, &mut arrays.buffers()).unwrap();
    (environment, arrays)
}

/// All arrays of a random run.
fn run(rule: Rule, games: usize, seed: u64, options: EnvironmentOptions) -> Vec<StepArrays> {
    let mut environment = VectorEnvironment::new(rule, area(9, 9), games, options).unwrap();
    let mut arrays = StepArrays::new(&environment);
    environment.reset(Some(seed), None, &mut arrays.buffers()).unwrap();
    let mut actions = vec![0; games];
    let step = |_| {
        environment.sample_actions(&mut actions).unwrap();
        environment.step(&actions, &mut arrays.buffers()).unwrap();
        arrays.clone()
    };
    (0..150).map(step).collect()
}

#[test]
fn a_seed_determines_all_and_a_row_does_not_depend_on_the_others() {
    let options = EnvironmentOptions { opening_plies: 6, ..EnvironmentOptions::default() };
    for rule in Rule::ALL {
        let (few, many) = (run(rule, 3, 1, options), run(rule, 7, 1, options));
        assert_eq!(few, run(rule, 3, 1, options));
        assert_ne!(few, run(rule, 3, 2, options));
        for (few, many) in few.iter().zip(&many) {
            assert_eq!(few.observations[..], many.observations[..few.observations.len()]);
            assert_eq!(few.winners[..], many.winners[..3]);
        }
    }
}

#[test]
fn a_game_starts_with_its_opening_and_openings_differ() {
    for rule in Rule::ALL {
        let options = EnvironmentOptions { opening_plies: 5, ..EnvironmentOptions::default() };
        let (mut environment, mut arrays) = environment(rule, area(9, 9), 20, options);
        let stones = |arrays: &StepArrays| -> Vec<u32> {
            let count = |planes: &[u8]| planes.iter().map(|&stone| u32::from(stone)).sum();
            arrays.observations.chunks(162).map(count).collect()
        };
        assert_eq!(stones(&arrays), [5; 20]);
        assert_eq!(arrays.turns, [1; 20]);
        let first = arrays.observations.clone();
        let mut games: Vec<&[u8]> = first.chunks(162).collect();
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), 20);
        // Without a seed the streams go on, and only the marked rows start.
        let rows: Vec<bool> = (0..20).map(|row| row < 10).collect();
        environment.reset(None, Some(&rows), &mut arrays.buffers()).unwrap();
        assert_ne!(arrays.observations[..1620], first[..1620]);
        assert_eq!(arrays.observations[1620..], first[1620..]);
        environment.reset(Some(5), None, &mut arrays.buffers()).unwrap();
        assert_eq!(arrays.observations, first);
    }
}

#[test]
fn an_opening_never_ends_its_game() {
    for (rule, area, plies) in
        [(Rule::NoGo, area(3, 3), 8), (Rule::NoGo, area(1, 2), 1), (Rule::Renju, area(5, 5), 24)]
    {
        let options = EnvironmentOptions { opening_plies: plies, ..EnvironmentOptions::default() };
        let (environment, arrays) = environment(rule, area, 50, options);
        for (row, mask) in arrays.action_masks.chunks(environment.points()).enumerate() {
            let position = environment.position(row).unwrap();
            assert_eq!(position.outcome(), None);
            let legal = position.legal_points().len();
            assert!(legal > 0);
            assert_eq!(mask.iter().map(|&allowed| usize::from(allowed)).sum::<usize>(), legal);
        }
    }
}

#[test]
fn an_illegal_action_is_an_error_that_names_its_row_and_changes_nothing() {
    let (mut environment, mut arrays) =
        environment(Rule::Renju, area(15, 15), 3, EnvironmentOptions::default());
    let number = |name: &str| {
        let point = Area::square(15).point(name).unwrap();
        i64::from(point.y * 15 + point.x)
    };
    for name in ["f8", "a1", "g8", "o1", "h6", "a15", "h7", "o15"] {
        environment.step(&[number(name); 3], &mut arrays.buffers()).unwrap();
    }
    let before = arrays.clone();
    let mut message = |actions: &[i64]| {
        let error = environment.step(actions, &mut arrays.buffers()).unwrap_err();
        assert_eq!(arrays, before);
        error.to_string()
    };
    let (good, foul, taken) = (number("j10"), number("h8"), number("f8"));
    assert_eq!(
        message(&[good, foul, taken]),
        "row 1: action 112 (h8) is illegal: black may not make a double three"
    );
    assert_eq!(
        message(&[good, good, taken]),
        "row 2: action 110 (f8) is illegal: the point is occupied"
    );
    assert_eq!(message(&[-1, good, good]), "row 0: action -1 is not from 0 to 224");
    assert_eq!(message(&[good, 225, good]), "row 1: action 225 is not from 0 to 224");
    assert_eq!(message(&[good, good]), "the array of actions has 2 entries, not 3");
    environment.step(&[good; 3], &mut arrays.buffers()).unwrap();
    assert_eq!(environment.position(2).unwrap().board().count(tengen_core::Color::Black), 5);
}

#[test]
fn what_makes_no_environment_is_refused() {
    let new = |rule, area, games, opening_plies, max_plies| {
        let options =
            EnvironmentOptions { opening_plies, max_plies, ..EnvironmentOptions::default() };
        VectorEnvironment::new(rule, area, games, options).unwrap_err().to_string()
    };
    let small = area(9, 9);
    assert_eq!(
        new(Rule::Exact, Area::Unbounded, 1, 0, None),
        "an environment needs a board with edges"
    );
    assert_eq!(
        new(Rule::Exact, small, 0, 0, None),
        "an environment has from 1 to 262144 games, not 0"
    );
    assert_eq!(
        new(Rule::Exact, area(5000, 5000), 1, 0, None),
        "1 games on boards of 5000x5000 have more than 16777216 points together"
    );
    assert_eq!(
        new(Rule::NoGo, area(1, 1), 1, 0, None),
        "a game on a board of 1x1 is over before its first move"
    );
    assert!(new(Rule::Exact, area(0, 9), 1, 0, None).starts_with("no game can be played"));
    assert_eq!(
        new(Rule::Exact, small, 1, 81, None),
        "an opening of 81 plies leaves no point of a board of 9x9 empty"
    );
    assert_eq!(
        new(Rule::Exact, small, 1, 4, Some(4)),
        "games of at most 4 plies end with their opening of 4 plies"
    );
}

#[test]
fn arrays_of_another_length_are_refused() {
    let (mut environment, arrays) =
        environment(Rule::NoGo, area(9, 9), 2, EnvironmentOptions::default());
    let mut short = arrays.clone();
    short.action_masks.pop();
    let error = environment.step(&[0, 0], &mut short.buffers()).unwrap_err();
    let name = "action masks";
    assert_eq!(error, EnvironmentError::Length { name, length: 161, expected: 162 });
    let mut none = arrays.clone();
    none.final_observations.clear();
    environment.step(&[0, 0], &mut none.buffers()).unwrap();
    let rows = environment.reset(None, Some(&[true]), &mut none.buffers()).unwrap_err();
    assert_eq!(rows.to_string(), "the array of rows to reset has 1 entries, not 2");
    assert_eq!(
        environment.position(2).unwrap_err().to_string(),
        "there is no row 2: an environment of 2 games has rows 0 to 1"
    );
}

#[test]
fn labels_are_proven_wins_and_losses_whatever_the_threads() {
    let stop = AtomicBool::new(false);
    // Row 0 repeats moves of a game in which Black gets an open four; row 1 is quiet.
    let (mut environment, mut arrays) =
        environment(Rule::Freestyle, area(15, 15), 2, EnvironmentOptions::default());
    let number = |name: &str| {
        let point = Area::square(15).point(name).unwrap();
        i64::from(point.y * 15 + point.x)
    };
    for (one, other) in [("g8", "g8"), ("a1", "a1"), ("h8", "c12"), ("c1", "o1"), ("i8", "n3")] {
        let actions = [number(one), number(other)];
        environment.step(&actions, &mut arrays.buffers()).unwrap();
    }
    let rows = [0, 1, 0];
    let options = LabelOptions::default();
    let labels = environment.solver_labels(&rows, &options, &stop).unwrap().unwrap();
    let values = |labels: &[_]| -> Vec<i8> {
        labels.iter().map(|label: &tengen_engine::environment::SolverLabel| label.value).collect()
    };
    // An open three with White to move is not lost yet; White plays far away, and it is won.
    assert_eq!(values(&labels), [0, 0, 0]);
    environment.step(&[number("e1"), number("o15")], &mut arrays.buffers()).unwrap();
    let won = environment.solver_labels(&rows, &options, &stop).unwrap().unwrap();
    assert_eq!(values(&won), [1, 0, 1]);
    assert_eq!(won[0], won[2]);
    for threads in [2, 5, 1_000] {
        let many = LabelOptions { threads, ..options };
        assert_eq!(environment.solver_labels(&rows, &many, &stop).unwrap().unwrap(), won);
    }
    // The move wins, and after it the other side has lost.
    let action = won[0].action.unwrap() as i64;
    environment.step(&[action, number("a15")], &mut arrays.buffers()).unwrap();
    let lost = environment.solver_labels(&rows, &options, &stop).unwrap().unwrap();
    assert_eq!(values(&lost), [-1, 0, -1]);
    assert_eq!(lost[0].action, None);
    // With fours alone no loss is proven.
    let fours = LabelOptions { by: By::Fours, ..options };
    assert_eq!(values(&environment.solver_labels(&rows, &fours, &stop).unwrap().unwrap()), [0; 3]);
    assert!(environment.solver_labels(&[2], &options, &stop).is_err());
    let stopped = environment.solver_labels(&rows, &options, &AtomicBool::new(true));
    assert_eq!(stopped, Ok(None));
}

/// The winner of a small game of NoGo, by looking at all of it.
fn mover_wins(position: &mut Position) -> bool {
    position.legal_points().into_iter().any(|point| {
        position.play(point).unwrap();
        let wins = !mover_wins(position);
        position.undo();
        wins
    })
}

#[test]
fn labels_of_nogo_are_those_of_a_full_search() {
    let options = EnvironmentOptions {
        opening_plies: 4,
        autoreset: AutoresetMode::Disabled,
        illegal_action: IllegalActionPolicy::Loss,
        ..EnvironmentOptions::default()
    };
    let (mut environment, mut arrays) = environment(Rule::NoGo, area(4, 3), 30, options);
    let stop = AtomicBool::new(false);
    let rows: Vec<usize> = (0..30).collect();
    let options = LabelOptions { threads: 2, ..LabelOptions::default() };
    let mut counts = [0; 2];
    for _ in 0..4 {
        let labels = environment.solver_labels(&rows, &options, &stop).unwrap().unwrap();
        for (row, label) in labels.iter().enumerate() {
            let mut position = environment.position(row).unwrap();
            if arrays.terminations[row] {
                // The side to move lost, by having no move or by an illegal action.
                assert_eq!((label.value, label.action), (-1, None));
                continue;
            }
            let wins = mover_wins(&mut position);
            assert_eq!(label.value, if wins { 1 } else { -1 });
            counts[usize::from(wins)] += 1;
            assert_eq!(label.action.is_some(), wins);
            if let Some(action) = label.action {
                let point = position.board().area().points().nth(action).unwrap();
                position.play(point).unwrap();
                assert!(!mover_wins(&mut position));
            }
        }
        let mut actions = vec![0; 30];
        environment.sample_actions(&mut actions).unwrap();
        actions[3] = -1;
        environment.step(&actions, &mut arrays.buffers()).unwrap();
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
