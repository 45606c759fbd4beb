//! Lists of openings as records: the frame around [`Openings`](crate::Openings), which here judges
//! nothing.

use tengen_core::{Area, Color};

use super::{
    Format, RecordFormat, RecordIter, StreamHead, Unwritable, WholeRecord,
    splitter::{FindEnds, LineEnds},
    writer::{RecordOutput, plain_line},
};
use crate::{
    BlockOffset, Fault, Record, RecordStep, RecordTree,
    openings::{OpeningLines, format_offsets},
    text::LINE_LIMIT,
};

#[derive(Clone, Copy, Debug)]
struct OpeningsFormat {
    area: Area,
}

pub(super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    match head.reading.board() {
        Area::Unbounded => Err(super::reader::no_edges(head.bytes)),
        area @ Area::Bounded { .. } => Ok(Box::new(OpeningsFormat { area })),
    }
}

impl RecordFormat for OpeningsFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(LineEnds { limit: LINE_LIMIT })
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut lines = OpeningLines::new(block, place, self.area);
        Box::new(std::iter::from_fn(move || {
            let (offset, moves) = lines.next()?;
            Some(moves.map(|moves| {
                let mut record = Record { area: Some(self.area), ..Record::default() };
                let points = moves.into_iter().map(|(point, _)| Some(point));
                record.tree.extend(RecordTree::ROOT, RecordStep::in_turn(Color::Black, points));
                WholeRecord { record, repairs: Vec::new(), line: lines.line(), offset }
            }))
        }))
    }
}

/// Writes the moves of the main line as steps from the middle.
pub(super) fn write(page: &mut RecordOutput, record: &Record) -> Result<(), Unwritable> {
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
    page.out.extend_from_slice(format_offsets(&line.moves, area).as_bytes());
    page.out.push(b'\n');
    Ok(())
}
