//! Splitters for boards and move lists: where whole records end.
//!
//! They look at line ends only. A splitter need not notice what is wrong inside a record: whatever is
//! not spelled as it should be is found by the reader, at the latest in the block it is in.

use crate::{
    BlockOffset, BoardForm, Fault, MAX_SIDE, Problem, RecordSplitter, Split,
    boards::DiagramSize,
    fault::{ExpectedContent, FoundText},
    move_lists::number,
    swar::skip_lines,
    text::{LINE_LIMIT, RECORD_LIMIT, RawLine, fault},
};

/// What one record is, by its line ends alone.
pub(crate) enum Extent {
    /// It ends after this many bytes and lines.
    Whole { length: usize, lines: u64 },
    /// It is not all there.
    Cut,
    /// There is nothing but blank lines.
    Blank,
}

/// The part of splitting that does not depend on the kind of record.
#[derive(Debug)]
struct SplitProgress {
    place: BlockOffset,
    records: ExpectedContent,
    /// How many records are to come in all, where the text says so.
    promised: Option<u64>,
}

impl SplitProgress {
    fn split(
        &mut self,
        bytes: &[u8],
        end: bool,
        record: impl Fn(&[u8]) -> Extent,
    ) -> Result<Split, Box<Fault>> {
        let blank = self.pass_blank_lines(bytes, end);
        if blank > 0 {
            return Ok(Split::Skip(blank));
        }
        let (mut at, place) = (0, self.place);
        while at < bytes.len() {
            if self.promised == Some(self.place.records) {
                // Blank lines may follow the last record; the next call passes over them.
                if at > 0 {
                    break;
                }
                let line = RawLine::at(bytes, at);
                if !(end || line.has_end(bytes)) || line.next - at > LINE_LIMIT {
                    break; // It goes on, perhaps for too long.
                }
                let promised = self.place.records;
                let problem = Problem::Trailing { promised };
                return Err(self.fault(bytes, at, (at, line.end - at), problem));
            }
            let (length, lines) = match record(&bytes[at..]) {
                Extent::Whole { length, lines } => (length, lines),
                // The reader says what is missing; nothing comes after it.
                Extent::Cut if end => (bytes.len() - at, 0),
                Extent::Cut | Extent::Blank => break,
            };
            if self.refuse_endless(&bytes[..at + length], at).is_err() {
                break; // Those before it come first.
            }
            at += length;
            self.place.lines += lines;
            self.place.records += 1;
        }
        if at > 0 {
            return Ok(Split::Take { length: at, place });
        }
        self.refuse_endless(bytes, 0)?;
        if end && bytes.is_empty() {
            self.refuse_missing(bytes)?;
        }
        Ok(Split::More)
    }

    /// Passes over the blank lines at the start of `bytes`, if they are whole.
    fn pass_blank_lines(&mut self, bytes: &[u8], end: bool) -> usize {
        let (at, lines) = leading_blank_lines(bytes, end);
        self.place.lines += lines as u64;
        at
    }

    /// Refuses what cannot be right whatever its end: to wait for that could take for ever.
    ///
    /// Why a whole record is asked as well: the same text must be refused for the same reason
    /// wherever its blocks end.
    fn refuse_endless(&self, bytes: &[u8], skip: usize) -> Result<(), Box<Fault>> {
        if bytes.len() - skip <= LINE_LIMIT {
            return Ok(());
        }
        let limit = bytes.len().min(skip + RECORD_LIMIT);
        let (mut at, mut lines) = (skip, 0);
        while at < limit {
            let line = RawLine::at(&bytes[..limit], at);
            if line.next - at > LINE_LIMIT {
                let from = self.place.lines + lines;
                return Err(Box::new(fault(bytes, at, from, (at, 1), Problem::LineTooLong)));
            }
            at = line.next;
            lines += 1;
        }
        if bytes.len() > limit {
            return Err(self.fault(bytes, skip, (skip, 1), Problem::RecordTooLong));
        }
        Ok(())
    }

    fn refuse_missing(&self, bytes: &[u8]) -> Result<(), Box<Fault>> {
        let found = self.place.records;
        let problem = match self.promised {
            Some(promised) if found < promised => Problem::Missing { promised, found },
            None if found == 0 => Problem::Empty(self.records),
            _ => return Ok(()),
        };
        Err(self.fault(bytes, bytes.len(), (bytes.len(), 1), problem))
    }

    fn fault(
        &self,
        bytes: &[u8],
        start: usize,
        span: (usize, usize),
        problem: Problem,
    ) -> Box<Fault> {
        Box::new(fault(bytes, start, self.place.lines, span, problem))
    }
}

/// The splitter of a text of boards ([`Boards`](crate::boards::Boards)).
#[derive(Debug)]
pub struct BoardSplitter {
    form: BoardForm,
    size: DiagramSize,
    progress: SplitProgress,
}

impl BoardSplitter {
    /// A splitter for boards of the given form and size.
    pub const fn new(form: BoardForm, size: DiagramSize) -> BoardSplitter {
        let place = BlockOffset { lines: 0, records: 0, column: 0 };
        let progress = SplitProgress { place, records: ExpectedContent::Boards, promised: None };
        BoardSplitter { form, size, progress }
    }

    fn try_split(&mut self, bytes: &[u8], end: bool) -> Result<Split, Box<Fault>> {
        if self.form == BoardForm::Digits && self.progress.promised.is_none() {
            let read = self.read_count(bytes, end)?;
            return Ok(if read > 0 { Split::Skip(read) } else { Split::More });
        }
        let (form, size) = (self.form, self.size);
        self.progress.split(bytes, end, |rest| match size {
            DiagramSize::Fixed { width, height } => {
                fixed_board(rest, form, width.into(), height.into(), end)
            }
            DiagramSize::Any => board_of_any_size(rest, end),
        })
    }

    /// Reads the number of boards that the text begins with, if it is all there; how many bytes
    /// that took, or how many blank lines before it did.
    fn read_count(&mut self, bytes: &[u8], end: bool) -> Result<usize, Box<Fault>> {
        let start = self.progress.pass_blank_lines(bytes, end);
        if start == bytes.len() {
            return if end {
                let problem = Problem::Empty(ExpectedContent::Boards);
                Err(self.progress.fault(bytes, start, (start, 1), problem))
            } else {
                Ok(start)
            };
        }
        let line = RawLine::at(bytes, start);
        if !end && !line.has_end(bytes) && bytes.len() - start <= LINE_LIMIT {
            return Ok(start);
        }
        if line.next - start > LINE_LIMIT {
            let span = (start, 1);
            return Err(self.progress.fault(bytes, start, span, Problem::LineTooLong));
        }
        let text = line.text(bytes).trim_ascii();
        let Some(promised) = number(text) else {
            let problem = Problem::Count(FoundText::new(text));
            return Err(self.progress.fault(bytes, start, (start, line.end - start), problem));
        };
        self.progress.promised = Some(promised);
        self.progress.place.lines += 1;
        Ok(line.next)
    }
}

impl RecordSplitter for BoardSplitter {
    fn split(&mut self, bytes: &[u8], end: bool) -> Split {
        self.try_split(bytes, end).unwrap_or_else(Split::Broken)
    }

    fn place(&self) -> BlockOffset {
        self.progress.place
    }
}

/// A board of a fixed size: blank lines, the rows, and after letters a blank line.
fn fixed_board(bytes: &[u8], form: BoardForm, width: usize, height: usize, end: bool) -> Extent {
    let (row, last) = match form {
        BoardForm::Letters => (width + 1, 1),
        BoardForm::Digits => (2 * width, 0),
        BoardForm::Drawing => (2 * width, 1),
    };
    let usual = height * row + last;
    // Rows as long as usual cannot be cut wrongly: a valid row is never shorter, but for a drawing.
    let line_end = |at: usize| bytes.get(at) == Some(&b'\n');
    if form != BoardForm::Drawing
        && bytes.len() >= usual
        && bytes[0] > b' '
        && (1..=height).all(|y| line_end(y * row - 1))
        && (last == 0 || line_end(usual - 1))
    {
        return Extent::Whole { length: usual, lines: (height + last) as u64 };
    }
    let (start, blank) = leading_blank_lines(bytes, end);
    if start == bytes.len() {
        return Extent::Blank;
    }
    let rows_end = match skip_lines(bytes, start, height) {
        Ok(at) => at,
        // The last row of the text may have no line end.
        Err(1) if end && !bytes.ends_with(b"\n") => bytes.len(),
        Err(_) => return Extent::Cut,
    };
    match skip_lines(bytes, rows_end, last) {
        Ok(length) => Extent::Whole { length, lines: (blank + height + last) as u64 },
        Err(_) if end => {
            Extent::Whole { length: bytes.len(), lines: (blank + height + last) as u64 }
        }
        Err(_) => Extent::Cut,
    }
}

/// A board of any size: blank lines, then all lines up to a blank one.
fn board_of_any_size(bytes: &[u8], end: bool) -> Extent {
    let (mut at, blank) = leading_blank_lines(bytes, end);
    if at == bytes.len() {
        return Extent::Blank;
    }
    let mut lines = blank;
    while at < bytes.len() {
        let line = RawLine::at(bytes, at);
        if !end && !line.has_end(bytes) {
            return Extent::Cut;
        }
        at = line.next;
        lines += 1;
        // A board that has no end is cut where it is too large for the reader.
        if line.is_blank() || lines - blank > usize::from(MAX_SIDE) {
            return Extent::Whole { length: at, lines: lines as u64 };
        }
    }
    if end { Extent::Whole { length: at, lines: lines as u64 } } else { Extent::Cut }
}

/// How many bytes and lines at the start are blank. At the end the last one needs no line end.
fn leading_blank_lines(bytes: &[u8], end: bool) -> (usize, usize) {
    let mut at = bytes.iter().take_while(|&&byte| byte == b'\n').count();
    let mut lines = at;
    while at < bytes.len() {
        let line = RawLine::at(bytes, at);
        if !line.is_blank() || line.next - at > LINE_LIMIT || !(end || line.has_end(bytes)) {
            break;
        }
        at = line.next;
        lines += 1;
    }
    (at, lines)
}

/// The splitter of a text of move lists ([`MoveLists`](crate::move_lists::MoveLists)).
#[derive(Debug)]
pub struct MoveListSplitter {
    most_moves: u64,
    progress: SplitProgress,
}

impl MoveListSplitter {
    /// A splitter for games on a board of the given size.
    pub fn new(width: u16, height: u16) -> MoveListSplitter {
        let place = BlockOffset { lines: 0, records: 0, column: 0 };
        let progress = SplitProgress { place, records: ExpectedContent::MoveLists, promised: None };
        MoveListSplitter { most_moves: u64::from(width) * u64::from(height), progress }
    }
}

impl RecordSplitter for MoveListSplitter {
    fn split(&mut self, bytes: &[u8], end: bool) -> Split {
        let most = self.most_moves;
        let split = self.progress.split(bytes, end, |rest| game_extent(rest, most, end));
        split.unwrap_or_else(Split::Broken)
    }

    fn place(&self) -> BlockOffset {
        self.progress.place
    }
}

/// A game: blank lines, the number of moves, the moves.
pub(crate) fn game_extent(bytes: &[u8], most_moves: u64, end: bool) -> Extent {
    let (start, blank) = leading_blank_lines(bytes, end);
    if start == bytes.len() {
        return Extent::Blank;
    }
    let header = RawLine::at(bytes, start);
    if !header.has_end(bytes) {
        return Extent::Cut;
    }
    // What is no number of moves ends the game here; the reader says so.
    let moves =
        number(header.text(bytes).trim_ascii()).filter(|&count| count <= most_moves).unwrap_or(0);
    match skip_lines(bytes, header.next, moves as usize) {
        Ok(length) => Extent::Whole { length, lines: blank as u64 + 1 + moves },
        Err(_) => Extent::Cut,
    }
}
