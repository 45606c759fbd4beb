//! Games as a number of moves and that many lines `row column`: the frame around [`MoveLists`].

use super::{
    Format, MainLine, RecordFormat, RecordIter, StreamHead, Unwritable, WholeRecord,
    main_line::ReadMainLines,
    splitter::{Ends, FindEnds, NextEnd, take_records},
    writer::{RecordOutput, plain_line},
};
use crate::{
    BlockOffset, Fault, Problem, Record, RecordTree,
    board_splitter::{Extent, game_extent},
    move_lists::{MoveLists, format_moves, number},
    text::{LINE_LIMIT, RECORD_LIMIT, RawLine},
};
use tengen_core::Area;

#[derive(Clone, Copy, Debug)]
struct MoveListFormat {
    width: u16,
    height: u16,
}

pub(super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    match head.reading.board() {
        Area::Bounded { width, height } => Ok(Box::new(MoveListFormat { width, height })),
        Area::Unbounded => Err(super::reader::no_edges(head.bytes)),
    }
}

impl MoveListFormat {
    const fn area(self) -> Area {
        Area::Bounded { width: self.width, height: self.height }
    }

    fn most_moves(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

impl RecordFormat for MoveListFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(MoveListEnds { most_moves: self.most_moves() })
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut lines = self.main_lines(block, place);
        let mut line = MainLine::default();
        Box::new(std::iter::from_fn(move || {
            let read = lines.read(&mut line)?;
            Some(read.map(|()| {
                let mut record = Record { area: line.area, ..Record::default() };
                record.tree.extend(RecordTree::ROOT, line.steps());
                let (line, offset) = (line.line, line.offset);
                WholeRecord { record, repairs: Vec::new(), line, offset }
            }))
        }))
    }

    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        let games = MoveLists::new(block, self.width, self.height, place);
        Box::new(MoveListLines { block, games, moves: *self })
    }
}

struct MoveListLines<'a> {
    block: &'a [u8],
    games: MoveLists<'a>,
    moves: MoveListFormat,
}

impl ReadMainLines for MoveListLines<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let (at, read) = self.games.progress();
        match self.games.read() {
            Ok(None) => None,
            Ok(Some(game)) => {
                line.clear();
                line.area = Some(self.moves.area());
                line.moves.extend_from_slice(game.moves);
                line.line = game.line;
                line.offset =
                    at + self.block[at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
                Some(Ok(()))
            }
            Err(fault) => {
                // The next game begins where the splitter found the end of this one.
                match game_extent(&self.block[at..], self.moves.most_moves(), true) {
                    Extent::Whole { length, lines } => {
                        self.games.go_to(at + length, read + lines);
                    }
                    Extent::Cut | Extent::Blank => self.games.go_to(self.block.len(), read),
                }
                Some(Err(fault))
            }
        }
    }
}

/// Finds the ends of games by their numbers of moves.
struct MoveListEnds {
    most_moves: u64,
}

impl FindEnds for MoveListEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        take_records(bytes, |rest| {
            let (length, records) = match game_extent(rest, self.most_moves, end) {
                Extent::Whole { length, .. } => (length, Some(1)),
                Extent::Cut => (rest.len(), end.then_some(1)),
                Extent::Blank => (rest.len(), end.then_some(0)),
            };
            if long_line(&rest[..length.min(RECORD_LIMIT)]) {
                NextEnd::TooLong(Problem::LineTooLong)
            } else if length > RECORD_LIMIT {
                NextEnd::TooLong(Problem::RecordTooLong)
            } else {
                records.map_or(NextEnd::More, |records| NextEnd::Whole(length, records))
            }
        })
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        // A line that is one number begins a game.
        let mut at = 0;
        loop {
            at += memchr::memchr(b'\n', &bytes[at..])? + 1;
            if at == bytes.len() {
                return None;
            }
            let line = RawLine::at(bytes, at);
            if line.has_end(bytes) && number(line.text(bytes).trim_ascii()).is_some() {
                return Some(at);
            }
        }
    }
}

/// Whether there is a line that is too long.
fn long_line(bytes: &[u8]) -> bool {
    let mut at = 0;
    while bytes.len() - at > LINE_LIMIT {
        match memchr::memchr(b'\n', &bytes[at..at + LINE_LIMIT]) {
            Some(length) => at += length + 1,
            None => return true,
        }
    }
    false
}

/// Writes the moves of the main line.
pub(super) fn write(page: &mut RecordOutput, record: &Record) -> Result<(), Unwritable> {
    let line = plain_line(record, Format::Moves, false)?;
    let below = |&point: &tengen_core::Point| point.x < 0 || point.y < 0;
    if let Some(index) = line.moves.iter().position(below) {
        return Err(Unwritable::Point { format: Format::Moves, number: index + 1 });
    }
    page.lose_all_but(record, &[]);
    page.out.extend_from_slice(format_moves(&line.moves).as_bytes());
    Ok(())
}
