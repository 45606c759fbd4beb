//! What is drawn: a position or a game, from whatever text it comes in.

use std::{io::Read, ops::ControlFlow, path::Path, str::FromStr};

use tengen_core::{Area, Board, Color, Drawing, Point, Rule};
use tengen_notation::{
    BlockOffset, BoardForm, BoardText, Fault, Format, OFF_BOARD, Preamble, Record, RecordReader,
    Sign, StoneList, boards::Boards, boards::DiagramSize, links,
};

use crate::io::{
    error::Failure,
    final_positions::usual_board,
    input::Input,
    input_format::{From, SourceArgs},
    records::Records,
};

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    /// After this number of moves.
    Move(usize),
    /// After the last move.
    Last,
}

impl FromStr for At {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<At, &'static str> {
        match text {
            "last" => Ok(At::Last),
            number => {
                number.parse().map(At::Move).map_err(|_| "write the number of a move, or last")
            }
        }
    }
}

/// A position, and the moves that led to it as far as they are known.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) rule: Option<Rule>,
    pub(crate) area: Area,
    /// Stones that were not played.
    pub(crate) stones: Vec<(Point, Color)>,
    /// One that is taken away later, or a pass, is nowhere.
    pub(crate) moves: Vec<(Point, Color)>,
    /// Whose turn it is, where the text says so.
    pub(crate) turn: Option<Color>,
    pub(crate) signs: Vec<(Point, Sign)>,
    pub(crate) title: Option<String>,
}

/// A text of a position is not longer than the largest board with blanks.
const LIMIT: u64 = 8 << 20;

impl Subject {
    /// The game or board with this number in the file at `path`, after the moves that `at` says.
    pub(crate) fn read(
        path: &Path,
        source: &SourceArgs,
        number: u64,
        at: At,
    ) -> Result<Subject, Failure> {
        let Input { name, mut reader, .. } = Input::open(path)?;
        let mut head = Vec::new();
        if let Err(error) = reader.by_ref().take(RecordReader::HEAD as u64).read_to_end(&mut head) {
            return Err(Failure::Read { name, error });
        }
        Subject::of_input(&name, reader, head, source, number, at)
    }

    /// The same of an input of the given name; `head` is what has been read of it already.
    pub(crate) fn of_input(
        name: &str,
        reader: Box<dyn Read + Send>,
        mut head: Vec<u8>,
        source: &SourceArgs,
        number: u64,
        at: At,
    ) -> Result<Subject, Failure> {
        let failed = |error| Failure::Read { name: name.to_owned(), error };
        let of_fault = |fault| Failure::Fault { name: name.to_owned(), fault };
        let from = source.from.unwrap_or_else(|| From::detect(&head));
        let format = match from {
            From::Record(format) => format,
            From::Link => {
                reader.take(LIMIT).read_to_end(&mut head).map_err(failed)?;
                let record = links::parse(&head, &source.reading()).map_err(of_fault)?;
                if number > 1 {
                    return Err(Failure::Usage(format!("{name} has no game {number}; it has 1")));
                }
                return Subject::of_record(&record, Format::Positions, at);
            }
            From::Board | From::Drawing | From::Field | From::Pieces => {
                reader.take(LIMIT).read_to_end(&mut head).map_err(failed)?;
                if at != At::Last {
                    let told = format!("{name} is a position; a game has moves to choose from");
                    return Err(Failure::Usage(told));
                }
                return position(name, &head, from, source, number);
            }
        };
        let records = Records::open(name, reader, head, format, &source.reading())?;
        let (format, mut found, mut seen) = (records.format(), None, 0);
        records.each(|record| {
            seen += 1;
            if seen < number {
                return Ok(ControlFlow::Continue(()));
            }
            match record {
                Ok(whole) => found = Some(whole.record),
                Err(fault) => return Err(of_fault(fault)),
            }
            Ok(ControlFlow::Break(()))
        })?;
        match found {
            Some(record) => Subject::of_record(&record, format, at),
            None => Err(Failure::Usage(format!("{name} has no game {number}; it has {seen}"))),
        }
    }

    /// The main line of a record as far as `at` says.
    fn of_record(record: &Record, format: Format, at: At) -> Result<Subject, Failure> {
        let Some(area) = record.area.or_else(|| usual_board(format)) else {
            return Err(Failure::Usage(
                "the record does not say how large its board is; --size does".to_owned(),
            ));
        };
        let mut board: Vec<(Point, Color)> = Vec::new();
        let (mut moves, mut signs): (Vec<(Point, Color)>, _) = (Vec::new(), Vec::new());
        let mut turn = None;
        for id in record.tree.main_line() {
            let node = record.tree.node(id);
            if let Some(step) = node.step {
                if At::Move(moves.len()) == at {
                    break;
                }
                moves.push((step.point.unwrap_or(OFF_BOARD), step.color));
                turn = Some(!step.color);
            }
            turn = node.turn.or(turn);
            for &(point, stone) in &node.setup {
                board.retain(|&(other, _)| other != point);
                moves.iter_mut().filter(|played| played.0 == point).for_each(|m| m.0 = OFF_BOARD);
                board.extend(stone.map(|color| (point, color)));
            }
            signs.clone_from(&node.signs);
        }
        if let At::Move(number) = at
            && moves.len() < number
        {
            return Err(Failure::Usage(format!(
                "the game has {} moves; --at {number} is after its end",
                moves.len()
            )));
        }
        let title = title(record);
        Ok(Subject { rule: record.rule, area, stones: board, moves, turn, signs, title })
    }

    /// The board at the end.
    pub(crate) fn board(&self) -> Board {
        let mut board = Board::new(self.area);
        for &(point, color) in self.stones.iter().chain(&self.moves) {
            // Of two stones on one point the board has the first.
            if board.cell(point) == tengen_core::Cell::Empty {
                board.put(point, color);
            }
        }
        board
    }
}

/// Who played, and where.
fn title(record: &Record) -> Option<String> {
    let players = match (record.black.as_str(), record.white.as_str()) {
        ("", "") => None,
        ("", one) | (one, "") => Some(one.to_owned()),
        (black, white) => Some(format!("{black} – {white}")),
    };
    let event = Some(record.event.clone()).filter(|event| !event.is_empty());
    let parts: Vec<String> = players.into_iter().chain(event).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The board with this number in a text of positions.
fn position(
    name: &str,
    text: &[u8],
    from: From,
    source: &SourceArgs,
    number: u64,
) -> Result<Subject, Failure> {
    let of_fault = |fault: Box<Fault>| Failure::Fault { name: name.to_owned(), fault };
    let skip = Preamble::of(text).map_err(of_fault)?.skip;
    let text = &text[skip..];
    let (area, stones) = match from {
        From::Drawing => drawing(name, text)?,
        From::Field => {
            let field = BoardText::parse(text).map_err(of_fault)?;
            (field.area(), field.setup(Color::Black).stones)
        }
        From::Pieces => {
            let pieces = StoneList::parse(text).map_err(of_fault)?;
            (Area::Unbounded, pieces.stones().to_vec())
        }
        From::Board | From::Link | From::Record(_) => {
            let form = match text.trim_ascii_start().first() {
                Some(b'o' | b'x' | b'.') => BoardForm::Letters,
                _ => BoardForm::Digits,
            };
            let mut boards = Boards::new(text, form, DiagramSize::Any, BlockOffset::default());
            let mut seen = 0;
            loop {
                let Some(diagram) = boards.read().map_err(of_fault)? else {
                    let told = format!("{name} has no board {number}; it has {seen}");
                    return Err(Failure::Usage(told));
                };
                seen += 1;
                if seen == number {
                    let board = diagram.stones.board();
                    break (board.area(), board.stones());
                }
            }
        }
    };
    if number > 1 && from != From::Board {
        return Err(Failure::Usage(format!("{name} has no board {number}; it has 1")));
    }
    let (moves, signs) = (Vec::new(), Vec::new());
    Ok(Subject { rule: source.rule, area, stones, moves, turn: None, signs, title: None })
}

fn drawing(name: &str, text: &[u8]) -> Result<(Area, Vec<(Point, Color)>), Failure> {
    let wrong = |what: String| Failure::Usage(format!("{name}: {what}"));
    let text = std::str::from_utf8(text).map_err(|error| wrong(error.to_string()))?;
    let drawing: Drawing =
        text.parse().map_err(|error: tengen_core::DrawingError| wrong(error.to_string()))?;
    let board = drawing.board();
    Ok((board.area(), board.stones()))
}
