//! The `serde` feature: what a value is as JSON, and back.

use serde_json::{from_value, json, to_value};
use tengen_core::{
    Area, Axis, Color, Drawing, Illegal, Line, Outcome, Point, Rule, Setup, Window, renju::Foul,
};

#[test]
fn values_are_spelled_in_lower_case_and_read_back() {
    fn both<T>(value: &T, expected: serde_json::Value)
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        assert_eq!(to_value(value).unwrap(), expected);
        assert_eq!(&from_value::<T>(expected).unwrap(), value);
    }
    both(&Rule::NoGo, json!("nogo"));
    both(&Area::square(15), json!("15x15"));
    both(&Area::Unbounded, json!("infinite"));
    both(&Outcome::Won(Color::White), json!({"won": "white"}));
    both(&Illegal::Foul(Foul::DoubleThree), json!({"foul": "double-three"}));
    both(&"#..xxx.....".parse::<Window>().unwrap(), json!("#..xxx....."));
    both(&"x o\n. 3".parse::<Drawing>().unwrap(), json!("x o\n. 3\n"));
    let start = Point::new(1, 2);
    let line = Line { color: Color::Black, start, axis: Axis::Fall, length: 5 };
    both(&line, json!({"color": "black", "start": {"x": 1, "y": 2}, "axis": "fall", "length": 5}));
    let setup =
        Setup { area: Area::square(3), stones: vec![(start, Color::White)], turn: Color::Black };
    both(&setup, json!({"area": "3x3", "stones": [[{"x": 1, "y": 2}, "white"]], "turn": "black"}));
    assert!(from_value::<Area>(json!("0x5")).is_err());
}
