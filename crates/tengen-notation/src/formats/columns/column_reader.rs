//! Rows as records.

use memchr::{memchr, memchr_iter};

use super::{
    ColumnProblem, ColumnRole, ROW_LIMIT, column_value,
    delimited::{self, Delimiter, FieldSpans, FieldText, SplitFault},
    json::{self, ABSENT, LearnedNames},
    row::{ReadPath, RowFault, read_row},
};
use crate::{
    BlockOffset, Encoding, Fault, Format, FoundText, MainLine, Manner, Problem, ReadOptions,
    Record, RecordProblem, RecordReader, RecordTree, ResultClaim, WholeRecord,
    formats::{
        ReadMainLines, RecordFormat, RecordIter, StreamHead,
        repair::{LineIndex, Repairs},
        splitter::{Ends, FindEnds, NextEnd, take_records},
    },
    record::RESULT_KEY,
    text::fault_in,
};

/// How the rows of a stream are spelled.
#[derive(Clone, Debug)]
enum RowForm {
    /// Fields under the names of the first row.
    Fields { mark: Delimiter, names: Vec<String>, roles: Vec<Option<ColumnRole>> },
    /// Objects.
    Objects,
}

/// A stream of rows.
#[derive(Debug)]
struct ColumnsFormat {
    form: RowForm,
    reading: ReadOptions,
}

/// Opens a stream of rows of the given format.
pub(in super::super) fn open(
    format: Format,
    head: &StreamHead,
) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    let form = match format {
        Format::Csv => header(head, Delimiter::Comma)?,
        Format::Tsv => header(head, Delimiter::Tab)?,
        _ => RowForm::Objects,
    };
    Ok(Box::new(ColumnsFormat { form, reading: *head.reading }))
}

/// Whether a line names columns, the moves among them.
pub(in super::super) fn names_moves(line: &[u8], mark: u8) -> bool {
    let names = line.split(|&byte| byte == mark);
    let unquoted = |name: &[u8]| -> Vec<u8> {
        name.trim_ascii().iter().copied().filter(|&byte| byte != b'"').collect()
    };
    names
        .map(|name| ColumnRole::from_name(&unquoted(name)))
        .any(|role| role == Some(ColumnRole::Moves))
}

/// The length of the byte order mark of UTF-8, which is skipped at the start of a stream.
const BOM: usize = 3;

/// The names in the first row.
fn header(head: &StreamHead, mark: Delimiter) -> Result<RowForm, Box<Fault>> {
    let start = head.bytes.len() - trim_blank_lines(head.bytes).len();
    let bytes = &head.bytes[start..];
    let (end, _) = mark.row_end(bytes);
    let row = &bytes[..end.unwrap_or(bytes.len())];
    let fault = |at: usize, length: usize, problem| {
        let problem = Problem::Record(ColumnProblem::into(problem));
        fault_in(head.bytes, BlockOffset::default(), start + at, length, problem)
    };
    if end.is_none() && start + row.len() + BOM >= RecordReader::HEAD {
        return Err(fault(0, 1, ColumnProblem::Names));
    }
    let fields =
        delimited::split(row, mark).map_err(|(at, length, problem)| fault(at, length, problem))?;
    let mut names = Vec::new();
    let mut roles: Vec<Option<ColumnRole>> = Vec::new();
    for field in fields {
        let name = field.text.trim_ascii();
        // The first column of a kind counts; a later one is kept like any other.
        roles.push(ColumnRole::from_name(name).filter(|role| !roles.contains(&Some(*role))));
        names.push(String::from_utf8_lossy(name).into_owned());
    }
    if !roles.contains(&Some(ColumnRole::Moves)) {
        return Err(fault(0, row.len(), ColumnProblem::NoMoves));
    }
    Ok(RowForm::Fields { mark, names, roles })
}

/// `bytes` without the blank lines they begin with.
fn trim_blank_lines(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n')
        && is_blank(&rest[..end])
    {
        rest = &rest[end + 1..];
    }
    rest
}

/// Whether nothing stands in a line. (A line of tabs is a row of empty fields.)
fn is_blank(line: &[u8]) -> bool {
    matches!(line, [] | b"\r") || line.iter().all(|byte| matches!(byte, b' ' | b'\r'))
}

impl RecordFormat for ColumnsFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(match self.form {
            RowForm::Fields { mark, .. } => RowEnds { mark, header: true },
            // Nothing is quoted as in CSV: a line end inside of a string is escaped.
            RowForm::Objects => RowEnds { mark: Delimiter::Tab, header: false },
        })
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut rows = ColumnRows::new(self, block, place);
        Box::new(std::iter::from_fn(move || {
            let row = rows.next()?;
            Some(rows.whole(&row))
        }))
    }

    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        Box::new(ColumnRows::new(self, block, place))
    }
}

/// Finds where rows end.
struct RowEnds {
    mark: Delimiter,
    /// Whether the names are still to come.
    header: bool,
}

impl FindEnds for RowEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        let mut named = false;
        take_records(bytes, |rest| {
            // The names are passed over by themselves: they are no part of a block.
            if named {
                return NextEnd::More;
            }
            let (row_end, quoted) = self.mark.row_end(&rest[..rest.len().min(ROW_LIMIT + 1)]);
            let length = match row_end {
                Some(at) => at + 1,
                None if rest.len() > ROW_LIMIT => {
                    return NextEnd::TooLong(RecordProblem::LineTooLong(ROW_LIMIT).into());
                }
                None if end => unclosed(rest, quoted).map_or(rest.len(), |at| at + 1),
                None => return NextEnd::More,
            };
            let row = &rest[..length];
            let filled = !is_blank(row.strip_suffix(b"\n").unwrap_or(row));
            named = filled && std::mem::take(&mut self.header);
            NextEnd::Whole(length, u64::from(filled && !named))
        })
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        memchr(b'\n', bytes).map(|at| at + 1)
    }
}

/// Where a row ends in which a quotation mark opens a field and none closes it: with its line, so that
/// the rows after it are read.
fn unclosed(bytes: &[u8], quoted: bool) -> Option<usize> {
    if quoted { memchr(b'\n', bytes) } else { None }
}

/// One row of a block.
#[derive(Clone, Copy, Debug)]
struct ColumnRow<'a> {
    /// Where it begins in the block.
    start: usize,
    /// The line it begins in, from 1.
    line: u64,
    text: &'a [u8],
    quoted: bool,
}

/// The rows of a block.
struct ColumnRows<'a> {
    columns: &'a ColumnsFormat,
    block: &'a [u8],
    places: LineIndex<'a>,
    at: usize,
    /// How many lines of the text come before that.
    lines: u64,
    learned: LearnedNames,
    spans: FieldSpans,
}

impl<'a> ColumnRows<'a> {
    fn new(columns: &'a ColumnsFormat, block: &'a [u8], place: BlockOffset) -> ColumnRows<'a> {
        ColumnRows {
            columns,
            block,
            places: LineIndex::new(block, place),
            at: 0,
            lines: place.lines,
            learned: LearnedNames::default(),
            spans: [ABSENT; ColumnRole::COUNT],
        }
    }

    /// The next row that is not blank.
    fn next(&mut self) -> Option<ColumnRow<'a>> {
        let mark = match self.columns.form {
            RowForm::Fields { mark, .. } => mark,
            RowForm::Objects => Delimiter::Tab,
        };
        while self.at < self.block.len() {
            let (start, line) = (self.at, self.lines + 1);
            let rest = &self.block[start..];
            let (end, quoted) = mark.row_end(rest);
            let end = end.or_else(|| unclosed(rest, quoted));
            let text = &rest[..end.unwrap_or(rest.len())];
            self.at = (start + text.len() + 1).min(self.block.len());
            let inside = if quoted { memchr_iter(b'\n', text).count() as u64 } else { 0 };
            self.lines += 1 + inside;
            if !is_blank(text) {
                return Some(ColumnRow { start, line, text, quoted });
            }
        }
        None
    }

    /// Hot: reads a row that is spelled as usual. No if it is not.
    #[inline]
    fn quick(&mut self, row: &ColumnRow<'a>, line: &mut MainLine) -> bool {
        let split = match &self.columns.form {
            RowForm::Fields { mark, roles, .. } => {
                !row.quoted && delimited::quick_split(row.text, *mark, roles, &mut self.spans)
            }
            RowForm::Objects => {
                json::quick_split(row.text, &mut self.learned, &mut self.spans).is_some()
            }
        };
        let field = |role: ColumnRole| {
            let (from, to) = self.spans[role as usize];
            row.text.get(from as usize..to as usize)
        };
        split && read_row(field, &self.columns.reading, ReadPath::Quick, line).is_ok()
    }

    /// The fields of a row with the names of their columns, any spelling of it.
    fn fields(&self, row: &ColumnRow<'a>) -> Result<RowFields<'a>, SplitFault> {
        let mut fields =
            RowFields { by_role: [const { None }; ColumnRole::COUNT], other: Vec::new() };
        let (mark, names, roles) = match &self.columns.form {
            RowForm::Fields { mark, names, roles } => (*mark, names, roles),
            RowForm::Objects => {
                for (name, field) in json::split(row.text)? {
                    fields.add(ColumnRole::from_name(name.as_bytes()), &name, field);
                }
                return Ok(fields);
            }
        };
        let split = delimited::split(row.text, mark)?;
        let found = split.len();
        for (index, field) in split.into_iter().enumerate() {
            let Some(name) = names.get(index) else {
                return Err((field.at, field.length, ColumnProblem::Long(names.len())));
            };
            fields.add(roles[index], name, field);
        }
        if let Some(name) = names.get(found) {
            let (expected, name) = (names.len(), crate::text::printable(name.as_bytes()));
            let end = row.text.trim_ascii_end().len();
            return Err((end, 1, ColumnProblem::Short { found, expected, name }));
        }
        Ok(fields)
    }

    /// Reads the main line of a row, any spelling of it.
    fn plain(
        &mut self,
        row: &ColumnRow<'a>,
        line: &mut MainLine,
    ) -> Result<RowFields<'a>, Box<Fault>> {
        self.try_plain(row, line).map_err(|(at, length, problem)| {
            self.places.fault(row.start + at, length, Problem::Record(problem.into()))
        })
    }

    fn try_plain(
        &self,
        row: &ColumnRow<'a>,
        line: &mut MainLine,
    ) -> Result<RowFields<'a>, SplitFault> {
        let fields = self.fields(row)?;
        let field =
            |role: ColumnRole| fields.by_role[role as usize].as_ref().map(|field| &*field.text);
        read_row(field, &self.columns.reading, ReadPath::Plain, line).map_err(|wrong| {
            let RowFault { role, span, problem } = wrong;
            let Some(field) = &fields.by_role[role as usize] else { return (0, 1, problem) };
            // Inside of a field that is spelled with escapes, places are not the same.
            let text = &row.text[field.at..field.at + field.length];
            let quote = usize::from(text.first() == Some(&b'"'));
            match text.get(quote..quote + field.text.len()) {
                Some(spelled) if spelled == &*field.text => {
                    (field.at + quote + span.start, span.len(), problem)
                }
                _ => (field.at, field.length, problem),
            }
        })?;
        Ok(fields)
    }

    fn whole(&mut self, row: &ColumnRow<'a>) -> Result<WholeRecord, Box<Fault>> {
        let mut line = MainLine::default();
        let fields = self.plain(row, &mut line)?;
        let mut repairs = Repairs::default();
        let encoding = self.columns.reading.encoding;
        let mut text = |role: ColumnRole| -> String {
            let Some(field) = &fields.by_role[role as usize] else { return String::new() };
            decode(field, encoding, row.start, &mut repairs)
        };
        let mut record = Record {
            rule: line.rule,
            area: line.area,
            black: text(ColumnRole::Black),
            white: text(ColumnRole::White),
            event: text(ColumnRole::Event),
            round: text(ColumnRole::Round),
            date: text(ColumnRole::Date),
            place: text(ColumnRole::Place),
            claim: line.claim,
            ..Record::default()
        };
        record.tree.node_mut(RecordTree::ROOT).comment = text(ColumnRole::Comment);
        record.tree.extend(RecordTree::ROOT, line.steps());
        for (name, field) in &fields.other {
            let value = decode(field, encoding, row.start, &mut repairs);
            if !value.is_empty() {
                record.other.push((name.clone(), value));
            }
        }
        if let Some(field) = &fields.by_role[ColumnRole::Other as usize] {
            record.other.append(&mut other_entries(field, encoding, row.start, &mut repairs));
        }
        if let Some(word) = note_result(&line, &fields, row.start, &mut repairs) {
            let encoding = encoding.unwrap_or_else(|| Encoding::detect(word));
            let word = encoding.decode(word).0.into_owned();
            record.other.push((RESULT_KEY.to_owned(), word));
        }
        if let Some(field) = &fields.by_role[ColumnRole::End as usize] {
            let word = field.text.trim_ascii();
            if column_value::end(word).is_none() {
                repairs.note(
                    row.start + field.at,
                    "this end of a game is not known; it is kept as it is",
                );
            }
            // What the claim does not say is kept beside it.
            let known = match (line.claim, column_value::end(word)) {
                (Some(ResultClaim::Won(..)), known) => known.is_some(),
                (_, known) => matches!(known, Some(Manner::Unsaid | Manner::Board)),
            };
            if !known {
                let word = decode(field, encoding, row.start, &mut repairs);
                record.other.push((ColumnRole::End.name().to_owned(), word));
            }
        }
        let repairs = repairs.finish(&mut self.places);
        Ok(WholeRecord { record, repairs, line: row.line, offset: row.start })
    }
}

/// Notes a result that is not known; what stands there.
fn note_result<'f>(
    line: &MainLine,
    fields: &'f RowFields<'_>,
    start: usize,
    repairs: &mut Repairs,
) -> Option<&'f [u8]> {
    let field = fields.by_role[ColumnRole::Winner as usize].as_ref()?;
    let word = field.text.trim_ascii();
    (line.claim == Some(ResultClaim::Unknown)).then(|| {
        repairs.note_result(start + field.at, &FoundText::new(word));
        word
    })
}

/// The text of a field.
fn decode(
    field: &FieldText,
    encoding: Option<Encoding>,
    start: usize,
    repairs: &mut Repairs,
) -> String {
    let bytes = &*field.text;
    let encoding = encoding.unwrap_or_else(|| Encoding::detect(bytes));
    let (text, broken) = encoding.decode(bytes);
    if broken {
        repairs.note(start + field.at, "some bytes are no text; U+FFFD stands for them");
    }
    text.into_owned()
}

/// What the column for everything else says: an object of strings, or just a text.
fn other_entries(
    field: &FieldText,
    encoding: Option<Encoding>,
    start: usize,
    repairs: &mut Repairs,
) -> Vec<(String, String)> {
    let mut entries = Vec::new();
    let Ok(fields) = json::split(&field.text) else {
        let value = decode(field, encoding, start, repairs);
        if !value.is_empty() {
            entries.push((ColumnRole::Other.name().to_owned(), value));
        }
        return entries;
    };
    for (name, field) in fields {
        entries.push((name.into_owned(), String::from_utf8_lossy(&field.text).into_owned()));
    }
    entries
}

/// The fields of a row.
struct RowFields<'a> {
    by_role: [Option<FieldText<'a>>; ColumnRole::COUNT],
    other: Vec<(String, FieldText<'a>)>,
}

impl<'a> RowFields<'a> {
    fn add(&mut self, role: Option<ColumnRole>, name: &str, field: FieldText<'a>) {
        match role.map(|role| &mut self.by_role[role as usize]) {
            Some(slot @ None) => *slot = Some(field),
            _ => self.other.push((name.to_owned(), field)),
        }
    }
}

impl ReadMainLines for ColumnRows<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let row = self.next()?;
        line.clear();
        (line.line, line.offset) = (row.line, row.start);
        if self.quick(&row, line) {
            return Some(Ok(()));
        }
        line.clear();
        Some(self.plain(&row, line).map(|fields| {
            let mut repairs = Repairs::default();
            if note_result(line, &fields, row.start, &mut repairs).is_some() {
                line.repairs = repairs.finish(&mut self.places);
            }
        }))
    }
}
