//! The moves in a field: names of points, or a list of names or of pairs of numbers.

use std::ops::Range;

use serde::Deserialize;
use tengen_core::Point;

use super::ColumnProblem;
use crate::{FoundText, MainLine, formats::point_names::NameMap};

/// What is wrong with a field, and where in it.
pub(in super::super) type MoveFault = (Range<usize>, ColumnProblem);

/// Reads names in any spelling.
pub(in super::super) fn names(
    text: &[u8],
    names: NameMap,
    line: &mut MainLine,
) -> Result<(), MoveFault> {
    names.plain(text, |point| line.add(point)).map_err(|fault| {
        let problem = ColumnProblem::Move(FoundText::new(&text[fault.word.clone()]));
        (fault.word, problem)
    })
}

/// A move in a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum MoveJson<'a> {
    Name(#[serde(borrow)] std::borrow::Cow<'a, str>),
    Pair([i32; 2]),
    Fields { x: i32, y: i32 },
}

/// Reads a list in JSON: of names, or of pairs of x and y from 0 at the top left.
pub(super) fn list(
    text: &[u8],
    names: Option<NameMap>,
    line: &mut MainLine,
) -> Result<(), MoveFault> {
    let all = 0..text.len();
    let entries: Vec<MoveJson> = serde_json::from_slice(text)
        .map_err(|_| (all.clone(), ColumnProblem::List(FoundText::new(text))))?;
    for entry in entries {
        match entry {
            MoveJson::Name(name) => {
                listed_name(name.as_bytes(), names, line)
                    .map_err(|problem| (all.clone(), problem))?;
            }
            MoveJson::Pair([x, y]) | MoveJson::Fields { x, y } => line.moves.push(Point::new(x, y)),
        }
    }
    Ok(())
}

/// Reads a name in a list.
#[inline]
pub(super) fn listed_name(
    name: &[u8],
    names: Option<NameMap>,
    line: &mut MainLine,
) -> Result<(), ColumnProblem> {
    if name.eq_ignore_ascii_case(b"pass") {
        line.add(None);
        return Ok(());
    }
    let names = names.ok_or(ColumnProblem::NoEdges)?;
    let point = names.parse(name.trim_ascii());
    line.moves.push(point.ok_or_else(|| ColumnProblem::Move(FoundText::new(name)))?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use tengen_core::Area;

    use super::*;
    use crate::{RowOrder, formats::point_names::NameSyntax};

    #[test]
    fn lists_have_pairs_objects_or_names() {
        let (a, b) = (Point::new(0, 2), Point::new(14, 13));
        let mut line = MainLine::default();
        list(b"[[0,2],{\"x\":14,\"y\":13}]", None, &mut line).unwrap();
        let names = NameMap::new(Area::square(15), RowOrder::FromBottom, NameSyntax::Lenient);
        list(b"[\"a13\",\"o2\"]", names, &mut line).unwrap();
        assert_eq!(line.moves, [a, b, a, b]);
    }
}
