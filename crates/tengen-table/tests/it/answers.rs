//! What is answered about each row.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
use tengen_archive::VerdictSchema;
use tengen_core::{Area, Color, Rule};
use tengen_table::{
    EvaluateQuestion, GameReviewQuestion, ReachabilityQuestion, ReplayQuestion, SolveQuestion,
    TableAnswers, TableError, TableOptions,
};
use tengen_testkit::TestRng;

use crate::support::{ask, column, options, random_table};

fn plain_replay() -> ReplayQuestion {
    ReplayQuestion { schema: VerdictSchema::Plain }
}

fn table(columns: Vec<(&str, Vec<&str>)>) -> RecordBatch {
    let columns = columns
        .into_iter()
        .map(|(name, cells)| (name, Arc::new(StringArray::from(cells)) as ArrayRef));
    RecordBatch::try_from_iter(columns).unwrap()
}

#[test]
fn answers_depend_on_nothing_but_their_row() {
    let mut rng = TestRng::new(3);
    let fives = random_table(&mut rng, 60, Area::square(15), &Rule::FIVES);
    let nogo = random_table(&mut rng, 12, Area::square(5), &[Rule::NoGo]);
    let mut evaluate = EvaluateQuestion::default();
    (evaluate.nodes, evaluate.memory) = (Some(300), 1 << 20);
    let mut solve = SolveQuestion::default();
    (solve.nodes, solve.memory) = (2_000, 1 << 20);
    for table in [fives, nogo] {
        macro_rules! check {
            ($question:expr) => {
                let one = ask($question, &table, &options(1, None), 1_000);
                assert_eq!(one.len(), table.num_rows());
                for (index, row) in one.iter().enumerate() {
                    assert_eq!(row[0], Some((7 * index).to_string()));
                    assert_eq!(row[1], Some((index + 1).to_string()));
                }
                assert_eq!(ask($question, &table, &options(3, None), 7), one);
                assert_eq!(ask($question, &table, &options(2, Some(1)), 60), one);
            };
        }
        check!(plain_replay());
        check!(ReachabilityQuestion::default());
        check!(solve);
        check!(evaluate);
    }
}

#[test]
fn a_row_that_is_wrong_names_itself_and_the_others_are_answered() {
    let table = table(vec![
        ("Pos", vec!["h8", "h8h8", "h8?", "h8pass", "h8z9", "h8"]),
        ("rule", vec!["renju", "renju", "renju", "renju", "renju", "chess"]),
    ]);
    let mut evaluate = EvaluateQuestion::default();
    evaluate.nodes = Some(50);
    let errors = column(evaluate, &table, "error");
    let expected = [
        None,
        Some("row 2, column \"Pos\": move 2, h8, cannot be played: "),
        Some("row 3, column \"Pos\": \"?\" is not a move: "),
        Some("row 4, column \"Pos\": move 2 is a pass"),
        Some("row 5, column \"Pos\": move 2, z9, cannot be played: "),
        Some("row 6, column \"rule\": \"chess\" is not a rule: "),
    ];
    for (error, expected) in errors.iter().zip(expected) {
        match (error, expected) {
            (None, None) => {}
            (Some(error), Some(start)) => assert!(error.starts_with(start), "{error}"),
            _ => panic!("{error:?} is not {expected:?}"),
        }
    }
    let moves = column(evaluate, &table, "move");
    assert!(moves[0].is_some() && moves[1..].iter().all(Option::is_none));
    // A judge has a verdict on moves that cannot be played.
    let ends = column(plain_replay(), &table, "end");
    assert_eq!(ends[1].as_deref(), Some("occupied"));
    assert_eq!(ends[2].as_deref(), Some("unreadable"));
    let errors = column(plain_replay(), &table, "error");
    assert!(errors[5].as_ref().unwrap().starts_with("row 6, column \"rule\""));
    assert!(errors[0].is_none() && errors[1].is_none());
}

#[test]
fn boards_that_are_too_large_are_a_row_s_error() {
    let table = table(vec![
        ("moves", vec!["a1", "a1", "a1"]),
        ("size", vec!["60000", "60000", "15"]),
        ("rule", vec!["freestyle", "nogo", "freestyle"]),
    ]);
    let errors = column(EvaluateQuestion::default(), &table, "error");
    for (row, error) in errors[..2].iter().enumerate() {
        let error = error.as_ref().unwrap();
        assert!(error.starts_with(&format!("row {}, column \"", row + 1)), "{error}");
    }
    assert_eq!(errors[2], None);
    let errors = column(SolveQuestion::default(), &table, "error");
    assert!(errors[1].is_some() && errors[2].is_none());
}

#[test]
fn a_check_says_how_or_why_not() {
    let table = table(vec![(
        "drawing",
        vec!["x x x x x\no o o o .", "x x x x x\no o o o o", "x x\n. .", "?"],
    )]);
    let text = |cells: Vec<Option<String>>| -> Vec<String> {
        cells.into_iter().map(Option::unwrap_or_default).collect()
    };
    let check = ReachabilityQuestion::default;
    assert_eq!(text(column(check(), &table, "reachable")), ["true", "false", "false", ""]);
    assert_eq!(text(column(check(), &table, "reason")), ["", "won-before", "counts", ""]);
    let moves = text(column(check(), &table, "moves"));
    assert_eq!(moves[0].len(), 18, "{moves:?}");
    let errors = text(column(check(), &table, "error"));
    assert!(errors[3].starts_with("row 4, column \"drawing\": "), "{errors:?}");
    assert!(errors[..3].iter().all(String::is_empty));
}

#[test]
fn positions_come_as_fen_with_rule_and_turn() {
    let table = table(vec![
        (
            "FEN",
            vec!["5/5/2x2/5/5 b renju", "4/1x2/4/4 w nogo", "4/1y2/4/4 w nogo", "x(0,0) w exact"],
        ),
        ("rule", vec!["freestyle", "freestyle", "nogo", "renju"]),
    ]);
    let mut evaluate = EvaluateQuestion::default();
    evaluate.nodes = Some(20);
    let errors = column(evaluate, &table, "error");
    assert!(
        errors[2]
            .as_ref()
            .unwrap()
            .starts_with("row 3, column \"FEN\": column 4: 'y' is not a stone"),
        "{errors:?}"
    );
    assert_eq!(errors[1], None);
    let unsuited = errors[3].as_ref().unwrap();
    assert!(unsuited.starts_with("row 4, column \"FEN\": a board of infinite does not suit"));
    let reachable = column(ReachabilityQuestion::default(), &table, "reachable");
    assert_eq!((reachable[1].as_deref(), reachable[3].as_deref()), (Some("true"), Some("true")));
    assert!(reachable[2].is_none());
    let wins = column(SolveQuestion::default(), &table, "by");
    assert_eq!(wins[1].as_deref(), Some("outcome"));
}

#[test]
fn solutions_have_winner_line_and_proof() {
    let table = table(vec![
        // Black has an open three and is to move; nobody has anything; the game is over.
        ("moves", vec!["h8a1i8a3j8a5", "h8", "a1a15b1b15c1c15d1d15e1"]),
    ]);
    let mut solve = SolveQuestion::default();
    solve.proof = true;
    let black = Some(Color::Black.to_string());
    assert_eq!(column(solve, &table, "winner"), [black.clone(), None, black]);
    let by = column(solve, &table, "by");
    assert_eq!(by, [Some("fours".to_owned()), None, Some("over".to_owned())]);
    let lines = column(solve, &table, "line");
    let firsts = column(solve, &table, "move");
    assert!(lines[0].as_ref().unwrap().starts_with(firsts[0].as_ref().unwrap()));
    let answers = TableAnswers::new(solve, &table.schema(), &TableOptions::default()).unwrap();
    let batch = answers.ask([Ok(table)].into_iter()).next().unwrap().unwrap();
    let proofs = batch["proof"].as_binary::<i32>();
    let proved = tengen_proof::check(proofs.value(0)).unwrap();
    assert!(proved.claim.to_string().starts_with("black wins"), "{}", proved.claim);
    assert!(proofs.is_null(1));
}

#[test]
fn a_review_judges_every_move() {
    let table = table(vec![("moves", vec!["h8g8i8a15j8o1k8o15c3", "h8h8", "h8pass"])]);
    let mut review = GameReviewQuestion::default();
    review.nodes = Some(500);
    let blunders = column(review, &table, "black_blunders");
    assert_eq!(blunders, [Some("1".to_owned()), None, None]);
    let errors = column(review, &table, "error");
    assert!(errors[1].as_ref().unwrap().starts_with("row 2, column \"moves\": move 2 on h8: "));
    assert_eq!(errors[2].as_deref(), Some("row 3, column \"moves\": move 2 is a pass"));
    assert_eq!(column(review, &table, "losses")[1..], [None, None]);
    let answers = TableAnswers::new(review, &table.schema(), &TableOptions::default()).unwrap();
    let batch = answers.ask([Ok(table)].into_iter()).next().unwrap().unwrap();
    let judgements = batch["judgements"].as_list::<i32>().value(0);
    assert_eq!(judgements.len(), 9);
    assert_eq!(judgements.as_string::<i32>().value(8), "blunder");
}

#[test]
fn columns_are_kept_or_the_reason_why_not_is_reported() {
    let table = table(vec![("moves", vec!["h8"]), ("id", vec!["a"])]);
    let asked = |keep: &str| {
        let mut options = TableOptions::default();
        options.keep = vec![keep.to_owned()];
        TableAnswers::new(ReachabilityQuestion::default(), &table.schema(), &options)
    };
    assert_eq!(asked("id").unwrap().schema().field(0).name(), "id");
    let error = asked("name").unwrap_err();
    assert!(error.to_string().contains("the table has \"moves\", \"id\""), "{error}");
    assert_eq!(asked("moves").unwrap_err(), TableError::Taken("moves".to_owned()));
}
