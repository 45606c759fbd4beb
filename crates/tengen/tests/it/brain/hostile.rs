//! Nonsense.

use tengen_testkit::TestRng;

use super::Brain;

/// Asks who it is, and drops all it says before the answer.
fn is_alive(brain: &mut Brain) -> usize {
    brain.send("ABOUT");
    let mut said = 0;
    while !brain.hear().starts_with("name=") {
        said += 1;
    }
    said
}

#[test]
fn ten_thousand_random_commands_are_answered_each() {
    const NAMES: [&str; 27] = [
        "START 15",
        "START",
        "START 5",
        "RECTSTART",
        "RECTSTART 9,7",
        "RESTART",
        "BEGIN",
        "TURN",
        "TURN",
        "TURN",
        "TAKEBACK",
        "BOARD",
        "DONE",
        "PLAY",
        "SWAP2BOARD",
        "INFO rule",
        "INFO",
        "yxboard",
        "yxstop",
        "yxshowforbid",
        "yxnbest",
        "yxhashclear",
        "yxshowinfo",
        "yxblock",
        "yxblockundo",
        "yxblockreset",
        "sing",
    ];
    const VALUES: [&str; 14] = [
        "7,7",
        "1",
        "0",
        "4",
        "",
        "7,7,1",
        "2,3,2 DONE",
        "-1,-1",
        "4,3 DONE",
        "5",
        "3,3",
        "2,2,1 3,4,2",
        "a b",
        "99999999999999999999",
    ];
    const ANSWERED: [&str; 9] = [
        "START 15",
        "START 5",
        "RESTART",
        "BEGIN",
        "TAKEBACK",
        "PLAY",
        "sing",
        "DONE",
        "yxshowforbid",
    ];
    let mut brain = Brain::start(&["--memory", "2", "--nodes", "20"]);
    let mut chance = TestRng::new(5);
    for number in 0..10_000 {
        let (name, value) = (chance.pick(&NAMES), chance.pick(&VALUES));
        brain.send(&format!("{name} {value}"));
        let said = is_alive(&mut brain);
        // To ask who it is ends a block, so no block goes on from one command to the next.
        if ANSWERED.contains(&name) {
            assert!(said > 0, "command {number}: {name} {value}");
        }
    }
    assert_eq!(brain.end(), 0);
}

#[test]
fn random_bytes_and_endless_lines_kill_nothing() {
    let mut brain = Brain::start(&["--memory", "2", "--nodes", "20"]);
    let mut chance = TestRng::new(7);
    for round in 0..300 {
        let length = if round % 50 == 0 { 1 << 20 } else { 200 };
        let mut bytes: Vec<u8> = (0..length).map(|_| chance.below(256) as u8).collect();
        // No line may be the word that ends it.
        bytes.retain(|byte| !b"Ee".contains(byte));
        bytes.push(b'\n');
        brain.send_bytes(&bytes);
        is_alive(&mut brain);
    }
    let long = "7,7,1 ".repeat(1 << 18);
    assert!(brain.ask(&format!("BOARD {long}\nDONE")).starts_with("ERROR "));
    assert!(brain.ask(&"TURN ".repeat(1 << 18)).starts_with("ERROR "));
    assert_eq!(brain.end(), 0);
}
