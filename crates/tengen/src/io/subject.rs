//! What is drawn: a position or a game, from whatever text it comes in.

use std::{ops::ControlFlow, path::Path, str::FromStr};

use tengen_core::{Area, Board, Color, Point, Rule};
use tengen_notation::{Content, Format, OFF_BOARD, Record, Sign, WholeRecord};

use crate::io::{
    error::Failure, final_positions::usual_board, input::Input, input_format::SourceArgs,
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
const LIMIT: usize = 8 << 20;

impl Subject {
    /// The game or board with this number in the file at `path`, after the moves that `at` says.
    pub(crate) fn read(
        path: &Path,
        source: &SourceArgs,
        number: u64,
        at: At,
    ) -> Result<Subject, Failure> {
        Subject::of_input(Input::open(path)?, source, number, at)
    }

    /// The game or board with this number in a text, after the moves that `at` says.
    pub(crate) fn of_input(
        mut input: Input,
        source: &SourceArgs,
        number: u64,
        at: At,
    ) -> Result<Subject, Failure> {
        let content = source.content(&input.head()?, &input.name);
        if let Some(content) = content
            && !matches!(content, Content::Records(_))
        {
            let (name, text) = input.text(LIMIT)?;
            return Subject::of_position(&name, &text, content, source, number, at);
        }
        let name = input.name.clone();
        let records = Records::open(input, content.and_then(Content::format), &source.reading())?;
        let (format, mut found, mut seen) = (records.format(), None, 0);
        records.each(|record| {
            seen += 1;
            if seen < number {
                return Ok(ControlFlow::Continue(()));
            }
            match record {
                Ok(whole) => found = Some(whole.record),
                Err(fault) => return Err(Failure::Fault { name: name.clone(), fault }),
            }
            Ok(ControlFlow::Break(()))
        })?;
        match found {
            Some(record) => Subject::of_record(&record, format, at),
            None => Err(Failure::Usage(format!("{name} has no game {number}; it has {seen}"))),
        }
    }

    /// The position with this number in a text of them.
    fn of_position(
        name: &str,
        text: &[u8],
        content: Content,
        source: &SourceArgs,
        number: u64,
        at: At,
    ) -> Result<Subject, Failure> {
        let kind = if content == Content::Link { "game" } else { "board" };
        if at != At::Last && kind == "board" {
            let message = format!("{name} is a position; a game has moves to choose from");
            return Err(Failure::Usage(message));
        }
        let mut seen = 0;
        for position in content.positions(text, &source.reading()) {
            let fault = |fault| Failure::Fault { name: name.to_owned(), fault };
            let WholeRecord { record, .. } = position.map_err(fault)?;
            seen += 1;
            if seen == number {
                return Subject::of_record(&record, Format::Positions, at);
            }
        }
        Err(Failure::Usage(format!("{name} has no {kind} {number}; it has {seen}")))
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
