//! Arrow tables: any bytes as cells of every type of column.

use std::{convert::Infallible, ops::ControlFlow, sync::Arc};

use arrow_array::{
    ArrayRef, BinaryArray, DictionaryArray, Int64Array, LargeStringArray, RecordBatch, StringArray,
    StringViewArray,
    builder::{Int64Builder, ListBuilder, StringBuilder},
    types::Int32Type,
};
use tengen_archive::{BlockJudge, JudgeResult, TableBlock, TableLayout};
use tengen_notation::{ReadOptions, RowOrder};

/// Judges a table: a byte for the types of its columns, then rows of cells, with line ends and tabs between
/// them: moves, rule, size, winner, end, rows. A cell that is a NUL byte is null. Every row is judged or has a
/// fault that names it.
pub fn arrow(input: &[u8]) {
    let Some((&kinds, rest)) = input.split_first() else { return };
    let rows: Vec<Vec<&[u8]>> = rest
        .split(|&byte| byte == b'\n')
        .map(|row| row.split(|&byte| byte == b'\t').collect())
        .collect();
    let cells = |column: usize| -> Vec<Option<&[u8]>> {
        rows.iter().map(|row| row.get(column).copied().filter(|cell| *cell != b"\0")).collect()
    };
    let names = ["moves", "rule", "size", "winner", "end", "rows"];
    let columns = (0_u32..).zip(names).map(|(index, name)| {
        let cells = cells(index as usize);
        let array = match index {
            0 => moves(kinds & 7, &cells),
            index => words(kinds.rotate_right(index) & 7, &cells),
        };
        (name, array, true)
    });
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns).expect("columns are of one length");
    let layout = Arc::new(TableLayout::new(&batch.schema()).expect("every type holds moves"));
    let (mut judge, reading) = (BlockJudge::default(), ReadOptions::new(RowOrder::FromBottom));
    let mut judged = 0;
    let block = TableBlock::new(layout, batch, 7);
    let each = |verdict: JudgeResult<'_, '_>| {
        judged += 1;
        match verdict {
            Ok(record) => assert_eq!(record.number, 7 + judged),
            Err((number, fault)) => {
                assert_eq!(number, 7 + judged);
                assert!(fault.to_string().starts_with(&format!("row {number}, column \"")));
            }
        }
        ControlFlow::<Infallible>::Continue(())
    };
    let ControlFlow::Continue(()) = judge.judge_table(&block, &reading, |_| {}, each);
    assert_eq!(judged, rows.len() as u64);
}

/// Moves as texts, as lists of names, or as lists of pairs.
fn moves(kind: u8, cells: &[Option<&[u8]>]) -> ArrayRef {
    match kind {
        6 => {
            let mut lists = ListBuilder::new(StringBuilder::new());
            for cell in cells {
                for name in cell.unwrap_or_default().split(|&byte| byte == b' ') {
                    match name {
                        b"\0" => lists.values().append_null(),
                        name => lists.values().append_value(String::from_utf8_lossy(name)),
                    }
                }
                lists.append(cell.is_some());
            }
            Arc::new(lists.finish())
        }
        7 => {
            let mut lists = ListBuilder::new(ListBuilder::new(Int64Builder::new()));
            for cell in cells {
                for pair in cell.unwrap_or_default().split(|&byte| byte == b' ') {
                    for number in pair.split(|&byte| byte == b',') {
                        let number = std::str::from_utf8(number).ok().and_then(|n| n.parse().ok());
                        lists.values().values().append_option(number);
                    }
                    lists.values().append(pair != b"\0");
                }
                lists.append(cell.is_some());
            }
            Arc::new(lists.finish())
        }
        kind => words(kind % 5, cells),
    }
}

/// Words, or numbers where they are some.
fn words(kind: u8, cells: &[Option<&[u8]>]) -> ArrayRef {
    let texts =
        || cells.iter().map(|cell| cell.map(|cell| String::from_utf8_lossy(cell).into_owned()));
    match kind {
        0 => Arc::new(texts().collect::<StringArray>()),
        1 => Arc::new(texts().collect::<LargeStringArray>()),
        2 => Arc::new(texts().collect::<StringViewArray>()),
        3 => Arc::new(cells.iter().copied().collect::<BinaryArray>()),
        4 => {
            let texts: Vec<Option<String>> = texts().collect();
            Arc::new(texts.iter().map(Option::as_deref).collect::<DictionaryArray<Int32Type>>())
        }
        _ => Arc::new(texts().map(|text| text?.parse().ok()).collect::<Int64Array>()),
    }
}
