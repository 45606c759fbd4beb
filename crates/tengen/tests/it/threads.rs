//! Numbers of threads have a limit, the same for every verb.

use crate::manners::tengen;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_number_of_threads_that_cannot_be_is_refused_by_every_verb() {
    for args in [
        &["check", "--threads"][..],
        &["winner", "--threads"],
        &["replay", "--threads"],
        &["simulate", "--size", "5x5", "--games", "10", "--threads"],
        &["brain", "--threads"],
        &["gtp", "--threads"],
        &["botzone", "--threads"],
        &["tune", "--threads"],
        &["match", "--engine", "tengen", "--engine", "tengen", "--concurrency"],
        &["serve", "--searches"],
    ] {
        for wrong in ["1000000", "1025", "0", "99999999999999999999999", "many", "1.5"] {
            let output = tengen(&[args, &[wrong]].concat(), b"");
            assert_eq!(output.status.code(), Some(2), "{args:?} {wrong}");
            let expected = format!("invalid value '{wrong}' for '{}", args[args.len() - 1]);
            let message = text(&output.stderr);
            assert!(message.contains(&expected), "{message}");
            assert!(message.contains("write a number from 1 to 1024"), "{message}");
            assert_eq!(text(&output.stdout), "");
        }
    }
}

#[test]
fn as_many_threads_as_there_may_be_give_the_answers_of_one() {
    let board = "oxo..\nxo.x.\n..oox\n.x...\n....x\n\n".repeat(2000);
    let game = "9\n1 1\n2 1\n1 2\n2 2\n1 3\n2 3\n1 4\n2 4\n1 5\n".repeat(2000);
    let positions = "h8i9\n".repeat(2000);
    for (args, input) in [
        (&["check", "--size", "5x5"][..], &board),
        (&["winner", "--size", "5x5"], &board),
        (&["replay"], &game),
        (&["replay", "--csv"], &positions),
    ] {
        let run = |threads: &str| {
            let output = tengen(&[args, &["--threads", threads]].concat(), input.as_bytes());
            assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
            output.stdout
        };
        assert!(run("1") == run("1024"), "{args:?}");
    }
    let args = ["simulate", "--size", "5x5", "--games", "3000", "--seed", "1", "--json"];
    let most = tengen(&[&args[..], &["--threads", "1024"]].concat(), b"");
    assert_eq!(most.status.code(), Some(0), "{}", text(&most.stderr));
}
