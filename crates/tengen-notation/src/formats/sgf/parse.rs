//! A game tree, whole.

use std::{borrow::Cow, ops::Range, time::Duration};

use tengen_core::{Area, Color, Point};

use super::{
    MOST_DEPTH, MOST_NODES, MOST_POINTS, MOST_PROPERTIES, MOST_VALUES, SgfProblem,
    property::{self, Property},
    scan::{LetterWidth, TreeSpan},
    sgf_value,
};
use crate::{
    BlockOffset, Fault, NodeId, Record, RecordNode, RecordStep, RecordTree, ResultClaim, Sign,
    fault::FoundText,
    formats::{
        Encoding, OFF_BOARD, RecordProblem, WholeRecord,
        repair::{LineIndex, Repairs},
    },
    text::fault_in,
};

/// Reads the tree at `span`, which stands in a block.
pub(super) fn whole(
    block: &[u8],
    place: BlockOffset,
    places: &mut LineIndex,
    span: TreeSpan,
    encoding: Option<Encoding>,
) -> Result<WholeRecord, Box<Fault>> {
    let mut reader = SgfTreeReader {
        block,
        forced: encoding,
        encoding: encoding.unwrap_or(Encoding::UTF_8),
        letters: encoding.map_or(LetterWidth::Usual, LetterWidth::from_encoding),
        repairs: Repairs::default(),
        record: Record::default(),
        points: 0,
        values: 0,
        span,
    };
    if let Err((at, problem)) = reader.read() {
        return Err(fault_in(block, place, at, 1, RecordProblem::from(problem).into()));
    }
    let line = places.line(span.start);
    let repairs = reader.repairs.finish(places);
    Ok(WholeRecord { record: reader.record, repairs, line, offset: span.start })
}

/// A problem and where it is in the block.
type SgfFault = (usize, SgfProblem);

struct SgfTreeReader<'a> {
    block: &'a [u8],
    span: TreeSpan,
    /// What the caller says the text is in.
    forced: Option<Encoding>,
    /// What the text is in.
    encoding: Encoding,
    letters: LetterWidth,
    repairs: Repairs,
    record: Record,
    /// How many points were set and marked.
    points: usize,
    /// How many values were read.
    values: usize,
}

impl<'a> SgfTreeReader<'a> {
    fn read(&mut self) -> Result<(), SgfFault> {
        self.note_surroundings();
        let end = self.span.end;
        let mut at = self.span.start;
        // The node that each open parenthesis hangs from, and the one that properties belong to.
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut current: Option<NodeId> = None;
        let mut started = false;
        while at < end {
            match self.block[at] {
                b'(' => {
                    if open.len() == MOST_DEPTH {
                        return Err((at, SgfProblem::TooDeep));
                    }
                    open.push(current);
                    at += 1;
                }
                b')' => {
                    current = open.pop().flatten();
                    at += 1;
                }
                b';' => {
                    let (id, next) = self.node(at, current, started)?;
                    (current, started, at) = (Some(id), true, next);
                }
                byte if byte.is_ascii_whitespace() => at += 1,
                _ => {
                    let odd = |byte: &u8| !matches!(byte, b'(' | b')' | b';');
                    let length = self.block[at..end].iter().take_while(|byte| odd(byte)).count();
                    self.repairs.note(at, "this stands in no node and is passed over");
                    at += length;
                }
            }
        }
        Ok(())
    }

    /// Notes what is odd around the tree.
    fn note_surroundings(&mut self) {
        let TreeSpan { start, end, from, closed } = self.span;
        let before = from + property::blanks(&self.block[from..start]);
        if before < start {
            self.repairs.note(start, "there is text before the game, which is passed over");
        }
        if !closed {
            self.repairs.note(end, "the game has no last ) and ends here");
        }
    }

    /// Reads the node at `at`; which it is, and where the text goes on.
    fn node(
        &mut self,
        at: usize,
        parent: Option<NodeId>,
        started: bool,
    ) -> Result<(NodeId, usize), SgfFault> {
        let (properties, next) = self.properties(at + 1)?;
        let id = if started {
            if parent.is_none() {
                self.repairs.note(at, "a second first node is read as a variation");
            }
            self.add(parent.unwrap_or(RecordTree::ROOT), at)?
        } else {
            self.read_root(&properties);
            RecordTree::ROOT
        };
        let last = self.fill(id, &properties, !started)?;
        Ok((last, next))
    }

    fn add(&mut self, parent: NodeId, at: usize) -> Result<NodeId, SgfFault> {
        if self.record.tree.len() == MOST_NODES {
            return Err((at, SgfProblem::TooManyNodes));
        }
        Ok(self.record.tree.add(parent, RecordNode::default()))
    }

    /// The properties from `at` on, and where the text goes on after them.
    fn properties(&mut self, mut at: usize) -> Result<(Vec<Property>, usize), SgfFault> {
        let end = self.span.end;
        let mut properties: Vec<Property> = Vec::new();
        while at < end {
            match self.block[at] {
                b'(' | b')' | b';' => break,
                byte if byte.is_ascii_whitespace() => at += 1,
                byte if byte.is_ascii_alphanumeric() => {
                    let most = MOST_VALUES - self.values + 1;
                    let (property, next) =
                        property::read(self.block, at, end, most, self.letters, &mut self.repairs);
                    at = next;
                    let Some(property) = property else { continue };
                    self.values += property.values.len();
                    if self.values > MOST_VALUES {
                        return Err((property.at, SgfProblem::TooManyValues));
                    }
                    if properties.len() == MOST_PROPERTIES {
                        return Err((property.at, SgfProblem::TooManyProperties));
                    }
                    if property.name == "CA" && self.forced.is_none() {
                        let label = self.block[property.values[0].clone()].trim_ascii();
                        self.letters = LetterWidth::from_label(label);
                    }
                    match properties.iter_mut().find(|other| other.name == property.name) {
                        Some(other) => {
                            let what = "this property is here twice; its values are joined";
                            self.repairs.note(property.at, what);
                            other.values.extend(property.values);
                        }
                        None => properties.push(property),
                    }
                }
                b'[' => {
                    self.repairs.note(at, "this value has no name and is passed over");
                    let close = super::scan::value_end(&self.block[..end], at + 1, self.letters);
                    at = close.map_or(end, |close| close + 1);
                }
                _ => {
                    let odd = |byte: &u8| {
                        !byte.is_ascii_alphanumeric()
                            && !byte.is_ascii_whitespace()
                            && !matches!(byte, b'(' | b')' | b';' | b'[')
                    };
                    self.repairs.note(at, "this is no property and is passed over");
                    at += self.block[at..end].iter().take_while(|byte| odd(byte)).count();
                }
            }
        }
        Ok((properties, at))
    }

    /// What the root says about the whole tree and must be known before the rest: the encoding and the
    /// size of the board.
    fn read_root(&mut self, properties: &[Property]) {
        let find = |name: &str| properties.iter().find(|property| property.name == name);
        let label = find("CA").map(|property| (property.at, property.values[0].clone()));
        self.choose_encoding(label);
        if let Some(size) = find("SZ") {
            let spelled = &self.block[size.values[0].clone()];
            self.record.area = sgf_value::size(spelled);
            if self.record.area.is_none() {
                let found = FoundText::new(spelled);
                let what = format!("{found} is no size of a board: write 15 or 20:12");
                self.repairs.note_for_verdict(size.at, what);
            }
        }
    }

    fn choose_encoding(&mut self, label: Option<(usize, Range<usize>)>) {
        if self.forced.is_some() {
            return;
        }
        let text = &self.block[self.span.start..self.span.end];
        let at = label.as_ref().map_or(self.span.start, |(at, _)| *at);
        let named = label.and_then(|(at, value)| {
            let encoding = Encoding::from_label(self.block[value.clone()].trim_ascii());
            if encoding.is_none() {
                let found = FoundText::new(&self.block[value]);
                self.repairs.note(at, format!("{found} is no encoding that is known"));
            }
            encoding
        });
        if text.is_ascii() {
            return;
        }
        let guess = Encoding::detect(text);
        // Text in another encoding is hardly ever UTF-8 with letters of three bytes.
        let surely = guess == Encoding::UTF_8 && text.iter().any(|&byte| byte >= 0xE0);
        self.encoding = match named {
            Some(named) if named == guess || !surely && named != Encoding::UTF_8 => named,
            Some(named) => {
                let (named, guess) = (named.name(), guess.name());
                self.repairs.note(at, format!("the text says {named}, but is {guess}"));
                Encoding::detect(text)
            }
            None if guess == Encoding::UTF_8 => guess,
            None => {
                let guess = guess.name();
                self.repairs.note(at, format!("the text names no encoding and is read as {guess}"));
                Encoding::detect(text)
            }
        };
    }

    /// The text of a value, with its escapes.
    fn raw_text(&mut self, value: &Range<usize>) -> Cow<'static, str> {
        let bytes = &self.block[value.clone()];
        let (text, broken) = self.encoding.decode(bytes);
        if !broken {
            return text.into_owned().into();
        }
        // One value may be in another encoding than the rest.
        let other = Encoding::detect(bytes);
        let (second, still_broken) = other.decode(bytes);
        if still_broken {
            self.repairs.note(value.start, "some bytes are no letters and are left out");
            return text.into_owned().into();
        }
        self.repairs.note(value.start, format!("this text is read as {}", other.name()));
        second.into_owned().into()
    }

    fn text(&mut self, value: &Range<usize>, simple: bool) -> String {
        sgf_value::unescape(&self.raw_text(value), simple)
    }

    /// What a value says in one word, without blanks around it.
    fn spelled(&mut self, value: &Range<usize>) -> Cow<'a, [u8]> {
        let block = self.block;
        let spelled = block[value.clone()].trim_ascii();
        if spelled.contains(&b'\\') {
            Cow::Owned(self.text(value, true).trim_ascii().as_bytes().to_vec())
        } else {
            Cow::Borrowed(spelled)
        }
    }

    /// Writes properties into the node `id`; the node that what follows hangs from.
    fn fill(
        &mut self,
        id: NodeId,
        properties: &[Property],
        root: bool,
    ) -> Result<NodeId, SgfFault> {
        let mut last = id;
        for property in properties {
            let Property { at, name, values } = property;
            match name.as_str() {
                "B" | "W" => last = self.play(last, property, root && last == id)?,
                "AB" => self.set_up(last, values, Some(Color::Black))?,
                "AW" => self.set_up(last, values, Some(Color::White))?,
                "AE" => self.set_up(last, values, None)?,
                "PL" => {
                    let spelled = self.spelled(&values[0]);
                    let turn = match spelled.first() {
                        Some(b'B' | b'b' | b'1') => Some(Color::Black),
                        Some(b'W' | b'w' | b'2') => Some(Color::White),
                        _ => None,
                    };
                    match turn {
                        Some(_) => self.record.tree.node_mut(last).turn = turn,
                        None => self.keep(last, property, root),
                    }
                }
                "C" => {
                    let mut comment = String::new();
                    for (number, value) in values.iter().enumerate() {
                        comment.push_str(if number == 0 { "" } else { "\n" });
                        comment.push_str(&self.text(value, false));
                    }
                    self.record.tree.node_mut(last).comment = comment;
                }
                "LB" => self.labels(last, property)?,
                "L" => self.letters(last, values)?,
                "CR" => self.signs(last, values, &Sign::Circle)?,
                "MA" | "M" => self.signs(last, values, &Sign::Cross)?,
                "SQ" => self.signs(last, values, &Sign::Square)?,
                "TR" => self.signs(last, values, &Sign::Triangle)?,
                "SL" => self.signs(last, values, &Sign::Selected)?,
                "MS" => {
                    let spelled = self.spelled(&values[0]);
                    let time = std::str::from_utf8(&spelled).ok();
                    let time = time.and_then(|text| text.parse().ok()).map(Duration::from_millis);
                    match time {
                        Some(_) => self.record.tree.node_mut(last).time = time,
                        None => self.keep(last, property, root),
                    }
                }
                _ if root && self.game(property) => {}
                _ => self.keep(last, property, root),
            }
            if !matches!(
                name.as_str(),
                "AB" | "AW" | "AE" | "LB" | "L" | "CR" | "MA" | "M" | "SQ" | "TR" | "SL"
            ) && values.len() > 1
                && is_single(name)
            {
                self.repairs.note(*at, "this property has several values; the first counts");
            }
        }
        if root && self.record.rule.is_some() {
            // The rule implies this game.
            self.record.other.retain(|(name, game)| name != "GM" || game.trim() != "4");
        }
        Ok(last)
    }

    /// What the root says about the game as a whole; whether that is what this property does.
    fn game(&mut self, property: &Property) -> bool {
        let value = &property.values[0];
        let field = match property.name.as_str() {
            "FF" | "CA" => return true,
            // Whatever else writes the game says so anew.
            "AP" => return self.block[value.clone()].trim_ascii().starts_with(b"Tengen:"),
            "SZ" => return self.record.area.is_some(),
            "RU" => {
                let text = self.text(value, true);
                self.record.rule = sgf_value::rule(&text);
                return self.record.rule.is_some();
            }
            "RE" => {
                let text = self.text(value, true);
                self.record.claim = ResultClaim::read(&text);
                if self.record.claim == Some(ResultClaim::Unknown) {
                    self.repairs.note_result(property.at, &FoundText::new(text.as_bytes()));
                }
                // What the claim does not say is kept beside it.
                return !matches!(self.record.claim, None | Some(ResultClaim::Unknown));
            }
            "PB" => |record: &mut Record, text| record.black = text,
            "PW" => |record: &mut Record, text| record.white = text,
            "EV" => |record: &mut Record, text| record.event = text,
            "RO" => |record: &mut Record, text| record.round = text,
            "DT" => |record: &mut Record, text| record.date = text,
            "PC" => |record: &mut Record, text| record.place = text,
            _ => return false,
        };
        let text = self.text(value, true);
        field(&mut self.record, text);
        true
    }

    /// Keeps a property as it is.
    fn keep(&mut self, id: NodeId, property: &Property, root: bool) {
        let most = if is_single(&property.name) { 1 } else { usize::MAX };
        let values = property.values.iter().take(most);
        let mut values: Vec<String> = values.map(|value| self.text(value, false)).collect();
        let is_move = matches!(property.name.as_str(), "B" | "W");
        if root && values.len() == 1 && !is_move {
            let value = values.pop().unwrap_or_default();
            self.record.other.push((property.name.clone(), value));
        } else {
            self.record.tree.node_mut(id).other.push((property.name.clone(), values));
        }
    }

    /// Reads a move; the node it is in.
    fn play(
        &mut self,
        mut id: NodeId,
        property: &Property,
        root: bool,
    ) -> Result<NodeId, SgfFault> {
        let color = if property.name == "B" { Color::Black } else { Color::White };
        if self.record.tree.node(id).step.is_some() {
            self.repairs.note(property.at, "a second move in one node is read as the next move");
            id = self.add(id, property.at)?;
        } else if root {
            self.repairs.note(property.at, "a move in the first node, which should have none");
        }
        let value = &property.values[0];
        let spelled = self.spelled(value);
        let area = self.record.area;
        let point = match sgf_value::point(&spelled) {
            _ if spelled.is_empty() => None,
            Some(point) if sgf_value::is_pass(point, area) => None,
            Some(point) => Some(point),
            None => Some(self.odd_point(id, property, &spelled)),
        };
        self.record.tree.node_mut(id).step = Some(RecordStep { color, point });
        Ok(id)
    }

    /// The point of a move that is not spelled by two letters.
    fn odd_point(&mut self, id: NodeId, property: &Property, spelled: &[u8]) -> Point {
        if let Some(point) = named_point(spelled, self.record.area) {
            self.repairs.note(property.at, "the point is read by its name, from the bottom");
            return point;
        }
        let found = FoundText::new(spelled);
        self.repairs.note(property.at, format!("{found} is no point: write two letters"));
        self.keep(id, property, false);
        OFF_BOARD
    }

    /// Every point of a list, in which `aa:cc` is a rectangle.
    fn each_point(
        &mut self,
        values: &[Range<usize>],
        mut set: impl FnMut(&mut RecordNode, Point),
        id: NodeId,
    ) -> Result<(), SgfFault> {
        for value in values {
            let spelled = self.block[value.clone()].trim_ascii();
            if spelled.is_empty() {
                continue; // A list may be empty.
            }
            let (first, last) = sgf_value::parts(spelled).unwrap_or((spelled, spelled));
            let corners =
                (sgf_value::point(first.trim_ascii()), sgf_value::point(last.trim_ascii()));
            let (Some(one), Some(two)) = corners else {
                let found = FoundText::new(spelled);
                self.repairs.note(value.start, format!("{found} is no point and is left out"));
                continue;
            };
            for y in one.y.min(two.y)..=one.y.max(two.y) {
                for x in one.x.min(two.x)..=one.x.max(two.x) {
                    self.points += 1;
                    if self.points > MOST_POINTS {
                        return Err((value.start, SgfProblem::TooManyPoints));
                    }
                    set(self.record.tree.node_mut(id), Point::new(x, y));
                }
            }
        }
        Ok(())
    }

    fn set_up(
        &mut self,
        id: NodeId,
        values: &[Range<usize>],
        stone: Option<Color>,
    ) -> Result<(), SgfFault> {
        self.each_point(values, |node, point| node.setup.push((point, stone)), id)
    }

    fn signs(&mut self, id: NodeId, values: &[Range<usize>], sign: &Sign) -> Result<(), SgfFault> {
        self.each_point(values, |node, point| node.signs.push((point, sign.clone())), id)
    }

    /// The points of `L` have the letters a, b, c, …
    fn letters(&mut self, id: NodeId, values: &[Range<usize>]) -> Result<(), SgfFault> {
        let mut letters = (b'a'..=b'z').cycle();
        let mut label = move || char::from(letters.next().unwrap_or(b'a')).to_string();
        self.each_point(values, |node, point| node.signs.push((point, Sign::Label(label()))), id)
    }

    fn labels(&mut self, id: NodeId, property: &Property) -> Result<(), SgfFault> {
        for value in &property.values {
            let spelled = &self.block[value.clone()];
            let parts = sgf_value::parts(spelled);
            let point = parts.and_then(|(point, _)| sgf_value::point(point.trim_ascii()));
            let (Some(point), Some((_, label))) = (point, parts) else {
                let found = FoundText::new(spelled);
                self.repairs.note(value.start, format!("{found} is no label: write aa:text"));
                continue;
            };
            self.points += 1;
            if self.points > MOST_POINTS {
                return Err((value.start, SgfProblem::TooManyPoints));
            }
            let label = self.text(&(value.end - label.len()..value.end), true);
            self.record.tree.node_mut(id).signs.push((point, Sign::Label(label)));
        }
        Ok(())
    }
}

/// Whether a property has one value.
fn is_single(name: &str) -> bool {
    const SINGLE: [&str; 20] = [
        "B", "W", "PL", "FF", "CA", "GM", "SZ", "RU", "RE", "PB", "PW", "EV", "RO", "DT", "PC",
        "AP", "KM", "HA", "GN", "MS",
    ];
    SINGLE.contains(&name)
}

/// A point that is spelled as players call it, which some programs write.
fn named_point(spelled: &[u8], area: Option<Area>) -> Option<Point> {
    area?.point(std::str::from_utf8(spelled).ok()?).ok()
}
