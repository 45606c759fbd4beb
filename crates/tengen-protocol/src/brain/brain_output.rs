//! Analysis output of a brain: for people, and for graphical boards.

use tengen_core::{Area, Point};
use tengen_engine::{Candidate, Thought, Value};
use tengen_notation::gomocup;

/// A line for people: depth, value and principal variation.
pub(super) fn format_message(thought: &Thought, area: Area) -> String {
    let Some(best) = thought.best() else { return String::new() };
    let value = match best.value {
        Value::Wins(plies) => format!("wins in {plies}"),
        Value::Loses(plies) => format!("loses in {plies}"),
        Value::Seems(value) => {
            format!("value {value:+} ({:.0} %)", 100.0 * best.value.chances())
        }
    };
    let line: Vec<String> = best.line.iter().map(|&point| area.name(point)).collect();
    format!(
        "MESSAGE depth {}, {value}, {} nodes, {} ms: {}",
        thought.depth.unwrap_or(0),
        thought.nodes,
        thought.elapsed.as_millis(),
        line.join(" ")
    )
}

/// The lines that boards of Yixin's kind draw, as `show_detail` asks for: with 1 the best move so far,
/// with 2 all variations.
pub(super) fn format_detail(thought: &Thought, area: Area, detail: u8) -> Vec<String> {
    let mut lines = Vec::new();
    if detail & 2 != 0 {
        for (number, candidate) in thought.candidates.iter().enumerate() {
            format_candidate(&mut lines, thought, area, number, candidate);
        }
    }
    if let (Some(best), true) = (thought.best(), detail & 1 != 0) {
        lines.push("MESSAGE REALTIME REFRESH".to_owned());
        lines.push(format!("MESSAGE REALTIME BEST {}", gomocup::format_point(best.point)));
    }
    lines
}

fn format_candidate(
    lines: &mut Vec<String>,
    thought: &Thought,
    area: Area,
    number: usize,
    candidate: &Candidate,
) {
    let millis = thought.elapsed.as_millis();
    let speed = u128::from(thought.nodes) * 1000 / millis.max(1);
    let value = match candidate.value {
        Value::Wins(plies) => format!("+M{plies}"),
        Value::Loses(plies) => format!("-M{plies}"),
        Value::Seems(value) => value.to_string(),
    };
    let mut info = |key: &str, value: &dyn std::fmt::Display| {
        lines.push(format!("INFO {key} {value}"));
    };
    info("PV", &number);
    info("NUMPV", &thought.candidates.len());
    info("DEPTH", &candidate.depth);
    info("SELDEPTH", &candidate.line.len().max(candidate.depth as usize));
    info("NODES", &thought.nodes);
    info("TOTALNODES", &thought.nodes);
    info("TOTALTIME", &millis);
    info("SPEED", &speed);
    info("EVAL", &value);
    info("WINRATE", &format_args!("{:.4}", candidate.value.chances()));
    info("BESTLINE", &format_line(&candidate.line, area));
    info("PV", &"DONE");
}

/// Points as boards of Yixin's kind write them: a capital letter, and the row from the bottom.
fn format_line(line: &[Point], area: Area) -> String {
    let names: Vec<String> =
        line.iter().map(|&point| area.name(point).to_ascii_uppercase()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn thought() -> Thought {
        let candidate = |x, value, depth| {
            let point = Point::new(x, 7);
            Candidate::new(point, value, depth, vec![point, Point::new(8, 6)])
        };
        Thought {
            candidates: vec![candidate(7, Value::Seems(64), 8), candidate(6, Value::Loses(6), 7)],
            depth: Some(8),
            nodes: 12_345,
            threat_nodes: 0,
            wins: None,
            elapsed: Duration::from_millis(50),
        }
    }

    #[test]
    fn people_get_words() {
        let area = Area::square(15);
        assert_eq!(
            format_message(&thought(), area),
            "MESSAGE depth 8, value +64 (56 %), 12345 nodes, 50 ms: h8 i9"
        );
        let mut lost = thought();
        lost.candidates.remove(0);
        assert!(format_message(&lost, area).starts_with("MESSAGE depth 8, loses in 6, "));
    }

    #[test]
    fn boards_get_what_they_ask_for() {
        let area = Area::square(15);
        assert_eq!(format_detail(&thought(), area, 0), [""; 0]);
        assert_eq!(
            format_detail(&thought(), area, 1),
            ["MESSAGE REALTIME REFRESH", "MESSAGE REALTIME BEST 7,7"]
        );
        let lines = format_detail(&thought(), area, 2);
        assert_eq!(
            lines[..12],
            [
                "INFO PV 0",
                "INFO NUMPV 2",
                "INFO DEPTH 8",
                "INFO SELDEPTH 8",
                "INFO NODES 12345",
                "INFO TOTALNODES 12345",
                "INFO TOTALTIME 50",
                "INFO SPEED 246900",
                "INFO EVAL 64",
                "INFO WINRATE 0.5622",
                "INFO BESTLINE H8 I9",
                "INFO PV DONE",
            ]
        );
        assert_eq!(lines[20], "INFO EVAL -M6");
        assert_eq!(format_detail(&thought(), area, 3).len(), lines.len() + 2);
    }
}
