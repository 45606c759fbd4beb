//! What is asked for on the command line.

use std::time::Duration;

use tengen_core::{Area, Point, Position, Rule};
use tengen_engine::fives::{Level, Limits, Player, Resources};

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) games: Option<u64>,
    pub(crate) rule: Option<Rule>,
    pub(crate) area: Option<Area>,
    pub(crate) seed: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) level: Level,
    pub(crate) resources: Resources,
    pub(crate) kind: Option<String>,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) low: u8,
    pub(crate) high: u8,
}

fn number<T: std::str::FromStr>(word: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{word}: {value:?} is not a number"))
}

impl Options {
    pub(crate) fn read(words: &[String]) -> Result<Options, String> {
        let mut options = Options {
            games: None,
            rule: None,
            area: None,
            seed: 1,
            time: None,
            nodes: None,
            level: Level::FULL,
            resources: Resources { memory: 64 << 20, ..Resources::default() },
            kind: None,
            from: 1,
            to: usize::MAX,
            low: 1,
            high: 10,
        };
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "games" => options.games = Some(number(key, value)?),
                "rule" => {
                    let rule: Rule = value.parse().map_err(|error| format!("{word}: {error}"))?;
                    if rule == Rule::NoGo {
                        return Err("rule: freestyle, exact or renju".to_owned());
                    }
                    options.rule = Some(rule);
                }
                "size" => {
                    let area = value.parse().map_err(|error| format!("{word}: {error}"))?;
                    options.area = Some(area);
                }
                "seed" => options.seed = number(key, value)?,
                "time" => options.time = Some(Duration::from_secs_f64(number(key, value)?)),
                "nodes" => options.nodes = Some(number(key, value)?),
                "level" => {
                    let level = Level::new(number(key, value)?);
                    options.level = level.ok_or("level: a number from 1 to 10")?;
                }
                "threads" => options.resources.threads = number(key, value)?,
                "memory" => options.resources.memory = number::<usize>(key, value)? << 20,
                "kind" => options.kind = Some(value.to_owned()),
                "from" => options.from = number(key, value)?,
                "to" => options.to = number(key, value)?,
                "low" => options.low = number(key, value)?,
                "high" => options.high = number(key, value)?,
                _ => return Err(format!("{word:?} is no option")),
            }
        }
        Ok(options)
    }

    /// The rules asked for: one, or all of them.
    pub(crate) fn rules(&self) -> Vec<Rule> {
        self.rule.map_or(Rule::FIVES.to_vec(), |rule| vec![rule])
    }

    /// The limits of a move, `time` if nothing is said.
    pub(crate) fn limits(&self, time: Duration) -> Limits {
        let time = match (self.time, self.nodes) {
            (None, Some(_)) => None,
            (given, _) => Some(given.unwrap_or(time)),
        };
        Limits { time, nodes: self.nodes, level: self.level, ..Limits::default() }
    }

    /// A player that knows nothing yet.
    pub(crate) fn player(&self, seed: u64) -> Player {
        Player::new(Resources { seed, ..self.resources })
    }
}

/// What `player` plays; none if it sees no move.
pub(crate) fn choose(player: &mut Player, position: &Position, limits: &Limits) -> Option<Point> {
    let thought = player.think(position, limits, &|| false, &mut |_| {});
    let thought = thought.expect("the boards of the bars are those of the player");
    thought.best().map(|candidate| candidate.point)
}
