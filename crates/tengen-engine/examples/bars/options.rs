//! What is asked for on the command line.

use std::time::Duration;

use tengen_core::{Area, Point, Position, Rule};
use tengen_engine::{Level, Limits, Resources, SearchRequest, Thought, fives::FivesPlayer};
use tengen_testkit::number;

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) games: Option<u64>,
    pub(crate) rule: Option<Rule>,
    pub(crate) area: Option<Area>,
    pub(crate) seed: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) is_cpu: bool,
    pub(crate) level: Level,
    pub(crate) resources: Resources,
    pub(crate) kind: Option<String>,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) low: u8,
    pub(crate) high: u8,
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
            is_cpu: false,
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
                "cpu" => options.is_cpu = true,
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

    /// The terms of a move, `time` if nothing is said.
    pub(crate) fn terms(&self, time: Duration) -> Terms {
        let time = match (self.time, self.nodes) {
            (None, Some(_)) => None,
            (given, _) => Some(given.unwrap_or(time)),
        };
        let limits = Limits { nodes: self.nodes, level: self.level, ..Limits::default() };
        if self.is_cpu {
            Terms { limits, cpu: time }
        } else {
            Terms { limits: Limits { time, ..limits }, cpu: None }
        }
    }

    /// A player that knows nothing yet.
    pub(crate) fn player(&self, seed: u64) -> FivesPlayer {
        FivesPlayer::new(Resources { seed, ..self.resources })
    }
}

/// How long a move may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) limits: Limits,
    /// Seconds of the processor, for machines that have other things to do.
    pub(crate) cpu: Option<Duration>,
}

impl Terms {
    /// Only limits.
    pub(crate) fn new(limits: Limits) -> Terms {
        Terms { limits, cpu: None }
    }

    /// What `player` thinks of a position.
    pub(crate) fn think(&self, player: &mut FivesPlayer, position: &Position) -> Thought {
        let started = if self.cpu.is_some() { cpu_time() } else { Duration::ZERO };
        let stop = || self.cpu.is_some_and(|cpu| cpu_time() >= started + cpu);
        let thought = player
            .think(SearchRequest { stop: &stop, ..SearchRequest::new(position, &self.limits) });
        thought.expect("the boards of the bars are those of the player")
    }

    /// What `player` plays; none if it sees no move.
    pub(crate) fn choose(&self, player: &mut FivesPlayer, position: &Position) -> Option<Point> {
        self.think(player, position).best().map(|candidate| candidate.point)
    }
}

/// CPU time of this thread.
pub(crate) fn cpu_time() -> Duration {
    tengen_testkit::cpu_time().expect("cpu: this system does not report CPU time")
}
