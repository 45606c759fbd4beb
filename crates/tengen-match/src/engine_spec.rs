//! The description of an engine: command line, name, protocol, limits and settings.

use std::{path::Path, str::FromStr, time::Duration};

use tengen_core::Rule;
use thiserror::Error;

/// An engine that can be started: its command and its settings.
///
/// Its textual form is words `key=value` for settings, and the rest is the command line; quotes of
/// either kind keep blanks together.
///
/// ```
/// use tengen_match::EngineSpec;
/// let spec: EngineSpec = "./pbrain-mine --fast name=Mine memory=350 turn=0.5".parse()?;
/// assert_eq!(spec.command, ["./pbrain-mine", "--fast"]);
/// assert_eq!((spec.name.as_deref(), spec.memory), (Some("Mine"), Some(350)));
/// # Ok::<(), tengen_match::EngineSpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct EngineSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its name in tables and records; the file name of the program by default.
    pub name: Option<String>,
    /// Its protocol; the usual one of the rule by default.
    pub protocol: Option<EngineProtocol>,
    /// Time limit of a move.
    pub turn_time: Option<Duration>,
    /// Time limit of all its moves in a game.
    pub match_time: Option<Duration>,
    /// How late a move may be without losing the game.
    pub tolerance: Option<Duration>,
    /// Timeout of the start and of the preparation for a game.
    pub start_time: Option<Duration>,
    /// Pause between the last line of the engine and the next command; none by default.
    pub settle_time: Option<Duration>,
    /// Memory limit, in MiB.
    pub memory: Option<u64>,
    /// Number of threads.
    pub threads: Option<u64>,
    /// Maximum number of nodes of a search.
    pub nodes: Option<u64>,
    /// Maximum depth of a search.
    pub depth: Option<u64>,
    /// Strength level.
    pub strength: Option<u64>,
    /// Seed of its random numbers. No protocol has a command for it: it must go into the command line.
    pub seed: Option<u64>,
    /// Other `INFO` settings, key by key.
    pub infos: Vec<(String, String)>,
}

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineProtocol {
    /// The protocol of Gomocup.
    Gomocup,
    /// The Go Text Protocol.
    Gtp,
}

/// Why a text describes no engine, or none that can play.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("{0}")]
pub struct EngineSpecError(String);

impl FromStr for EngineSpec {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let mut spec = EngineSpec::default();
        for word in split(text).map_err(EngineSpecError)? {
            if !spec.set(&word).map_err(EngineSpecError)? {
                spec.command.push(word);
            }
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// Parses a setting; false if the word is none.
    fn set(&mut self, word: &str) -> Result<bool, String> {
        let Some((key, value)) = word.split_once('=') else { return Ok(false) };
        let number = || {
            let number = value.parse::<u64>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| format!("{key}={value}: write a number from 1, like {key}=4"))
        };
        let seconds = || {
            let seconds =
                value.parse::<f64>().ok().filter(|time| (0.001..=86_400.0).contains(time));
            let seconds = seconds.map(Duration::from_secs_f64);
            seconds.ok_or_else(|| format!("{key}={value}: write seconds from 0.001 to 86400"))
        };
        match key {
            "cmd" => self.command.extend(split(value)?),
            "name" if !value.is_empty() => self.name = Some(value.to_owned()),
            "name" => return Err("name=: write a name, like name=mine".to_owned()),
            "proto" => {
                self.protocol = Some(match value {
                    "gomocup" => EngineProtocol::Gomocup,
                    "gtp" => EngineProtocol::Gtp,
                    _ => return Err(format!("proto={value}: write proto=gomocup or proto=gtp")),
                });
            }
            "turn" => self.turn_time = Some(seconds()?),
            "match" => self.match_time = Some(seconds()?),
            "tolerance" => self.tolerance = Some(parse_tolerance(value)?),
            "start" => self.start_time = Some(seconds()?),
            "settle" => self.settle_time = Some(seconds()?),
            "memory" => self.memory = Some(number()?),
            "threads" => self.threads = Some(number()?),
            "nodes" => self.nodes = Some(number()?),
            "depth" => self.depth = Some(number()?),
            "strength" => self.strength = Some(number()?),
            "seed" => self.seed = Some(number()?),
            key => match key.strip_prefix("info.") {
                Some(key) if !key.is_empty() => {
                    self.infos.push((key.to_owned(), value.to_owned()));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Timeout of the start and of the preparation for a game; 10 seconds by default.
    pub fn start_time(&self) -> Duration {
        self.start_time.unwrap_or(Duration::from_secs(10))
    }

    /// Its name; empty if it has none yet.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// This engine with the settings of `each` where it has none of its own.
    #[must_use]
    pub fn with_defaults(mut self, each: &EngineSpec) -> EngineSpec {
        self.protocol = self.protocol.or(each.protocol);
        self.turn_time = self.turn_time.or(each.turn_time);
        self.match_time = self.match_time.or(each.match_time);
        self.tolerance = self.tolerance.or(each.tolerance);
        self.start_time = self.start_time.or(each.start_time);
        self.settle_time = self.settle_time.or(each.settle_time);
        self.memory = self.memory.or(each.memory);
        self.threads = self.threads.or(each.threads);
        self.nodes = self.nodes.or(each.nodes);
        self.depth = self.depth.or(each.depth);
        self.strength = self.strength.or(each.strength);
        self.seed = self.seed.or(each.seed);
        self.infos.splice(0..0, each.infos.iter().cloned());
        self
    }

    /// This engine with its name and protocol decided, if it can play by `rule`.
    ///
    /// # Errors
    ///
    /// If it has no command, or a protocol that the rule is not played in.
    pub fn resolved(mut self, rule: Rule) -> Result<EngineSpec, EngineSpecError> {
        let Some(first) = self.command.first() else {
            let text = "an engine has no command: write --engine tengen, or the path of one";
            return Err(EngineSpecError(text.to_owned()));
        };
        let usual = if rule == Rule::NoGo { EngineProtocol::Gtp } else { EngineProtocol::Gomocup };
        let protocol = *self.protocol.get_or_insert(usual);
        if self.name.is_none() {
            let stem = Path::new(first).file_stem().unwrap_or_default();
            self.name = Some(stem.to_string_lossy().into_owned());
        }
        if protocol == EngineProtocol::Gomocup && rule == Rule::NoGo {
            return Err(EngineSpecError("nogo is played in gtp: write proto=gtp".to_owned()));
        }
        Ok(self)
    }
}

/// Parses a tolerance in seconds; unlike other times it may be zero.
///
/// # Errors
///
/// If it is no number of seconds up to an hour.
pub fn parse_tolerance(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!("tolerance {text}: write a number of seconds from 0 to 3600")),
    }
}

/// Splits a command line into words at blanks; quotes of either kind keep blanks.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(quote) = quote {
        return Err(format!("the quote {quote} is not closed in: {text}"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_set_nothing_are_the_command() {
        let spec: EngineSpec =
            "'./my brain' --level=3 name=Mine memory=64 info.evaluate=1,2 nodes=500 turn=0.5"
                .parse()
                .unwrap();
        assert_eq!(spec.command, ["./my brain", "--level=3"]);
        assert_eq!(
            (spec.name.as_deref(), spec.memory, spec.nodes),
            (Some("Mine"), Some(64), Some(500))
        );
        assert_eq!(spec.turn_time, Some(Duration::from_millis(500)));
        assert_eq!(spec.infos, [("evaluate".to_owned(), "1,2".to_owned())]);
        let other: EngineSpec = r#"cmd="./x --a 'b c'" proto=gtp"#.parse().unwrap();
        assert_eq!(other.command, ["./x", "--a", "b c"]);
        assert_eq!(other.protocol, Some(EngineProtocol::Gtp));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("x 'y", "the quote ' is not closed"),
            ("x nodes=many", "nodes=many: write a number"),
            ("x nodes=0", "nodes=0: write a number"),
            ("x turn=-1", "turn=-1: write seconds"),
            ("x turn=nan", "turn=nan: write seconds"),
            ("x start=0", "start=0: write seconds"),
            ("x settle=60ms", "settle=60ms: write seconds"),
            ("x tolerance=-1", "write a number of seconds from 0 to 3600"),
            ("x proto=uci", "write proto=gomocup or proto=gtp"),
            ("x name=", "write a name"),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_said_of_each_gives_way_to_what_is_said_of_one() {
        let each: EngineSpec =
            "nodes=5 turn=2 start=3 tolerance=4 settle=0.06 info.a=1".parse().unwrap();
        let spec = "brain nodes=7 start=9 tolerance=0 info.a=2"
            .parse::<EngineSpec>()
            .unwrap()
            .with_defaults(&each);
        assert_eq!((spec.nodes, spec.turn_time), (Some(7), Some(Duration::from_secs(2))));
        let own = (Some(Duration::from_secs(9)), Some(Duration::ZERO));
        assert_eq!((spec.start_time, spec.tolerance), own);
        assert_eq!(spec.settle_time, Some(Duration::from_millis(60)));
        // Both are sent, its own last.
        let infos: Vec<&str> = spec.infos.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(infos, ["1", "2"]);
    }

    #[test]
    fn an_engine_plays_in_the_protocol_of_the_game() {
        let spec = |text: &str, rule| text.parse::<EngineSpec>().unwrap().resolved(rule);
        let brain = spec("./brains/pbrain-x.exe -a", Rule::Renju).unwrap();
        assert_eq!(brain.protocol, Some(EngineProtocol::Gomocup));
        assert_eq!(brain.name(), "pbrain-x");
        assert_eq!(spec("x", Rule::NoGo).unwrap().protocol, Some(EngineProtocol::Gtp));
        let gtp = spec("x proto=gtp", Rule::Renju).unwrap();
        assert_eq!(gtp.protocol, Some(EngineProtocol::Gtp));
        assert!(spec("x proto=gomocup", Rule::NoGo).is_err());
        assert!(spec("name=x", Rule::Renju).is_err());
    }
}
