//! Columns of answers, declared once: their builders, names and types.

use arrow_array::{
    ArrayRef,
    builder::{
        ArrayBuilder, BinaryBuilder, BooleanBuilder, Float64Builder, Int64Builder, ListBuilder,
        StringBuilder,
    },
};
use arrow_schema::{DataType, Field};

/// A builder of a column in which every cell may be null.
pub(crate) trait AnswerBuilder: ArrayBuilder {
    /// The type of the column.
    fn kind() -> DataType;

    /// Adds nulls until there are `rows` cells.
    fn fill(&mut self, rows: usize);
}

macro_rules! answer_builder {
    ($($builder:ty: $kind:ident),+) => {
        $(impl AnswerBuilder for $builder {
            fn kind() -> DataType {
                DataType::$kind
            }

            fn fill(&mut self, rows: usize) {
                while self.len() < rows {
                    self.append_null();
                }
            }
        })+
    };
}

answer_builder! {
    BinaryBuilder: Binary, BooleanBuilder: Boolean, Float64Builder: Float64, Int64Builder: Int64,
    StringBuilder: Utf8
}

impl<B: AnswerBuilder> AnswerBuilder for ListBuilder<B> {
    fn kind() -> DataType {
        DataType::new_list(B::kind(), true)
    }

    fn fill(&mut self, rows: usize) {
        while self.len() < rows {
            self.append_null();
        }
    }
}

/// The columns of the answers to one question.
pub(crate) trait AnswerColumns: Default {
    /// Their names and types.
    fn fields() -> Vec<Field>;

    /// Ends a row: what was not added is null.
    fn end_row(&mut self, rows: usize);

    /// The columns as Arrow has them.
    fn finish(self) -> Vec<ArrayRef>;
}

/// Defines a type of [`AnswerColumns`].
macro_rules! answer_columns {
    ($(#[$doc:meta])* $type:ident { $($column:ident: $builder:ty = $name:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Default, Debug)]
        struct $type {
            $($column: $builder),+
        }

        impl $crate::answer_columns::AnswerColumns for $type {
            fn fields() -> Vec<arrow_schema::Field> {
                use $crate::answer_columns::AnswerBuilder as _;
                vec![$(arrow_schema::Field::new($name, <$builder>::kind(), true)),+]
            }

            fn end_row(&mut self, rows: usize) {
                use $crate::answer_columns::AnswerBuilder as _;
                $(self.$column.fill(rows);)+
            }

            fn finish(mut self) -> Vec<arrow_array::ArrayRef> {
                vec![$(std::sync::Arc::new(self.$column.finish())),+]
            }
        }
    };
}

pub(crate) use answer_columns;
