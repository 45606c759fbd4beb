//! Verdict batches as Arrow record batches.

use std::sync::{Arc, LazyLock};

use arrow_array::{
    ArrayRef, ArrowPrimitiveType, DictionaryArray, Int64Array, PrimitiveArray, RecordBatch,
    StringArray,
    types::{Int32Type, UInt8Type, UInt32Type, UInt64Type},
};
use arrow_buffer::{
    ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer,
};
use arrow_schema::{Field, Schema, SchemaRef};

use crate::verdict_batch::{
    NameColumn, NumberColumn, TextColumn, VerdictBatch, VerdictColumns, WordColumn,
};

/// The types of the columns of verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum VerdictSchema {
    /// Words are dictionaries, numbers as short as they can be: the columns as they are kept.
    #[default]
    Compact,
    /// Strings and 64-bit integers, for readers that know no dictionaries or no unsigned numbers
    /// (Spark).
    Plain,
}

impl VerdictSchema {
    /// The names and types of the columns.
    pub fn arrow(self) -> SchemaRef {
        static SCHEMAS: LazyLock<[SchemaRef; 2]> = LazyLock::new(|| {
            [VerdictSchema::Compact, VerdictSchema::Plain].map(|schema| {
                let columns = VerdictColumns::default().into_arrays(schema).into_iter();
                Arc::new(Schema::new(columns.map(|(field, _)| field).collect::<Vec<Field>>()))
            })
        });
        Arc::clone(&SCHEMAS[self as usize])
    }
}

impl VerdictBatch {
    /// The names and types of the columns of [`record_batch`](VerdictBatch::record_batch).
    pub fn schema() -> SchemaRef {
        VerdictSchema::Compact.arrow()
    }

    /// The columns as Arrow has them. Nothing is copied but the names of files and sizes.
    pub fn record_batch(self) -> RecordBatch {
        self.into_record_batch(VerdictSchema::Compact)
    }

    /// The columns as Arrow has them, in the types of `schema`.
    pub fn into_record_batch(self, schema: VerdictSchema) -> RecordBatch {
        let columns = self.columns.into_arrays(schema).into_iter().map(|(_, array)| array);
        RecordBatch::try_new(schema.arrow(), columns.collect())
            .expect("columns are as the schema says")
    }
}

impl<T: ArrowNativeType, N> NumberColumn<T, N> {
    fn into_primitive<A: ArrowPrimitiveType<Native = T>>(self) -> (PrimitiveArray<A>, N) {
        let nulls = non_nulls(self.values.len(), |row| !self.is_null(row));
        (PrimitiveArray::new(ScalarBuffer::from(self.values), nulls), self.names)
    }

    /// The strings that the numbers are keys of.
    fn strings<'s>(&'s self, name: impl Fn(T) -> &'s str) -> ArrayRef {
        let names = self.values.iter().enumerate();
        let names = names.map(|(row, &key)| (!self.is_null(row)).then(|| name(key)));
        Arc::new(names.collect::<StringArray>())
    }
}

impl<T: ArrowNativeType> NumberColumn<T> {
    fn into_numbers<A: ArrowPrimitiveType<Native = T>>(self, schema: VerdictSchema) -> ArrayRef {
        match schema {
            VerdictSchema::Compact => Arc::new(self.into_primitive::<A>().0),
            VerdictSchema::Plain => {
                let nulls = non_nulls(self.values.len(), |row| !self.is_null(row));
                let values = self.values.iter().map(|number| number.as_usize() as i64);
                Arc::new(Int64Array::new(values.collect(), nulls))
            }
        }
    }
}

impl NumberColumn<u32> {
    pub(crate) fn into_array(self, schema: VerdictSchema) -> ArrayRef {
        self.into_numbers::<UInt32Type>(schema)
    }
}

impl NumberColumn<u64> {
    pub(crate) fn into_array(self, schema: VerdictSchema) -> ArrayRef {
        self.into_numbers::<UInt64Type>(schema)
    }
}

impl WordColumn {
    pub(crate) fn into_array(self, schema: VerdictSchema) -> ArrayRef {
        if schema == VerdictSchema::Plain {
            return self.strings(|key| self.names[usize::from(key)]);
        }
        let (keys, words) = self.into_primitive::<UInt8Type>();
        Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(words.to_vec()))))
    }
}

impl NameColumn {
    pub(crate) fn into_array(self, schema: VerdictSchema) -> ArrayRef {
        if schema == VerdictSchema::Plain {
            return self.strings(|key| &self.names[key as usize]);
        }
        let (keys, names) = self.into_primitive::<Int32Type>();
        Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(names))))
    }
}

impl TextColumn {
    pub(crate) fn into_array(self, _: VerdictSchema) -> ArrayRef {
        let nulls = non_nulls(self.offsets.len() - 1, |row| !self.is_null(row));
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        Arc::new(StringArray::new(offsets, Buffer::from_vec(self.bytes), nulls))
    }
}

/// Which of the rows are not null; `None` if all are.
fn non_nulls(rows: usize, is_there: impl Fn(usize) -> bool) -> Option<NullBuffer> {
    let nulls = NullBuffer::new(BooleanBuffer::collect_bool(rows, is_there));
    (nulls.null_count() > 0).then_some(nulls)
}
