//! The records of Gomocup (`.psq`), and those of the program before it (`.rec`).
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 16,16,0
//! 17,17,42
//! first.zip
//! second.zip
//! -1
//! 1,Fastgame
//! ```
//!
//! The size of the board, two levels and who begins; the moves, counted from 1 at the top left, each
//! with its milliseconds; the two programs, a code and the result. Everything after the moves may be
//! missing, and so may the levels and the time of a move. The number before the division names a seat
//! of the tournament and not the side, so that the winner is taken from the name of the file, which
//! ends in `_1.psq` if who moved first won and in `_2.psq` if the other did; only `0`, a draw, can be
//! taken from both.
//!
//! A `.rec` has the names first, in the order of the moves, and counts from 0.

mod line;
mod psq_writer;
mod states;

use std::time::Duration;

use memchr::{memchr, memmem};
use tengen_core::{Area, Color, Rule};
use thiserror::Error;

use super::{
    Encoding, MainLine, RecordFormat, RecordIter, RecordProblem, StreamHead, WholeRecord,
    main_line::ReadMainLines,
    repair::{LineIndex, Repairs},
    splitter::{Ends, FindEnds, NextEnd, take_records},
};
use crate::{
    BlockOffset, Fault, Manner, Record, RecordStep, RecordTree, ResultClaim,
    fault::FoundText,
    record::RESULT_KEY,
    text::{RECORD_LIMIT, fault_in},
};
pub(super) use psq_writer::write;
pub use states::{GomocupEnd, GomocupState, GomocupStates};

use line::{PsqMove, is_code, is_move_like, plain_move, quick_lines};

/// What a record begins with.
const NAME: &[u8] = b"Piskvorky";

/// What is wrong with a record of Gomocup.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PsqProblem {
    /// There is no first line.
    #[error("{0} does not begin a game: write Piskvorky 20x20, 11:11, 0")]
    Header(FoundText),
    /// The board has no size that can be.
    #[error("{0} is no size of a board: write 20x20")]
    Size(FoundText),
    /// A line among the moves is no move.
    #[error("{0} is not a move: write x,y,milliseconds, both from 1 at the top left")]
    Move(FoundText),
    /// The code after the names is none.
    #[error("{0} is not a code: after the moves come two names, a number and the result")]
    Code(FoundText),
    /// A line of `state.txt` is none.
    #[error("{0} is not the state of a game: write (0, 1, 0), the winner and how, like 2 0")]
    State(FoundText),
    /// There is more.
    #[error("{0} comes after the end of the game")]
    After(FoundText),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PsqFormat {
    /// Who won, by the name of the file.
    named: Option<ResultClaim>,
    /// The board of records that do not say: those with names first.
    old: Option<Area>,
    encoding: Option<Encoding>,
}

#[allow(clippy::unnecessary_wraps, reason = "a format may refuse a head")]
pub(super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    let old = has_ending(head.file_name, ".rec") && memmem::find(head.bytes, NAME).is_none();
    Ok(Box::new(PsqFormat {
        named: named_result(head.file_name),
        old: old.then(|| head.reading.area.unwrap_or(Area::square(20))),
        encoding: head.reading.encoding,
    }))
}

/// Where the first game in `head` begins.
pub(super) fn start(head: &[u8]) -> Option<usize> {
    if head.starts_with(NAME) { Some(0) } else { memmem::find(head, b"\nPiskvorky") }
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.len() >= ending.len()
        && name.as_bytes()[name.len() - ending.len()..].eq_ignore_ascii_case(ending.as_bytes())
}

/// Who won, by a name like `0_0_13_2.psq`.
fn named_result(file_name: &str) -> Option<ResultClaim> {
    let name = file_name.as_bytes();
    match name.get(name.len().checked_sub(6)?..)? {
        [b'_', number, ending @ ..] if ending.eq_ignore_ascii_case(b".psq") => match number {
            b'0' => Some(ResultClaim::Draw),
            b'1' => Some(ResultClaim::Won(Color::Black, Manner::Unsaid)),
            b'2' => Some(ResultClaim::Won(Color::White, Manner::Unsaid)),
            _ => None,
        },
        _ => None,
    }
}

/// The rule that a division of the tournament plays by.
fn rule_of_division(division: &[u8]) -> Option<Rule> {
    let starts = |name: &[u8]| {
        division.len() >= name.len() && division[..name.len()].eq_ignore_ascii_case(name)
    };
    if starts(b"renju") {
        Some(Rule::Renju)
    } else if starts(b"standard") {
        Some(Rule::Exact)
    } else if starts(b"freestyle") || starts(b"fastgame") {
        Some(Rule::Freestyle)
    } else {
        None
    }
}

impl RecordFormat for PsqFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(PsqEnds { old: self.old.is_some() })
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut games = PsqGames::new(*self, block, place);
        Box::new(std::iter::from_fn(move || {
            let (start, end) = games.next()?;
            Some(games.whole(start, end))
        }))
    }

    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        Box::new(PsqGames::new(*self, block, place))
    }
}

/// Finds where games end: where the next one begins.
struct PsqEnds {
    old: bool,
}

/// Where the next line that begins a game is, after the one that `bytes` begin with.
fn next_game(bytes: &[u8], from: usize) -> Option<usize> {
    let own = if bytes[from..].starts_with(NAME) {
        from
    } else {
        memmem::find(&bytes[from..], b"\nPiskvorky")? + from + 1
    };
    Some(memmem::find(&bytes[own..], b"\nPiskvorky")? + own + 1)
}

impl FindEnds for PsqEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        take_records(bytes, |rest| {
            let next = next_game(rest, 0).filter(|_| !self.old).or(end.then_some(rest.len()));
            match next {
                _ if next.unwrap_or(rest.len()) > RECORD_LIMIT => {
                    NextEnd::TooLong(RecordProblem::RecordTooLong(RECORD_LIMIT).into())
                }
                Some(length) => {
                    let filled = !rest[..length].trim_ascii().is_empty();
                    NextEnd::Whole(length, u64::from(filled))
                }
                None => NextEnd::More,
            }
        })
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        memmem::find(bytes, b"\nPiskvorky").map(|at| at + 1)
    }
}

/// The games of a block.
struct PsqGames<'a> {
    psq: PsqFormat,
    block: &'a [u8],
    place: BlockOffset,
    places: LineIndex<'a>,
    at: usize,
}

/// How moves are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PsqPath {
    Quick,
    Plain,
}

/// What stands around the moves.
#[derive(Default)]
struct PsqHeader<'a> {
    /// Where the game begins.
    start: usize,
    area: Option<Area>,
    /// Whether the second of the two names made the first move.
    second_begins: bool,
    levels: Option<(&'a [u8], &'a [u8])>,
    names: [&'a [u8]; 2],
    code: Option<&'a [u8]>,
    /// The winner by his seat; 0 if there was none.
    seat: Option<u8>,
    /// The result in words.
    claim: Option<ResultClaim>,
    /// The result as it stands, if it is not known.
    word: Option<&'a [u8]>,
    division: Option<&'a [u8]>,
}

impl<'a> PsqGames<'a> {
    fn new(psq: PsqFormat, block: &'a [u8], place: BlockOffset) -> PsqGames<'a> {
        PsqGames { psq, block, place, places: LineIndex::new(block, place), at: 0 }
    }

    /// Where the next game begins and ends.
    fn next(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        let next = if self.psq.old.is_some() { None } else { next_game(self.block, start) };
        self.at = next.unwrap_or(self.block.len());
        (!self.block[start..self.at].trim_ascii().is_empty()).then_some((start, self.at))
    }

    /// Reads a game: `play` is called with each move, and `repairs` notes what was read leniently.
    #[inline]
    fn read_game(
        &self,
        (start, end): (usize, usize),
        way: PsqPath,
        repairs: &mut Repairs,
        mut play: impl FnMut(PsqMove),
    ) -> Result<PsqHeader<'a>, Box<Fault>> {
        let mut frame = PsqHeader::default();
        let mut lines = FilledLines { block: &self.block[..end], at: start };
        let base = if let Some(area) = self.psq.old {
            (frame.area, frame.start) = (Some(area), start);
            for number in 0..2 {
                let Some((_, name)) = lines.next_filled() else { break };
                frame.names[number] = name;
            }
            0
        } else {
            self.header(&mut lines, &mut frame, repairs)?;
            1
        };
        let line = loop {
            if way == PsqPath::Quick {
                lines.at = quick_lines(lines.block, lines.at, base, &mut play);
            }
            let line = lines.next_filled();
            let Some((at, text)) = line else { break line };
            let Some(read) = plain_move(text, base) else { break line };
            if read.time.is_none() {
                repairs.note(at, "this move has no time");
            }
            play(read);
        };
        self.tail(line, &mut lines, &mut frame, repairs)?;
        Ok(frame)
    }

    /// Reads the line that begins a game.
    fn header(
        &self,
        lines: &mut FilledLines<'a>,
        frame: &mut PsqHeader<'a>,
        repairs: &mut Repairs,
    ) -> Result<(), Box<Fault>> {
        let (mut at, mut text) = lines.next_filled().unwrap_or((lines.at, b""));
        let first = at;
        while !text.starts_with(NAME) {
            let Some(next) = lines.next_filled() else {
                let (at, text) = self.first_line(first);
                return Err(self.fault(at, text, PsqProblem::Header));
            };
            (at, text) = next;
        }
        if first != at {
            repairs.note(at, "there is text before the game, which is passed over");
        }
        frame.start = at;
        let rest = text[NAME.len()..].trim_ascii();
        let mut fields = rest.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
        let size = fields.next().unwrap_or(b"");
        let number = |text: &[u8]| {
            let number = crate::move_lists::number(text.trim_ascii())?;
            u16::try_from(number).ok().filter(|&side| side > 0)
        };
        let cross = size.iter().position(|byte| matches!(byte, b'x' | b'X'));
        let sides =
            cross.and_then(|cross| Some((number(&size[..cross])?, number(&size[cross + 1..])?)));
        let Some((width, height)) = sides else {
            return Err(self.fault(at, size, PsqProblem::Size));
        };
        frame.area = Some(Area::Bounded { width, height });
        let levels = fields.next().and_then(|levels| {
            let colon = memchr(b':', levels)?;
            Some((&levels[..colon], &levels[colon + 1..]))
        });
        if levels.is_none() {
            repairs.note(at, "the levels are missing");
        }
        frame.levels = levels;
        match fields.next() {
            Some(b"0") => {}
            Some(b"1") => frame.second_begins = true,
            Some(_) => repairs.note(at, "who begins is not 0 or 1; the first does"),
            None => repairs.note(at, "who begins is missing; the first does"),
        }
        Ok(())
    }

    /// The line that a game without a first line begins with.
    fn first_line(&self, at: usize) -> (usize, &'a [u8]) {
        let mut lines = FilledLines { block: self.block, at };
        lines.next_filled().unwrap_or((at, b""))
    }

    /// Reads what follows the moves, from `line` on.
    fn tail(
        &self,
        line: Option<(usize, &'a [u8])>,
        lines: &mut FilledLines<'a>,
        frame: &mut PsqHeader<'a>,
        repairs: &mut Repairs,
    ) -> Result<(), Box<Fault>> {
        let Some((at, text)) = line else {
            repairs.note(lines.block.len(), "the game has no code and no names");
            return Ok(());
        };
        let mut line = Some((at, text));
        if is_move_like(text) {
            return Err(self.fault(at, text, PsqProblem::Move));
        }
        if self.psq.old.is_none() && !is_code(text) {
            frame.names[0] = text;
            match lines.next_filled() {
                Some((at, second)) if is_move_like(second) => {
                    return Err(self.fault(at, second, PsqProblem::Move));
                }
                Some((_, second)) => frame.names[1] = second,
                None => repairs.note(at, "the second name is missing"),
            }
            line = lines.next_filled();
        }
        match line {
            None => repairs.note(lines.block.len(), "the game has no code"),
            Some((_, code)) if is_code(code) => frame.code = Some(code),
            Some((at, text)) => return Err(self.fault(at, text, PsqProblem::Code)),
        }
        if let Some((at, text)) = lines.next_filled() {
            match text {
                [winner @ b'0'..=b'2', b',', division @ ..] => {
                    frame.seat = Some(winner - b'0');
                    frame.division = Some(division.trim_ascii());
                }
                _ if is_move_like(text) => return Err(self.fault(at, text, PsqProblem::Move)),
                _ => self.result_in_words(at, text, frame, repairs),
            }
        }
        match lines.next_filled() {
            None => Ok(()),
            Some((at, text)) => Err(self.fault(at, text, PsqProblem::After)),
        }
    }

    fn fault(&self, at: usize, text: &[u8], problem: fn(FoundText) -> PsqProblem) -> Box<Fault> {
        let problem = RecordProblem::from(problem(FoundText::new(text)));
        fault_in(self.block, self.place, at, text.len(), problem.into())
    }

    /// Reads a last line that names no seat: a word for the result, and perhaps the division.
    fn result_in_words(
        &self,
        at: usize,
        text: &'a [u8],
        frame: &mut PsqHeader<'a>,
        repairs: &mut Repairs,
    ) {
        let comma = memchr(b',', text);
        let word = text[..comma.unwrap_or(text.len())].trim_ascii();
        frame.division = comma.map(|comma| text[comma + 1..].trim_ascii());
        let encoding = self.psq.encoding.unwrap_or_else(|| Encoding::detect(word));
        frame.claim = ResultClaim::read(&encoding.decode(word).0);
        if frame.claim == Some(ResultClaim::Unknown) {
            frame.word = Some(word);
            repairs.note_result(at, &FoundText::new(word));
        }
    }

    fn claim(&self, frame: &PsqHeader) -> Option<ResultClaim> {
        // A word names a side, and a number the seat of a tournament.
        let drawn = frame.seat == Some(0);
        self.psq.named.or(frame.claim).or(drawn.then_some(ResultClaim::Draw))
    }

    /// Reads a game with all that stands in it.
    fn whole(&mut self, start: usize, end: usize) -> Result<WholeRecord, Box<Fault>> {
        let mut repairs = Repairs::default();
        let mut record = Record::default();
        let (mut id, mut color) = (RecordTree::ROOT, Color::Black);
        let frame = self.read_game((start, end), PsqPath::Plain, &mut repairs, |read| {
            let time = read.time.and_then(|time| u64::try_from(time).ok());
            let step = RecordStep { color, point: Some(read.point) };
            let time = time.map(Duration::from_millis);
            id = record.tree.add(id, step.into());
            if time.is_some() {
                record.tree.node_mut(id).time = time;
            }
            color = !color;
        })?;
        let encoding =
            self.psq.encoding.unwrap_or_else(|| Encoding::detect(&self.block[start..end]));
        let text = |bytes: &[u8]| encoding.decode(bytes).0.into_owned();
        let [first, second] = frame.names.map(text);
        (record.black, record.white) =
            if frame.second_begins { (second, first) } else { (first, second) };
        record.area = frame.area;
        record.claim = self.claim(&frame);
        let mut keep = |name: &str, value: String| record.other.push((name.to_owned(), value));
        if let Some((first, second)) = frame.levels.filter(|&levels| levels != (b"11", b"11")) {
            keep("levels", text(first) + ":" + &text(second));
        }
        if let Some(code) = frame.code.filter(|&code| code != b"-1") {
            keep("code", text(code));
        }
        if let Some(seat) = frame.seat.filter(|&seat| seat > 0) {
            keep("winner", seat.to_string());
        }
        if let Some(word) = frame.word {
            keep(RESULT_KEY, text(word));
        }
        if let Some(division) = frame.division {
            record.rule = rule_of_division(division);
            record.event = text(division);
        }
        let line = self.places.line(frame.start);
        let repairs = repairs.finish(&mut self.places);
        Ok(WholeRecord { record, repairs, line, offset: frame.start })
    }
}

impl ReadMainLines for PsqGames<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let (start, end) = self.next()?;
        line.clear();
        let mut repairs = Repairs::default();
        let moves = &mut line.moves;
        let play = |read: PsqMove| moves.push(read.point);
        let read = self.read_game((start, end), PsqPath::Quick, &mut repairs, play);
        Some(read.map(|frame| {
            line.area = frame.area;
            line.claim = self.claim(&frame);
            line.rule = frame.division.and_then(rule_of_division);
            line.offset = frame.start;
            line.line = self.places.line(frame.start);
            if frame.word.is_some() {
                let repairs = repairs.finish(&mut self.places).into_iter();
                line.repairs.extend(repairs.filter(|repair| repair.affects_verdict));
            }
        }))
    }
}

/// The lines of a part of a block that are not blank.
struct FilledLines<'a> {
    block: &'a [u8],
    at: usize,
}

impl<'a> FilledLines<'a> {
    /// Where the text of the next such line begins, and the text without blanks around it.
    #[inline]
    fn next_filled(&mut self) -> Option<(usize, &'a [u8])> {
        while self.at < self.block.len() {
            let start = self.at;
            let rest = &self.block[start..];
            let length = memchr(b'\n', rest).unwrap_or(rest.len());
            self.at = (start + length + 1).min(self.block.len());
            let text = rest[..length].trim_ascii_start();
            let begin = start + length - text.len();
            let text = text.trim_ascii_end();
            if !text.is_empty() {
                return Some((begin, text));
            }
        }
        None
    }
}
