//! Lists of openings as records: the frame around [`Openings`](crate::Openings), which here judges
//! nothing.

use tengen_core::{Area, Color};

use super::{
    Format, Head, Notation, Unwritable, WholeRecord, Wholes,
    splitter::{FindEnds, LineEnds},
    writer::{Page, plain_line},
};
use crate::{
    Fault, Node, Place, Record, Tree, openings::OpeningLines, spell_offsets, text::LINE_LIMIT,
};

#[derive(Clone, Copy, Debug)]
struct OpeningList {
    area: Area,
}

pub(super) fn open(head: &Head) -> Result<Box<dyn Notation>, Box<Fault>> {
    match head.reading.board() {
        Area::Unbounded => Err(super::reader::no_edges(head.bytes)),
        area @ Area::Bounded { .. } => Ok(Box::new(OpeningList { area })),
    }
}

impl Notation for OpeningList {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(LineEnds { limit: LINE_LIMIT })
    }

    fn records<'a>(&'a self, block: &'a [u8], place: Place) -> Wholes<'a> {
        let mut lines = OpeningLines::new(block, place, self.area);
        Box::new(std::iter::from_fn(move || {
            let (offset, moves) = lines.next()?;
            Some(moves.map(|moves| {
                let mut record = Record { area: Some(self.area), ..Record::default() };
                let (mut id, mut color) = (Tree::ROOT, Color::Black);
                for (point, _) in moves {
                    id = record.tree.add(id, Node::step(color, point));
                    color = !color;
                }
                WholeRecord { record, repairs: Vec::new(), line: lines.line(), offset }
            }))
        }))
    }
}

/// Writes the moves of the main line as steps from the middle.
pub(super) fn write(page: &mut Page, record: &Record) -> Result<(), Unwritable> {
    let format = Format::Openings;
    let line = plain_line(record, format, false)?;
    let area = record.area.ok_or(Unwritable::NoArea(format))?;
    if area == Area::Unbounded {
        return Err(Unwritable::Area { format, area });
    }
    if let Some(index) = line.moves.iter().position(|&point| !area.contains(point)) {
        return Err(Unwritable::Point { format, number: index + 1 });
    }
    page.lose_all_but(record, &[]);
    page.out.extend_from_slice(spell_offsets(&line.moves, area).as_bytes());
    page.out.push(b'\n');
    Ok(())
}
