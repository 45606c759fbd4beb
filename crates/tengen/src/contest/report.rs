//! What a match has shown.

use std::{collections::BTreeMap, fmt::Write as _, time::Duration};

use tengen_core::Color;
use tengen_referee::matches::{CrossTable, Decision, Elo, Misdeed, Score, Sprt};

use super::{game::Played, runner::News, seat::Terms, spec::Spec};

/// All results so far.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) terms: Terms,
    pub(super) sheets: Vec<Sheet>,
    pub(super) table: CrossTable,
    pub(super) sprt: Option<Sprt>,
    /// How the test stands, and its ratio. Games that end after it is decided do not change it.
    pub(super) decision: (Decision, f64),
    /// Games that were going on when the match stopped.
    pub(super) broken_off: u64,
}

/// What is known of a player.
#[derive(Clone, Default, Debug)]
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) command: Vec<String>,
    pub(super) moves: u64,
    pub(super) used: Duration,
    pub(super) longest: Duration,
    /// How often it did what, by the word for it.
    pub(super) misdeeds: BTreeMap<&'static str, u64>,
}

impl Sheet {
    fn note(&mut self, misdeed: Misdeed, times: u64) {
        if times > 0 {
            *self.misdeeds.entry(misdeed.word()).or_default() += times;
        }
    }
}

impl Report {
    pub(super) fn new(specs: &[Spec], terms: &Terms, sprt: Option<Sprt>) -> Report {
        let sheet = |spec: &Spec| {
            let name = spec.name().to_owned();
            Sheet { name, command: spec.words.clone(), ..Sheet::default() }
        };
        Report {
            terms: *terms,
            sheets: specs.iter().map(sheet).collect(),
            table: CrossTable::new(specs.len()),
            sprt,
            decision: (Decision::Open, 0.0),
            broken_off: 0,
        }
    }

    /// Adds what a worker tells.
    pub(super) fn add(&mut self, news: News) {
        match news {
            News::BrokenOff => self.broken_off += 1,
            News::Undying(player) => self.sheets[player].note(Misdeed::Undying, 1),
            News::Played(played) => {
                self.table.add(&played.fixture, &played.verdict);
                if let (Some(sprt), (Decision::Open, _)) = (self.sprt, self.decision) {
                    let pairs = self.table.pairs(0, 1);
                    self.decision = (sprt.decide(&pairs), sprt.ratio(&pairs));
                }
                let players = [played.fixture.black, played.fixture.white];
                for (player, conduct) in players.into_iter().zip(played.conduct) {
                    let sheet = &mut self.sheets[player];
                    sheet.moves += conduct.moves;
                    sheet.used += conduct.used;
                    sheet.longest = sheet.longest.max(conduct.longest);
                    sheet.note(Misdeed::Late, conduct.late);
                    if let Some(misdeed) = conduct.misdeed {
                        sheet.note(misdeed, 1);
                    }
                }
            }
        }
    }

    /// Who played Black and who White.
    pub(super) fn names(&self, played: &Played) -> [&str; 2] {
        [played.fixture.black, played.fixture.white].map(|player| self.sheets[player].name.as_str())
    }

    /// The number of games.
    pub(super) fn games(&self) -> u64 {
        self.table.games()
    }

    /// Whether the match has shown what it was to show.
    pub(super) fn is_decided(&self) -> bool {
        self.decision.0 != Decision::Open
    }

    /// One line on how it stands.
    pub(super) fn headline(&self) -> String {
        let first = &self.sheets[0].name;
        let Score { won, drawn, lost } = self.table.total(0);
        let mut line = format!("{first} +{won} ={drawn} -{lost}");
        if let (2, Some(elo)) = (self.sheets.len(), Elo::of(&self.table.pairs(0, 1))) {
            let _ = write!(line, ", Elo {elo}");
        }
        if self.sprt.is_some() {
            let _ = write!(line, ", LLR {:.2}", self.decision.1);
        }
        line
    }

    /// One line on a game.
    pub(super) fn game_line(&self, played: &Played) -> String {
        let [black, white] = self.names(played);
        let (number, moves) = (played.fixture.number + 1, played.moves.len());
        let opening = played.fixture.opening + 1;
        let result = match played.verdict.winner {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "½-½",
        };
        let why = played.verdict.why;
        format!(
            "game {number}: {black} - {white} {result}, opening {opening}, {moves} moves: {why}"
        )
    }

    /// The whole story.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let Terms { rule, area, .. } = self.terms;
        let _ = write!(text, "{} games of {rule} on {area}", self.games());
        if self.broken_off > 0 {
            let _ = write!(text, ", {} broken off", self.broken_off);
        }
        text.push('\n');
        let width = self.sheets.iter().map(|sheet| sheet.name.chars().count()).max().unwrap_or(0);
        self.standings(&mut text, width.max(6));
        if self.sheets.len() > 2 {
            self.crosses(&mut text, width.max(6));
        } else {
            self.duel(&mut text);
        }
        self.manners(&mut text, width.max(6));
        text
    }

    fn standings(&self, text: &mut String, width: usize) {
        let ratings = self.table.ratings();
        let mut order: Vec<usize> = (0..self.sheets.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
        // Of two engines there is more to tell than a rating.
        let many = self.sheets.len() > 2;
        let head = if many { "          Elo" } else { "" };
        let _ =
            writeln!(text, "\n    {:width$}  games    won  drawn   lost   points{head}", "engine");
        for (place, &player) in (1..).zip(&order) {
            let score = self.table.total(player);
            let (games, points) = (score.games(), score.points());
            let Score { won, drawn, lost } = score;
            let name = &self.sheets[player].name;
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
        let [first, second] = [0, 1].map(|player| &self.sheets[player].name);
        let Some(elo) = Elo::of(&pairs) else { return };
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
                Decision::Open => "not decided".to_owned(),
                Decision::Lower => format!("{elo0} Elo accepted"),
                Decision::Upper => format!("{elo1} Elo accepted"),
            };
            let _ = writeln!(
                text,
                "SPRT of {elo0} against {elo1} Elo: {decision}, LLR {ratio:.2} ({low:.2} to {high:.2})"
            );
        }
    }

    fn crosses(&self, text: &mut String, width: usize) {
        let _ = write!(text, "\n    {:width$}", "points");
        for player in 1..=self.sheets.len() {
            let _ = write!(text, " {player:>11}");
        }
        text.push('\n');
        for (player, sheet) in self.sheets.iter().enumerate() {
            let _ = write!(text, "{:>2}  {:width$}", player + 1, sheet.name);
            for opponent in 0..self.sheets.len() {
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

    #[allow(clippy::cast_precision_loss, reason = "means are told to a few digits")]
    fn manners(&self, text: &mut String, width: usize) {
        let _ = writeln!(
            text,
            "\n    {:width$}    moves  time used   a move  longest  misdeeds",
            "engine"
        );
        for sheet in &self.sheets {
            let Sheet { name, moves, used, longest, misdeeds, .. } = sheet;
            let mean = used.div_f64((*moves).max(1) as f64).as_secs_f64();
            let (used, longest) = (used.as_secs_f64(), longest.as_secs_f64());
            let words: Vec<String> =
                misdeeds.iter().map(|(word, times)| format!("{word} {times}")).collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
            let _ = writeln!(
                text,
                "    {name:width$} {moves:>8} {used:>8.1} s {mean:>6.3} s {longest:>6.3} s  {words}"
            );
        }
    }
}
