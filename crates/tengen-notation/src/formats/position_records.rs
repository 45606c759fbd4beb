//! Positions as records: stones that are set up, and no moves.

use tengen_core::{Area, Color, Point};

use super::{Content, ReadOptions, RecordSplitter, Split, WholeRecord};
use crate::{
    BoardForm, BoardSplitter, BoardText, Fault, MAX_SIDE, Record, RecordTree, StoneList,
    boards::{Boards, DiagramSize},
    links,
    puzzles::Puzzles,
};

/// A position, or what is wrong with it.
type PositionRecord = Result<WholeRecord, Box<Fault>>;

impl Content {
    /// The positions of a text with this content and without a byte-order mark, up to the first fault after which
    /// there is no going on. Records of games are none; a [`RecordReader`](crate::RecordReader) reads them.
    ///
    /// ```
    /// use tengen_notation::{Content, ReadOptions, RecordTree, RowOrder};
    ///
    /// let text = b"2\nX.\n.O\n";
    /// let content = Content::sniff(text, "").unwrap();
    /// let positions = content.positions(text, &ReadOptions::new(RowOrder::FromBottom));
    /// let record = &positions[0].as_ref().unwrap().record;
    /// assert_eq!(record.tree.node(RecordTree::ROOT).setup.len(), 2);
    /// ```
    pub fn positions(self, text: &[u8], reading: &ReadOptions) -> Vec<PositionRecord> {
        let mut positions = match self {
            Content::Records(_) => Vec::new(),
            Content::Boards(form) => boards(form, text),
            Content::BoardText => {
                let board = BoardText::parse(text);
                vec![board.map(|board| position(1, board.area(), board.setup(Color::Black).stones))]
            }
            Content::StoneList => {
                let list = StoneList::parse(text);
                vec![list.map(|list| position(1, Area::Unbounded, list.stones().to_vec()))]
            }
            Content::Puzzles => puzzles(text),
            Content::Link => vec![links::parse(text, reading).map(|record| whole(1, record))],
        };
        for WholeRecord { record, .. } in positions.iter_mut().flatten() {
            reading.settle(&mut record.rule, &mut None);
        }
        positions
    }
}

fn whole(line: u64, record: Record) -> WholeRecord {
    WholeRecord { record, repairs: Vec::new(), line, offset: 0 }
}

/// A position that begins in this line.
fn position(line: u64, area: Area, stones: Vec<(Point, Color)>) -> WholeRecord {
    let mut record = Record { area: Some(area), ..Record::default() };
    let stones = stones.into_iter().map(|(point, color)| (point, Some(color)));
    record.tree.node_mut(RecordTree::ROOT).setup = stones.collect();
    whole(line, record)
}

fn puzzles(text: &[u8]) -> Vec<PositionRecord> {
    let (mut puzzles, mut positions) = (Puzzles::new(text), Vec::new());
    while let Some(puzzle) = puzzles.next() {
        positions.push(puzzle.map(|puzzle| {
            let mut whole = position(puzzles.line(), puzzle.setup.area, puzzle.setup.stones);
            whole.record.rule = Some(puzzle.rule);
            whole.record.event = puzzle.name.unwrap_or_default();
            whole.record.tree.node_mut(RecordTree::ROOT).turn = Some(puzzle.setup.turn);
            whole
        }));
    }
    positions
}

fn boards(form: BoardForm, mut text: &[u8]) -> Vec<PositionRecord> {
    let size = match form {
        BoardForm::Letters | BoardForm::Drawing => DiagramSize::Any,
        // They stand one after another without a blank line, and are square.
        BoardForm::Digits => DiagramSize::square(columns(text)),
    };
    let (mut splitter, mut positions) = (BoardSplitter::new(form, size), Vec::new());
    loop {
        let (length, place) = match splitter.split(text, true) {
            Split::Take { length, place } => (length, place),
            Split::Skip(length) => {
                text = &text[length..];
                continue;
            }
            Split::More => return positions,
            Split::TooLong(fault) | Split::Broken(fault) => {
                positions.push(Err(fault));
                return positions;
            }
        };
        let mut boards = Boards::new(&text[..length], form, size, place);
        loop {
            match boards.read() {
                Ok(None) => break,
                Ok(Some(diagram)) => {
                    let board = diagram.stones.board();
                    positions.push(Ok(position(diagram.line, board.area(), board.stones())));
                }
                Err(fault) => {
                    positions.push(Err(fault));
                    return positions;
                }
            }
        }
        text = &text[length..];
    }
}

/// How many numbers stand in the first row after the number of boards.
fn columns(text: &[u8]) -> u16 {
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let row = lines.nth(1).unwrap_or_default();
    let words = row.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    u16::try_from(words).unwrap_or(MAX_SIDE).clamp(1, MAX_SIDE)
}
