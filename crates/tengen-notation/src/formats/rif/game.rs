//! One game of a database.

use std::ops::Range;

use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesStart, Event},
};
use tengen_core::{Area, Color, Rule};

use super::{RifProblem, lists::Lists};
use crate::{
    FoundText, MainLine, Manner, Record, RecordTree, ResultClaim, RowOrder,
    formats::{
        columns::{ColumnProblem, read_names},
        point_names::{NameMap, NameSyntax},
    },
    record::RESULT_KEY,
    text::printable,
};

/// What is wrong with a game, and where in its text.
pub(super) type GameFault = (Range<usize>, RifProblem);

/// A result that is not known, and where in its text.
pub(super) type UnknownResult = (usize, FoundText);

/// Reads the text of a game, from its tag to its end tag.
pub(super) fn read_game(
    text: &str,
    lists: Option<&Lists>,
) -> Result<(Record, Option<UnknownResult>), GameFault> {
    let none = Lists::default();
    let mut game =
        RifGame { lists: lists.unwrap_or(&none), record: Record::default(), result: None };
    game.record.rule = Some(Rule::Renju);
    game.record.area = Some(Area::square(15));
    game.read(text)?;
    Ok((game.record, game.result))
}

struct RifGame<'a> {
    lists: &'a Lists,
    record: Record,
    result: Option<UnknownResult>,
}

/// An element inside of a game.
struct RifElement {
    name: String,
    text: String,
    /// Where its text begins, and whether it stands there as it is.
    at: usize,
    plain: bool,
}

impl RifGame<'_> {
    fn read(&mut self, text: &str) -> Result<(), GameFault> {
        let mut reader = Reader::from_str(text);
        let mut depth = 0;
        let mut element: Option<RifElement> = None;
        loop {
            let at = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|error| {
                let at = (reader.error_position() as usize).min(text.len());
                (at..at + 1, RifProblem::Xml(printable(error.to_string().as_bytes())))
            })?;
            let here = at..reader.buffer_position() as usize;
            match event {
                Event::Start(tag) if depth == 0 => {
                    self.attributes(&tag, &here)?;
                    depth = 1;
                }
                Event::Empty(tag) if depth == 0 => return self.attributes(&tag, &here),
                Event::Start(tag) => {
                    if depth == 1 {
                        let name = tag.name().as_ref().to_owned();
                        let at = here.end;
                        element = Some(RifElement { name, text: String::new(), at, plain: true });
                    }
                    depth += 1;
                }
                Event::Text(part) => add(&mut element, &part.xml10_content(), true),
                Event::CData(part) => add(&mut element, &part.xml10_content(), false),
                Event::GeneralRef(entity) => {
                    add(&mut element, &resolved(&entity, &here)?, false);
                }
                Event::End(_) => {
                    depth -= 1;
                    match (depth, element.take()) {
                        (0, _) => return Ok(()),
                        (1, Some(element)) => self.element(element)?,
                        (_, inside) => element = inside,
                    }
                }
                Event::DocType(_) => return Err((here, RifProblem::DocumentType)),
                Event::Eof => return Err((0..5, RifProblem::Unclosed)),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
    }

    /// Reads the attributes of a game.
    fn attributes(&mut self, tag: &BytesStart, here: &Range<usize>) -> Result<(), GameFault> {
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| {
                (here.clone(), RifProblem::Xml(printable(error.to_string().as_bytes())))
            })?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|_| {
                (here.clone(), RifProblem::Entity(FoundText::new(attribute.value.as_bytes())))
            })?;
            self.attribute(attribute.key.as_ref(), value.trim(), here.start);
        }
        Ok(())
    }

    fn attribute(&mut self, name: &str, value: &str, at: usize) {
        let record = &mut self.record;
        let mut keep = |value: String| record.other.push((name.to_owned(), value));
        match name {
            _ if value.is_empty() => {}
            "black" => record.black = self.lists.name("player", value),
            "white" => record.white = self.lists.name("player", value),
            "round" => value.clone_into(&mut record.round),
            "tournament" => {
                record.event = self.lists.name("tournament", value);
                record.date = self.lists.date(value);
                record.place = self.lists.place(value);
            }
            "bresult" => {
                record.claim = score(value);
                if record.claim == Some(ResultClaim::Unknown) {
                    record.other.push((RESULT_KEY.to_owned(), value.to_owned()));
                    self.result = Some((at, FoundText::new(value.as_bytes())));
                }
            }
            "rule" => {
                let rule = self.lists.name("rule", value);
                // The opening rules of renju have many names; what is no renju says so.
                if rule.to_ascii_lowercase().contains("gomoku") {
                    record.rule = None;
                }
                record.other.push((name.to_owned(), rule));
            }
            "opening" => keep(self.lists.name("opening", value)),
            _ => keep(value.to_owned()),
        }
    }

    /// Reads what stands inside of a game.
    fn element(&mut self, element: RifElement) -> Result<(), GameFault> {
        let RifElement { name, text, at, plain } = element;
        if name != "move" {
            if !text.trim().is_empty() {
                self.record.other.push((name, text.trim().to_owned()));
            }
            return Ok(());
        }
        let names = NameMap::new(Area::square(15), RowOrder::FromBottom, NameSyntax::Lenient);
        let mut line = MainLine::default();
        read_names(text.as_bytes(), names.expect("it has edges"), &mut line).map_err(
            |(span, problem)| {
                let span = if plain { at + span.start..at + span.end } else { at..at + 1 };
                match problem {
                    ColumnProblem::Move(found) => (span, RifProblem::Move(found)),
                    other => (span, RifProblem::Xml(other.to_string())),
                }
            },
        )?;
        // A second list of moves goes on with the first.
        let id = self.record.tree.main_line().last().unwrap_or(RecordTree::ROOT);
        line.first = self.record.tree.node(id).step.map_or(Color::Black, |step| !step.color);
        self.record.tree.extend(id, line.steps());
        Ok(())
    }
}

/// What Black scored, or the result in words.
fn score(text: &str) -> Option<ResultClaim> {
    let won = |winner| Some(ResultClaim::Won(winner, Manner::Unsaid));
    match text {
        "1" | "1.0" => won(Color::Black),
        "0" | "0.0" => won(Color::White),
        words => ResultClaim::read(words),
    }
}

fn add(element: &mut Option<RifElement>, part: &str, as_it_stands: bool) {
    if let Some(element) = element {
        element.plain &= as_it_stands && element.text.is_empty();
        element.text.push_str(part);
    }
}

/// What an entity stands for.
fn resolved(entity: &BytesRef, here: &Range<usize>) -> Result<String, GameFault> {
    if let Ok(Some(character)) = entity.resolve_char_ref() {
        return Ok(character.to_string());
    }
    let known = resolve_predefined_entity(entity.as_ref());
    let found = || (here.clone(), RifProblem::Entity(FoundText::new(entity.as_bytes())));
    known.map(str::to_owned).ok_or_else(found)
}
