//! Records opened whole.

use std::fmt::Write as _;

use axum::{body::Body, http::StatusCode};
use serde_json::{Value, json};

use crate::ask::{Server, json as read, request, server};

async fn import(server: &Server, query: &str, text: impl Into<Body>) -> (StatusCode, Value) {
    let path = format!("/api/import{query}");
    read(server.send(request("POST", &path).body(text.into()).unwrap()).await).await
}

const WHOLE: &str = "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[15]RU[renju]EV[Cup]RO[3]PC[Oslo]DT[2020-01-02]\
    PB[Ada]PW[Bo]RE[B+R]C[the start];B[hh]C[middle\\]];W[ig]\n(;B[jf];W[aa])\n(;B[gi]C[instead]\n(;W[bb])\n\
    (;W[cc]C[or this])))\n";

#[tokio::test]
async fn what_is_exported_is_imported_and_exported_the_same() {
    let server = server();
    let (status, imported) = import(&server, "", WHOLE).await;
    assert_eq!(status, StatusCode::OK, "{imported}");
    let game = &imported["game"];
    assert_eq!((&imported["content"], &imported["count"]), (&json!("sgf"), &json!(1)));
    assert_eq!((&game["rule"], &game["title"]), (&json!("renju"), &json!("Cup")));
    assert_eq!(game["info"]["black"], "Ada");
    assert_eq!(game["info"]["result"], "black won by resignation");
    assert_eq!((&game["comment"], &game["losses"]), (&json!("the start"), &json!([])));
    let nodes = game["nodes"].as_array().unwrap();
    let parents: Vec<u64> = nodes.iter().map(|node| node["parent"].as_u64().unwrap()).collect();
    assert_eq!(parents, [0, 1, 2, 3, 2, 5, 5]);
    assert_eq!(nodes[0]["comment"], "middle]");
    let mut question = game.as_object().unwrap().clone();
    question.remove("losses");
    let (status, kept) = server.post("/api/games", &Value::Object(question)).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let source = json!({"source": {"kind": "game", "id": kept["id"]}, "format": "sgf"});
    let (status, written) = server.post("/api/convert", &source).await;
    assert_eq!(status, StatusCode::OK, "{written}");
    let text = written["text"].as_str().unwrap().to_owned();
    for part in ["EV[Cup]", "RO[3]", "PC[Oslo]", "DT[2020-01-02]", "PB[Ada]", "PW[Bo]", "RE[B+R]"] {
        assert!(text.contains(part), "{part} {text}");
    }
    let (_, again) = import(&server, "", text).await;
    assert_eq!(again["game"], *game, "once more");
}

#[tokio::test]
async fn what_cannot_be_kept_is_said() {
    let server = server();
    for (text, moves, losses) in [
        // The second black stone is on the first.
        ("(;GM[4]SZ[15];B[hh];W[ig];B[hh];W[aa])", 2, json!([["illegal", 2]])),
        ("(;GM[4]SZ[15];B[hh];W[];B[ii])", 1, json!([["pass", 2]])),
        ("(;GM[4]SZ[15];B[hh];B[ii];W[jj])", 1, json!([["out-of-turn", 2]])),
        ("(;GM[4]SZ[15];B[hh];AB[aa];W[jj])", 1, json!([["setup", 2]])),
        ("(;GM[4]SZ[15](;AB[aa];W[hh])(;AB[bb];W[ii]))", 1, json!([["setup", 2]])),
        ("(;GM[4]SZ[15];B[hh]CR[aa][bb]KM[1];W[jj])", 2, json!([["signs", 2], ["other", 1]])),
        // A node without a move, and the same move twice.
        ("(;GM[4]SZ[15];B[hh]C[a];C[b](;W[ii])(;W[ii]C[c];B[jj]))", 3, json!([])),
    ] {
        let (status, imported) = import(&server, "", text).await;
        assert_eq!(status, StatusCode::OK, "{imported}");
        let game = &imported["game"];
        assert_eq!(game["nodes"].as_array().unwrap().len(), moves, "{text}");
        let list = game["losses"].as_array().unwrap().iter();
        let found: Vec<Value> = list.map(|loss| json!([loss["kind"], loss["count"]])).collect();
        assert_eq!(json!(found), losses, "{text}");
    }
    let (_, imported) = import(&server, "", "(;GM[4]SZ[15];B[hh];W[zzz])").await;
    let place = &imported["game"]["losses"][0]["place"];
    assert_eq!(*place, json!({"move": 2}), "a point that is none is not named");
    let (_, imported) = import(&server, "", "(;GM[4]SZ[15];B[hh];W[hh])").await;
    let place = &imported["game"]["losses"][0]["place"];
    assert_eq!((&place["move"], &place["point"]), (&json!(2), &json!({"x": 7, "y": 7})));
}

/// The name of a point of a board of 50x50 by its place in reading order.
fn point(at: usize) -> String {
    let letter = |n: usize| char::from(if n < 26 { b'a' + n as u8 } else { b'A' + (n - 26) as u8 });
    format!("{}{}", letter(at % 50), letter(at / 50))
}

#[tokio::test]
async fn variations_in_one_another_are_opened_so_deep_and_the_rest_counted() {
    let server = server();
    let mut text = String::from("(;GM[4]SZ[50]");
    for depth in 0..100 {
        let side = if depth % 2 == 0 { 'B' } else { 'W' };
        let (main, deep) = (point(2499 - depth), point(7 * depth));
        write!(text, "(;{side}[{main}])(;{side}[{deep}]").unwrap();
    }
    text.push_str(&")".repeat(101));
    let (status, imported) = import(&server, "", text).await;
    assert_eq!(status, StatusCode::OK, "{imported}");
    let game = &imported["game"];
    assert_eq!(game["nodes"].as_array().unwrap().len(), 121, "60 and what is beside them");
    let loss = &game["losses"][0];
    assert_eq!((&loss["kind"], &loss["count"]), (&json!("too-many"), &json!(79)), "{loss}");
}

#[tokio::test]
async fn more_moves_than_fit_are_counted() {
    let server = server();
    let mut text = String::from("(;GM[4]SZ[50]");
    for at in 0..2500 {
        for reply in [at + 1, at + 2, at + 3] {
            write!(text, "(;B[{}];W[{}])", point(at), point(reply % 2500)).unwrap();
        }
    }
    text.push(')');
    let (status, imported) = import(&server, "", text).await;
    assert_eq!(status, StatusCode::OK, "{imported}");
    let game = &imported["game"];
    assert_eq!(game["nodes"].as_array().unwrap().len(), 5_000);
    let loss = &game["losses"][0];
    assert_eq!(loss["kind"], "too-many");
    assert!(loss["count"].as_u64().unwrap() > 5_000, "{loss}");
}

#[tokio::test]
async fn one_of_several_games_is_chosen() {
    let server = server();
    let text = "black,white,rule,moves,result\nA,B,renju,h8i9,black\nC,D,exact,h8q,draw\nE,F,exact,a1,draw\n";
    let (status, imported) = import(&server, "?name=games.csv", text).await;
    assert_eq!(status, StatusCode::OK, "{imported}");
    assert_eq!((&imported["count"], &imported["number"]), (&json!(3), &json!(1)));
    let list = imported["list"].as_array().unwrap();
    let names: Vec<&str> = list.iter().map(|game| game["black"].as_str().unwrap()).collect();
    assert_eq!(names, ["A", "", "E"]);
    assert_eq!(list[1]["fault"]["place"]["line"], 3);
    let (_, third) = import(&server, "?name=games.csv&game=3", text).await;
    assert_eq!((&third["number"], &third["game"]["info"]["white"]), (&json!(3), &json!("F")));
    let (status, second) = import(&server, "?name=games.csv&game=2", text).await;
    assert_eq!((status.as_u16(), &second["place"]["line"]), (422, &json!(3)), "{second}");
    let (status, fourth) = import(&server, "?name=games.csv&game=4", text).await;
    assert_eq!((status.as_u16(), &fourth["place"]["field"]), (400, &json!("game")), "{fourth}");
}

#[tokio::test]
async fn everything_that_solve_reads_is_opened() {
    let server = server();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/");
    for (name, content, rule, width, stones, turn) in [
        ("threats.txt", "board", "renju", Some(15), 11, "white"),
        ("pieces.json", "pieces", "freestyle", None, 10, "black"),
        ("fork.json", "pieces", "renju", None, 8, "black"),
        ("quiet.json", "pieces", "freestyle", None, 5, "black"),
        ("nogo.txt", "board", "nogo", Some(5), 8, "black"),
        ("ending.txt", "board", "nogo", Some(4), 8, "black"),
        ("puzzles.jsonl", "puzzles", "renju", Some(15), 10, "black"),
    ] {
        let text = std::fs::read(format!("{folder}{name}")).unwrap();
        let (status, imported) = import(&server, &format!("?rule={rule}"), text).await;
        assert_eq!(status, StatusCode::OK, "{name} {imported}");
        let game = &imported["game"];
        assert_eq!(
            (&imported["content"], &game["rule"]),
            (&json!(content), &json!(rule)),
            "{name}"
        );
        assert_eq!(game["area"]["width"].as_u64(), width, "{name}");
        let setup = &game["setup"];
        assert_eq!(setup["stones"].as_array().unwrap().len(), stones, "{name}");
        assert_eq!(setup["turn"], turn, "{name}");
    }
    // A drawing has blanks between its points, and its letters the other way round, as `render` reads it.
    let (_, drawn) = import(&server, "", " . x .\n o . .\n . . 3\n").await;
    let stones = json!([{"x": 1, "y": 0, "color": "black"}, {"x": 0, "y": 1, "color": "white"}]);
    assert_eq!(drawn["game"]["setup"]["stones"], stones, "{drawn}");
    let (_, rows) = import(&server, "", ".o.\nx..\n...\n").await;
    assert_eq!(rows["game"]["setup"]["stones"], stones, "{rows}");
    let (_, link) = import(&server, "", "https://gomocalc.com/#/h8i9").await;
    assert_eq!((&link["content"], &link["game"]["nodes"][1]["x"]), (&json!("link"), &json!(8)));
    let (_, two) = import(&server, "", "2\n0 1 0\n0 0 0\n2 0 0\n0 0 0\n0 0 0\n0 0 1\n").await;
    assert_eq!((&two["content"], &two["count"]), (&json!("boards"), &json!(2)), "{two}");
}

#[tokio::test]
async fn what_cannot_be_read_says_where() {
    let server = server();
    for (text, line, column) in [
        ("15\nXO\n", 2, 3),
        ("...\n.o.\n.q.\n", 3, 2),
        (" . . .\n . o .\n . . ?\n", 3, 6),
        (" . . .\n . o\n . . .\n", 2, 5),
        ("...\n. o\n...\n", 2, 2),
        ("[[0,0,1],[0,0]]", 1, 10),
        ("{\"rule\":\"chess\",\"to_move\":\"black\"}", 1, 9),
        ("black,white,moves\nA,B,h8q\n", 2, 7),
        ("nothing of the kind", 1, 1),
    ] {
        let (status, error) = import(&server, "", text).await;
        assert_eq!(
            (status.as_u16(), &error["code"]),
            (422, &json!("bad_record")),
            "{text} {error}"
        );
        let place = &error["place"];
        assert_eq!((&place["line"], &place["column"]), (&json!(line), &json!(column)), "{error}");
    }
    let choked = ".o.\noxo\n.o.\n";
    let (status, error) = import(&server, "?rule=nogo", choked).await;
    assert_eq!((status.as_u16(), &error["code"]), (422, &json!("bad_setup")), "{error}");
}

#[tokio::test]
async fn a_tree_that_is_kept_must_be_one() {
    let server = server();
    let node = |parent: u32, x: i32| json!({"parent": parent, "x": x, "y": 0});
    let game = |nodes: Vec<Value>| json!({"rule": "exact", "area": {"width": 9, "height": 9}, "nodes": nodes});
    for (nodes, code) in [
        (vec![node(1, 0)], "bad_value"),
        (vec![node(0, 0), node(0, 0)], "bad_value"),
        (vec![node(0, 0), node(1, 0)], "illegal_move"),
        (vec![node(0, 9)], "illegal_move"),
    ] {
        let (status, error) = server.post("/api/games", &game(nodes)).await;
        assert_eq!((status.as_u16(), &error["code"]), (422, &json!(code)), "{error}");
    }
    let nodes = vec![node(0, 0), node(1, 1), node(0, 1), node(2, 2), node(3, 0)];
    let (status, kept) = server.post("/api/games", &game(nodes)).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    assert_eq!(kept["nodes"].as_array().unwrap().len(), 5);
}
