//! Position strings: one game a line, the names of its points one after another.
//!
//! `h8i9j10`, in either case, with or without blanks and commas between the points. A side that does
//! not move is `pass`, and a game without moves is `-`. A column has one letter, or two beyond z. From
//! where the rows are counted is for the caller to say ([`RowOrder`](super::RowOrder)).

use memchr::memchr;
use tengen_core::{Area, Color, Point};
use thiserror::Error;

use super::{
    Format, MainLine, RecordFormat, RecordIter, RecordProblem, StreamHead, Unwritable, WholeRecord,
    main_line::ReadMainLines,
    point_names::{NameFault, NameMap, NamePart, NameSyntax},
    splitter::{FindEnds, LineEnds, is_record_line},
    writer::{RecordOutput, plain_line},
};
use crate::{BlockOffset, Fault, Record, RecordStep, RecordTree, fault::FoundText, text::fault_in};

/// What is wrong with a position string.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionProblem {
    /// Something else than a point.
    #[error("{0} is not a move: write a letter and a number, like h8, or pass")]
    Move(FoundText),
    /// A column that no board has.
    #[error("{0} is not a column: write one letter, or two beyond z")]
    Column(FoundText),
    /// A row that no board has.
    #[error("{0} is not a row: no board has more than 65535")]
    Row(FoundText),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PositionsFormat {
    area: Area,
    names: NameMap,
}

pub(super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    let area = head.reading.board();
    let names = NameMap::new(area, head.reading.rows, NameSyntax::Strict);
    let names = names.ok_or_else(|| super::reader::no_edges(head.bytes))?;
    Ok(Box::new(PositionsFormat { area, names }))
}

impl RecordFormat for PositionsFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(LineEnds::USUAL)
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut lines = PositionLines { block, at: 0, place, positions: *self };
        Box::new(std::iter::from_fn(move || {
            let (start, end) = lines.next()?;
            Some(lines.plain(start, end))
        }))
    }

    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        Box::new(PositionLines { block, at: 0, place, positions: *self })
    }
}

/// The games of a block.
struct PositionLines<'a> {
    block: &'a [u8],
    at: usize,
    /// Where the next line stands.
    place: BlockOffset,
    positions: PositionsFormat,
}

impl PositionLines<'_> {
    /// Where the next line that is a game begins and ends.
    fn next(&mut self) -> Option<(usize, usize)> {
        while self.at < self.block.len() {
            let start = self.at;
            let rest = &self.block[start..];
            let length = memchr(b'\n', rest).unwrap_or(rest.len());
            self.at = (start + length + 1).min(self.block.len());
            self.place.lines += 1;
            if is_record_line(&rest[..length]) {
                return Some((start, start + length));
            }
        }
        None
    }

    /// Reads a line, any spelling of it.
    fn plain(&self, start: usize, end: usize) -> Result<WholeRecord, Box<Fault>> {
        let mut record = Record { area: Some(self.positions.area), ..Record::default() };
        let mut points = Vec::new();
        self.points(start, end, |point| points.push(point))?;
        record.tree.extend(RecordTree::ROOT, RecordStep::in_turn(Color::Black, points));
        Ok(WholeRecord { record, repairs: Vec::new(), line: self.place.lines, offset: start })
    }

    /// Calls `step` with every point in a line, and with none for a pass.
    fn points(
        &self,
        start: usize,
        end: usize,
        step: impl FnMut(Option<Point>),
    ) -> Result<(), Box<Fault>> {
        let line = &self.block[start..end];
        self.positions.names.plain(line, step).map_err(|NameFault { part, span, .. }| {
            let problem = match part {
                NamePart::Whole => PositionProblem::Move,
                NamePart::Column => PositionProblem::Column,
                NamePart::Row => PositionProblem::Row,
            };
            let problem = RecordProblem::from(problem(FoundText::new(&line[span.clone()])));
            let place = BlockOffset { lines: self.place.lines - 1, ..BlockOffset::default() };
            fault_in(line, place, span.start, span.len(), problem.into())
        })
    }
}

impl ReadMainLines for PositionLines<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let (start, end) = self.next()?;
        line.clear();
        line.area = Some(self.positions.area);
        (line.line, line.offset) = (self.place.lines, start);
        if self.positions.names.quick(&self.block[start..end], &mut line.moves) {
            return Some(Ok(()));
        }
        line.moves.clear();
        Some(self.points(start, end, |point| line.add(point)))
    }
}

/// Writes the moves of the main line, lower-case and without anything between them.
pub(super) fn write(page: &mut RecordOutput, record: &Record) -> Result<(), Unwritable> {
    let format = Format::Positions;
    let line = plain_line(record, format, true)?;
    let area = record.area.unwrap_or(Area::square(15));
    let names = NameMap::new(area, page.writing.rows, NameSyntax::Strict);
    let names = names.ok_or(Unwritable::Area { format, area })?;
    page.lose_all_but(record, &[]);
    let mut number = 0;
    for step in line.steps() {
        let name = step.point.map_or(Some("pass".to_owned()), |point| names.name(point));
        number += usize::from(step.point.is_some());
        let name = name.ok_or(Unwritable::Point { format, number })?;
        page.out.extend_from_slice(name.as_bytes());
    }
    if line.steps().next().is_none() {
        page.out.push(b'-');
    }
    page.out.push(b'\n');
    Ok(())
}
