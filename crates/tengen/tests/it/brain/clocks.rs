//! Words that come while it thinks, and clocks.

use std::{thread, time::Duration};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};

use super::{Brain, point};
use crate::{processes::cpu_time, protocols::matches};

#[test]
fn a_stop_is_obeyed_at_once_and_no_word_is_lost() {
    let mut brain = Brain::start(&["--memory", "4"]);
    assert_eq!(brain.ask("START 15"), "OK");
    brain.send("INFO timeout_turn 100000000");
    brain.send("INFO pondering 1");
    brain.send("BOARD 7,7,1 8,9,2 DONE");
    brain.send("ABOUT");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(brain.lines.try_recv().ok(), None, "it thinks");
    let before = cpu_time(brain.child.id());
    brain.send("yxstop");
    let first = brain.hear_answer();
    let took = cpu_time(brain.child.id()).saturating_sub(before);
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert!(matches("...,...", &first));
    assert!(brain.hear_answer().starts_with("name="), "asked while it thought");
    // Pondering does not delay anything.
    thread::sleep(Duration::from_millis(200));
    let before = cpu_time(brain.child.id());
    assert!(brain.ask("ABOUT").starts_with("name="));
    let took = cpu_time(brain.child.id()).saturating_sub(before);
    assert!(took < Duration::from_secs(1), "{took:?}");
    // While it thinks again, the end comes.
    brain.send("TURN 0,0");
    thread::sleep(Duration::from_millis(100));
    assert_eq!(brain.end(), 0, "nothing is said after END");
}

#[test]
fn the_end_of_the_input_ends_it_even_while_it_thinks() {
    let mut brain = Brain::start(&["--memory", "4"]);
    assert_eq!(brain.ask("START 15"), "OK");
    brain.send("INFO timeout_turn 100000000");
    brain.send("TURN 7,7");
    thread::sleep(Duration::from_millis(100));
    brain.stdin = None;
    assert!(matches("...,...", &brain.hear_answer()));
    assert_eq!(brain.wait(), 0);
    // Nothing at all, or half a line.
    for text in ["", "ABO"] {
        let mut brain = Brain::start(&[]);
        brain.send_bytes(text.as_bytes());
        brain.stdin = None;
        assert_eq!(brain.wait(), usize::from(!text.is_empty()));
    }
}

#[test]
fn turns_and_whole_games_are_in_time() {
    let mut brain = Brain::start(&["--memory", "4", "--ponder"]);
    assert_eq!(brain.ask("START 20"), "OK");
    brain.send("INFO timeout_turn 200");
    brain.send("INFO timeout_match 2000");
    let mut used = Duration::ZERO;
    let mut position = Position::new(Rule::Freestyle, Area::square(20)).unwrap();
    for x in 0..8 {
        brain.send(&format!("INFO time_left {}", 2000 - used.as_millis()));
        let before = cpu_time(brain.child.id());
        let at = Point::new(2 * x, 19 - x % 2);
        if position.play(at).is_err() {
            break;
        }
        let answer = point(&brain.ask(&format!("TURN {},{}", at.x, at.y)));
        let took = cpu_time(brain.child.id()).saturating_sub(before);
        assert!(took < Duration::from_secs(1), "{took:?}");
        used += took.min(Duration::from_millis(200));
        position.play(answer).unwrap();
        if position.outcome().is_some() {
            assert_eq!(position.outcome(), Some(Outcome::Won(Color::White)));
            break;
        }
    }
    assert_eq!(brain.end(), 0);
}
