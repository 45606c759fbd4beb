//! Matches of this program with itself.

use serde_json::Value;

use crate::manners::tengen;

/// The results of a match of this program with itself.
fn own_match(engines: [&str; 2], args: &[&str]) -> Value {
    let engines = engines.iter().flat_map(|words| ["--engine", words]);
    let args: Vec<&str> =
        ["match", "--json"].into_iter().chain(args.iter().copied()).chain(engines).collect();
    let output = tengen(&args, b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn engines_of_both_protocols_meet() {
    let engines = ["tengen name=a proto=gtp nodes=300 settle=0.001", "tengen name=b nodes=300"];
    let json = own_match(engines, &["--rule", "renju", "--games", "4", "--openings", "random:2"]);
    let engines = json["engines"].as_array().unwrap();
    assert_eq!(engines.len(), 2);
    for engine in engines {
        assert_eq!(engine["games"], 4, "{json}");
        assert!(engine["moves"].as_u64().unwrap() > 4, "{json}");
        assert_eq!(engine["misdeeds"], serde_json::json!({}), "{json}");
    }
}

#[test]
fn tengen_is_this_program_in_the_protocol_of_the_game() {
    let gtp = ["gtp", "--rule"];
    for (rule, words, name, own) in [
        ("renju", "tengen threads=2", "tengen", &["brain"][..]),
        ("nogo", "tengen threads=2", "tengen", &[gtp[0], gtp[1], "nogo", "--threads", "2"]),
        (
            "renju",
            "tengen proto=gtp nodes=9 name=x",
            "x",
            &[gtp[0], gtp[1], "renju", "--playouts", "9"],
        ),
        ("exact", "tengen seed=7", "tengen", &["brain", "--seed", "7"]),
    ] {
        let args = ["--rule", rule, "--games", "1", "--max-moves", "2", "--turn-time", "0.1"];
        let json = own_match([words, "tengen name=other"], &args);
        let mut engines = json["engines"].as_array().unwrap().iter();
        let engine = engines.find(|engine| engine["name"] == name).expect(words);
        let command: Vec<&str> = engine["command"]
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word.as_str().unwrap())
            .collect();
        assert_eq!(command[1..], *own, "{words}");
    }
}
