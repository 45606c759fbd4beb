//! The report of a match: scores, statistics and the state of the test, and its text.

use std::{collections::BTreeMap, fmt, fmt::Write as _, time::Duration};

use tengen_core::Color;

use crate::{
    CrossTable, Elo, EngineSpec, MatchEvent, MatchRules, Offence, PlayedGame, Sprt, SprtDecision,
    WinDrawLoss,
};

/// All results so far. Its text is the table that `tengen match` prints.
#[derive(Debug)]
#[non_exhaustive]
pub struct MatchReport {
    /// The rules of all games.
    pub rules: MatchRules,
    /// The statistics of each engine.
    pub engines: Vec<EngineStats>,
    /// The results.
    pub table: CrossTable,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// The decision of the test and its LLR. Games that end after the decision do not change it.
    pub decision: (SprtDecision, f64),
    /// Number of games that were aborted when the match stopped.
    pub aborted: u64,
}

/// The statistics of an engine in a match.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct EngineStats {
    /// Its name.
    pub name: String,
    /// Its command line.
    pub command: Vec<String>,
    /// Number of moves.
    pub moves: u64,
    /// Time of all moves.
    pub used: Duration,
    /// Time of the longest move.
    pub longest: Duration,
    /// Number of offences by [`Offence::word`].
    pub offences: BTreeMap<&'static str, u64>,
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl EngineStats {
    fn count(&mut self, offence: Offence, times: u64) {
        if times > 0 {
            *self.offences.entry(offence.word()).or_default() += times;
        }
    }
}

impl MatchReport {
    pub(crate) fn new(specs: &[EngineSpec], rules: &MatchRules, sprt: Option<Sprt>) -> MatchReport {
        let engine = |spec: &EngineSpec| {
            let name = spec.name().to_owned();
            EngineStats { name, command: spec.command.clone(), ..EngineStats::default() }
        };
        MatchReport {
            rules: *rules,
            engines: specs.iter().map(engine).collect(),
            table: CrossTable::new(specs.len()),
            sprt,
            decision: (SprtDecision::Continue, 0.0),
            aborted: 0,
        }
    }

    /// Counts an event.
    pub(crate) fn add(&mut self, event: &MatchEvent) {
        match event {
            MatchEvent::Aborted => self.aborted += 1,
            &MatchEvent::Undying(player) => self.engines[player].count(Offence::Undying, 1),
            MatchEvent::Played(played) => {
                self.table.add(&played.fixture, &played.result);
                if let (Some(sprt), (SprtDecision::Continue, _)) = (self.sprt, self.decision) {
                    let pairs = self.table.pairs(0, 1);
                    self.decision = (sprt.decide(&pairs), sprt.llr(&pairs));
                }
                let players = [played.fixture.black, played.fixture.white];
                for (player, conduct) in players.into_iter().zip(played.conduct) {
                    let engine = &mut self.engines[player];
                    engine.moves += conduct.moves;
                    engine.used += conduct.used;
                    engine.longest = engine.longest.max(conduct.longest);
                    engine.count(Offence::Late, conduct.late);
                    if let Some(offence) = conduct.offence {
                        engine.count(offence, 1);
                    }
                }
            }
        }
    }

    /// The names of Black and White.
    pub fn names(&self, played: &PlayedGame) -> [&str; 2] {
        [played.fixture.black, played.fixture.white]
            .map(|player| self.engines[player].name.as_str())
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.table.games()
    }

    /// Whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.decision.0 != SprtDecision::Continue
    }

    /// The state of the match in one line.
    pub fn headline(&self) -> String {
        let first = &self.engines[0].name;
        let WinDrawLoss { won, drawn, lost } = self.table.total(0);
        let mut line = format!("{first} +{won} ={drawn} -{lost}");
        if let (2, Some(elo)) = (self.engines.len(), Elo::from_pairs(&self.table.pairs(0, 1))) {
            let _ = write!(line, ", Elo {elo}");
        }
        if self.sprt.is_some() {
            let _ = write!(line, ", LLR {:.2}", self.decision.1);
        }
        line
    }

    /// A game in one line.
    pub fn game_line(&self, played: &PlayedGame) -> String {
        let [black, white] = self.names(played);
        let (number, moves) = (played.fixture.number + 1, played.moves.len());
        let opening = played.fixture.opening + 1;
        let result = match played.result.winner {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "½-½",
        };
        let reason = played.result.reason;
        format!(
            "game {number}: {black} - {white} {result}, opening {opening}, {moves} moves: {reason}"
        )
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let MatchRules { rule, area, .. } = self.rules;
        let _ = write!(text, "{} games of {rule} on {area}", self.games());
        if self.aborted > 0 {
            let _ = write!(text, ", {} broken off", self.aborted);
        }
        text.push('\n');
        let width =
            self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
        self.standings(&mut text, width.max(6));
        if self.engines.len() > 2 {
            self.crosses(&mut text, width.max(6));
        } else {
            self.duel(&mut text);
        }
        self.manners(&mut text, width.max(6));
        text
    }

    fn standings(&self, text: &mut String, width: usize) {
        let ratings = self.table.ratings();
        let mut order: Vec<usize> = (0..self.engines.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
        // Two engines have an Elo difference instead of ratings, below.
        let many = self.engines.len() > 2;
        let head = if many { "          Elo" } else { "" };
        let _ =
            writeln!(text, "\n    {:width$}  games    won  drawn   lost   points{head}", "engine");
        for (place, &player) in (1..).zip(&order) {
            let score = self.table.total(player);
            let (games, points) = (score.games(), score.points());
            let WinDrawLoss { won, drawn, lost } = score;
            let name = &self.engines[player].name;
            let _ = write!(
                text,
                "{place:>2}. {name:width$} {games:>6} {won:>6} {drawn:>6} {lost:>6} {points:>8.1}"
            );
            if many {
                let elo = format!("{:+.0} ± {:.0}", ratings[player].elo, ratings[player].error);
                let _ = write!(text, " {elo:>12}");
            }
            text.push('\n');
        }
    }

    fn duel(&self, text: &mut String) {
        let pairs = self.table.pairs(0, 1);
        let [first, second] = [0, 1].map(|player| &self.engines[player].name);
        let Some(elo) = Elo::from_pairs(&pairs) else { return };
        let [zero, half, one, more, two] = pairs.counts;
        let superiority = 100.0 * elo.superiority;
        let _ = writeln!(
            text,
            "\n{first} against {second}: Elo {elo}, stronger with a likelihood of {superiority:.1} %\n\
             pairs of games with 0, ½, 1, 1½, 2 points: {zero} {half} {one} {more} {two}"
        );
        if let Some(sprt) = self.sprt {
            let ((elo0, elo1), (low, high)) = (sprt.bounds(), sprt.limits());
            let (decision, ratio) = self.decision;
            let decision = match decision {
                SprtDecision::Continue => "not decided".to_owned(),
                SprtDecision::AcceptH0 => format!("{elo0} Elo accepted"),
                SprtDecision::AcceptH1 => format!("{elo1} Elo accepted"),
            };
            let _ = writeln!(
                text,
                "SPRT of {elo0} against {elo1} Elo: {decision}, LLR {ratio:.2} ({low:.2} to {high:.2})"
            );
        }
    }

    fn crosses(&self, text: &mut String, width: usize) {
        let _ = write!(text, "\n    {:width$}", "points");
        for player in 1..=self.engines.len() {
            let _ = write!(text, " {player:>11}");
        }
        text.push('\n');
        for (player, engine) in self.engines.iter().enumerate() {
            let _ = write!(text, "{:>2}  {:width$}", player + 1, engine.name);
            for opponent in 0..self.engines.len() {
                let score = self.table.score(player, opponent);
                let cell = match score.games() {
                    0 => "-".to_owned(),
                    games => format!("{:.1}/{games}", score.points()),
                };
                let _ = write!(text, " {cell:>11}");
            }
            text.push('\n');
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "means are printed with a few digits")]
    fn manners(&self, text: &mut String, width: usize) {
        let _ = writeln!(
            text,
            "\n    {:width$}    moves  time used   a move  longest  misdeeds",
            "engine"
        );
        for engine in &self.engines {
            let EngineStats { name, moves, used, longest, offences, .. } = engine;
            let mean = used.div_f64((*moves).max(1) as f64).as_secs_f64();
            let (used, longest) = (used.as_secs_f64(), longest.as_secs_f64());
            let words: Vec<String> =
                offences.iter().map(|(word, times)| format!("{word} {times}")).collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
            let _ = writeln!(
                text,
                "    {name:width$} {moves:>8} {used:>8.1} s {mean:>6.3} s {longest:>6.3} s  {words}"
            );
        }
    }
}
