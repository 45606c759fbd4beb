//! Games as Botzone keeps them, in JSON: the requests of a bot, logs of matches, and the lines of the
//! monthly `.matches`.
//!
//! - The requests of a bot: `{"requests":[{"x":-1,"y":-1},…],"responses":[{"x":4,"y":4},…]}`.
//! - A log: a list of what judge and bots said in turn, `{"0":{"response":{"x":4,"y":4}}}` among it; by
//!   itself, or as `log` or `logs` of an object with `players` and `scores`.
//!
//! `x` and `y` count from 0 at the top left. Player 0 begins. Where the second player answers the first
//! move by -1, -1, the sides are swapped; later that is no move at all. Who scored more has won.

use std::ops::Range;

use memchr::memchr;
use serde_json::Value;
use tengen_core::{Area, Color, Point, Rule};
use thiserror::Error;

use super::{
    Format, OFF_BOARD, RecordFormat, RecordIter, StreamHead, Unwritable, WholeRecord,
    repair::{LineIndex, Repairs},
    splitter::{Ends, FindEnds, NextEnd, take_records},
    writer::{RecordOutput, plain_line},
};
use crate::{
    BlockOffset, Fault, Manner, Problem, Record, RecordNode, RecordProblem, RecordTree,
    ResultClaim, botzone::format_game, text::printable,
};

/// What is wrong with a game of Botzone.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BotzoneProblem {
    /// Not JSON.
    #[error("this is not JSON: {0}")]
    Json(String),
    /// Not a game.
    #[error(
        "there is no game here: write {{\"requests\":[…],\"responses\":[…]}}, or a \"log\" with the \
         answers {{\"0\":{{\"response\":{{\"x\":4,\"y\":4}}}}}}"
    )]
    NoGame,
    /// Requests and responses that do not make a game.
    #[error(
        "{requests} requests and {responses} responses do not make a game: there is one more request, or as many"
    )]
    Turns {
        /// How many requests there are.
        requests: usize,
        /// How many responses there are.
        responses: usize,
    },
}

/// No line is longer.
const LINE_LIMIT: usize = 4 << 20;

/// Opens a stream of games.
pub(super) fn open(head: &StreamHead) -> Box<dyn RecordFormat> {
    Box::new(BotzoneLog { spread: is_spread(head.bytes) })
}

/// Whether a stream that begins with `head`, which is JSON, is of Botzone.
pub(super) fn is_botzone(head: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(head, word).is_some();
    let log = has(b"\"log\"") || has(b"\"logs\"") || head.trim_ascii_start().starts_with(b"[");
    has(b"\"requests\"")
        || has(b"\"responses\"")
        || log && (has(b"\"response\"") || has(b"\"display\""))
}

/// Whether one value is spread over many lines, so that the stream is one game.
fn is_spread(head: &[u8]) -> bool {
    let (mut depth, mut at) = (0, 0);
    while let Some(&byte) = head.get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 0 => depth -= 1,
            b'\n' if depth > 0 => return true,
            b'\n' if at > 1 && !head[..at].trim_ascii().is_empty() => return false,
            b'"' => loop {
                match head.get(at) {
                    None | Some(b'\n') => break,
                    Some(b'\\') => at += 2,
                    Some(b'"') => {
                        at += 1;
                        break;
                    }
                    Some(_) => at += 1,
                }
            },
            _ => {}
        }
    }
    false
}

#[derive(Clone, Copy, Debug)]
struct BotzoneLog {
    /// One game is spread over all lines.
    spread: bool,
}

impl RecordFormat for BotzoneLog {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(*self)
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut at = 0;
        let mut places = LineIndex::new(block, place);
        Box::new(std::iter::from_fn(move || {
            loop {
                let start = at;
                let rest = block.get(start..).filter(|rest| !rest.is_empty())?;
                let line = if self.spread { None } else { memchr(b'\n', rest) };
                at = start + line.map_or(rest.len(), |end| end + 1);
                if !block[start..at].trim_ascii().is_empty() {
                    return Some(game(block, start..at, &mut places));
                }
            }
        }))
    }
}

impl FindEnds for BotzoneLog {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        take_records(bytes, |rest| {
            let line = &rest[..rest.len().min(LINE_LIMIT + 1)];
            let length = match memchr(b'\n', line).filter(|_| !self.spread) {
                Some(at) => at + 1,
                None if rest.len() > LINE_LIMIT => {
                    return NextEnd::TooLong(RecordProblem::RecordTooLong(LINE_LIMIT).into());
                }
                None if end => rest.len(),
                None => return NextEnd::More,
            };
            NextEnd::Whole(length, u64::from(!rest[..length].trim_ascii().is_empty()))
        })
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        if self.spread { None } else { memchr(b'\n', bytes).map(|at| at + 1) }
    }
}

/// Reads the game in a part of a block.
fn game(
    block: &[u8],
    span: Range<usize>,
    places: &mut LineIndex,
) -> Result<WholeRecord, Box<Fault>> {
    let text = &block[span.clone()];
    let lead = text.len() - text.trim_ascii_start().len();
    let start = span.start + lead;
    let value: Value = serde_json::from_slice(text).map_err(|error| {
        // The parser counts lines and columns from 1.
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
        let at = before + error.column().saturating_sub(1);
        let problem = BotzoneProblem::Json(printable(error.to_string().as_bytes()));
        places.fault(span.start + at.min(text.len()), 1, Problem::Record(problem.into()))
    })?;
    let mut game = LoggedGame::default();
    game.read(&value).map_err(|problem| places.fault(start, 1, Problem::Record(problem.into())))?;
    let mut repairs = Repairs::default();
    for what in game.odd.drain(..) {
        repairs.note(start, what);
    }
    let record = game.record();
    let line = places.line(start);
    Ok(WholeRecord { record, repairs: repairs.finish(places), line, offset: start })
}

/// A game of a log.
#[derive(Default)]
struct LoggedGame {
    /// What the players answered, in order; -1, -1 is nothing.
    answers: Vec<(usize, Option<Point>)>,
    scores: Option<[f64; 2]>,
    names: [String; 2],
    /// The name of the game.
    kind: String,
    /// Who was stopped by the judge, and how it says that.
    stopped: Option<(usize, String)>,
    odd: Vec<&'static str>,
}

impl LoggedGame {
    fn read(&mut self, value: &Value) -> Result<(), BotzoneProblem> {
        let list = |name: &str| value.get(name).and_then(Value::as_array);
        if let (Some(requests), Some(responses)) = (list("requests"), list("responses")) {
            self.turns(requests, responses)?;
        } else {
            let log = value.as_array().or_else(|| list("log")).or_else(|| list("logs"));
            let log = log.ok_or(BotzoneProblem::NoGame)?;
            self.log(log);
            if self.answers.is_empty() {
                self.displays(log);
            }
            if self.answers.is_empty() && self.scores.is_none() {
                return Err(BotzoneProblem::NoGame);
            }
        }
        if let Some(scores) = value.get("scores").and_then(scores) {
            self.scores = Some(scores);
        }
        for (index, player) in list("players").into_iter().flatten().take(2).enumerate() {
            self.names[index] = player_name(player);
        }
        let game = value.get("game").map(|game| game.get("name").unwrap_or(game));
        game.and_then(Value::as_str).unwrap_or_default().clone_into(&mut self.kind);
        Ok(())
    }

    /// The requests and responses of a bot: it answered every request but perhaps the last.
    fn turns(&mut self, requests: &[Value], responses: &[Value]) -> Result<(), BotzoneProblem> {
        let (asked, answered) = (requests.len(), responses.len());
        if asked != answered && asked != answered + 1 {
            return Err(BotzoneProblem::Turns { requests: asked, responses: answered });
        }
        // Who is asked before there was a move is the first player.
        let asked_first =
            requests.first().is_some_and(|request| matches!(point(request), Ok(Some(_))));
        let own = usize::from(asked_first);
        for (number, request) in requests.iter().enumerate() {
            if number > 0 || own == 1 {
                self.answer(1 - own, request);
            }
            if let Some(response) = responses.get(number) {
                self.answer(own, response);
            }
        }
        Ok(())
    }

    fn answer(&mut self, player: usize, value: &Value) {
        let point = point(value).unwrap_or_else(|_| {
            self.odd.push("an answer is no point; it is outside of every board");
            Some(OFF_BOARD)
        });
        self.answers.push((player, point));
    }

    /// What judge and players said in turn.
    fn log(&mut self, log: &[Value]) {
        for entry in log {
            for (player, name) in ["0", "1"].into_iter().enumerate() {
                let Some(said) = entry.get(name) else { continue };
                let verdict = said.get("verdict").and_then(Value::as_str).unwrap_or("OK");
                if verdict != "OK" {
                    self.stopped.get_or_insert((player, verdict.to_owned()));
                } else if let Some(response) = said.get("response").or_else(|| said.get("content"))
                {
                    self.answer(player, response);
                }
            }
            let output = entry.get("output").unwrap_or(entry);
            if output.get("command").and_then(Value::as_str) == Some("finish") {
                self.scores = output.get("content").and_then(scores).or(self.scores);
            }
        }
    }

    /// What was shown of each move, where nothing else is left of the answers.
    fn displays(&mut self, log: &[Value]) {
        for entry in log {
            let output = entry.get("output").unwrap_or(entry);
            let shown = output.get("display").unwrap_or(output);
            if let Ok(Some(point)) = point(shown) {
                self.answers.push((self.answers.len() % 2, Some(point)));
            }
        }
    }

    fn record(self) -> Record {
        let mut record = Record::default();
        (record.rule, record.area) = match self.kind.as_str() {
            "NoGo" => (Some(Rule::NoGo), Some(Area::square(9))),
            "Gomoku" | "Renju" => (Some(Rule::Freestyle), Some(Area::square(15))),
            "Renju-Official" => (Some(Rule::Renju), Some(Area::square(15))),
            _ => (None, None),
        };
        if !self.kind.is_empty() {
            record.other.push(("game".to_owned(), self.kind));
        }
        let swapped = self.answers.get(1).is_some_and(|&(_, point)| point.is_none());
        let mut id = RecordTree::ROOT;
        let mut gave_up = None;
        for (number, &(player, point)) in self.answers.iter().enumerate() {
            // Once the sides are swapped, the second player has the black stones.
            let black = usize::from(swapped && number > 0);
            let color = if player == black { Color::Black } else { Color::White };
            match point {
                Some(point) => id = record.tree.add(id, RecordNode::step(color, point)),
                None if swapped && number == 1 => {}
                None => gave_up = Some(color),
            }
        }
        let color = |player: usize| {
            if (player == 0) == swapped { Color::White } else { Color::Black }
        };
        let [first, second] = self.names;
        (record.black, record.white) = if swapped { (second, first) } else { (first, second) };
        if swapped {
            record.other.push(("swap".to_owned(), "1".to_owned()));
        }
        let manner = match (&self.stopped, gave_up) {
            (Some((_, verdict)), _) => match verdict.as_str() {
                "TLE" => Manner::Time,
                "RE" | "MLE" | "CRASH" => Manner::Crash,
                _ => Manner::Forfeit,
            },
            (None, Some(_)) => Manner::Resignation,
            (None, None) => Manner::Unsaid,
        };
        record.claim = match (self.scores, &self.stopped) {
            (Some([first, second]), _) if first > second => {
                Some(ResultClaim::Won(color(0), manner))
            }
            (Some([first, second]), _) if first < second => {
                Some(ResultClaim::Won(color(1), manner))
            }
            (Some(_), _) => Some(ResultClaim::Draw),
            (None, Some((player, _))) => Some(ResultClaim::Won(color(1 - player.min(&1)), manner)),
            (None, None) => gave_up.map(|side| ResultClaim::Won(!side, manner)),
        };
        record
    }
}

/// Something that is neither a point nor no move.
struct NotAPoint;

/// A point, or no move.
fn point(value: &Value) -> Result<Option<Point>, NotAPoint> {
    let inner;
    let value = match value {
        // Some bots answer with text that is JSON again.
        Value::String(text) if text.len() < 200 => {
            inner = serde_json::from_str(text).map_err(|_| NotAPoint)?;
            &inner
        }
        other => other.get("response").unwrap_or(other),
    };
    let number = |name: &str| {
        let number = value.get(name)?;
        let number = number.as_i64().or_else(|| number.as_str()?.trim().parse().ok())?;
        i32::try_from(number).ok()
    };
    let (x, y) = number("x").zip(number("y")).ok_or(NotAPoint)?;
    Ok((x != -1 || y != -1).then_some(Point::new(x, y)))
}

/// The scores of both players, in a list or under their numbers.
fn scores(value: &Value) -> Option<[f64; 2]> {
    let score = |index: usize| {
        let by_name = || value.get(index.to_string());
        value.get(index).or_else(by_name).and_then(Value::as_f64)
    };
    Some([score(0)?, score(1)?])
}

/// The name of a player: of the bot or the user, or what stands there.
fn player_name(player: &Value) -> String {
    let name = |value: &Value| value.get("name").and_then(Value::as_str).map(str::to_owned);
    let inner = ["bot", "user"].into_iter().find_map(|key| player.get(key).and_then(name));
    let text = || player.as_str().map(str::to_owned);
    name(player).or(inner).or_else(text).unwrap_or_default()
}

/// Writes the game as the requests of a bot.
pub(super) fn write(page: &mut RecordOutput, record: &Record) -> Result<(), Unwritable> {
    let format = Format::Botzone;
    let line = plain_line(record, format, false)?;
    let odd = |point: &Point| *point == OFF_BOARD || *point == Point::new(-1, -1);
    if let Some(index) = line.moves.iter().position(odd) {
        return Err(Unwritable::Point { format, number: index + 1 });
    }
    page.out.extend_from_slice(format_game(&line.moves).as_bytes());
    page.out.push(b'\n');
    page.lose_all_but(record, &[]);
    Ok(())
}
