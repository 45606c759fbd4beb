//! Verdicts in columns: one table declares them, and from it follow schema, arrays, JSON and CSV.

use tengen_core::{Area, Rule};
use tengen_notation::ResultClaim;
use tengen_referee::{Agreement, End};

use crate::{
    block_judge::JudgedRecord,
    names::add_name,
    verdict_tally::{VerdictTally, claim_index},
    verdict_text::WriteCell as _,
};

/// The words of a claim.
const CLAIMS: &[&str] = VerdictTally::CLAIMS.split_at(5).0;
/// The words of a manner, in the order of [`Manner::ALL`](tengen_notation::Manner::ALL).
const MANNERS: [&str; 8] =
    ["unsaid", "board", "resignation", "time", "foul", "illegal", "crash", "forfeit"];

/// The words of the rules.
const RULES: [&str; 4] = {
    let mut words = [""; 4];
    let mut number = 0;
    while number < 4 {
        words[number] = Rule::ALL[number].name();
        number += 1;
    }
    words
};

/// Defines [`VerdictColumns`]: the name of each column, its kind, and whether it may be null.
macro_rules! verdict_columns {
    ($($name:ident: $kind:ty = $new:expr, $nullable:literal;)+) => {
        /// The columns of a batch, in their order.
        #[derive(Clone, Debug)]
        pub(crate) struct VerdictColumns {
            $(pub(crate) $name: $kind),+
        }

        impl Default for VerdictColumns {
            fn default() -> VerdictColumns {
                VerdictColumns { $($name: $new),+ }
            }
        }

        impl VerdictColumns {
            pub(crate) const NAMES: &[&str] = &[$(stringify!($name)),+];

            fn clear(&mut self) {
                $(self.$name.clear();)+
            }

            /// Ends a row: what was not added is null.
            #[inline]
            fn end_row(&mut self) {
                let rows = self.file.values.len();
                $(self.$name.fill(rows);)+
            }

            /// Adds a row as a JSON object. A key that has nothing to say is left out.
            #[inline]
            pub(crate) fn write_json(&self, row: usize, out: &mut Vec<u8>) {
                let start = out.len();
                $(
                    if !self.$name.is_null(row) {
                        out.extend_from_slice(concat!(",\"", stringify!($name), "\":").as_bytes());
                        self.$name.write_json(row, out);
                    }
                )+
                // There is a file in every row, so that it begins with a comma.
                out[start] = b'{';
                out.push(b'}');
            }

            /// Adds a row as comma-separated values. What has nothing to say is left empty.
            #[inline]
            pub(crate) fn write_csv(&self, row: usize, out: &mut Vec<u8>) {
                $(
                    if !self.$name.is_null(row) {
                        self.$name.write_csv(row, out);
                    }
                    out.push(b',');
                )+
                out.pop();
            }

            /// The columns as Arrow has them.
            #[cfg(feature = "arrow")]
            pub(crate) fn into_arrays(
                self,
                schema: crate::verdict_arrow::VerdictSchema,
            ) -> Vec<(arrow_schema::Field, arrow_array::ArrayRef)> {
                vec![$({
                    let array = self.$name.into_array(schema);
                    let kind = array.data_type().clone();
                    (arrow_schema::Field::new(stringify!($name), kind, $nullable), array)
                }),+]
            }
        }
    };
}

verdict_columns! {
    file: NameColumn = NumberColumn::new(-1, Vec::new()), false;
    game: NumberColumn<u64> = NumberColumn::new(0, ()), true;
    line: NumberColumn<u64> = NumberColumn::new(0, ()), true;
    rule: WordColumn = WordColumn::words(&RULES), true;
    size: NameColumn = NumberColumn::new(-1, Vec::new()), true;
    moves: NumberColumn<u32> = NumberColumn::new(u32::MAX, ()), true;
    winner: WordColumn = WordColumn::words(CLAIMS.split_at(2).0), true;
    end: WordColumn = WordColumn::words(&End::WORDS), false;
    at: NumberColumn<u32> = NumberColumn::new(0, ()), true;
    lines: TextColumn = TextColumn::default(), true;
    earlier: NumberColumn<u32> = NumberColumn::new(0, ()), true;
    after: NumberColumn<u32> = NumberColumn::new(0, ()), true;
    claim: WordColumn = WordColumn::words(CLAIMS), true;
    manner: WordColumn = WordColumn::words(&MANNERS), true;
    agrees: WordColumn = WordColumn::words(&Agreement::WORDS), false;
    column: NumberColumn<u32> = NumberColumn::new(0, ()), true;
    fault: TextColumn = TextColumn::default(), true;
    repair: TextColumn = TextColumn::default(), true;
}

/// A column of numbers, which may be keys of names.
#[derive(Clone, Debug)]
pub(crate) struct NumberColumn<T, N = ()> {
    pub(crate) values: Vec<T>,
    /// The number that stands for null.
    null: T,
    /// What the numbers are keys of.
    pub(crate) names: N,
}

/// A column of words of a fixed list.
pub(crate) type WordColumn = NumberColumn<u8, &'static [&'static str]>;

/// A column of names that most rows share.
pub(crate) type NameColumn = NumberColumn<i32, Vec<String>>;

impl<T: Copy + PartialEq, N> NumberColumn<T, N> {
    const fn new(null: T, names: N) -> NumberColumn<T, N> {
        NumberColumn { values: Vec::new(), null, names }
    }

    fn clear(&mut self) {
        self.values.clear();
    }

    #[inline]
    fn fill(&mut self, rows: usize) {
        self.values.resize(rows, self.null);
    }

    #[inline]
    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.values[row] == self.null
    }
}

impl WordColumn {
    const fn words(words: &'static [&'static str]) -> WordColumn {
        NumberColumn::new(u8::MAX, words)
    }
}

/// A column of texts, one after another. An empty one is null.
#[derive(Clone, Debug)]
pub(crate) struct TextColumn {
    pub(crate) bytes: Vec<u8>,
    /// Where each begins, and where the last ends.
    pub(crate) offsets: Vec<i32>,
}

impl Default for TextColumn {
    fn default() -> TextColumn {
        TextColumn { bytes: Vec::new(), offsets: vec![0] }
    }
}

impl TextColumn {
    fn clear(&mut self) {
        self.bytes.clear();
        self.offsets.truncate(1);
    }

    #[inline]
    fn fill(&mut self, rows: usize) {
        self.offsets.resize(rows + 1, self.bytes.len() as i32);
    }

    #[inline]
    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.offsets[row] == self.offsets[row + 1]
    }

    /// Puts ` / ` between parts of the text of the row that is being added.
    fn separate(&mut self, is_first: bool) {
        if !is_first {
            self.bytes.extend_from_slice(b" / ");
        }
    }
}

/// Verdicts of many records, each a row; every column is laid out as Arrow lays it out.
///
/// A column has a number for each row: a key into its words, or a number. Texts stand one after
/// another, with where each ends. So a batch is handed over to Arrow without copying, and written as
/// text without looking anything up but words.
#[derive(Clone, Default, Debug)]
pub struct VerdictBatch {
    pub(crate) columns: VerdictColumns,
    /// The areas whose sizes are named.
    areas: Vec<Area>,
}

impl VerdictBatch {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.columns.file.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all rows, keeping the allocated memory.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.columns.file.names.clear();
        self.columns.size.names.clear();
        self.areas.clear();
    }

    /// The rows that follow are about this file.
    pub fn file(&mut self, name: &str) {
        let files = &mut self.columns.file.names;
        if files.last().is_none_or(|last| last != name) {
            files.push(name.to_owned());
        }
    }

    /// Adds a record that was judged.
    pub fn add(&mut self, judged: &JudgedRecord<'_>) {
        let JudgedRecord { number, line, game, verdict, evidence, repairs } = judged;
        let size = self.size_key(game.area);
        let columns = self.begin_row(*number, *line);
        columns.rule.values.push(game.rule as u8);
        columns.size.values.push(size);
        columns.moves.values.push(game.steps.len() as u32);
        columns.winner.values.extend(verdict.winner.map(|winner| winner as u8));
        columns.end.values.push(verdict.end as u8);
        columns.at.values.push(verdict.at);
        for (index, (shape, points)) in evidence.lines().enumerate() {
            columns.lines.separate(index == 0);
            // The words of shapes have blanks, which here stand between points.
            let word = shape.name().bytes().map(|byte| if byte == b' ' { b'-' } else { byte });
            columns.lines.bytes.extend(word);
            for &point in points {
                columns.lines.bytes.push(b' ');
                add_name(&mut columns.lines.bytes, game.area, point);
            }
        }
        columns.earlier.values.push(verdict.earlier);
        columns.after.values.push(verdict.after);
        columns.claim.values.extend(game.claim.map(|claim| claim_index(claim) as u8));
        if let Some(ResultClaim::Won(_, manner)) = game.claim {
            columns.manner.values.push(manner as u8);
        }
        columns.agrees.values.push(verdict.agrees as u8);
        for (index, repair) in repairs.iter().enumerate() {
            columns.repair.separate(index == 0);
            columns.repair.bytes.extend_from_slice(repair.to_string().as_bytes());
        }
        columns.end_row();
    }

    /// Adds a record or a file that cannot be read; line and column count from 1 and are 0 where
    /// there is no such place.
    pub fn add_unreadable(&mut self, number: u64, line: u64, column: usize, what: &str) {
        let columns = self.begin_row(number, line);
        columns.end.values.push(End::Unreadable as u8);
        columns.agrees.values.push(Agreement::Unknown as u8);
        columns.column.values.push(u32::try_from(column).unwrap_or(u32::MAX));
        columns.fault.bytes.extend_from_slice(what.as_bytes());
        columns.end_row();
    }

    fn begin_row(&mut self, number: u64, line: u64) -> &mut VerdictColumns {
        let columns = &mut self.columns;
        debug_assert!(!columns.file.names.is_empty(), "rows belong to a file");
        columns.file.values.push(columns.file.names.len() as i32 - 1);
        columns.game.values.push(number);
        columns.line.values.push(line);
        columns
    }

    /// The key of a size. Few batches have more than one or two.
    #[inline]
    fn size_key(&mut self, area: Area) -> i32 {
        let found = self.areas.iter().position(|&known| known == area);
        found.unwrap_or_else(|| {
            self.areas.push(area);
            self.columns.size.names.push(area.to_string());
            self.areas.len() - 1
        }) as i32
    }
}

#[cfg(test)]
mod tests {
    use tengen_notation::Manner;

    use super::*;

    #[test]
    fn words_stand_in_the_order_of_what_they_name() {
        assert_eq!(MANNERS.len(), Manner::ALL.len());
        assert!(Manner::ALL.iter().enumerate().all(|(key, &manner)| manner as usize == key));
        assert!(Rule::ALL.iter().all(|&rule| RULES[rule as usize] == rule.name()));
    }
}
