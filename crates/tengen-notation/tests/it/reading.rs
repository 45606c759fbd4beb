//! Texts read to their end, in one piece or in many. The fuzz targets read by this file as well.

use tengen_core::{Area, Board, Color, Point};
use tengen_notation::{
    BlockOffset, BoardForm, BoardSplitter, Fault, MoveListSplitter, RecordSplitter, Split,
    boards::Boards, boards::DiagramSize, move_lists::MoveLists, move_lists::format_moves,
};

/// What a text is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Boards(BoardForm, DiagramSize),
    Games { width: u16, height: u16 },
}

/// Which of two twins reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Quick,
    Plain,
}

/// What one record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Board { area: Area, stones: Vec<(Point, Color)> },
    Game(Vec<Point>),
}

/// A record as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    /// The line it starts in, from 1.
    pub(crate) line: u64,
    pub(crate) content: Content,
}

/// All that came of a text: the records up to its end or to the first fault.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Reading {
    pub(crate) records: Vec<Record>,
    pub(crate) fault: Option<Box<Fault>>,
}

impl Reading {
    pub(crate) fn contents(&self) -> Vec<Content> {
        self.records.iter().map(|record| record.content.clone()).collect()
    }
}

impl Kind {
    /// Reads all of `text`, which the splitter sees at once.
    pub(crate) fn read(self, text: &[u8], way: Way) -> Reading {
        self.read_in_steps(text, way, || usize::MAX)
    }

    /// Reads all of `text`, which comes in pieces as long as `step` says. A piece of no length is
    /// allowed, but not always.
    ///
    /// What the splitter leaves stays, the next piece is added to it, and what it passes over or takes
    /// is gone: that is how a stream is read.
    pub(crate) fn read_in_steps(
        self,
        text: &[u8],
        way: Way,
        mut step: impl FnMut() -> usize,
    ) -> Reading {
        let mut splitter = self.splitter();
        let mut reading = Reading::default();
        let (mut start, mut filled, mut ended) = (0, 0, false);
        loop {
            let more = step();
            // As with a file: whoever asks for just as much as is left does not see the end yet.
            ended |= more > text.len() - filled;
            filled = text.len().min(filled.saturating_add(more));
            match splitter.split(&text[start..filled], ended) {
                Split::Broken(fault) => return Reading { fault: Some(fault), ..reading },
                Split::TooLong(fault) => panic!("{fault}"),
                Split::Skip(length) => start += length,
                Split::Take { length, place } => {
                    assert_eq!(place.records, reading.records.len() as u64, "records are counted");
                    let block = &text[start..start + length];
                    start += length;
                    if let Err(fault) = self.read_block(block, place, way, &mut reading.records) {
                        return Reading { fault: Some(fault), ..reading };
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
            Kind::Boards(form, size) => Box::new(BoardSplitter::new(form, size)),
            Kind::Games { width, height } => Box::new(MoveListSplitter::new(width, height)),
        }
    }

    fn read_block(
        self,
        block: &[u8],
        place: BlockOffset,
        way: Way,
        records: &mut Vec<Record>,
    ) -> Result<(), Box<Fault>> {
        match self {
            Kind::Boards(form, size) => {
                let mut boards = Boards::new(block, form, size, place);
                let next = match way {
                    Way::Quick => Boards::read,
                    Way::Plain => Boards::plain,
                };
                while let Some(diagram) = next(&mut boards)? {
                    let board = diagram.stones.board();
                    let content = Content::Board { area: board.area(), stones: board.stones() };
                    records.push(Record { line: diagram.line, content });
                }
            }
            Kind::Games { width, height } => {
                let mut games = MoveLists::new(block, width, height, place);
                let next = match way {
                    Way::Quick => MoveLists::read,
                    Way::Plain => MoveLists::plain,
                };
                while let Some(game) = next(&mut games)? {
                    let content = Content::Game(game.moves.to_vec());
                    records.push(Record { line: game.line, content });
                }
            }
        }
        Ok(())
    }

    /// A text that says all of `contents`, as short as it can be.
    pub(crate) fn spell(self, contents: &[Content]) -> String {
        let spelled: Vec<String> =
            contents.iter().map(|content| self.spell_record(content)).collect();
        match self {
            Kind::Boards(BoardForm::Letters | BoardForm::Drawing, _) => spelled.join("\n"),
            Kind::Boards(BoardForm::Digits, size) => {
                let between = if size == DiagramSize::Any { "\n" } else { "" };
                format!("{}\n{}", spelled.len(), spelled.join(between))
            }
            Kind::Games { .. } => spelled.concat(),
        }
    }

    /// The lines of one record, each with its line end.
    pub(crate) fn spell_record(self, content: &Content) -> String {
        match (self, content) {
            (Kind::Boards(form, _), Content::Board { area, stones }) => {
                let mut board = Board::new(*area);
                for &(point, color) in stones {
                    board.put(point, color);
                }
                form.format(&board)
            }
            (Kind::Games { .. }, Content::Game(moves)) => format_moves(moves),
            _ => panic!("a text has records of one kind"),
        }
    }
}
