//! What a match has shown, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use tengen_referee::matches::{Decision, Elo};

use super::report::Report;

/// Everything that is told in the end.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    rule: &'static str,
    size: String,
    seed: u64,
    games: u64,
    broken_off: u64,
    engines: Vec<EngineRecord<'a>>,
    meetings: Vec<Meeting<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtRecord>,
}

#[derive(Serialize)]
struct EngineRecord<'a> {
    name: &'a str,
    command: &'a [String],
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    points: f64,
    /// Against the mean of the field, with its 95 % error.
    elo: f64,
    error: f64,
    moves: u64,
    /// Used in all games, and for the longest move.
    seconds: f64,
    longest: f64,
    misdeeds: &'a BTreeMap<&'static str, u64>,
}

/// Two engines against each other, seen by the first.
#[derive(Serialize)]
struct Meeting<'a> {
    engine: &'a str,
    opponent: &'a str,
    won: u64,
    drawn: u64,
    lost: u64,
    /// How many pairs of games brought 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// By pairs; null where there is no end to it.
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    superiority: Option<f64>,
}

#[derive(Serialize)]
struct SprtRecord {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: &'static str,
}

impl<'a> Summary<'a> {
    pub(super) fn of(report: &'a Report, seed: u64) -> Summary<'a> {
        let ratings = report.table.ratings();
        let engine = |(player, sheet): (usize, &'a super::report::Sheet)| {
            let score = report.table.total(player);
            EngineRecord {
                name: &sheet.name,
                command: &sheet.command,
                games: score.games(),
                won: score.won,
                drawn: score.drawn,
                lost: score.lost,
                points: score.points(),
                elo: ratings[player].elo,
                error: ratings[player].error,
                moves: sheet.moves,
                seconds: sheet.used.as_secs_f64(),
                longest: sheet.longest.as_secs_f64(),
                misdeeds: &sheet.misdeeds,
            }
        };
        let players = report.sheets.len();
        let all = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        let met = all.filter(|&(one, other)| report.table.score(one, other).games() > 0);
        let meeting = |(one, other): (usize, usize)| {
            let (score, pairs) = (report.table.score(one, other), report.table.pairs(one, other));
            let elo = Elo::of(&pairs);
            Meeting {
                engine: &report.sheets[one].name,
                opponent: &report.sheets[other].name,
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
                Decision::Open => "open",
                Decision::Lower => "elo0",
                Decision::Upper => "elo1",
            };
            SprtRecord { elo0, elo1, llr, lower, upper, decision }
        });
        Summary {
            rule: report.terms.rule.name(),
            size: report.terms.area.to_string(),
            seed,
            games: report.games(),
            broken_off: report.broken_off,
            engines: report.sheets.iter().enumerate().map(engine).collect(),
            meetings: met.map(meeting).collect(),
            sprt,
        }
    }

    /// One object on one line.
    pub(super) fn json(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written to memory") + "\n"
    }
}
