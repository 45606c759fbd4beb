//! Columns: what is written as text is what stands in them, and what Arrow sees in them.

use arrow_array::{
    Array, RecordBatch, StringArray, UInt32Array, UInt64Array,
    cast::AsArray,
    types::{Int32Type, Int64Type, UInt8Type},
};
use arrow_schema::{DataType, Schema};
use serde_json::{Map, Value};
use tengen_archive::{JudgedRecord, VerdictBatch, VerdictSchema, VerdictTally};
use tengen_core::{Area, Color, Rule};
use tengen_notation::{Manner, Repair, ResultClaim};
use tengen_referee::{Agreement, End, Evidence, GameRecord, Judge, Steps, Verdict};

use tengen_testkit::TestRng;

use crate::support::random_game;

/// Verdicts on random records, some of which cannot be read, and their tally.
fn random_batch(rng: &mut TestRng) -> (VerdictBatch, VerdictTally) {
    let (mut judge, mut evidence) = (Judge::default(), Evidence::default());
    let (mut batch, mut tally) = (VerdictBatch::default(), VerdictTally::default());
    for number in 1..=300 {
        if number % 50 == 1 {
            batch.file(["games/a.txt", "odd \"name\", \\\u{1}\n.psq", "b.zip:ü.sgf"][rng.below(3)]);
        }
        if rng.below(20) == 0 {
            let what = ["this \"is\" no game, is it?", "plain"][rng.below(2)];
            batch.add_unreadable(
                rng.below(2) as u64 * number,
                rng.below(9) as u64,
                rng.below(3),
                what,
            );
            tally.count(None, &Verdict::UNREADABLE);
            continue;
        }
        let (width, height) = (9 + rng.below(12) as u16, 9 + rng.below(12) as u16);
        let area = Area::Bounded { width, height };
        let mut moves = random_game(rng, area);
        if rng.below(10) == 0 && moves.len() > 3 {
            moves[3] = moves[1];
        }
        let claim = match rng.below(5) {
            0 => None,
            1 => Some(ResultClaim::Draw),
            2 => Some(if number % 2 == 0 { ResultClaim::Void } else { ResultClaim::Unknown }),
            _ => {
                let manners = [Manner::Unsaid, Manner::Board, Manner::Resignation, Manner::Time];
                Some(ResultClaim::Won(Color::ALL[rng.below(2)], manners[rng.below(4)]))
            }
        };
        let (setup, first, steps) = (&[][..], Color::Black, Steps::Moves(&moves));
        let rule = Rule::FIVES[rng.below(3)];
        let game = GameRecord { rule, area, setup, first, steps, broken: None, claim };
        let verdict = judge.judge(&game, &mut evidence);
        let repair = Repair {
            line: number,
            column: 3,
            what: "a \"word\", or two".into(),
            affects_verdict: true,
        };
        let repairs = [repair.clone(), repair];
        let (line, repairs) = (7 * number, &repairs[..rng.below(3)]);
        batch.add(&JudgedRecord { number, line, game, verdict, evidence: &evidence, repairs });
        tally.count(claim, &verdict);
    }
    (batch, tally)
}

/// The rows as Arrow sees them, as JSON; what is null is left out.
fn rows_of_arrow(batch: &RecordBatch) -> Vec<Map<String, Value>> {
    let mut rows = vec![Map::new(); batch.num_rows()];
    let schema = batch.schema();
    for (field, column) in schema.fields().iter().zip(batch.columns()) {
        for (row, seen) in rows.iter_mut().enumerate() {
            if column.is_null(row) {
                continue;
            }
            let value: Value = if let Some(column) = column.as_any().downcast_ref::<UInt32Array>() {
                column.value(row).into()
            } else if let Some(column) = column.as_any().downcast_ref::<UInt64Array>() {
                column.value(row).into()
            } else if let Some(column) = column.as_any().downcast_ref::<StringArray>() {
                column.value(row).into()
            } else if let Some(column) = column.as_dictionary_opt::<UInt8Type>() {
                let key = column.key(row).unwrap();
                column.values().as_string::<i32>().value(key).into()
            } else {
                let column = column.as_dictionary::<Int32Type>();
                column.values().as_string::<i32>().value(column.key(row).unwrap()).into()
            };
            seen.insert(field.name().clone(), value);
        }
    }
    rows
}

/// A CSV text as rows of fields, by the plain rules of RFC 4180.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(char) = chars.next() {
        match (quoted, char) {
            (true, '"') if chars.peek() == Some(&'"') => field.push(chars.next().unwrap()),
            (_, '"') => quoted = !quoted,
            (false, ',') => row.push(std::mem::take(&mut field)),
            (false, '\n') => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            _ => field.push(char),
        }
    }
    assert!(!quoted && row.is_empty() && field.is_empty());
    rows
}

#[test]
fn json_csv_and_arrow_say_the_same() {
    let mut rng = TestRng::new(21);
    for _ in 0..20 {
        let (batch, _) = random_batch(&mut rng);
        let (mut json, mut csv) = (Vec::new(), Vec::new());
        batch.write_json(&mut json);
        VerdictBatch::write_csv_header(&mut csv);
        batch.write_csv(&mut csv);
        let arrow = rows_of_arrow(&batch.record_batch());

        let json: Vec<Map<String, Value>> = String::from_utf8(json)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(json, arrow);

        let csv = read_csv(&String::from_utf8(csv).unwrap());
        assert_eq!(csv.len(), arrow.len() + 1);
        for (row, expected) in csv[1..].iter().zip(&arrow) {
            for (key, field) in csv[0].iter().zip(row) {
                let expected = match expected.get(key) {
                    None => String::new(),
                    Some(Value::String(text)) => text.clone(),
                    Some(other) => other.to_string(),
                };
                assert_eq!(*field, expected, "{key}");
            }
        }
    }
}

#[test]
fn the_plain_schema_has_strings_and_long_integers_and_says_the_same() {
    let (batch, _) = random_batch(&mut TestRng::new(77));
    let compact = rows_of_arrow(&batch.clone().record_batch());
    let plain = batch.into_record_batch(VerdictSchema::Plain);
    assert_eq!(plain.schema(), VerdictSchema::Plain.arrow());
    let names = |schema: &Schema| -> Vec<(String, bool)> {
        schema.fields().iter().map(|field| (field.name().clone(), field.is_nullable())).collect()
    };
    assert_eq!(names(&plain.schema()), names(&VerdictBatch::schema()));
    let mut rows = vec![Map::new(); plain.num_rows()];
    for (field, column) in plain.schema().fields().iter().zip(plain.columns()) {
        for (row, seen) in rows.iter_mut().enumerate().filter(|(row, _)| column.is_valid(*row)) {
            let value: Value = match field.data_type() {
                DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
                DataType::Utf8 => column.as_string::<i32>().value(row).into(),
                other => panic!("{field} is {other}"),
            };
            seen.insert(field.name().clone(), value);
        }
    }
    assert_eq!(rows, compact);
}

#[test]
fn a_batch_that_was_cleared_is_as_good_as_new() {
    let (mut batch, _) = random_batch(&mut TestRng::new(5));
    batch.clear();
    assert!(batch.is_empty());
    batch.file("x");
    batch.add_unreadable(1, 2, 3, "gone");
    let mut json = Vec::new();
    batch.write_json(&mut json);
    assert_eq!(
        String::from_utf8(json).unwrap(),
        "{\"file\":\"x\",\"game\":1,\"line\":2,\"end\":\"unreadable\",\"agrees\":\"unknown\",\
         \"column\":3,\"fault\":\"gone\"}\n"
    );
}

#[test]
fn a_tally_counts_what_stands_in_the_rows() {
    let (batch, tally) = random_batch(&mut TestRng::new(31));
    let rows = rows_of_arrow(&batch.record_batch());
    let count = |key: &str, word: &str| {
        rows.iter().filter(|row| row.get(key) == Some(&word.into())).count() as u64
    };
    assert_eq!(tally.games, rows.len() as u64);
    for end in End::ALL {
        assert_eq!(tally.of(end), count("end", end.word()));
    }
    for agreement in [Agreement::Yes, Agreement::No, Agreement::Unknown] {
        assert_eq!(tally.agreeing(agreement), count("agrees", agreement.word()));
    }
    for (claim, word) in tally.claims.iter().zip(VerdictTally::CLAIMS).take(4) {
        assert_eq!(claim.iter().sum::<u64>(), count("claim", word));
    }
    assert_eq!(tally.winners[..2], [count("winner", "black"), count("winner", "white")]);
    assert_eq!(tally.after_end, rows.iter().filter(|row| row.contains_key("after")).count() as u64);
    let mut twice = tally.clone();
    twice.add(&tally);
    assert_eq!((twice.games, twice.faults()), (2 * tally.games, 2 * tally.faults()));
}
