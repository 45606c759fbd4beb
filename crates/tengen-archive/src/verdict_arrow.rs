//! Verdict batches as Arrow record batches.

use std::sync::{Arc, LazyLock};

use arrow_array::{
    ArrayRef, DictionaryArray, PrimitiveArray, RecordBatch, StringArray,
    types::{Int32Type, UInt8Type, UInt32Type, UInt64Type},
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use tengen_referee::{Agreement, End};

use crate::verdict_batch::{
    CLAIMS, MANNERS, NO_NUMBER, NO_WORD, RULES, TextColumn, VerdictBatch, WINNERS,
};

impl VerdictBatch {
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

impl TextColumn {
    fn array(self) -> ArrayRef {
        let nulls = said(self.offsets.len() - 1, |row| self.offsets[row] < self.offsets[row + 1]);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        Arc::new(StringArray::new(offsets, Buffer::from_vec(self.bytes), nulls))
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
