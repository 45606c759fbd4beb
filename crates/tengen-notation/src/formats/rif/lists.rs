//! The lists before the games, which give names to numbers.

use std::collections::HashMap;

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

/// The lists of a file. What is not in them keeps its number.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Lists {
    /// What is listed, by the name of its element and its number: attributes and their values.
    entries: HashMap<(String, String), Vec<(String, String)>>,
    /// How many bytes these are.
    size: usize,
}

impl Lists {
    /// No more bytes are kept: a hundred thousand players need less.
    const MOST: usize = 16 << 20;

    /// Adds what one tag lists. What is no XML is passed over.
    pub(super) fn add(&mut self, tag: &str) {
        let mut reader = Reader::from_str(tag);
        if let Ok(Event::Start(tag) | Event::Empty(tag)) = reader.read_event() {
            self.entry(&tag);
        }
    }

    fn entry(&mut self, tag: &BytesStart) {
        let attributes = attributes(tag);
        let Some((_, id)) = attributes.iter().find(|(name, _)| name == "id") else { return };
        let key = (tag.name().as_ref().to_owned(), id.clone());
        let bytes = attributes.iter().map(|(name, value)| 64 + name.len() + value.len());
        let size = self.size + key.0.len() + key.1.len() + bytes.sum::<usize>();
        if size <= Lists::MOST {
            self.size = size;
            self.entries.insert(key, attributes);
        }
    }

    fn attribute(&self, element: &str, id: &str, name: &str) -> Option<&str> {
        let entry = self.entries.get(&(element.to_owned(), id.to_owned()))?;
        let (_, value) = entry.iter().find(|(other, _)| other == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty())
    }

    /// The name of what is listed under a number, or the number.
    pub(super) fn name(&self, element: &str, id: &str) -> String {
        let first = self.attribute(element, id, "name");
        let last = self.attribute(element, id, "surname");
        match (first, last) {
            (Some(first), Some(last)) => format!("{first} {last}"),
            (Some(name), None) | (None, Some(name)) => name.to_owned(),
            (None, None) => id.to_owned(),
        }
    }

    /// When a tournament was.
    pub(super) fn date(&self, tournament: &str) -> String {
        let said = |name| self.attribute("tournament", tournament, name);
        let month = said("month_id").or_else(|| said("month"));
        match (said("start"), said("year"), month) {
            (Some(start), _, _) => start.to_owned(),
            (None, Some(year), Some(month)) => format!("{year}-{month:0>2}"),
            (None, Some(year), None) => year.to_owned(),
            (None, None, _) => String::new(),
        }
    }

    /// Where a tournament was.
    pub(super) fn place(&self, tournament: &str) -> String {
        let of = |element: &str| {
            let id = self.attribute("tournament", tournament, element)?;
            Some(self.name(element, id))
        };
        [of("city"), of("country")].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The attributes of an element with their values, as far as they can be read.
pub(super) fn attributes(tag: &BytesStart) -> Vec<(String, String)> {
    let mut attributes = Vec::new();
    for attribute in tag.attributes().with_checks(false).flatten() {
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value = value.unwrap_or_else(|_| attribute.value.clone());
        attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    attributes
}
