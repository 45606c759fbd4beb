//! Boards and move lists read to their end, at once or in blocks, by the quick reader and by its plain twin.

use tengen_core::{Area, Board, Color, Point};
use tengen_notation::{
    BlockOffset, BoardForm, BoardSplitter, Fault, MoveListSplitter, RecordSplitter, Split,
    boards::Boards, boards::DiagramSize, move_lists::MoveLists, move_lists::format_moves,
};

/// What a text is made of: boards of a form, or move lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextKind {
    /// Boards of a form and a size.
    Boards(BoardForm, DiagramSize),
    /// Games as move lists, on boards of one size.
    Games {
        /// Points in a row of the board.
        width: u16,
        /// Rows of the board.
        height: u16,
    },
}

/// Which of two twins reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReaderTwin {
    /// The quick reader, which all callers use.
    Quick,
    /// Its plain twin.
    Plain,
}

/// What one record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextContent {
    /// A board.
    Board {
        /// Its size.
        area: Area,
        /// Its stones.
        stones: Vec<(Point, Color)>,
    },
    /// The moves of a game.
    Game(Vec<Point>),
}

/// A record as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextRecord {
    /// The line it starts in, from 1.
    pub line: u64,
    /// What it says.
    pub content: TextContent,
}

/// All that came of a text: the records up to its end or to the first fault.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TextReading {
    /// The records, in order.
    pub records: Vec<TextRecord>,
    /// The first fault, at which reading ended.
    pub fault: Option<Box<Fault>>,
}

impl TextReading {
    /// What the records say, without their lines.
    pub fn contents(&self) -> Vec<TextContent> {
        self.records.iter().map(|record| record.content.clone()).collect()
    }
}

impl TextKind {
    /// Reads all of `text`, which the splitter sees at once.
    pub fn read(self, text: &[u8], way: ReaderTwin) -> TextReading {
        self.read_in_steps(text, way, || usize::MAX)
    }

    /// Reads all of `text`, which comes in pieces as long as `step` says. A piece of no length is
    /// allowed, but not always.
    ///
    /// What the splitter leaves stays, the next piece is added to it, and what it passes over or takes
    /// is gone: that is how a stream is read.
    pub fn read_in_steps(
        self,
        text: &[u8],
        way: ReaderTwin,
        mut step: impl FnMut() -> usize,
    ) -> TextReading {
        let mut splitter = self.splitter();
        let mut reading = TextReading::default();
        let (mut start, mut filled, mut ended) = (0, 0, false);
        loop {
            let more = step();
            // As with a file: a read of just as much as is left does not see the end yet.
            ended |= more > text.len() - filled;
            filled = text.len().min(filled.saturating_add(more));
            match splitter.split(&text[start..filled], ended) {
                Split::Broken(fault) => return TextReading { fault: Some(fault), ..reading },
                Split::TooLong(fault) => panic!("{fault}"),
                Split::Skip(length) => start += length,
                Split::Take { length, place } => {
                    assert_eq!(place.records, reading.records.len() as u64, "records are counted");
                    let block = &text[start..start + length];
                    start += length;
                    if let Err(fault) = self.read_block(block, place, way, &mut reading.records) {
                        return TextReading { fault: Some(fault), ..reading };
                    }
                }
                Split::More if ended => {
                    assert_eq!(start, filled, "the end is taken or refused");
                    return reading;
                }
                Split::More => {}
            }
        }
    }

    fn splitter(self) -> Box<dyn RecordSplitter> {
        match self {
            TextKind::Boards(form, size) => Box::new(BoardSplitter::new(form, size)),
            TextKind::Games { width, height } => Box::new(MoveListSplitter::new(width, height)),
        }
    }

    fn read_block(
        self,
        block: &[u8],
        place: BlockOffset,
        way: ReaderTwin,
        records: &mut Vec<TextRecord>,
    ) -> Result<(), Box<Fault>> {
        match self {
            TextKind::Boards(form, size) => {
                let mut boards = Boards::new(block, form, size, place);
                let next = match way {
                    ReaderTwin::Quick => Boards::read,
                    ReaderTwin::Plain => Boards::plain,
                };
                while let Some(diagram) = next(&mut boards)? {
                    let board = diagram.stones.board();
                    let content = TextContent::Board { area: board.area(), stones: board.stones() };
                    records.push(TextRecord { line: diagram.line, content });
                }
            }
            TextKind::Games { width, height } => {
                let mut games = MoveLists::new(block, width, height, place);
                let next = match way {
                    ReaderTwin::Quick => MoveLists::read,
                    ReaderTwin::Plain => MoveLists::plain,
                };
                while let Some(game) = next(&mut games)? {
                    let content = TextContent::Game(game.moves.to_vec());
                    records.push(TextRecord { line: game.line, content });
                }
            }
        }
        Ok(())
    }

    /// A text that says all of `contents`, as short as it can be.
    pub fn spell(self, contents: &[TextContent]) -> String {
        let spelled: Vec<String> =
            contents.iter().map(|content| self.spell_record(content)).collect();
        match self {
            TextKind::Boards(BoardForm::Letters | BoardForm::Drawing, _) => spelled.join("\n"),
            TextKind::Boards(BoardForm::Digits, size) => {
                let between = if size == DiagramSize::Any { "\n" } else { "" };
                format!("{}\n{}", spelled.len(), spelled.join(between))
            }
            TextKind::Games { .. } => spelled.concat(),
        }
    }

    /// The lines of one record, each with its line end.
    pub fn spell_record(self, content: &TextContent) -> String {
        match (self, content) {
            (TextKind::Boards(form, _), TextContent::Board { area, stones }) => {
                let mut board = Board::new(*area);
                for &(point, color) in stones {
                    board.put(point, color);
                }
                form.format(&board)
            }
            (TextKind::Games { .. }, TextContent::Game(moves)) => format_moves(moves),
            _ => panic!("a text has records of one kind"),
        }
    }
}
