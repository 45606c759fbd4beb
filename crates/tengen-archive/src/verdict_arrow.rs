//! Verdict batches as Arrow record batches.

use std::sync::{Arc, LazyLock};

use arrow_array::{
    ArrayRef, ArrowPrimitiveType, DictionaryArray, PrimitiveArray, RecordBatch, StringArray,
    types::{Int32Type, UInt8Type, UInt32Type, UInt64Type},
};
use arrow_buffer::{
    ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer,
};
use arrow_schema::{Field, Schema, SchemaRef};

use crate::verdict_batch::{
    NameColumn, NumberColumn, TextColumn, VerdictBatch, VerdictColumns, WordColumn,
};

impl VerdictBatch {
    /// What the columns are called and hold.
    pub fn schema() -> SchemaRef {
        static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
            let columns = VerdictColumns::default().into_arrays().into_iter();
            Arc::new(Schema::new(columns.map(|(field, _)| field).collect::<Vec<Field>>()))
        });
        Arc::clone(&SCHEMA)
    }

    /// The columns as Arrow has them. Nothing is copied but the names of files and sizes.
    pub fn record_batch(self) -> RecordBatch {
        let columns = self.columns.into_arrays().into_iter().map(|(_, array)| array).collect();
        RecordBatch::try_new(VerdictBatch::schema(), columns)
            .expect("columns are as the schema says")
    }
}

impl<T: ArrowNativeType, N> NumberColumn<T, N> {
    fn into_primitive<A: ArrowPrimitiveType<Native = T>>(self) -> (PrimitiveArray<A>, N) {
        let nulls = non_nulls(self.values.len(), |row| !self.is_null(row));
        (PrimitiveArray::new(ScalarBuffer::from(self.values), nulls), self.names)
    }
}

impl NumberColumn<u32> {
    pub(crate) fn into_array(self) -> ArrayRef {
        Arc::new(self.into_primitive::<UInt32Type>().0)
    }
}

impl NumberColumn<u64> {
    pub(crate) fn into_array(self) -> ArrayRef {
        Arc::new(self.into_primitive::<UInt64Type>().0)
    }
}

impl WordColumn {
    pub(crate) fn into_array(self) -> ArrayRef {
        let (keys, words) = self.into_primitive::<UInt8Type>();
        Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(words.to_vec()))))
    }
}

impl NameColumn {
    pub(crate) fn into_array(self) -> ArrayRef {
        let (keys, names) = self.into_primitive::<Int32Type>();
        Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(names))))
    }
}

impl TextColumn {
    pub(crate) fn into_array(self) -> ArrayRef {
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
