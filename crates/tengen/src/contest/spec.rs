//! An engine as the command line names it.

use std::{env, path::Path, str::FromStr, time::Duration};

use tengen_core::Rule;

/// What is known of an engine before it is started.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Spec {
    /// The program and its arguments.
    pub(super) words: Vec<String>,
    /// What it is called in tables and records.
    pub(super) name: Option<String>,
    /// How it is spoken to.
    pub(super) protocol: Option<Protocol>,
    /// How long it may think about a move.
    pub(super) turn_time: Option<Duration>,
    /// How long it may think in a game.
    pub(super) match_time: Option<Duration>,
    /// How much later than its time a move may come.
    pub(super) tolerance: Option<Duration>,
    /// How long it may take to say who it is, and that it is ready.
    pub(super) start_time: Option<Duration>,
    /// How much memory it is told to use, in MiB.
    pub(super) memory: Option<u64>,
    /// How many threads it is told to use.
    pub(super) threads: Option<u64>,
    /// How many positions it is told to look at for a move.
    pub(super) nodes: Option<u64>,
    /// How deep it is told to look.
    pub(super) depth: Option<u64>,
    /// How well it is told to play.
    pub(super) strength: Option<u64>,
    /// The seed of its random numbers; only this program takes one.
    pub(super) seed: Option<u64>,
    /// What else it is told, key by key.
    pub(super) others: Vec<(String, String)>,
}

/// How an engine is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// The protocol of Gomocup.
    Gomocup,
    /// The Go Text Protocol.
    Gtp,
}

impl FromStr for Spec {
    type Err = String;

    /// Words that set something, like `name=x`, and the rest, which is the command line. Quotes
    /// keep blanks together.
    fn from_str(text: &str) -> Result<Spec, String> {
        let mut spec = Spec::default();
        for word in split(text)? {
            if !spec.set(&word)? {
                spec.words.push(word);
            }
        }
        Ok(spec)
    }
}

impl Spec {
    /// Takes a word that sets something; false if it does not.
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
            "cmd" => self.words.extend(split(value)?),
            "name" if !value.is_empty() => self.name = Some(value.to_owned()),
            "name" => return Err("name=: write a name, like name=mine".to_owned()),
            "proto" => {
                self.protocol = Some(match value {
                    "gomocup" => Protocol::Gomocup,
                    "gtp" => Protocol::Gtp,
                    _ => return Err(format!("proto={value}: write proto=gomocup or proto=gtp")),
                });
            }
            "turn" => self.turn_time = Some(seconds()?),
            "match" => self.match_time = Some(seconds()?),
            "tolerance" => self.tolerance = Some(tolerance(value)?),
            "start" => self.start_time = Some(seconds()?),
            "memory" => self.memory = Some(number()?),
            "threads" => self.threads = Some(number()?),
            "nodes" => self.nodes = Some(number()?),
            "depth" => self.depth = Some(number()?),
            "strength" => self.strength = Some(number()?),
            "seed" => self.seed = Some(number()?),
            key => match key.strip_prefix("info.") {
                Some(key) if !key.is_empty() => {
                    self.others.push((key.to_owned(), value.to_owned()));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    /// How long it may take to say who it is, and that it is ready.
    pub(super) fn start_time(&self) -> Duration {
        self.start_time.expect("the match has a start time for every engine")
    }

    /// What it is called.
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// The same with what `each` says of all engines, where this one does not say it itself.
    pub(super) fn with(mut self, each: &Spec) -> Spec {
        self.protocol = self.protocol.or(each.protocol);
        self.turn_time = self.turn_time.or(each.turn_time);
        self.match_time = self.match_time.or(each.match_time);
        self.tolerance = self.tolerance.or(each.tolerance);
        self.start_time = self.start_time.or(each.start_time);
        self.memory = self.memory.or(each.memory);
        self.threads = self.threads.or(each.threads);
        self.nodes = self.nodes.or(each.nodes);
        self.depth = self.depth.or(each.depth);
        self.strength = self.strength.or(each.strength);
        self.seed = self.seed.or(each.seed);
        self.others.splice(0..0, each.others.iter().cloned());
        self
    }

    /// The same with everything decided: `tengen` alone is this very program.
    pub(super) fn resolved(mut self, rule: Rule) -> Result<Spec, String> {
        let Some(first) = self.words.first() else {
            return Err(
                "an engine has no command: write --engine tengen, or the path of one".to_owned()
            );
        };
        let usual = if rule == Rule::NoGo { Protocol::Gtp } else { Protocol::Gomocup };
        let protocol = *self.protocol.get_or_insert(usual);
        if self.name.is_none() {
            let stem = Path::new(first).file_stem().unwrap_or_default();
            self.name = Some(stem.to_string_lossy().into_owned());
        }
        if protocol == Protocol::Gomocup && rule == Rule::NoGo {
            return Err("nogo is played in gtp: write proto=gtp".to_owned());
        }
        if protocol == Protocol::Gtp && rule != Rule::NoGo {
            return Err(format!(
                "{rule} is played in the protocol of gomocup: write proto=gomocup"
            ));
        }
        if self.words == ["tengen"] {
            let own = env::current_exe()
                .map_err(|error| format!("tengen is not to be found: {error}"))?;
            self.words = vec![own.to_string_lossy().into_owned()];
            self.words.extend(self.own_arguments(protocol));
        } else if let Some(seed) = self.seed {
            return Err(format!("seed={seed} is for tengen alone: protocols have no word for it"));
        }
        Ok(self)
    }

    /// The arguments of this program for what the protocol has no words for.
    fn own_arguments(&self, protocol: Protocol) -> Vec<String> {
        let seed = ("--seed", self.seed);
        let (verb, options) = match protocol {
            Protocol::Gomocup => ("brain", vec![seed]),
            Protocol::Gtp => {
                let [nodes, threads, memory] = [self.nodes, self.threads, self.memory];
                let options =
                    vec![("--playouts", nodes), ("--threads", threads), ("--memory", memory), seed];
                ("gtp", options)
            }
        };
        let mut words = vec![verb.to_owned()];
        for (option, value) in options {
            words
                .extend(value.into_iter().flat_map(|value| [option.to_owned(), value.to_string()]));
        }
        words
    }
}

/// Parses a tolerance, in seconds; unlike other times it may be zero.
pub(super) fn tolerance(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!("tolerance {text}: write a number of seconds from 0 to 3600")),
    }
}

/// The words of a command line. Blanks stand between words; quotes of either kind keep them.
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
        let spec: Spec =
            "'./my brain' --level=3 name=Mine memory=64 info.evaluate=1,2 nodes=500 turn=0.5"
                .parse()
                .unwrap();
        assert_eq!(spec.words, ["./my brain", "--level=3"]);
        assert_eq!(
            (spec.name.as_deref(), spec.memory, spec.nodes),
            (Some("Mine"), Some(64), Some(500))
        );
        assert_eq!(spec.turn_time, Some(Duration::from_millis(500)));
        assert_eq!(spec.others, [("evaluate".to_owned(), "1,2".to_owned())]);
        let other: Spec = r#"cmd="./x --a 'b c'" proto=gtp"#.parse().unwrap();
        assert_eq!(other.words, ["./x", "--a", "b c"]);
        assert_eq!(other.protocol, Some(Protocol::Gtp));
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
            ("x tolerance=-1", "write a number of seconds from 0 to 3600"),
            ("x proto=uci", "write proto=gomocup or proto=gtp"),
            ("x name=", "write a name"),
        ] {
            let error = text.parse::<Spec>().unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_said_of_each_gives_way_to_what_is_said_of_one() {
        let each: Spec = "nodes=5 turn=2 start=3 tolerance=4 info.a=1".parse().unwrap();
        let spec =
            "brain nodes=7 start=9 tolerance=0 info.a=2".parse::<Spec>().unwrap().with(&each);
        assert_eq!((spec.nodes, spec.turn_time), (Some(7), Some(Duration::from_secs(2))));
        let own = (Some(Duration::from_secs(9)), Some(Duration::ZERO));
        assert_eq!((spec.start_time, spec.tolerance), own);
        // Both are told, its own last.
        let others: Vec<&str> = spec.others.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(others, ["1", "2"]);
    }

    #[test]
    fn tengen_is_this_program_in_the_protocol_of_the_game() {
        let spec = || "tengen threads=2".parse::<Spec>().unwrap();
        let brain = spec().resolved(Rule::Renju).unwrap();
        assert_eq!((brain.words[1].as_str(), brain.name.as_deref()), ("brain", Some("tengen")));
        let gtp = spec().resolved(Rule::NoGo).unwrap();
        assert_eq!(gtp.words[1..], ["gtp", "--threads", "2"]);
        let seeded: Spec = "tengen seed=7".parse().unwrap();
        assert_eq!(seeded.resolved(Rule::Exact).unwrap().words[1..], ["brain", "--seed", "7"]);
        assert!("x seed=7".parse::<Spec>().unwrap().resolved(Rule::Exact).is_err());
        assert!("x proto=gtp".parse::<Spec>().unwrap().resolved(Rule::Renju).is_err());
        assert!("name=x".parse::<Spec>().unwrap().resolved(Rule::Renju).is_err());
    }
}
