//! Rows of fields with a comma or a tab between them.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2};

use super::{ColumnProblem, ColumnRole};
use crate::FoundText;

/// The delimiter between fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Delimiter {
    /// A comma; fields may be quoted, as RFC 4180 says.
    Comma,
    /// A tab; nothing is quoted, and no field has a tab or a line end.
    Tab,
}

impl Delimiter {
    pub(super) const fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Tab => b'\t',
        }
    }

    /// Where the row that `bytes` begin with ends, before its line end; if it does. And whether it
    /// has a quoted field.
    pub(super) fn row_end(self, bytes: &[u8]) -> (Option<usize>, bool) {
        let end = memchr(b'\n', bytes);
        let line = &bytes[..end.unwrap_or(bytes.len())];
        if self == Delimiter::Tab || memchr(b'"', line).is_none() {
            return (end, false);
        }
        let mut at = 0;
        loop {
            if bytes.get(at) == Some(&b'"') {
                match closing_quote(&bytes[at + 1..]) {
                    Some(length) => at += length + 2,
                    None => return (None, true),
                }
            }
            match memchr2(self.byte(), b'\n', &bytes[at..]) {
                None => return (None, true),
                Some(length) if bytes[at + length] == b'\n' => return (Some(at + length), true),
                Some(length) => at += length + 1,
            }
        }
    }
}

/// Where the quotation mark is that ends a field; two of them are one inside of it.
fn closing_quote(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr(b'"', &bytes[at..])?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// A field: what stands in it, and where it stands in its row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FieldText<'a> {
    pub(super) text: Cow<'a, [u8]>,
    pub(super) at: usize,
    pub(super) length: usize,
}

impl<'a> FieldText<'a> {
    fn whole(row: &'a [u8], at: usize, length: usize) -> FieldText<'a> {
        FieldText { text: Cow::Borrowed(&row[at..at + length]), at, length }
    }
}

/// What is wrong with a row: where, how long, and what.
pub(super) type SplitFault = (usize, usize, ColumnProblem);

/// The fields of a row, which has no line end.
pub(super) fn split(row: &[u8], mark: Delimiter) -> Result<Vec<FieldText<'_>>, SplitFault> {
    let row = row.strip_suffix(b"\r").unwrap_or(row);
    let mut fields = Vec::new();
    let mut at = 0;
    loop {
        let length = if mark == Delimiter::Comma && row.get(at) == Some(&b'"') {
            let inner = closing_quote(&row[at + 1..]);
            let inner = inner.ok_or((at, row.len() - at, ColumnProblem::Unclosed))?;
            let text = &row[at + 1..at + 1 + inner];
            let text = match memchr(b'"', text) {
                None => Cow::Borrowed(text),
                Some(_) => Cow::Owned(undoubled(text)),
            };
            let length = inner + 2;
            let after = &row[at + length..];
            let stray = memchr(mark.byte(), after).unwrap_or(after.len());
            if !after[..stray].trim_ascii().is_empty() {
                let found = FoundText::new(&after[..stray]);
                return Err((at + length, stray, ColumnProblem::AfterQuote(found)));
            }
            fields.push(FieldText { text, at, length });
            length + stray
        } else {
            let rest = &row[at..];
            let length = memchr(mark.byte(), rest).unwrap_or(rest.len());
            fields.push(FieldText::whole(row, at, length));
            length
        };
        at += length + 1;
        if at > row.len() {
            return Ok(fields);
        }
    }
}

/// Two quotation marks are one.
fn undoubled(text: &[u8]) -> Vec<u8> {
    let mut single = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr(b'"', rest) {
        single.extend_from_slice(&rest[..=at]);
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    single.extend_from_slice(rest);
    single
}

/// Where the fields of a row are that are for something: their starts and ends.
pub(super) type FieldSpans = [(u32, u32); ColumnRole::COUNT];

/// Hot: finds the fields of a row without quoted ones. No if there are not as many as there should
/// be.
#[inline]
pub(super) fn quick_split(
    row: &[u8],
    mark: Delimiter,
    roles: &[Option<ColumnRole>],
    spans: &mut FieldSpans,
) -> bool {
    let row = row.strip_suffix(b"\r").unwrap_or(row);
    let mut from = 0;
    let mut roles = roles.iter();
    for at in memchr_iter(mark.byte(), row).chain([row.len()]) {
        let Some(role) = roles.next() else { return false };
        if let Some(role) = role {
            spans[*role as usize] = (from as u32, at as u32);
        }
        from = at + 1;
    }
    roles.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(row: &str, mark: Delimiter) -> Vec<String> {
        let text = |field: FieldText| String::from_utf8(field.text.into_owned()).unwrap();
        split(row.as_bytes(), mark).unwrap().into_iter().map(text).collect()
    }

    #[test]
    fn fields_are_split_and_unquoted() {
        assert_eq!(fields("a,b,c\r", Delimiter::Comma), ["a", "b", "c"]);
        assert_eq!(fields("", Delimiter::Comma), [""]);
        assert_eq!(fields("a,", Delimiter::Comma), ["a", ""]);
        assert_eq!(
            fields(r#""a,b","c ""d""",5" board"#, Delimiter::Comma),
            ["a,b", "c \"d\"", "5\" board"]
        );
        assert_eq!(fields("\"a\nb\" ,\"\"", Delimiter::Comma), ["a\nb", ""]);
        assert_eq!(fields("\"a\tb,c", Delimiter::Tab), ["\"a", "b,c"]);
    }

    #[test]
    fn quotes_that_are_wrong_have_a_place() {
        assert_eq!(split(b"a,\"b", Delimiter::Comma), Err((2, 2, ColumnProblem::Unclosed)));
        let after = ColumnProblem::AfterQuote(FoundText::new(b"x"));
        assert_eq!(split(b"\"b\"x,c", Delimiter::Comma), Err((3, 1, after)));
    }

    #[test]
    fn a_row_ends_where_no_field_goes_on() {
        assert_eq!(Delimiter::Comma.row_end(b"a,\"b\nc\",d\ne"), (Some(9), true));
        assert_eq!(Delimiter::Comma.row_end(b"a,5\"\ne"), (Some(4), true));
        assert_eq!(Delimiter::Comma.row_end(b"a,\"b\nc"), (None, true));
        assert_eq!(Delimiter::Tab.row_end(b"a\t\"b\nc"), (Some(4), false));
    }
}
