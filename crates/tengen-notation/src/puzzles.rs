//! Puzzles as JSON Lines: a position with a side to move, one object a line.

use std::{
    collections::HashMap,
    fmt::{self, Write as _},
    mem,
};

use serde_json::{Value, value::RawValue};
use tengen_core::{Area, Color, Point, Rule, Setup};

pub use crate::puzzle_key::PuzzleKey;
use crate::{
    Fault, Fen, FenError, MAX_SIDE, Problem,
    fault::{ExpectedContent, FoundText},
    json_object::JsonObject,
    text::{self, BlockLines, BlockOffset, RawLine},
};

/// A position to be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// What it is called: its name, or its set and its number in it.
    pub name: Option<String>,
    /// What is to be found, in the words of its author.
    pub kind: Option<String>,
    /// How deep its solution is, as its author counts.
    pub depth: Option<u32>,
    /// Nodes that the solver of its author needed.
    pub nodes: Option<u64>,
    /// The game.
    pub rule: Rule,
    /// The stones, and whose turn it is. No stone is outside or on another.
    pub setup: Setup,
}

impl Puzzle {
    /// A puzzle as it is spelled.
    pub(crate) const EXAMPLE: &str =
        r#"{"rule":"renju","size":15,"to_move":"black","black":["h8"],"white":["i9"]}"#;

    /// No line is longer: a list of all points of a board of 100x100 takes 70,000 bytes.
    pub const LIMIT: usize = 1 << 20;

    /// Parses one line, which is the one of the given number, from 1, in its text.
    ///
    /// Points are named as on the board of the puzzle. Some collections have puzzles in the upper
    /// left corner of a board of 15 rows, and name them as there; if a name fits in this way only,
    /// all of the puzzle is read so.
    ///
    /// ```
    /// use tengen_core::{Area, Point, Rule};
    /// use tengen_notation::puzzles::Puzzle;
    ///
    /// let line = br#"{"rule":"renju","size":6,"to_move":"black","black":["a15"],"white":["b10"]}"#;
    /// let puzzle = Puzzle::parse(line, 1).unwrap();
    /// assert_eq!((puzzle.rule, puzzle.setup.area), (Rule::Renju, Area::square(6)));
    /// assert_eq!(puzzle.setup.stones[1].0, Point::new(1, 5));
    /// assert!(puzzle.to_string().contains(r#""white":["b1"]"#));
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where. Whether a game can go on from there is not asked.
    pub fn parse(line: &[u8], number: u64) -> Result<Puzzle, Box<Fault>> {
        PuzzleLine { line, number }.puzzle()
    }
}

/// The puzzle on one line, with its line end.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = |of: Color| -> Vec<String> {
            let own = self.setup.stones.iter().filter(|&&(_, color)| color == of);
            own.map(|&(point, _)| self.setup.area.name(point)).collect()
        };
        let size: Value = match self.setup.area {
            Area::Bounded { width, height } if width == height => width.into(),
            area => area.to_string().into(),
        };
        let position = [
            (PuzzleKey::Rule, self.rule.name().into()),
            (PuzzleKey::Size, size),
            (PuzzleKey::ToMove, self.setup.turn.to_string().into()),
            (PuzzleKey::Black, stones(Color::Black).into()),
            (PuzzleKey::White, stones(Color::White).into()),
        ];
        f.write_str(&self.spell(position))
    }
}

impl Puzzle {
    /// The puzzle on one line, with its line end and the position as FEN: half as long. None if a stone is outside or on
    /// another.
    ///
    /// ```
    /// use tengen_notation::puzzles::Puzzle;
    ///
    /// let line = br#"{"rule":"nogo","size":3,"to_move":"white","black":["b2"],"white":[],"depth":2}"#;
    /// let puzzle = Puzzle::parse(line, 1).unwrap();
    /// let compact = puzzle.to_compact().unwrap();
    /// assert_eq!(compact, "{\"depth\":2,\"fen\":\"3/1x1/3 w nogo\"}\n");
    /// assert_eq!(Puzzle::parse(compact.as_bytes(), 1).unwrap(), puzzle);
    /// ```
    pub fn to_compact(&self) -> Option<String> {
        let fen = Fen::new(self.rule, self.setup.clone())?;
        Some(self.spell([(PuzzleKey::Fen, fen.to_string().into())]))
    }

    fn spell(&self, position: impl IntoIterator<Item = (PuzzleKey, Value)>) -> String {
        let own = [
            (PuzzleKey::Name, self.name.as_deref().map(Value::from)),
            (PuzzleKey::Kind, self.kind.as_deref().map(Value::from)),
            (PuzzleKey::Depth, self.depth.map(Value::from)),
            (PuzzleKey::Nodes, self.nodes.map(Value::from)),
        ];
        let own = own.into_iter().filter_map(|(key, value)| value.map(|value| (key, value)));
        let mut text = String::from("{");
        for (key, value) in own.chain(position) {
            let comma = if text.len() == 1 { "" } else { "," };
            write!(text, "{comma}\"{key}\":{value}").expect("a text takes any text");
        }
        text.push_str("}\n");
        text
    }
}

/// The puzzles of a text, one after another. Blank lines are passed over.
#[derive(Debug)]
pub struct Puzzles<'a> {
    lines: BlockLines<'a>,
    /// The line of the puzzle read last.
    last: Option<RawLine>,
    /// Whether the text has ended.
    ended: bool,
}

impl<'a> Puzzles<'a> {
    /// No text of puzzles is longer: a hundred thousand of them take 32 MiB.
    pub const LIMIT: usize = 64 << 20;

    /// The puzzles of the whole text `text`.
    pub fn new(text: &'a [u8]) -> Puzzles<'a> {
        Puzzles { lines: BlockLines::new(text, BlockOffset::default()), last: None, ended: false }
    }

    /// The number of the line read last, from 1.
    pub fn line(&self) -> u64 {
        self.lines.read
    }

    /// A fault in all of the puzzle read last.
    pub fn fault(&self, problem: Problem) -> Box<Fault> {
        let line = self.last.map_or(&[][..], |line| line.text(self.lines.bytes));
        let start = line.len() - line.trim_ascii_start().len();
        PuzzleLine { line, number: self.lines.read.max(1) }.fault(start, line.len(), problem)
    }
}

impl Iterator for Puzzles<'_> {
    type Item = Result<Puzzle, Box<Fault>>;

    /// The next puzzle. A text has at least one.
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(line) = self.lines.next() {
            let text = line.text(self.lines.bytes);
            if !text.trim_ascii().is_empty() {
                self.last = Some(line);
                return Some(Puzzle::parse(text, self.lines.read));
            }
        }
        if self.last.is_some() || mem::replace(&mut self.ended, true) {
            return None;
        }
        let (bytes, lines) = (self.lines.bytes, self.lines.read);
        let (end, problem) = (bytes.len(), Problem::Empty(ExpectedContent::Puzzles));
        Some(Err(Box::new(text::fault(bytes, end, lines, (end, 1), problem))))
    }
}

/// A line, and where it stands in its text.
#[derive(Clone, Copy)]
struct PuzzleLine<'a> {
    line: &'a [u8],
    number: u64,
}

/// A name of a point, and whose stone is on it.
struct PuzzleStone<'a> {
    raw: &'a RawValue,
    name: String,
    color: Color,
}

impl<'a> PuzzleLine<'a> {
    fn puzzle(self) -> Result<Puzzle, Box<Fault>> {
        if self.line.len() > Puzzle::LIMIT {
            return Err(self.fault(0, 1, Problem::PuzzleTooLong));
        }
        let values = self.values()?;
        let get = |key: PuzzleKey| values.get(&key).copied();
        let needed = |key: PuzzleKey| {
            let end = self.line.trim_ascii_end().len().max(1) - 1;
            get(key).ok_or_else(|| self.fault(end, 1, Problem::PuzzleWithout { key }))
        };
        let (rule, setup) = match get(PuzzleKey::Fen) {
            Some(fen) => self.fen(&values, fen)?,
            None => self.position(needed)?,
        };
        let text = |key: PuzzleKey| match get(key) {
            None => Ok(None),
            Some(raw) if raw.get() == "null" => Ok(None),
            Some(raw) if key == PuzzleKey::No && is_number(raw) => Ok(Some(raw.get().to_owned())),
            Some(raw) => string(raw).map(Some).ok_or_else(|| self.wrong(key, raw)),
        };
        let name = match (text(PuzzleKey::Name)?, text(PuzzleKey::Set)?, text(PuzzleKey::No)?) {
            (Some(name), _, _) => Some(name),
            (None, Some(set), Some(number)) => Some(format!("{set} {number}")),
            (None, set, number) => set.or(number),
        };
        let number = |key: PuzzleKey| match get(key) {
            None => Ok(None),
            Some(raw) => raw.get().parse::<u64>().map(Some).map_err(|_| self.wrong(key, raw)),
        };
        let Ok(depth) = number(PuzzleKey::Depth)?.map(u32::try_from).transpose() else {
            return Err(self.wrong(PuzzleKey::Depth, needed(PuzzleKey::Depth)?));
        };
        let (kind, nodes) = (text(PuzzleKey::Kind)?, number(PuzzleKey::Nodes)?);
        Ok(Puzzle { name, kind, depth, nodes, rule, setup })
    }

    /// The position that is spelled as FEN.
    fn fen(
        self,
        values: &HashMap<PuzzleKey, &'a RawValue>,
        raw: &'a RawValue,
    ) -> Result<(Rule, Setup), Box<Fault>> {
        if let Some((key, other)) =
            PuzzleKey::OF_POSITION.into_iter().find_map(|key| Some((key, *values.get(&key)?)))
        {
            return Err(self.fault_at(other, Problem::PuzzleBeside { key }));
        }
        let text = string(raw).ok_or_else(|| self.wrong(PuzzleKey::Fen, raw))?;
        let fen: Fen = text.parse().map_err(|error: FenError| {
            // Nothing in a FEN is escaped in JSON.
            let at = self.offset(raw) + error.column.min(raw.get().len().max(2) - 1);
            self.fault(at, 1, Problem::PuzzleFen(error))
        })?;
        if let Area::Bounded { width, height } = fen.setup().area
            && width.max(height) > MAX_SIDE
        {
            return Err(self.fault_at(raw, Problem::TooLarge));
        }
        let mut setup = fen.setup().clone();
        // As the lists have them: the black ones first.
        setup.stones.sort_by_key(|&(_, color)| color == Color::White);
        Ok((fen.rule(), setup))
    }

    /// The position, each part of which has a key.
    fn position(
        self,
        needed: impl Fn(PuzzleKey) -> Result<&'a RawValue, Box<Fault>>,
    ) -> Result<(Rule, Setup), Box<Fault>> {
        let rule = needed(PuzzleKey::Rule)?;
        let rule = string(rule)
            .and_then(|word| word.parse().ok())
            .ok_or_else(|| self.wrong(PuzzleKey::Rule, rule))?;
        let area = self.area(needed(PuzzleKey::Size)?)?;
        let turn = needed(PuzzleKey::ToMove)?;
        let turn = match string(turn).as_deref() {
            Some("black") => Color::Black,
            Some("white") => Color::White,
            _ => return Err(self.wrong(PuzzleKey::ToMove, turn)),
        };
        let mut stones = self.stones(PuzzleKey::Black, needed(PuzzleKey::Black)?, Color::Black)?;
        stones.extend(self.stones(PuzzleKey::White, needed(PuzzleKey::White)?, Color::White)?);
        Ok((rule, Setup { area, stones: self.points(area, &stones)?, turn }))
    }

    /// The values of those keys that mean something, as they are spelled.
    fn values(self) -> Result<HashMap<PuzzleKey, &'a RawValue>, Box<Fault>> {
        let start = self.line.len() - self.line.trim_ascii_start().len();
        if self.line.get(start) != Some(&b'{') {
            let found = FoundText::new(&self.line[start..]);
            return Err(self.fault(start, 1, Problem::NoPuzzle { found }));
        }
        let JsonObject(entries) = serde_json::from_slice(self.line).map_err(|error| {
            let message = error.to_string();
            let (what, _) = message.split_once(" at line ").unwrap_or((&message, ""));
            let at = error.column().saturating_sub(1).min(self.line.len());
            self.fault(at, 1, Problem::Json(what.to_owned()))
        })?;
        let mut values = HashMap::new();
        for (key, raw) in entries {
            if let Some(key) = PuzzleKey::ALL.into_iter().find(|known| known.word() == key)
                && values.insert(key, raw).is_some()
            {
                return Err(self.fault_at(raw, Problem::PuzzleKeyTwice(key)));
            }
        }
        Ok(values)
    }

    fn area(self, raw: &RawValue) -> Result<Area, Box<Fault>> {
        let text = if is_number(raw) { Some(raw.get().to_owned()) } else { string(raw) };
        let area = text.and_then(|text| text.parse().ok());
        match area.ok_or_else(|| self.wrong(PuzzleKey::Size, raw))? {
            Area::Bounded { width, height } if width.max(height) > MAX_SIDE => {
                Err(self.fault_at(raw, Problem::TooLarge))
            }
            area => Ok(area),
        }
    }

    fn stones(
        self,
        key: PuzzleKey,
        list: &'a RawValue,
        color: Color,
    ) -> Result<Vec<PuzzleStone<'a>>, Box<Fault>> {
        let list: Vec<&RawValue> =
            serde_json::from_str(list.get()).map_err(|_| self.wrong(key, list))?;
        let stone = |raw: &'a RawValue| match string(raw) {
            Some(name) => Ok(PuzzleStone { raw, name, color }),
            None => Err(self.wrong(key, raw)),
        };
        list.into_iter().map(stone).collect()
    }

    /// Where the stones are, no two on one point.
    fn points(
        self,
        area: Area,
        stones: &[PuzzleStone<'a>],
    ) -> Result<Vec<(Point, Color)>, Box<Fault>> {
        let own = |stone: &PuzzleStone| {
            let fault = |error| self.fault_at(stone.raw, Problem::PuzzlePoint(error));
            area.point(&stone.name).map_err(fault)
        };
        let points: Result<Vec<Point>, _> = stones.iter().map(own).collect();
        let points = points.or_else(|fault| corner(area, stones).ok_or(fault))?;
        let mut first = HashMap::new();
        for (&point, stone) in points.iter().zip(stones) {
            if let Some(before) = first.insert(point, stone.raw) {
                let (name, column) = (area.name(point), self.offset(before) + 1);
                return Err(self.fault_at(stone.raw, Problem::PuzzleTwice { name, column }));
            }
        }
        Ok(points.into_iter().zip(stones.iter().map(|stone| stone.color)).collect())
    }

    fn wrong(self, key: PuzzleKey, raw: &RawValue) -> Box<Fault> {
        // It is shown between quotes of its own.
        let text = raw.get().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let found = text.filter(|text| !text.is_empty()).unwrap_or(raw.get());
        let found = FoundText::new(found.as_bytes());
        self.fault_at(raw, Problem::PuzzleValue { key, found })
    }

    fn fault_at(self, raw: &RawValue, problem: Problem) -> Box<Fault> {
        self.fault(self.offset(raw), raw.get().len(), problem)
    }

    /// Where a value starts, which is a part of the line.
    fn offset(self, raw: &RawValue) -> usize {
        let offset = raw.get().as_ptr().addr().wrapping_sub(self.line.as_ptr().addr());
        debug_assert!(offset < self.line.len());
        offset
    }

    fn fault(self, at: usize, length: usize, problem: Problem) -> Box<Fault> {
        let place = BlockOffset { lines: self.number - 1, ..BlockOffset::default() };
        Box::new(Fault { column: at + 1, ..*text::fault_in(self.line, place, at, length, problem) })
    }
}

/// The stones of a puzzle that is named as the upper left corner of a board of 15 rows, if it is.
fn corner(area: Area, stones: &[PuzzleStone]) -> Option<Vec<Point>> {
    let Area::Bounded { width, .. } = area else { return None };
    let large = Area::Bounded { width, height: 15 };
    let point =
        |stone: &PuzzleStone| large.point(&stone.name).ok().filter(|&point| area.contains(point));
    stones.iter().map(point).collect()
}

fn string(raw: &RawValue) -> Option<String> {
    serde_json::from_str(raw.get()).ok()
}

fn is_number(raw: &RawValue) -> bool {
    raw.get().starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"rule":"renju","size":15,"to_move":"white","#;

    fn refused(line: &str) -> (usize, String) {
        let fault = Puzzle::parse(line.as_bytes(), 3).unwrap_err();
        assert_eq!(fault.line, 3);
        (fault.column, fault.to_string())
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let head = |rest: &str| format!("{HEAD}{rest}");
        for (line, column, message) in [
            (String::new(), 1, "a blank line is out of place: a puzzle is an object on one line"),
            (" [1]".to_owned(), 2, "\"[1]\" is out of place: a puzzle is an object"),
            ("{".to_owned(), 1, "this is not JSON: EOF while parsing an object"),
            (r#"{"rule":}"#.to_owned(), 9, "this is not JSON: expected value"),
            (
                r#"{"rule":"go"}"#.to_owned(),
                9,
                r#""go" is not right for "rule": write "freestyle""#,
            ),
            (r#"{"rule":7}"#.to_owned(), 9, r#""7" is not right for "rule""#),
            (
                r#"{"no":7}"#.to_owned(),
                8,
                r#"this puzzle has no "rule": write "freestyle", "exact""#,
            ),
            (r#"{"rule":"exact", "rule":"exact"}"#.to_owned(), 25, "has \"rule\" twice"),
            (r#"{"rule":"exact"}"#.to_owned(), 16, r#"no "size": write a number like 15"#),
            (r#"{"rule":"exact","size":0}"#.to_owned(), 24, r#""0" is not right for "size""#),
            (r#"{"rule":"exact","size":-3}"#.to_owned(), 24, r#""-3" is not right for "size""#),
            (r#"{"rule":"exact","size":1.5}"#.to_owned(), 24, r#""1.5" is not right"#),
            (r#"{"rule":"exact","size":"7y7"}"#.to_owned(), 24, r#"not right for "size""#),
            (r#"{"rule":"exact","size":[7]}"#.to_owned(), 24, r#""[7]" is not right for "size""#),
            (r#"{"rule":"exact","size":1001}"#.to_owned(), 24, "sides may have up to 1000 points"),
            (r#"{"rule":"exact","size":5}"#.to_owned(), 25, r#"no "to_move": write "black" or"#),
            (
                r#"{"rule":"exact","size":5,"to_move":"red"}"#.to_owned(),
                36,
                "not right for \"to_move\"",
            ),
            (head(r#""white":[]}"#), 55, r#"no "black": write a list of points"#),
            (head(r#""black":[]}"#), 55, r#"no "white": write a list of points"#),
            (head(r#""black":"h8","white":[]}"#), 53, r#"not right for "black""#),
            (head(r#""black":["h8",7],"white":[]}"#), 59, r#""7" is not right for "black""#),
            (
                head(r#""black":["h8","q8"],"white":[]}"#),
                59,
                "point \"q8\" is outside the 15x15 board",
            ),
            (head(r#""black":["h8","?"],"white":[]}"#), 59, "\"?\" is not a point; write a letter"),
            (
                head(r#""black":["h8"],"white":["a1", "H8"]}"#),
                75,
                "a stone on h8 already, in column 54",
            ),
            (
                head(r#""black":[],"white":[],"kind":{}}"#),
                74,
                r#""{}" is not right for "kind": write a text"#,
            ),
            (head(r#""black":[],"white":[],"no":true}"#), 72, "write a number or a text"),
            (head(r#""black":[],"white":[]} x"#), 68, "this is not JSON: trailing characters"),
            (r#"{"fen":7}"#.to_owned(), 8, r#""7" is not right for "fen""#),
            (r#"{"fen":"3/1z1/3 b renju"}"#.to_owned(), 12, "this is no FEN: 'z' is not a stone"),
            (r#"{"fen":"1001 b renju"}"#.to_owned(), 8, "sides may have up to 1000 points"),
            (r#"{"fen":"3 b renju","rule":"exact"}"#.to_owned(), 27, r#"what "rule" says"#),
            (
                r#"{"fen":"3 b renju","depth":-1}"#.to_owned(),
                28,
                r#""-1" is not right for "depth""#,
            ),
            (r#"{"fen":"3 b renju","depth":4294967296}"#.to_owned(), 28, "write a number"),
            (r#"{"fen":"3 b renju","nodes":"9"}"#.to_owned(), 28, r#"not right for "nodes""#),
        ] {
            let found = refused(&line);
            assert!(found.1.contains(message), "{line}: {}", found.1);
            assert_eq!(found.0, column, "{line}: {}", found.1);
        }
    }

    #[test]
    fn keys_come_in_any_order_and_others_are_passed_over() {
        let line = r#" {"labels":{"a":[[1]]},"white":[],"black":["C3"],"kind":null,"to_move":"white",
            "no":"7b","size":"4x3","rule":"nogo","set":"\u0041 <"} "#;
        let puzzle = Puzzle::parse(line.as_bytes(), 1).unwrap();
        let area = Area::Bounded { width: 4, height: 3 };
        let setup =
            Setup { area, stones: vec![(Point::new(2, 0), Color::Black)], turn: Color::White };
        let name = Some("A < 7b".to_owned());
        let (kind, depth, nodes, rule) = (None, None, None, Rule::NoGo);
        assert_eq!(puzzle, Puzzle { name, kind, depth, nodes, rule, setup });
        let text = r#"{"name":"A < 7b","rule":"nogo","size":"4x3","to_move":"white","black":["c3"],"white":[]}"#;
        assert_eq!(puzzle.to_string(), format!("{text}\n"));
    }

    #[test]
    fn names_are_made_of_what_there_is() {
        let name = |keys: &str| {
            let line = format!(r#"{HEAD}"black":[],"white":[]{keys}}}"#);
            Puzzle::parse(line.as_bytes(), 1).unwrap().name
        };
        assert_eq!(name(""), None);
        assert_eq!(name(r#","no":12"#).as_deref(), Some("12"));
        assert_eq!(name(r#","set":"s","no":null"#).as_deref(), Some("s"));
        assert_eq!(name(r#","set":"s","no":3,"name":"n""#).as_deref(), Some("n"));
    }

    #[test]
    fn a_corner_of_a_larger_board_is_read_by_its_own_names() {
        let read = |size: &str, black: &str, white: &str| {
            let line = format!(
                r#"{{"rule":"renju","size":{size},"to_move":"black","black":{black},"white":{white}}}"#
            );
            Puzzle::parse(line.as_bytes(), 1).map(|puzzle| {
                let name = |&(point, _): &(Point, Color)| puzzle.setup.area.name(point);
                puzzle.setup.stones.iter().map(name).collect::<Vec<_>>().join(" ")
            })
        };
        assert_eq!(read("6", r#"["a15","f10"]"#, r#"["c12"]"#).unwrap(), "a6 f1 c3");
        // All names are on the board of the puzzle: nothing else is meant.
        assert_eq!(read("12", r#"["a12","f10"]"#, r#"["c4"]"#).unwrap(), "a12 f10 c4");
        // One of them means the larger board, so all do.
        assert_eq!(read("12", r#"["a12","f10"]"#, r#"["c13"]"#).unwrap(), "a9 f7 c10");
        // They are on neither.
        let fault = read("6", r#"["a15"]"#, r#"["c9"]"#).unwrap_err();
        assert_eq!(fault.to_string(), "point \"a15\" is outside the 6x6 board (a1 to f6)");
        let fault = read("6", r#"["a15"]"#, r#"["a15"]"#).unwrap_err();
        assert!(fault.to_string().starts_with("there is a stone on a6 already"), "{fault}");
    }

    #[test]
    fn a_board_may_have_no_edges() {
        let line =
            r#"{"rule":"exact","size":"infinite","to_move":"black","black":["(3,-4)"],"white":[]}"#;
        let puzzle = Puzzle::parse(line.as_bytes(), 1).unwrap();
        assert_eq!(puzzle.setup.area, Area::Unbounded);
        assert_eq!(puzzle.setup.stones, [(Point::new(3, -4), Color::Black)]);
        assert_eq!(puzzle.to_string().trim_end(), line);
    }

    #[test]
    fn lines_are_counted_and_blank_ones_passed_over() {
        let line = format!(r#"{HEAD}"black":[],"white":[]}}"#);
        let text = format!("\n{line}\r\n \t\n\n{line}\n{{}}\n");
        let mut puzzles = Puzzles::new(text.as_bytes());
        assert!(puzzles.next().unwrap().is_ok());
        assert_eq!(puzzles.line(), 2);
        assert!(puzzles.next().unwrap().is_ok());
        assert_eq!(puzzles.line(), 5);
        assert_eq!(puzzles.next().unwrap().unwrap_err().line, 6);
        assert!(puzzles.next().is_none());
        let fault = Puzzles::new(b" \n").next().unwrap().unwrap_err();
        assert_eq!(fault.to_string(), "the text is empty: expected puzzles, one a line");
    }

    #[test]
    fn deep_and_long_lines_are_refused_in_time() {
        let deep = format!("{{\"x\":{}", "[".repeat(Puzzle::LIMIT / 2));
        assert!(refused(&deep).1.contains("not JSON"));
        let long = format!("{{\"x\":\"{}\"}}", "x".repeat(Puzzle::LIMIT));
        assert!(refused(&long).1.contains("longer than 1048576 bytes"));
    }
}
