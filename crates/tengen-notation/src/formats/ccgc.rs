//! The records of the Chinese championship of game programs.
//!
//! ```text
//! ([NG][team B][team W][先手胜][2020.8.23 place][2020 CCGC];B[A1];W[B2];…)        NoGo
//! {[C5][team B][team W][后手胜][2017.07.29 14:00 place][2017 CCGC];B(J,10);…}     five-in-a-row
//! ```
//!
//! Teams write them by programs of their own, so they differ: colons for semicolons, either kind of
//! brackets around it all or none, line ends anywhere, GBK or UTF-8, and the result only in the name of
//! the file. All of that is read. From where rows are counted depends on the program too, so the caller
//! says it ([`RowOrder`]). The board has nine points a side in `NoGo` and fifteen in five-in-a-row.

use std::{fmt::Write as _, ops::Range};

use memchr::memchr;
use tengen_core::{Area, Color, Point, Rule};
use thiserror::Error;

use super::{
    Format, Irregularity, MOST_REPAIRS, MainLine, OFF_BOARD, RecordFormat, RecordIter, RowOrder,
    StreamHead, Unwritable, WholeRecord, WriteLoss,
    point_names::{NameMap, NameSyntax},
    repair::{LineIndex, Repairs},
    splitter::{Ends, FindEnds},
    writer::{RecordDetail, RecordOutput},
};
use crate::{
    BlockOffset, Encoding, Fault, FoundText, Problem, Record, RecordNode, RecordProblem,
    RecordStep, RecordTree, ResultClaim, record::RESULT_KEY, text::fault_in,
};

/// What is wrong with a record of the Chinese championship.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CcgcProblem {
    /// There is no record.
    #[error("there is no record here: one begins with [NG] or [C5]")]
    Missing,
    /// Something else than a move.
    #[error("{0} is not a point: write a letter and a number, like B[A1] or B(J,10)")]
    Move(FoundText),
    /// A bracket that is not closed.
    #[error("this bracket is not closed")]
    Unclosed,
}

/// No record is longer.
const LIMIT: usize = 1 << 20;

/// Opens a stream of such records.
pub(super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    if next_tag(head.bytes, 0).is_none() {
        let problem = Problem::Record(CcgcProblem::Missing.into());
        return Err(fault_in(head.bytes, BlockOffset::default(), 0, 1, problem));
    }
    Ok(Box::new(CcgcFormat {
        encoding: head.reading.encoding,
        rows: head.reading.rows,
        by_name: ResultClaim::told_in(head.file_name)
            .filter(|&claim| claim != ResultClaim::Unknown),
    }))
}

/// Whether a stream that begins with `head` has such records.
pub(super) fn is_ccgc(head: &[u8]) -> bool {
    let start = head.trim_ascii_start();
    let start = start.strip_prefix(b"(").or(start.strip_prefix(b"{")).unwrap_or(start);
    is_tag(start.trim_ascii_start())
}

#[derive(Clone, Copy, Debug)]
struct CcgcFormat {
    encoding: Option<Encoding>,
    rows: RowOrder,
    /// The result that is in the name of the file.
    by_name: Option<ResultClaim>,
}

fn is_tag(bytes: &[u8]) -> bool {
    bytes.starts_with(b"[NG]") || bytes.starts_with(b"[C5]")
}

/// Whether a bracket after `before` is that of a move, as in `;B[C5]` and `;B:[C5]`, which is spelled
/// like a tag.
fn is_point(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    match before.strip_suffix(b":").unwrap_or(before).trim_ascii_end() {
        [.., letter, b'B' | b'W' | b'b' | b'w'] => !letter.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Where the first record after `from` begins: at its tag, or at the bracket before it.
fn next_tag(bytes: &[u8], from: usize) -> Option<usize> {
    let mut tag = from;
    loop {
        tag += memchr(b'[', bytes.get(tag..)?)?;
        if is_tag(&bytes[tag..]) && !is_point(&bytes[..tag]) {
            break;
        }
        tag += 1;
    }
    let bracket = tag > from && matches!(bytes[tag - 1], b'(' | b'{');
    Some(if bracket { tag - 1 } else { tag })
}

impl RecordFormat for CcgcFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(TagEnds)
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut next = next_tag(block, 0);
        let mut places = LineIndex::new(block, place);
        Box::new(std::iter::from_fn(move || {
            let start = next?;
            next = next_tag(block, start + TAG);
            let span = start..next.unwrap_or(block.len());
            Some(self.record(block, span, &mut places))
        }))
    }
}

/// The tag of a record with a bracket before it is no shorter: the next one begins after it.
const TAG: usize = 4;

/// Finds the ends of records: each goes up to the next.
struct TagEnds;

impl FindEnds for TagEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        let (mut length, mut records) = (0, 0);
        let mut next = next_tag(bytes, 0);
        while let Some(start) = next {
            next = next_tag(bytes, start + TAG);
            let until = match next {
                Some(until) => until,
                None if end => bytes.len(),
                // The last bytes may be the bracket and a part of the next tag.
                None if bytes.len() - start <= LIMIT + TAG => break,
                None => bytes.len(),
            };
            if until - start > LIMIT {
                if length == 0 {
                    let problem = Problem::Record(RecordProblem::RecordTooLong(LIMIT));
                    return Ends::TooLong { at: start, problem };
                }
                break; // Those before it come first.
            }
            length = until;
            records += 1;
        }
        match (length, end) {
            (0, false) if next_tag(bytes, 0).is_none() && bytes.len() > LIMIT => {
                Ends::Whole { length: bytes.len() - TAG - 1, records: 0 }
            }
            (0, false) => Ends::More,
            (0, true) => Ends::Whole { length: bytes.len(), records: 0 },
            (length, _) => Ends::Whole { length, records },
        }
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        next_tag(bytes, TAG)
    }
}

/// What is wrong with a record, and where in its text.
type RecordFault = (Range<usize>, CcgcProblem);

impl CcgcFormat {
    fn record(
        &self,
        block: &[u8],
        span: Range<usize>,
        places: &mut LineIndex,
    ) -> Result<WholeRecord, Box<Fault>> {
        let bytes = &block[span.clone()];
        let encoding = self.encoding.unwrap_or_else(|| Encoding::detect(bytes));
        let (text, broken) = encoding.decode(bytes);
        // Where a place in the text is in the bytes; most are asked for from the first to the last.
        let mut known = (0, 0);
        let mut at = |within: usize| {
            let (from, start) = if within < known.0 { (0, 0) } else { known };
            let between = text.get(from..within).and_then(|text| encoding.encode(text));
            known = (within, start + between.map_or(0, |bytes| bytes.len()));
            span.start + known.1.min(bytes.len())
        };
        let mut reader =
            CcgcReader { text: &text, at: 0, rows: self.rows, odd: Vec::new(), result: None };
        let mut record = reader.record().map_err(|(within, problem)| {
            let (from, to) = (at(within.start), at(within.end));
            places.fault(from, to.saturating_sub(from), Problem::Record(problem.into()))
        })?;
        record.claim = match record.claim {
            None | Some(ResultClaim::Unknown) => self.by_name.or(record.claim),
            claim => claim,
        };
        let mut repairs = Repairs::default();
        if let Some(within) = reader.result {
            let kept = record.other.iter().find(|(name, _)| name == RESULT_KEY);
            let word = kept.map_or("", |(_, word)| word.as_str());
            repairs.note_result(at(within), &FoundText::new(word.as_bytes()));
        }
        if broken {
            repairs.note(span.start, "some bytes are no text; U+FFFD stands for them");
        }
        for (within, what) in reader.odd.into_iter().take(MOST_REPAIRS) {
            repairs.note(at(within), what);
        }
        let (line, offset) = (places.line(span.start), span.start);
        let repairs = repairs.finish(places);
        Ok(WholeRecord { record, repairs, line, offset })
    }
}

/// When and where: the words that begin with a digit, and the rest.
fn date_and_place(text: &str) -> (String, String) {
    let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
    let mut date = Vec::new();
    while let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        date.push(word);
    }
    (date.join(" "), words.collect::<Vec<_>>().join(" "))
}

struct CcgcReader<'a> {
    text: &'a str,
    at: usize,
    rows: RowOrder,
    odd: Vec<(usize, &'static str)>,
    /// Where a result is that is not known.
    result: Option<usize>,
}

impl<'a> CcgcReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// What stands in brackets, which begin here.
    fn brackets(&mut self) -> Result<(Range<usize>, &'a str), RecordFault> {
        let open = self.peek().expect("a bracket is here");
        let start = self.at + open.len_utf8();
        let close = match open {
            '[' => ']',
            '(' => ')',
            _ => '）',
        };
        let Some(length) = self.text[start..].find(close) else {
            return Err((self.at..self.at + open.len_utf8(), CcgcProblem::Unclosed));
        };
        self.at = start + length + close.len_utf8();
        Ok((start..start + length, &self.text[start..start + length]))
    }

    fn record(&mut self) -> Result<Record, RecordFault> {
        if matches!(self.peek(), Some('(' | '{')) {
            self.at += 1;
        }
        let mut record = Record::default();
        let mut fields = Vec::new();
        self.skip_blanks();
        while self.peek() == Some('[') {
            fields.push(self.brackets()?);
            self.skip_blanks();
        }
        let mut fields = fields.into_iter();
        let game = fields.next().map_or("", |(_, text)| text);
        (record.rule, record.area) = match game {
            "NG" => (Some(Rule::NoGo), Some(Area::square(9))),
            _ => (None, Some(Area::square(15))),
        };
        let mut next = || fields.next().unwrap_or((0..0, ""));
        let team = |text: &str, side: &str| {
            let text = text.trim_end();
            text.strip_suffix(side).unwrap_or(text).trim().to_owned()
        };
        record.black = team(next().1, " B");
        record.white = team(next().1, " W");
        let (span, result) = next();
        let result = result.trim();
        record.claim = ResultClaim::find(result);
        if record.claim == Some(ResultClaim::Unknown) {
            record.other.push((RESULT_KEY.to_owned(), result.to_owned()));
            self.result = Some(span.start);
        }
        (record.date, record.place) = date_and_place(next().1);
        record.event = next().1.trim().to_owned();
        for (_, text) in fields {
            record.other.push((String::new(), text.to_owned()));
        }
        self.moves(&mut record)?;
        Ok(record)
    }

    fn moves(&mut self, record: &mut Record) -> Result<(), RecordFault> {
        let area = record.area.unwrap_or(Area::square(15));
        let mut id = RecordTree::ROOT;
        loop {
            let skipped = |c: char| c.is_whitespace() || ";:,；：，、'\"[]".contains(c);
            self.at = self.text.len() - self.rest().trim_start_matches(skipped).len();
            let start = self.at;
            let word = self.rest().find(|c: char| !c.is_ascii_alphabetic());
            let word = &self.rest()[..word.unwrap_or(self.rest().len())];
            let Some(first) = self.peek() else {
                return Ok(());
            };
            if matches!(first, ')' | '}' | '）') {
                return Ok(());
            }
            if word.is_empty() {
                self.odd.push((start, "this is no move; it is passed over"));
                self.at +=
                    self.rest().find(['B', 'W', 'b', 'w', ')', '}']).unwrap_or(self.rest().len());
                self.at = self.at.max(start + first.len_utf8());
                continue;
            }
            self.at += word.len();
            let gap = |c: char| c == ':' || c == '：' || c == ' ';
            self.at = self.text.len() - self.rest().trim_start_matches(gap).len();
            if !matches!(self.peek(), Some('[' | '(' | '（')) {
                self.odd.push((start, "this is no move; it is passed over"));
                continue;
            }
            let (span, inside) = self.brackets()?;
            let color = match word {
                "B" | "b" => Color::Black,
                "W" | "w" => Color::White,
                _ => {
                    let node = record.tree.node_mut(id);
                    node.other.push((word.to_owned(), vec![inside.to_owned()]));
                    continue;
                }
            };
            let point = point(inside, area, self.rows);
            let found = || CcgcProblem::Move(FoundText::new(inside.as_bytes()));
            let point = point.ok_or_else(|| (span.clone(), found()))?;
            id = record.tree.add(id, RecordNode::step(color, point));
        }
    }
}

/// The point that is spelled `A1` or `J,10`.
fn point(text: &str, area: Area, rows: RowOrder) -> Option<Point> {
    let spelled: String =
        text.chars().filter(|c| !c.is_whitespace() && !",，".contains(*c)).collect();
    let letter = spelled.chars().next().filter(char::is_ascii_alphabetic)?;
    let row = crate::move_lists::number(&spelled.as_bytes()[1..]).filter(|&row| row <= 100)? as i32;
    let names = NameMap::new(area, rows, NameSyntax::Strict)?;
    Some(names.point(i32::from(letter.to_ascii_uppercase() as u8 - b'A'), row))
}

/// Writes a record, in UTF-8.
pub(super) fn write(page: &mut RecordOutput, record: &Record) -> Result<(), Unwritable> {
    let format = Format::Ccgc;
    let side = if record.rule == Some(Rule::NoGo) { 9 } else { 15 };
    let area = record.area.unwrap_or(Area::square(side));
    let names = NameMap::new(area, page.writing.rows, NameSyntax::Strict);
    let Some(names) = names.filter(|_| area == Area::square(side)) else {
        return Err(Unwritable::Area { format, area });
    };
    let mut line = MainLine::default();
    line.set(record, 1, 0);
    if !line.setup.is_empty()
        || line.irregularities.iter().any(|(_, odd)| *odd == Irregularity::Setup)
    {
        return Err(Unwritable::Setup(format));
    }
    let mut changed = 0;
    let mut plain = |text: &str| {
        let odd = |c: char| c == '[' || c == ']' || c.is_control();
        changed += usize::from(text.contains(odd));
        text.replace(odd, " ").trim().to_owned()
    };
    let (date, place) = (plain(&record.date), plain(&record.place));
    let when = [date, place].join(" ");
    let result = match record.claim {
        Some(ResultClaim::Won(Color::Black, _)) => "先手胜",
        Some(ResultClaim::Won(Color::White, _)) => "后手胜",
        Some(ResultClaim::Draw) => "平局",
        Some(ResultClaim::Void | ResultClaim::Unknown) | None => "未结束",
    };
    let (black, white, event) = (plain(&record.black), plain(&record.white), plain(&record.event));
    let when = when.trim();
    // A gap keeps a field that is spelled like the tag of a record from beginning another one.
    let gap = |text: &str| if matches!(text, "NG" | "C5") { " " } else { "" };
    let fields =
        format!("[{black} B][{white} W][{result}][{when}{}][{event}{}]", gap(when), gap(&event));
    let mut moves = String::new();
    for (number, RecordStep { color, point }) in (1..).zip(line.steps()) {
        let Some(point) = point else { return Err(Unwritable::Pass { format, number }) };
        let row = names.row(point);
        if point == OFF_BOARD || !(0..26).contains(&point.x) || !(0..=100).contains(&row) {
            return Err(Unwritable::Point { format, number });
        }
        let letter = char::from(b'A' + point.x as u8);
        let color = if color == Color::Black { 'B' } else { 'W' };
        let _ = if side == 9 {
            write!(moves, ";{color}[{letter}{row}]")
        } else {
            write!(moves, ";{color}({letter},{row})")
        };
    }
    let whole = if side == 9 {
        format!("([NG]{fields}{moves})\n")
    } else {
        format!("{{[C5]{fields}{moves}}}\n")
    };
    page.out.extend_from_slice(whole.as_bytes());
    let held = [
        RecordDetail::Players,
        RecordDetail::Event,
        RecordDetail::Claim,
        RecordDetail::Area,
        RecordDetail::Rule,
    ];
    page.lose_all_but(record, if side == 9 { &held } else { &held[..4] });
    let kept = date_and_place(when) == (record.date.clone(), record.place.clone());
    if !kept || !record.round.is_empty() {
        page.losses.push(WriteLoss::Event);
    }
    if record.claim == Some(ResultClaim::Void) {
        page.losses.push(WriteLoss::Claim);
    }
    if changed > 0 {
        page.losses.push(WriteLoss::Letters(changed));
    }
    Ok(())
}
