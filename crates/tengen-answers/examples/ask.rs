//! Asks questions of the API without a server: a view, a verdict and a conversion, as JSON.

#![allow(clippy::print_stdout, reason = "it is an example")]

use serde_json::json;
use tengen_answers::{
    Cancel, convert::ConvertQuestion, judge::JudgeQuery, reading::ReadingQuery, view::view,
    wire::WirePosition,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = json!({
        "rule": "renju",
        "area": {"width": 15, "height": 15},
        "moves": [{"x": 7, "y": 7}, {"x": 8, "y": 8}],
    });
    let position: WirePosition = serde_json::from_value(position)?;
    println!("{}", serde_json::to_string_pretty(&view(&position)?)?);

    // The second game puts two stones on one point.
    let verdicts = JudgeQuery::default().judge(b"h8i9h9\nh8h8\n", &Cancel::NEVER)?;
    for game in &verdicts.games {
        println!("line {}: {} at move {}", game.line, game.end, game.at);
    }

    let question = json!({"source": {"kind": "text", "text": "h8i9h9\n"}, "format": "sgf"});
    let question: ConvertQuestion = serde_json::from_value(question)?;
    println!("{}", question.convert(None, &Cancel::NEVER)?.text);

    // What is wrong has a stable code, a message and a place.
    let reading = ReadingQuery { rule: Some("chess".to_owned()), ..ReadingQuery::default() };
    let wrong = JudgeQuery { reading, ..JudgeQuery::default() };
    if let Err(error) = wrong.judge(b"h8\n", &Cancel::NEVER) {
        println!("{}", serde_json::to_string(&error)?);
    }
    Ok(())
}
