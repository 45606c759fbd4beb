//! Input lines of the analysis engine: queries and actions, as JSON.

use std::{ops::RangeInclusive, time::Duration};

use serde_json::{Map, Value as Json};
use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_engine::{EngineCrop, Limits, Player};

/// A line that was understood.
#[derive(Debug)]
pub(super) enum AnalysisLine {
    /// Positions to be searched.
    Query(Box<AnalysisQuery>),
    /// Something else to be done.
    Action(AnalysisAction),
}

/// A query: positions of one game, and how to search them.
#[derive(Debug)]
pub(super) struct AnalysisQuery {
    pub(super) id: String,
    pub(super) positions: Vec<QueriedPosition>,
    pub(super) limits: Limits,
    pub(super) include_policy: bool,
}

/// A position of a query, as the engine sees it.
#[derive(Debug)]
pub(super) struct QueriedPosition {
    /// The number of moves before it.
    pub(super) turn: usize,
    /// The higher, the sooner it is searched.
    pub(super) priority: i64,
    pub(super) position: Position,
    pub(super) crop: EngineCrop,
}

/// An action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AnalysisAction {
    pub(super) id: String,
    pub(super) kind: AnalysisActionKind,
}

/// Kind of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AnalysisActionKind {
    QueryVersion,
    ClearCache,
    /// Ends the searches of a query: of these turns, or of all.
    Terminate {
        id: String,
        turns: Option<Vec<usize>>,
    },
    TerminateAll {
        turns: Option<Vec<usize>>,
    },
}

/// A line that was not understood, or not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AnalysisLineError {
    /// The id of the query, if it has one.
    pub(super) id: Option<String>,
    /// The field that is wrong, if it is one.
    pub(super) field: Option<String>,
    pub(super) message: String,
}

/// What is wrong with a field: its name, and a sentence.
type FieldError = (&'static str, String);

/// The longest id, in bytes: every answer repeats it.
const MAX_ID: usize = 256;

/// The most principal variations: at five-in-a-row each costs a search of its own.
const MAX_LINES: u64 = 50;

/// The longest side of a board that is looked at; which boards the engine plays on is said by the engine.
const MAX_SIDE: u64 = 64;

/// The most stones and moves of a board without edges, where there is room for any number.
const MAX_STONES: usize = 5_000;

/// How far from its origin a board without edges is looked at.
const MAX_DISTANCE: i32 = 1_000_000;

const QUERY_FIELDS: [&str; 15] = [
    "id",
    "rule",
    "size",
    "initialStones",
    "initialPlayer",
    "moves",
    "analyzeTurns",
    "maxNodes",
    "maxTime",
    "maxDepth",
    "lines",
    "priority",
    "priorities",
    "includePolicy",
    "reportDuringSearchEvery",
];

const ACTION_FIELDS: [&str; 4] = ["id", "action", "terminateId", "turnNumbers"];

/// Reads a line. A query that has no limit of its own has those of `usual`.
pub(super) fn parse(line: &[u8], usual: &Limits) -> Result<AnalysisLine, AnalysisLineError> {
    let failed = |id: Option<String>, field: Option<&str>, message: String| AnalysisLineError {
        id,
        field: field.map(str::to_owned),
        message,
    };
    let json = serde_json::from_slice::<Json>(line)
        .map_err(|error| failed(None, None, format!("not JSON: {error}")))?;
    let Json::Object(fields) = json else {
        return Err(failed(None, None, "not a JSON object: write {\"id\": ..}".to_owned()));
    };
    let id = match fields.get("id") {
        Some(Json::String(id)) if id.len() <= MAX_ID => id.clone(),
        _ => {
            let message = format!("write a text of at most {MAX_ID} bytes that names the query");
            return Err(failed(None, Some("id"), message));
        }
    };
    let is_action = fields.contains_key("action");
    let known = if is_action { &ACTION_FIELDS[..] } else { &QUERY_FIELDS[..] };
    if let Some(field) = fields.keys().find(|field| !known.contains(&field.as_str())) {
        let message = format!("there is no such field; write one of {}", known.join(", "));
        return Err(failed(Some(id), Some(&clipped(field)), message));
    }
    let reader = FieldReader(&fields);
    let read = if is_action {
        reader.action(&id).map(AnalysisLine::Action)
    } else {
        reader.query(&id, usual).map(|query| AnalysisLine::Query(Box::new(query)))
    };
    read.map_err(|(field, message)| failed(Some(id), Some(field), message))
}

/// A name that an answer repeats, cut where it is too long.
fn clipped(name: &str) -> String {
    name.chars().take(60).collect()
}

/// The fields of a line.
struct FieldReader<'a>(&'a Map<String, Json>);

impl FieldReader<'_> {
    fn get(&self, field: &str) -> Option<&Json> {
        self.0.get(field).filter(|value| !value.is_null())
    }

    fn action(&self, id: &str) -> Result<AnalysisAction, FieldError> {
        let turns = || self.turns("turnNumbers", usize::MAX);
        let kind = match self.text("action")? {
            "query_version" => AnalysisActionKind::QueryVersion,
            "clear_cache" => AnalysisActionKind::ClearCache,
            "terminate" => AnalysisActionKind::Terminate {
                id: self.text("terminateId")?.to_owned(),
                turns: turns()?,
            },
            "terminate_all" => AnalysisActionKind::TerminateAll { turns: turns()? },
            _ => {
                let message = "write query_version, clear_cache, terminate or terminate_all";
                return Err(("action", message.to_owned()));
            }
        };
        Ok(AnalysisAction { id: id.to_owned(), kind })
    }

    fn query(&self, id: &str, usual: &Limits) -> Result<AnalysisQuery, FieldError> {
        let rule: Rule =
            self.text("rule")?.parse().map_err(|error| ("rule", format!("{error}")))?;
        let area = self.area()?;
        let mut position = self.start(rule, area)?;
        let moves = self.moves(area)?;
        let turns = self.turns("analyzeTurns", moves.len())?.unwrap_or(vec![moves.len()]);
        let priorities = self.priorities(turns.len())?;
        let limits = self.limits(usual)?;
        let include_policy = self.flag("includePolicy")?;
        if include_policy && rule != Rule::NoGo {
            let message = "the engine has a policy at nogo only";
            return Err(("includePolicy", message.to_owned()));
        }
        let mut positions: Vec<QueriedPosition> = Vec::new();
        for turn in 0..=moves.len() {
            for (&asked, &priority) in turns.iter().zip(&priorities) {
                if asked == turn && positions.last().is_none_or(|other| other.turn != turn) {
                    let (position, crop) = searchable(&position, turn)?;
                    positions.push(QueriedPosition { turn, priority, position, crop });
                }
            }
            let Some(&(color, point)) = moves.get(turn) else { break };
            let wrong = |why: String| ("moves", format!("move {}: {why}", turn + 1));
            if color.is_some_and(|color| color != position.turn()) {
                return Err(wrong(format!("{} is to move", position.turn())));
            }
            position.play(point).map_err(|illegal| wrong(illegal.to_string()))?;
        }
        Ok(AnalysisQuery { id: id.to_owned(), positions, limits, include_policy })
    }

    /// The board: a side, two sides, or a text such as `15x15` or `infinite`.
    fn area(&self) -> Result<Area, FieldError> {
        let message = || {
            let message =
                format!("write 15, [20, 12], \"20x12\" or \"infinite\"; sides up to {MAX_SIDE}");
            ("size", message)
        };
        let side = |json: &Json| json.as_u64().filter(|side| (1..=MAX_SIDE).contains(side));
        let bounded = |width: &Json, height: &Json| {
            let (width, height) = (side(width)? as u16, side(height)? as u16);
            Some(Area::Bounded { width, height })
        };
        let area = match self.get("size") {
            Some(number @ Json::Number(_)) => bounded(number, number),
            Some(Json::Array(sides)) => match &sides[..] {
                [width, height] => bounded(width, height),
                _ => None,
            },
            Some(Json::String(text)) => text.parse().ok().filter(|area| match *area {
                Area::Bounded { width, height } => {
                    u64::from(width) <= MAX_SIDE && u64::from(height) <= MAX_SIDE
                }
                Area::Unbounded => true,
            }),
            _ => None,
        };
        area.ok_or_else(message)
    }

    /// The position before the first move.
    fn start(&self, rule: Rule, area: Area) -> Result<Position, FieldError> {
        let wrong = |why: String| ("initialStones", why);
        let mut setup = Setup::new(area);
        for (number, stone) in (1..).zip(self.list("initialStones", MAX_STONES)?) {
            let (color, point) =
                stone_of(stone, area).map_err(|why| wrong(format!("stone {number}: {why}")))?;
            let color =
                color.ok_or_else(|| wrong(format!("stone {number}: name its color too")))?;
            setup.stones.push((point, color));
        }
        let count = |color| setup.stones.iter().filter(|stone| stone.1 == color).count();
        let is_whites = count(Color::Black) == count(Color::White) + 1;
        setup.turn = match self.get("initialPlayer") {
            None if is_whites => Color::White,
            None => Color::Black,
            Some(json) => json
                .as_str()
                .and_then(color_of)
                .ok_or_else(|| ("initialPlayer", "write \"B\" or \"W\"".to_owned()))?,
        };
        Position::from_setup(rule, &setup).map_err(|error| wrong(error.to_string()))
    }

    fn moves(&self, area: Area) -> Result<Vec<(Option<Color>, Point)>, FieldError> {
        let wrong = |number: usize, why| ("moves", format!("move {number}: {why}"));
        let moves = self.list("moves", MAX_STONES)?;
        (1..)
            .zip(moves)
            .map(|(number, json)| stone_of(json, area).map_err(|why: String| wrong(number, why)))
            .collect()
    }

    fn turns(&self, field: &'static str, most: usize) -> Result<Option<Vec<usize>>, FieldError> {
        if self.get(field).is_none() {
            return Ok(None);
        }
        let message = || match most {
            usize::MAX => (field, "write a list of numbers of moves".to_owned()),
            _ => (field, format!("write a list of numbers of moves, from 0 to {most}")),
        };
        let turns = self.list(field, MAX_STONES + 1)?.iter().map(|json| {
            let turn = json.as_u64().and_then(|turn| usize::try_from(turn).ok());
            turn.filter(|&turn| turn <= most).ok_or_else(message)
        });
        let turns: Vec<usize> = turns.collect::<Result<_, _>>()?;
        if turns.is_empty() { Err(message()) } else { Ok(Some(turns)) }
    }

    /// A priority for each of `count` turns.
    fn priorities(&self, count: usize) -> Result<Vec<i64>, FieldError> {
        let message = |field| (field, "write a whole number for each turn".to_owned());
        let usual = match self.get("priority") {
            None => 0,
            Some(json) => {
                json.as_i64().ok_or_else(|| ("priority", "write a whole number".to_owned()))?
            }
        };
        if self.get("priorities").is_none() {
            return Ok(vec![usual; count]);
        }
        let listed = self.list("priorities", MAX_STONES + 1)?.iter().map(Json::as_i64);
        let listed: Option<Vec<i64>> = listed.collect();
        listed.filter(|listed| listed.len() == count).ok_or_else(|| message("priorities"))
    }

    fn limits(&self, usual: &Limits) -> Result<Limits, FieldError> {
        let nodes = self.count("maxNodes", 1..=u64::MAX)?;
        let depth = self.count("maxDepth", 1..=1_000)?;
        let time = self.seconds("maxTime")?;
        let is_limited = nodes.is_some() || depth.is_some() || time.is_some();
        let mut limits = if is_limited {
            Limits { time, nodes, depth: depth.map(|depth| depth as u32), ..Limits::default() }
        } else {
            *usual
        };
        limits.lines = match self.count("lines", 1..=MAX_LINES)? {
            Some(lines) => lines as usize,
            None => usual.lines,
        };
        limits.news = self.seconds("reportDuringSearchEvery")?;
        Ok(limits)
    }

    fn text(&self, field: &'static str) -> Result<&str, FieldError> {
        let text = self.get(field).and_then(Json::as_str);
        text.ok_or_else(|| (field, "it has to be there, and a text".to_owned()))
    }

    fn flag(&self, field: &'static str) -> Result<bool, FieldError> {
        match self.get(field) {
            None => Ok(false),
            Some(json) => json.as_bool().ok_or_else(|| (field, "write true or false".to_owned())),
        }
    }

    fn count(
        &self,
        field: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, FieldError> {
        let Some(json) = self.get(field) else { return Ok(None) };
        let count = json.as_u64().filter(|count| range.contains(count));
        let message = || match *range.end() {
            u64::MAX => format!("write a whole number from {}", range.start()),
            end => format!("write a whole number from {} to {end}", range.start()),
        };
        count.map(Some).ok_or_else(|| (field, message()))
    }

    fn seconds(&self, field: &'static str) -> Result<Option<Duration>, FieldError> {
        let Some(json) = self.get(field) else { return Ok(None) };
        let seconds = json.as_f64().filter(|seconds| (0.001..=86_400.0).contains(seconds));
        let message = || "write a number of seconds from 0.001 to 86400".to_owned();
        seconds
            .map(|seconds| Some(Duration::from_secs_f64(seconds)))
            .ok_or_else(|| (field, message()))
    }

    /// A list; an empty one if the field is not there.
    fn list(&self, field: &'static str, most: usize) -> Result<&[Json], FieldError> {
        match self.get(field) {
            None => Ok(&[]),
            Some(Json::Array(list)) if list.len() <= most => Ok(list),
            Some(_) => Err((field, format!("write a list of at most {most}"))),
        }
    }
}

/// The position as the engine sees it, if it can be searched.
fn searchable(position: &Position, turn: usize) -> Result<(Position, EngineCrop), FieldError> {
    if position.outcome().is_some() {
        let message = format!("the game is over after {turn} moves: there is nothing to analyze");
        return Err(("analyzeTurns", message));
    }
    let unsuited = |error: tengen_engine::Unsuited| ("size", error.to_string());
    let (position, crop) = EngineCrop::around(position.clone()).map_err(unsuited)?;
    Player::check(&position).map_err(unsuited)?;
    Ok((position, crop))
}

/// A point, or a color and a point: `"h8"`, `["B", "h8"]`.
fn stone_of(json: &Json, area: Area) -> Result<(Option<Color>, Point), String> {
    let (color, name) = match json {
        Json::String(name) => (None, name),
        Json::Array(pair) => match &pair[..] {
            [Json::String(color), Json::String(name)] => match color_of(color) {
                Some(color) => (Some(color), name),
                None => return Err("a color is \"B\" or \"W\"".to_owned()),
            },
            _ => return Err("write [\"B\", \"h8\"]".to_owned()),
        },
        _ => return Err("write \"h8\" or [\"B\", \"h8\"]".to_owned()),
    };
    let point = area.point(name).map_err(|error| error.to_string())?;
    let is_near = |number: i32| (-MAX_DISTANCE..=MAX_DISTANCE).contains(&number);
    if is_near(point.x) && is_near(point.y) {
        Ok((color, point))
    } else {
        Err(format!("on a board without edges, write points within {MAX_DISTANCE} of (0,0)"))
    }
}

fn color_of(name: &str) -> Option<Color> {
    match name {
        "B" | "b" | "black" => Some(Color::Black),
        "W" | "w" | "white" => Some(Color::White),
        _ => None,
    }
}
