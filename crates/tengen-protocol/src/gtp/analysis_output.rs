//! Analysis output: `info` lines that Sabaki, Lizzie and their like draw.

use std::fmt::Write;

use tengen_core::Area;
use tengen_engine::{Candidate, Thought};
use tengen_notation::gtp;

/// The two formats of analysis, by the program that introduced them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AnalysisFormat {
    /// Whole numbers up to 10,000.
    LeelaZero,
    /// Fractions, and fields for a score, which is 0 here: NoGo has none.
    KataGo,
}

/// The line of all moves that were searched, the best first; at most `most` of them.
///
/// The visits of a move of five-in-a-row, where no visits are counted, are its depth.
pub(super) fn format_info(
    thought: &Thought,
    area: Area,
    format: AnalysisFormat,
    most: usize,
) -> String {
    let total: f32 = thought.candidates.iter().map(|candidate| candidate.prior).sum();
    let visits = |candidate: &Candidate| candidate.visits.max(candidate.depth);
    let tried = thought
        .candidates
        .iter()
        .filter(|candidate| visits(candidate) > 0 || candidate.value.is_proven());
    let mut line = String::new();
    for (order, candidate) in tried.take(most).enumerate() {
        let prior = candidate.prior / total.max(f32::MIN_POSITIVE);
        let vertex = gtp::format_vertex(candidate.point, area);
        let (visits, chances) = (visits(candidate), candidate.chances);
        let low = lower_bound(candidate);
        let gap = if order == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match format {
            AnalysisFormat::LeelaZero => write!(
                line,
                "{gap}info move {vertex} visits {visits} winrate {:.0} prior {:.0} lcb {:.0} order {order} pv",
                chances * 10_000.0,
                prior * 10_000.0,
                low * 10_000.0,
            ),
            AnalysisFormat::KataGo => write!(
                line,
                "{gap}info move {vertex} visits {visits} utility {:.6} winrate {chances:.6} scoreMean 0 \
                 scoreStdev 0 scoreLead 0 scoreSelfplay 0 prior {prior:.6} lcb {low:.6} \
                 utilityLcb {:.6} order {order} pv",
                2.0 * chances - 1.0,
                2.0 * low - 1.0,
            ),
        };
        for &point in &candidate.line {
            line.push(' ');
            line += &gtp::format_vertex(point, area);
        }
    }
    line
}

/// The lower confidence bound (LCB) of the winrate.
fn lower_bound(candidate: &Candidate) -> f32 {
    if candidate.value.is_proven() {
        return candidate.chances;
    }
    let chances = f64::from(candidate.chances);
    // A search by alpha-beta has no spread.
    if candidate.visits == 0 {
        return candidate.chances;
    }
    let spread = (chances * (1.0 - chances) / f64::from(candidate.visits)).sqrt();
    (chances - 1.96 * spread).max(0.0) as f32
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_core::Point;
    use tengen_engine::Value;

    use super::*;

    fn thought() -> Thought {
        let candidate = |x, visits, value| {
            let point = Point::new(x, 0);
            let line = vec![point, Point::new(8, 8)];
            Candidate { visits, prior: 0.5, ..Candidate::new(point, value, 0, line) }
        };
        Thought {
            candidates: vec![
                candidate(8, 100, Value::Wins(9)),
                candidate(0, 400, Value::Seems(0)),
                candidate(1, 0, Value::Seems(0)),
            ],
            depth: None,
            nodes: 500,
            threat_nodes: 0,
            wins: Some(true),
            elapsed: Duration::ZERO,
        }
    }

    #[test]
    fn both_formats_say_the_same() {
        let area = Area::square(9);
        assert_eq!(
            format_info(&thought(), area, AnalysisFormat::LeelaZero, 9),
            "info move J9 visits 100 winrate 10000 prior 3333 lcb 10000 order 0 pv J9 J1 \
             info move A9 visits 400 winrate 5000 prior 3333 lcb 4510 order 1 pv A9 J1"
        );
        assert_eq!(
            format_info(&thought(), area, AnalysisFormat::KataGo, 1),
            "info move J9 visits 100 utility 1.000000 winrate 1.000000 scoreMean 0 scoreStdev 0 \
             scoreLead 0 scoreSelfplay 0 prior 0.333333 lcb 1.000000 utilityLcb 1.000000 order 0 pv J9 J1"
        );
    }
}
