//! Whole games, and openings, of two brains.

use tengen_core::{Area, Outcome, Point, Position, Rule};

use super::{Brain, point};

/// Plays a game of two brains, and checks each move by the rules.
fn play(rule: Rule, number: &str, area: Area, opening: &[Point], nodes: u64) -> Position {
    let Area::Bounded { width, height } = area else { panic!("boards have edges") };
    let mut brains = [0, 1].map(|_| {
        let mut brain = Brain::start(&["--memory", "4", "--nodes", &nodes.to_string()]);
        assert_eq!(brain.ask(&format!("RECTSTART {width},{height}")), "OK");
        brain.send(&format!("INFO rule {number}"));
        brain
    });
    let mut position = Position::new(rule, area).unwrap();
    for &point in opening {
        position.play(point).unwrap();
    }
    let mut boards = [true, true];
    while position.outcome().is_none() {
        let turn = position.turn() as usize;
        let brain = &mut brains[turn];
        let answer = if std::mem::take(&mut boards[turn]) {
            brain.send("BOARD");
            for (ply, &Point { x, y }) in position.moves().iter().enumerate() {
                let own = (position.moves().len() - ply).is_multiple_of(2);
                brain.send(&format!("{x},{y},{}", if own { 1 } else { 2 }));
            }
            brain.ask("DONE")
        } else {
            let Point { x, y } = position.moves()[position.moves().len() - 1];
            brain.ask(&format!("TURN {x},{y}"))
        };
        let at = point(&answer);
        position.play(at).unwrap_or_else(|illegal| panic!("{rule}: {answer}: {illegal}"));
    }
    for brain in brains {
        assert_eq!(brain.end(), 0);
    }
    position
}

#[test]
fn games_against_itself_are_legal_to_the_end_by_every_rule() {
    let mut lengths = Vec::new();
    for (rule, number) in [(Rule::Freestyle, "0"), (Rule::Exact, "1"), (Rule::Renju, "4")] {
        for (area, opening) in [
            (Area::square(15), &[(7, 7), (8, 8), (9, 6)][..]),
            (Area::square(20), &[(3, 3), (16, 16)][..]),
            (Area::Bounded { width: 9, height: 12 }, &[(4, 4), (4, 5), (0, 0)][..]),
            (Area::square(5), &[][..]),
        ] {
            let opening: Vec<Point> = opening.iter().map(|&(x, y)| Point::new(x, y)).collect();
            let position = play(rule, number, area, &opening, 300);
            assert!(matches!(position.outcome(), Some(Outcome::Won(_) | Outcome::Drawn)));
            lengths.push(position.moves().len());
        }
    }
    assert!(lengths.iter().any(|&length| length > 20), "{lengths:?}");
}

/// The stones of an answer.
fn points(line: &str) -> Vec<Point> {
    line.split(' ').map(point).collect()
}

/// Asks for an opening, or for a choice.
fn swap2(brain: &mut Brain, stones: &[Point]) -> String {
    brain.send("SWAP2BOARD");
    for Point { x, y } in stones {
        brain.send(&format!("{x},{y}"));
    }
    brain.ask("DONE")
}

#[test]
fn swap2_is_played_to_its_end_on_both_sides() {
    let mut answers = Vec::new();
    for seed in ["1", "2", "3", "4"] {
        let [mut first, mut second] = [0, 1].map(|_| {
            let mut brain = Brain::start(&["--memory", "4", "--nodes", "3000", "--seed", seed]);
            assert_eq!(brain.ask("START 15"), "OK");
            brain
        });
        let mut stones = points(&swap2(&mut first, &[]));
        assert_eq!(stones.len(), 3);
        let mut answer = swap2(&mut second, &stones);
        let mut chooser = &mut second;
        if answer.contains(' ') {
            stones.extend(points(&answer));
            assert_eq!(stones.len(), 5);
            answer = swap2(&mut first, &stones);
            chooser = &mut first;
        }
        let mut position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
        for &stone in &stones {
            position.play(stone).unwrap();
        }
        if answer != "SWAP" {
            position.play(point(&answer)).unwrap();
        }
        // The side to move is sent the stones, and moves on.
        let mut line = "BOARD".to_owned();
        for (ply, Point { x, y }) in position.moves().iter().enumerate() {
            let field = if (position.moves().len() - ply).is_multiple_of(2) { 1 } else { 2 };
            line = format!("{line} {x},{y},{field}");
        }
        position.play(point(&chooser.ask(&(line + " DONE")))).unwrap();
        answers.push(stones);
        assert_eq!((first.end(), second.end()), (0, 0));
    }
    answers.dedup();
    assert!(answers.len() > 2, "openings are not always the same");
}
