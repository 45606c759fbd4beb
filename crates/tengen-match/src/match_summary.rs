//! The report of a match as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Elo, EngineStats, MatchReport, SprtDecision};

/// The JSON object of a match.
#[derive(Serialize)]
struct MatchSummary<'a> {
    rule: &'static str,
    size: String,
    seed: u64,
    games: u64,
    broken_off: u64,
    engines: Vec<EngineSummary<'a>>,
    meetings: Vec<MeetingSummary<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
struct EngineSummary<'a> {
    name: &'a str,
    command: &'a [String],
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    points: f64,
    /// Relative to the mean of all engines, with its 95 % error.
    elo: f64,
    error: f64,
    moves: u64,
    /// Of all moves, and of the longest.
    seconds: f64,
    longest: f64,
    misdeeds: &'a BTreeMap<&'static str, u64>,
}

/// Two engines against each other, seen by the first.
#[derive(Serialize)]
struct MeetingSummary<'a> {
    engine: &'a str,
    opponent: &'a str,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Number of pairs with 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// By pairs; null where it is infinite.
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    superiority: Option<f64>,
}

#[derive(Serialize)]
struct SprtSummary {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: &'static str,
}

impl<'a> MatchSummary<'a> {
    fn new(report: &'a MatchReport, seed: u64) -> MatchSummary<'a> {
        let ratings = report.table.ratings();
        let engine = |(player, engine): (usize, &'a EngineStats)| {
            let score = report.table.total(player);
            EngineSummary {
                name: &engine.name,
                command: &engine.command,
                games: score.games(),
                won: score.won,
                drawn: score.drawn,
                lost: score.lost,
                points: score.points(),
                elo: ratings[player].elo,
                error: ratings[player].error,
                moves: engine.moves,
                seconds: engine.used.as_secs_f64(),
                longest: engine.longest.as_secs_f64(),
                misdeeds: &engine.offences,
            }
        };
        let players = report.engines.len();
        let all = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        let met = all.filter(|&(one, other)| report.table.score(one, other).games() > 0);
        let meeting = |(one, other): (usize, usize)| {
            let (score, pairs) = (report.table.score(one, other), report.table.pairs(one, other));
            let elo = Elo::from_pairs(&pairs);
            MeetingSummary {
                engine: &report.engines[one].name,
                opponent: &report.engines[other].name,
                won: score.won,
                drawn: score.drawn,
                lost: score.lost,
                pairs: pairs.counts,
                elo: elo.map(|elo| elo.value),
                low: elo.map(|elo| elo.low),
                high: elo.map(|elo| elo.high),
                superiority: elo.map(|elo| elo.superiority),
            }
        };
        let sprt = report.sprt.map(|sprt| {
            let ((elo0, elo1), (lower, upper)) = (sprt.bounds(), sprt.limits());
            let (decision, llr) = report.decision;
            let decision = match decision {
                SprtDecision::Continue => "open",
                SprtDecision::AcceptH0 => "elo0",
                SprtDecision::AcceptH1 => "elo1",
            };
            SprtSummary { elo0, elo1, llr, lower, upper, decision }
        });
        MatchSummary {
            rule: report.rules.rule.name(),
            size: report.rules.area.to_string(),
            seed,
            games: report.games(),
            broken_off: report.aborted,
            engines: report.engines.iter().enumerate().map(engine).collect(),
            meetings: met.map(meeting).collect(),
            sprt,
        }
    }
}

impl MatchReport {
    /// The report as a JSON object on one line; `seed` is the one of the openings.
    pub fn to_json(&self, seed: u64) -> String {
        let summary = MatchSummary::new(self, seed);
        serde_json::to_string(&summary).expect("plain data can be written to memory") + "\n"
    }
}
