//! Boards, lists of pieces and puzzles as records: stones that are set up, and no moves.

use tengen_core::{Area, Board, Cell, Color, Point, Rule};
use tengen_notation::{
    BlockOffset, BoardForm, BoardSplitter, BoardText, Content, Fault, Preamble, Record,
    RecordSplitter, RecordTree, Split, StoneList, boards::Boards, boards::DiagramSize,
    puzzles::Puzzles,
};

use super::{ReadGame, refused};
use crate::error::ApiError;

/// What a content that is no record is called.
pub(super) fn name(content: Content) -> &'static str {
    match content {
        Content::Records(format) => format.name(),
        Content::Boards(_) => "boards",
        Content::BoardText => "board",
        Content::StoneList => "pieces",
        Content::Puzzles => "puzzles",
    }
}

/// Gives every position of `text` to `add`.
///
/// # Errors
///
/// If there is no going on after something that is wrong.
pub(super) fn read(
    content: Content,
    text: &[u8],
    add: &mut dyn FnMut(Result<ReadGame, ApiError>),
) -> Result<(), ApiError> {
    let opening = Preamble::of(text).map_err(|fault| refused(&fault))?;
    let text = &text[opening.skip..];
    match content {
        Content::Records(_) => {}
        Content::BoardText => {
            let field = BoardText::parse(text).map_err(|fault| refused(&fault))?;
            add(Ok(position(None, field.area(), field.setup(Color::Black).stones, None)));
        }
        Content::StoneList => {
            let pieces = StoneList::parse(text).map_err(|fault| refused(&fault))?;
            // As `tengen solve` takes it.
            let turn = Some(Color::Black);
            add(Ok(position(None, Area::Unbounded, pieces.stones().to_vec(), turn)));
        }
        Content::Puzzles => {
            let mut puzzles = Puzzles::new(text);
            while let Some(puzzle) = puzzles.next() {
                let line = puzzles.line();
                add(puzzle.map_err(|fault| refused(&fault)).map(|puzzle| {
                    let setup = puzzle.setup;
                    let rule = Some(puzzle.rule);
                    let mut game = position(rule, setup.area, setup.stones, Some(setup.turn));
                    game.record.event = puzzle.name.unwrap_or_default();
                    ReadGame { line, ..game }
                }));
            }
        }
        Content::Boards(form) => read_boards(form, text, add)?,
    }
    Ok(())
}

fn read_boards(
    form: BoardForm,
    text: &[u8],
    add: &mut dyn FnMut(Result<ReadGame, ApiError>),
) -> Result<(), ApiError> {
    let squeezed;
    let drawn = text;
    let at_fault = |fault: &Fault| match form {
        BoardForm::Letters => refused(&Fault { column: column(drawn, fault), ..fault.clone() }),
        BoardForm::Digits => refused(fault),
    };
    let (text, size) = match form {
        BoardForm::Letters => {
            squeezed = without_blanks(text);
            (squeezed.as_slice(), DiagramSize::Any)
        }
        // They stand one after another without a blank line, and are square.
        BoardForm::Digits => (text, DiagramSize::square(columns(text))),
    };
    let (mut splitter, mut rest) = (BoardSplitter::new(form, size), text);
    loop {
        let (length, place) = match splitter.split(rest, true) {
            Split::Take { length, place } => (length, place),
            Split::Skip(length) => {
                rest = &rest[length..];
                continue;
            }
            Split::More => return Ok(()),
            Split::TooLong(fault) | Split::Broken(fault) => return Err(at_fault(&fault)),
        };
        let (block, after) = rest.split_at(length);
        let mut boards = Boards::new(block, form, size, place);
        loop {
            match boards.read() {
                Ok(None) => break,
                Ok(Some(diagram)) => {
                    let board = diagram.stones.board();
                    let game = position(None, board.area(), stones(&board), None);
                    add(Ok(ReadGame { line: diagram.line, ..game }));
                }
                Err(fault) => return Err(at_fault(&fault)),
            }
        }
        rest = after;
    }
}

/// The text with nothing between the letters of a row: some draw them apart.
fn without_blanks(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|&byte| !is_blank(byte)).collect()
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The column of a fault in `drawn` that was found where its blanks are left out.
fn column(drawn: &[u8], fault: &Fault) -> usize {
    let line = usize::try_from(fault.line).unwrap_or(usize::MAX).saturating_sub(1);
    let line = drawn.split(|&byte| byte == b'\n').nth(line).unwrap_or_default();
    let mut letters = line.iter().enumerate().filter(|&(_, &byte)| !is_blank(byte));
    let end = line.trim_ascii_end().len();
    letters.nth(fault.column.saturating_sub(1)).map_or(end, |(at, _)| at.min(end)) + 1
}

/// How many numbers stand in the first row after the number of boards.
fn columns(text: &[u8]) -> u16 {
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let row = lines.nth(1).unwrap_or_default();
    let words = row.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    u16::try_from(words).unwrap_or(u16::MAX).clamp(1, tengen_notation::MAX_SIDE)
}

fn stones(board: &Board) -> Vec<(Point, Color)> {
    let stone = |point| match board.cell(point) {
        Cell::Black => Some((point, Color::Black)),
        Cell::White => Some((point, Color::White)),
        Cell::Empty | Cell::Edge => None,
    };
    board.area().points().filter_map(stone).collect()
}

/// A position as a record. Default turn: the side with fewer stones.
fn position(
    rule: Option<Rule>,
    area: Area,
    stones: Vec<(Point, Color)>,
    turn: Option<Color>,
) -> ReadGame {
    let black = stones.iter().filter(|&&(_, color)| color == Color::Black).count();
    let fewer = if 2 * black > stones.len() { Color::White } else { Color::Black };
    let mut record = Record { rule, area: Some(area), ..Record::default() };
    let root = record.tree.node_mut(RecordTree::ROOT);
    root.setup = stones.into_iter().map(|(point, color)| (point, Some(color))).collect();
    root.turn = Some(turn.unwrap_or(fewer));
    ReadGame { record, line: BlockOffset::default().lines + 1 }
}
