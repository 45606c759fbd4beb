//! The page and the command line say the same about every record.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::{Value, json};
use tengen_answers::{Cancel, judge::JudgeQuery, reading::ReadingQuery};

use crate::{archives::run, verdicts::records::Records};

mod records;

/// Rules with the size of board for records that name none.
const RULES: [(&str, u16); 4] = [("freestyle", 15), ("exact", 15), ("renju", 15), ("nogo", 6)];

/// What `replay --json` says about all files of a folder, by their names.
fn replayed(folder: &Path, rule: &str, side: u16) -> Vec<(String, Vec<Value>)> {
    let board = format!("{side}x{side}");
    let folder = folder.to_str().unwrap();
    let output = run(&["--json", "--rule", rule, "--size", &board, folder]);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut files: Vec<(String, Vec<Value>)> = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let Some(file) = row["file"].as_str() else { continue };
        let name = file.rsplit('/').next().unwrap().to_owned();
        match files.last_mut() {
            Some((last, rows)) if *last == name => rows.push(row),
            _ => files.push((name, vec![row])),
        }
    }
    files
}

/// What the server says about a game, as `replay --json` would spell it.
fn as_replayed(game: &Value) -> Value {
    let mut row = json!({ "line": game["line"], "end": game["end"], "agrees": game["agrees"] });
    let mut tell = |key: &str, value: Value| {
        if !matches!(&value, Value::Null) && value != json!(0) && value != json!("") {
            row[key] = value;
        }
    };
    if let Some(fault) = game["fault"].as_object() {
        tell("fault", fault["message"].clone());
        tell("column", fault["place"]["column"].clone());
        return row;
    }
    let (width, height) = (&game["area"]["width"], &game["area"]["height"]);
    tell("rule", game["rule"].clone());
    tell("size", json!(format!("{width}x{height}")));
    for key in ["winner", "at", "earlier", "after", "claim"] {
        tell(key, game[key].clone());
    }
    let list = |key: &str, spell: &dyn Fn(&Value) -> String| -> Value {
        let list: Vec<String> = game[key].as_array().unwrap().iter().map(spell).collect();
        json!(list.join(" / "))
    };
    tell("repair", list("repairs", &|repair| repair.as_str().unwrap().to_owned()));
    let height = height.as_i64().unwrap();
    let name = |point: &Value| {
        let (x, y) = (point["x"].as_i64().unwrap(), point["y"].as_i64().unwrap());
        format!(" {}{}", char::from(b'a' + u8::try_from(x).unwrap()), height - y)
    };
    tell(
        "lines",
        list("lines", &|line| {
            let points: String = line["points"].as_array().unwrap().iter().map(name).collect();
            line["shape"].as_str().unwrap().to_owned() + &points
        }),
    );
    // A game without moves has none, which is said.
    row["moves"] = json!(game["moves"].as_array().unwrap().len());
    row
}

/// A row of `replay` without what the server does not say, and its claim in the words of the server.
fn comparable(row: &Value) -> Value {
    let mut row = row.clone();
    let entries = row.as_object_mut().unwrap();
    entries.remove("file");
    entries.remove("game");
    let manner = entries.remove("manner");
    let claim = match entries.get("claim").and_then(Value::as_str) {
        Some("draw") => "a draw".to_owned(),
        Some("void") => "no result".to_owned(),
        Some("unknown") => "a result that is not known".to_owned(),
        Some(winner) => match manner.as_ref().and_then(Value::as_str) {
            None | Some("unsaid") => format!("{winner} won"),
            Some("board") => format!("{winner} won by play"),
            Some("foul") => format!("{winner} won by a foul"),
            Some("illegal") => format!("{winner} won by an illegal move"),
            Some("crash") => format!("{winner} won by a crash"),
            Some(manner) => format!("{winner} won by {manner}"),
        },
        None => return row,
    };
    entries.insert("claim".to_owned(), json!(claim));
    row
}

/// Colors, and points or passes, are what the moves of the answer tell; how many there are of each.
fn count_moves(game: &Value) -> (usize, usize) {
    let moves = game["moves"].as_array().unwrap();
    let passes = moves.iter().filter(|step| step["point"].is_null()).count();
    let mut turn = game["first"].clone();
    let mut odd = 0;
    for step in moves {
        odd += usize::from(step["color"] != turn);
        turn = json!(if step["color"] == "black" { "white" } else { "black" });
    }
    (passes, odd)
}

#[test]
fn the_page_and_the_command_line_agree_on_every_record() {
    let (mut count, mut passes, mut odd) = (0, 0, 0);
    let (mut ends, mut agreements, mut formats) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (number, (rule, side)) in RULES.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let mut records = Records::new(rule, side, 1 + number as u64);
        let written = records.write(folder.path(), 1_250, 60);
        let replayed = replayed(folder.path(), rule, side);
        assert_eq!(replayed.len(), written.len(), "every file is read");
        for (name, rows) in replayed {
            let bytes = fs::read(folder.path().join(&name)).unwrap();
            let reading = ReadingQuery {
                name: Some(name.clone()),
                rule: Some(rule.to_owned()),
                size: Some(format!("{side}x{side}")),
                ..ReadingQuery::default()
            };
            let query = JudgeQuery { reading, most: Some(2000), ..JudgeQuery::default() };
            let judged = query
                .judge(&bytes, &Cancel::NEVER)
                .unwrap_or_else(|error| panic!("{name}: {error:?}"));
            let judged = serde_json::to_value(&judged).unwrap();
            assert_eq!(judged["format"].as_str(), written.get(&name).copied(), "{name}");
            formats.insert(judged["format"].as_str().unwrap().to_owned());
            let games = judged["games"].as_array().unwrap();
            assert_eq!((games.len(), &judged["count"]), (rows.len(), &json!(rows.len())), "{name}");
            for (row, game) in rows.iter().zip(games) {
                assert_eq!(as_replayed(game), comparable(row), "{name}: {game}");
                ends.insert(row["end"].as_str().unwrap().to_owned());
                agreements.insert(row["agrees"].as_str().unwrap().to_owned());
                let (more_passes, more_odd) = count_moves(game);
                (passes, odd) = (passes + more_passes, odd + more_odd);
            }
            count += rows.len();
        }
    }
    assert!(count >= 50_000, "{count} records");
    assert!(passes > 1_000 && odd > 500, "{passes} passes, {odd} moves out of turn");
    assert_eq!(formats.len(), 12, "{formats:?}");
    assert_eq!(ends.len(), 14, "{ends:?}");
    assert_eq!(agreements.len(), 3, "{agreements:?}");
}

#[test]
fn a_pass_before_stones_are_set_counts_as_a_move() {
    let moves = ";B[aa];W[];B[ba];W[oo];B[ca];W[on];B[da];W[om];B[ea]";
    let text = format!("(;FF[4]SZ[15]RE[B+]{moves};AW[hh];W[ii])\n");
    let judged = JudgeQuery::default().judge(text.as_bytes(), &Cancel::NEVER).unwrap();
    let game = serde_json::to_value(&judged.games[0]).unwrap();
    let verdict = (&game["end"], &game["winner"], &game["at"], &game["agrees"]);
    assert_eq!(verdict, (&json!("five"), &json!("black"), &json!(9), &json!("yes")));
    assert_eq!(game["moves"][1], json!({ "color": "white", "point": null }));
    assert_eq!(game["moves"][2], json!({ "color": "black", "point": { "x": 1, "y": 0 } }));
    // The other way round, nobody can tell what follows.
    let text = text.replace(";W[om]", ";AW[hh];W[om]");
    let game = &JudgeQuery::default().judge(text.as_bytes(), &Cancel::NEVER).unwrap().games[0];
    assert_eq!((game.end, game.at), ("setup", 8));
}
