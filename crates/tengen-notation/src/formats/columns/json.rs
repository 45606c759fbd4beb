//! Rows that are JSON objects.

use std::borrow::Cow;

use memchr::memchr2;

use super::{
    ColumnProblem, ColumnRole,
    delimited::{FieldSpans, FieldText, SplitFault},
};
use crate::{
    json_object::{JsonObject, JsonString},
    text::printable,
};

/// The fields of an object with their names. What is null is not there.
pub(super) fn split(row: &[u8]) -> Result<Vec<(Cow<'_, str>, FieldText<'_>)>, SplitFault> {
    let JsonObject(entries) = serde_json::from_slice(row).map_err(|error| {
        // The parser counts columns from 1, and 0 is the line as a whole.
        let at = error.column().saturating_sub(1).min(row.len());
        (at, 1, ColumnProblem::Json(printable(error.to_string().as_bytes())))
    })?;
    let mut fields = Vec::with_capacity(entries.len());
    for (name, raw) in entries {
        let value = raw.get();
        // The value is a part of the row: where it begins is how far its first byte is in.
        let at = value.as_ptr() as usize - row.as_ptr() as usize;
        let text = match value.as_bytes()[0] {
            b'n' => continue,
            b'"' => {
                let text: JsonString = serde_json::from_str(value).map_err(|error| {
                    (at, value.len(), ColumnProblem::Json(printable(error.to_string().as_bytes())))
                })?;
                match text.0 {
                    Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                    Cow::Owned(text) => Cow::Owned(text.into_bytes()),
                }
            }
            _ => Cow::Borrowed(value.as_bytes()),
        };
        fields.push((name, FieldText { text, at, length: value.len() }));
    }
    Ok(fields)
}

/// The names of the last row with what they are for: the next row mostly has the same.
#[derive(Default, Debug)]
pub(super) struct LearnedNames(Vec<(Vec<u8>, Option<ColumnRole>)>);

impl LearnedNames {
    /// What the name at `index` is for.
    #[inline]
    fn role(&mut self, index: usize, name: &[u8]) -> Option<ColumnRole> {
        if let Some((known, role)) = self.0.get(index)
            && known == name
        {
            return *role;
        }
        let role = ColumnRole::from_name(name);
        if index == self.0.len() {
            self.0.push((name.to_owned(), role));
        } else if let Some(entry) = self.0.get_mut(index) {
            *entry = (name.to_owned(), role);
        }
        role
    }
}

/// The span of a field that is not there.
pub(super) const ABSENT: (u32, u32) = (u32::MAX, 0);

/// Hot: finds the fields of an object that is spelled simply: plain strings, whole numbers, lists of
/// these. No if it is not.
pub(super) fn quick_split(
    row: &[u8],
    learned: &mut LearnedNames,
    spans: &mut FieldSpans,
) -> Option<()> {
    *spans = [ABSENT; ColumnRole::COUNT];
    let mut scan = ObjectScanner { row, at: 0 };
    scan.expect(b'{')?;
    for index in 0.. {
        let name = scan.string()?;
        let role = learned.role(index, &row[name.0..name.1]);
        scan.expect(b':')?;
        let (from, to) = scan.value()?;
        if let Some(role) = role
            && (from, to) != NULL
            && spans[role as usize] == ABSENT
        {
            spans[role as usize] = (from as u32, to as u32);
        }
        match scan.next()? {
            b',' => {}
            b'}' => break,
            _ => return None,
        }
    }
    row[scan.at..].trim_ascii().is_empty().then_some(())
}

/// The span of a value that is null: no value is there.
const NULL: (usize, usize) = (0, 0);

struct ObjectScanner<'a> {
    row: &'a [u8],
    at: usize,
}

impl ObjectScanner<'_> {
    /// The next byte that is no blank.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            let byte = *self.row.get(self.at)?;
            self.at += 1;
            if !matches!(byte, b' ' | b'\t' | b'\r') {
                return Some(byte);
            }
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then_some(())
    }

    /// Where a string without escapes is, which comes next.
    #[inline]
    fn string(&mut self) -> Option<(usize, usize)> {
        self.expect(b'"')?;
        self.rest_of_string()
    }

    #[inline]
    fn rest_of_string(&mut self) -> Option<(usize, usize)> {
        let from = self.at;
        let to = from + memchr2(b'"', b'\\', &self.row[from..])?;
        let plain = self.row[from..to].iter().all(|byte| (0x20..0x80).contains(byte));
        self.at = to + 1;
        (plain && self.row[to] == b'"').then_some((from, to))
    }

    /// Where a value is, or that it is null.
    fn value(&mut self) -> Option<(usize, usize)> {
        let first = self.next()?;
        let from = self.at - 1;
        match first {
            b'"' => return self.rest_of_string(),
            b'[' => self.list()?,
            b'-' | b'0'..=b'9' => self.number(first)?,
            b't' => self.word(b"rue")?,
            b'f' => self.word(b"alse")?,
            b'n' => {
                self.word(b"ull")?;
                return Some(NULL);
            }
            _ => return None,
        }
        Some((from, self.at))
    }

    fn word(&mut self, rest: &[u8]) -> Option<()> {
        let follows = self.row[self.at..].starts_with(rest);
        self.at += rest.len();
        follows.then_some(())
    }

    /// A whole number after its first byte.
    fn number(&mut self, first: u8) -> Option<()> {
        let digits = self.row[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let whole = match first {
            b'0' => digits == 0,
            b'-' => digits > 0 && self.row[self.at] != b'0',
            _ => true,
        };
        self.at += digits;
        let goes_on = matches!(self.row.get(self.at), Some(b'.' | b'e' | b'E'));
        (whole && !goes_on).then_some(())
    }

    /// The rest of a list of strings, whole numbers and pairs of them.
    fn list(&mut self) -> Option<()> {
        // Whether a value was just read, so that a comma or an end must follow.
        let (mut depth, mut after_value) = (1, false);
        let mut empty = true;
        while depth > 0 {
            match (self.next()?, after_value) {
                (b']', true) => depth -= 1,
                (b']', false) if empty => (depth, after_value) = (depth - 1, true),
                (b',', true) => (after_value, empty) = (false, false),
                (b'[', false) if depth == 1 => (depth, empty) = (depth + 1, true),
                (b'"', false) => {
                    self.rest_of_string()?;
                    after_value = true;
                }
                (first @ (b'-' | b'0'..=b'9'), false) => {
                    self.number(first)?;
                    after_value = true;
                }
                _ => return None,
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(row: &str) -> Option<Vec<(usize, String)>> {
        let mut spans = [ABSENT; ColumnRole::COUNT];
        quick_split(row.as_bytes(), &mut LearnedNames::default(), &mut spans)?;
        let filled = spans.iter().enumerate().filter(|(_, span)| **span != ABSENT);
        Some(filled.map(|(i, s)| (i, row[s.0 as usize..s.1 as usize].to_owned())).collect())
    }

    fn plain(row: &str) -> Option<Vec<(usize, String)>> {
        let mut found: Vec<Option<String>> = vec![None; ColumnRole::COUNT];
        for (name, field) in split(row.as_bytes()).ok()? {
            if let Some(role) = ColumnRole::from_name(name.as_bytes()) {
                let text = String::from_utf8(field.text.into_owned()).unwrap();
                found[role as usize].get_or_insert(text);
            }
        }
        Some(found.into_iter().enumerate().filter_map(|(i, text)| Some((i, text?))).collect())
    }

    #[test]
    fn simple_objects_are_read_the_quick_way() {
        for row in [
            r#"{"moves":"h8i9","winner":1,"x":null}"#,
            r#" { "pos" : "h8" , "rule" : "renju", "moves":"a1", "size":-15, "a":true,"b":false } "#,
            r#"{"moves":[[7,7],[8,-6]],"black":"a b"}"#,
            r#"{"moves":["h8", "i9"],"end":[]}"#,
            r#"{"moves":[[]],"rows":"top","rows":"bottom"}"#,
        ] {
            assert_eq!(quick(row), plain(row), "{row}");
            assert!(quick(row).is_some(), "{row}");
        }
    }

    #[test]
    fn all_others_are_left_to_the_plain_way() {
        for row in [
            "{}",
            "[]",
            r#"{"moves":"h8"}}"#,
            r#"{"moves":"h8",}"#,
            r#"{"moves":"h\u0038"}"#,
            r#"{"moves":01}"#,
            r#"{"moves":-}"#,
            r#"{"moves":-0}"#,
            r#"{"moves":1.5}"#,
            r#"{"moves":[1 2]}"#,
            r#"{"moves":[1,]}"#,
            r#"{"moves":[,1]}"#,
            r#"{"moves":[[1],[[2]]]}"#,
            r#"{"moves":{"x":1}}"#,
            r#"{"moves":tru}"#,
            "{\"black\":\"\u{5929}\"}",
            "{\"black\":\"a\tb\"}",
        ] {
            assert_eq!(quick(row), None, "{row}");
        }
    }
}
