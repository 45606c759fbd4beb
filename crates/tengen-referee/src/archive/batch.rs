//! Verdicts in columns.

use std::sync::{Arc, LazyLock};

use arrow_array::{
    ArrayRef, DictionaryArray, PrimitiveArray, RecordBatch, StringArray,
    types::{Int32Type, UInt8Type, UInt32Type, UInt64Type},
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use tengen_core::{Area, Rule};
use tengen_notation::{Fault, Manner, ResultClaim};

use super::{Agreement, End, Judged, names::add_name};

/// What stands in a column of words, numbers or texts where there is nothing to say.
pub(super) const NO_WORD: u8 = u8::MAX;
/// The same for numbers: none of those that can be missing is ever 0.
pub(super) const NO_NUMBER: u32 = 0;

/// The words of a claim, in the order of their keys.
pub(super) const CLAIMS: [&str; 5] = ["black", "white", "draw", "void", "unknown"];
/// The words of a winner.
pub(super) const WINNERS: [&str; 2] = ["black", "white"];
/// The words of a manner.
pub(super) const MANNERS: [&str; 8] =
    ["unsaid", "board", "resignation", "time", "foul", "illegal", "crash", "forfeit"];

/// The words of the rules.
pub(super) const RULES: [&str; 4] = {
    let mut words = [""; 4];
    let mut number = 0;
    while number < 4 {
        words[number] = Rule::ALL[number].name();
        number += 1;
    }
    words
};

/// Verdicts of many records, each a row; every column is laid out as Arrow lays it out.
///
/// A column has a number for each row: a key into its words, or a number. Texts stand one after
/// another, with where each ends. So a batch is handed over to Arrow without copying, and written as
/// text without looking anything up but words.
#[derive(Clone, Default, Debug)]
pub struct VerdictBatch {
    pub(super) files: Vec<String>,
    pub(super) sizes: Vec<String>,
    areas: Vec<Area>,
    pub(super) file: Vec<i32>,
    pub(super) game: Vec<u64>,
    pub(super) line: Vec<u64>,
    pub(super) rule: Vec<u8>,
    pub(super) size: Vec<i32>,
    pub(super) moves: Vec<u32>,
    pub(super) winner: Vec<u8>,
    pub(super) end: Vec<u8>,
    pub(super) at: Vec<u32>,
    pub(super) lines: Texts,
    pub(super) earlier: Vec<u32>,
    pub(super) after: Vec<u32>,
    pub(super) claim: Vec<u8>,
    pub(super) manner: Vec<u8>,
    pub(super) agrees: Vec<u8>,
    pub(super) column: Vec<u32>,
    pub(super) fault: Texts,
    pub(super) repair: Texts,
}

/// A column of texts. An empty one says nothing.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// Where each begins, and where the last ends.
    offsets: Vec<i32>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { bytes: Vec::new(), offsets: vec![0] }
    }
}

impl Texts {
    pub(super) fn get(&self, row: usize) -> &[u8] {
        &self.bytes[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }

    fn close(&mut self) {
        self.offsets.push(self.bytes.len() as i32);
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.offsets.truncate(1);
    }

    fn array(self) -> ArrayRef {
        let nulls = said(self.offsets.len() - 1, |row| self.offsets[row] < self.offsets[row + 1]);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        Arc::new(StringArray::new(offsets, Buffer::from_vec(self.bytes), nulls))
    }
}

impl VerdictBatch {
    /// When there is so much in a batch, it is time to hand it over: offsets of texts have 31 bits.
    pub const FULL: usize = 1 << 24;

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.game.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.game.is_empty()
    }

    /// How many bytes of text there are.
    pub fn text_len(&self) -> usize {
        self.lines.bytes.len() + self.fault.bytes.len() + self.repair.bytes.len()
    }

    /// Takes everything out; the memory stays.
    pub fn clear(&mut self) {
        self.files.clear();
        self.sizes.clear();
        self.areas.clear();
        self.file.clear();
        self.game.clear();
        self.line.clear();
        self.rule.clear();
        self.size.clear();
        self.moves.clear();
        self.winner.clear();
        self.end.clear();
        self.at.clear();
        self.lines.clear();
        self.earlier.clear();
        self.after.clear();
        self.claim.clear();
        self.manner.clear();
        self.agrees.clear();
        self.column.clear();
        self.fault.clear();
        self.repair.clear();
    }

    /// The rows that follow are about this file.
    pub fn file(&mut self, name: &str) {
        if self.files.last().is_none_or(|last| last != name) {
            self.files.push(name.to_owned());
        }
    }

    /// Adds a record that was judged.
    pub fn add(&mut self, judged: &Judged<'_>) {
        let Judged { number, line, game, verdict, shown, repairs } = judged;
        let (claim, manner) = match game.claim {
            None => (NO_WORD, NO_WORD),
            Some(ResultClaim::Won(winner, manner)) => (winner as u8, manner_key(manner)),
            Some(ResultClaim::Draw) => (2, NO_WORD),
            Some(ResultClaim::Void) => (3, NO_WORD),
            Some(ResultClaim::Unknown) => (4, NO_WORD),
        };
        self.row(*number, *line);
        self.rule.push(game.rule as u8);
        let size = self.size_key(game.area);
        self.size.push(size);
        self.moves.push(game.steps.len() as u32);
        self.winner.push(verdict.winner.map_or(NO_WORD, |winner| winner as u8));
        self.end.push(verdict.end as u8);
        self.at.push(verdict.at);
        for (shape, points) in shown.lines() {
            if self.lines.bytes.len() > self.lines.offsets[self.len() - 1] as usize {
                self.lines.bytes.extend_from_slice(b" / ");
            }
            // The words of shapes have blanks, which here stand between points.
            let word = shape.name().bytes().map(|byte| if byte == b' ' { b'-' } else { byte });
            self.lines.bytes.extend(word);
            for &point in points {
                self.lines.bytes.push(b' ');
                add_name(&mut self.lines.bytes, game.area, point);
            }
        }
        self.lines.close();
        self.earlier.push(verdict.earlier);
        self.after.push(verdict.after);
        self.claim.push(claim);
        self.manner.push(manner);
        self.agrees.push(verdict.agrees as u8);
        self.column.push(NO_NUMBER);
        self.fault.close();
        for (index, repair) in repairs.iter().enumerate() {
            let gap = if index > 0 { " / " } else { "" };
            self.repair.bytes.extend_from_slice(format!("{gap}{repair}").as_bytes());
        }
        self.repair.close();
    }

    /// Adds a record or a file that cannot be read.
    pub fn add_fault(&mut self, number: u64, fault: &Fault) {
        self.add_broken(number, fault.line, fault.column, &fault.to_string());
    }

    /// Adds a record or a file that cannot be read; line and column count from 1 and are 0 where
    /// there is no such place.
    pub fn add_broken(&mut self, number: u64, line: u64, column: usize, what: &str) {
        self.row(number, line);
        self.rule.push(NO_WORD);
        self.size.push(-1);
        self.moves.push(NO_NUMBER);
        self.winner.push(NO_WORD);
        self.end.push(End::Unreadable as u8);
        self.at.push(NO_NUMBER);
        self.lines.close();
        self.earlier.push(NO_NUMBER);
        self.after.push(NO_NUMBER);
        self.claim.push(NO_WORD);
        self.manner.push(NO_WORD);
        self.agrees.push(Agreement::Unknown as u8);
        self.column.push(u32::try_from(column).unwrap_or(u32::MAX));
        self.fault.bytes.extend_from_slice(what.as_bytes());
        self.fault.close();
        self.repair.close();
    }

    fn row(&mut self, number: u64, line: u64) {
        debug_assert!(!self.files.is_empty(), "rows belong to a file");
        self.file.push(self.files.len() as i32 - 1);
        self.game.push(number);
        self.line.push(line);
    }

    /// The key of a size. Few batches have more than one or two.
    #[inline]
    fn size_key(&mut self, area: Area) -> i32 {
        let found = self.areas.iter().position(|&known| known == area);
        found.unwrap_or_else(|| {
            self.areas.push(area);
            self.sizes.push(area.to_string());
            self.areas.len() - 1
        }) as i32
    }

    /// What the columns are called and hold.
    pub fn schema() -> SchemaRef {
        static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
            let words = |key: DataType| DataType::Dictionary(key.into(), DataType::Utf8.into());
            let word = || words(DataType::UInt8);
            Arc::new(Schema::new(vec![
                Field::new("file", words(DataType::Int32), false),
                Field::new("game", DataType::UInt64, true),
                Field::new("line", DataType::UInt64, true),
                Field::new("rule", word(), true),
                Field::new("size", words(DataType::Int32), true),
                Field::new("moves", DataType::UInt32, true),
                Field::new("winner", word(), true),
                Field::new("end", word(), false),
                Field::new("at", DataType::UInt32, true),
                Field::new("lines", DataType::Utf8, true),
                Field::new("earlier", DataType::UInt32, true),
                Field::new("after", DataType::UInt32, true),
                Field::new("claim", word(), true),
                Field::new("manner", word(), true),
                Field::new("agrees", word(), false),
                Field::new("column", DataType::UInt32, true),
                Field::new("fault", DataType::Utf8, true),
                Field::new("repair", DataType::Utf8, true),
            ]))
        });
        Arc::clone(&SCHEMA)
    }

    /// The columns as Arrow has them. Nothing is copied but the names of files and sizes.
    pub fn record_batch(self) -> RecordBatch {
        // A record of no moves has none, and one that cannot be read has no number of moves.
        let readable: Vec<bool> =
            self.end.iter().map(|&end| end != End::Unreadable as u8).collect();
        let moves_said = said(readable.len(), |row| readable[row]);
        let moves: PrimitiveArray<UInt32Type> =
            PrimitiveArray::new(ScalarBuffer::from(self.moves), moves_said);
        let columns: Vec<ArrayRef> = vec![
            long_words(self.file, self.files),
            long_numbers(self.game),
            long_numbers(self.line),
            words(self.rule, &RULES),
            long_words(self.size, self.sizes),
            Arc::new(moves),
            words(self.winner, &WINNERS),
            words(self.end, &End::WORDS),
            numbers(self.at),
            self.lines.array(),
            numbers(self.earlier),
            numbers(self.after),
            words(self.claim, &CLAIMS),
            words(self.manner, &MANNERS),
            words(self.agrees, &Agreement::WORDS),
            numbers(self.column),
            self.fault.array(),
            self.repair.array(),
        ];
        RecordBatch::try_new(VerdictBatch::schema(), columns)
            .expect("columns are as the schema says")
    }
}

/// The key of a manner among the words.
pub(super) const fn manner_key(manner: Manner) -> u8 {
    match manner {
        Manner::Unsaid => 0,
        Manner::Board => 1,
        Manner::Resignation => 2,
        Manner::Time => 3,
        Manner::Foul => 4,
        Manner::Illegal => 5,
        Manner::Crash => 6,
        Manner::Forfeit => 7,
    }
}

/// Which of the rows say something; `None` if all do.
fn said(rows: usize, says: impl Fn(usize) -> bool) -> Option<NullBuffer> {
    let nulls = NullBuffer::new(BooleanBuffer::collect_bool(rows, says));
    (nulls.null_count() > 0).then_some(nulls)
}

fn numbers(column: Vec<u32>) -> ArrayRef {
    let nulls = said(column.len(), |row| column[row] != NO_NUMBER);
    Arc::new(PrimitiveArray::<UInt32Type>::new(ScalarBuffer::from(column), nulls))
}

fn long_numbers(column: Vec<u64>) -> ArrayRef {
    let nulls = said(column.len(), |row| column[row] != 0);
    Arc::new(PrimitiveArray::<UInt64Type>::new(ScalarBuffer::from(column), nulls))
}

fn words(keys: Vec<u8>, words: &[&'static str]) -> ArrayRef {
    let nulls = said(keys.len(), |row| keys[row] != NO_WORD);
    let keys = PrimitiveArray::<UInt8Type>::new(ScalarBuffer::from(keys), nulls);
    Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(words.to_vec()))))
}

fn long_words(keys: Vec<i32>, words: Vec<String>) -> ArrayRef {
    let nulls = said(keys.len(), |row| keys[row] >= 0);
    let keys = PrimitiveArray::<Int32Type>::new(ScalarBuffer::from(keys), nulls);
    Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(words))))
}
