//! Tables of every type of column, read from their arrays: the rows of the same table as JSON Lines are
//! judged the same.

use std::{convert::Infallible, io::Cursor, num::NonZero, ops::ControlFlow, sync::Arc};

use arrow_array::{
    ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Float64Array, Int8Array, Int16Array,
    Int32Array, Int64Array, LargeBinaryArray, LargeListArray, LargeStringArray, ListArray,
    NullArray, RecordBatch, StringArray, StringViewArray, StructArray, UInt8Array, UInt16Array,
    UInt64Array,
    builder::{FixedSizeListBuilder, Int64Builder},
    types::{Int8Type, UInt16Type},
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field};
use serde_json::{Map, Value, json};
use tengen_archive::{
    Archive, ArchiveOptions, BlockJudge, JudgeResult, LayoutError, TableBlock, TableLayout,
    VerdictBatch,
};
use tengen_core::Area;
use tengen_notation::{Format, ReadOptions, RowOrder, columns::ROW_LIMIT};
use tengen_testkit::TestRng;

use crate::support::random_game;

/// The verdicts on the rows of a table, as JSON.
fn judged(batch: &RecordBatch, reading: &ReadOptions) -> Vec<Map<String, Value>> {
    let layout = Arc::new(TableLayout::new(&batch.schema()).unwrap());
    layout.check_types().unwrap();
    let (mut judge, mut verdicts) = (BlockJudge::default(), VerdictBatch::default());
    verdicts.file("table");
    // In blocks of several sizes, so that arrays begin in the middle of others.
    let (mut at, mut size) = (0, 1);
    while at < batch.num_rows() {
        let size_now = size.min(batch.num_rows() - at);
        let block = TableBlock::new(Arc::clone(&layout), batch.slice(at, size_now), at as u64);
        let each = |judged: JudgeResult<'_, '_>| {
            match judged {
                Ok(judged) => verdicts.add(judged),
                Err((number, fault)) => {
                    verdicts.add_unreadable(number, fault.line, fault.column, &fault.to_string());
                }
            }
            ControlFlow::<Infallible>::Continue(())
        };
        let ControlFlow::Continue(()) = judge.judge_table(&block, reading, |_| {}, each);
        (at, size) = (at + size_now, size * 3);
    }
    json_rows(&verdicts)
}

fn json_rows(verdicts: &VerdictBatch) -> Vec<Map<String, Value>> {
    let mut json = Vec::new();
    verdicts.write_json(&mut json);
    let text = String::from_utf8(json).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The verdicts on JSON Lines.
fn judged_text(text: &str, reading: &ReadOptions) -> Vec<Map<String, Value>> {
    let mut options = ArchiveOptions::default();
    (options.format, options.reading) = (Some(Format::JsonLines), *reading);
    options.threads = NonZero::new(1);
    let archive = Archive::from_reader("table", Cursor::new(text.to_owned()), &options);
    archive.batches().flat_map(|batch| json_rows(&batch)).collect()
}

/// What a table does not have: places in a text. A fault and a repair are there or not; their words name a
/// row here and a line there.
fn comparable(mut row: Map<String, Value>) -> Map<String, Value> {
    row.remove("line");
    row.remove("column");
    for key in ["fault", "repair"] {
        if let Some(text) = row.get_mut(key) {
            *text = Value::Null;
        }
    }
    row
}

/// A column of texts in a type that `rng` chooses.
fn text_column(rng: &mut TestRng, cells: &[Option<String>]) -> ArrayRef {
    let texts = || cells.iter().map(|cell| cell.as_deref());
    let bytes = || cells.iter().map(|cell| cell.as_deref().map(str::as_bytes));
    match rng.below(8) {
        0 => Arc::new(texts().collect::<StringArray>()),
        1 => Arc::new(texts().collect::<LargeStringArray>()),
        2 => Arc::new(texts().collect::<StringViewArray>()),
        3 => Arc::new(bytes().collect::<BinaryArray>()),
        4 => Arc::new(bytes().collect::<LargeBinaryArray>()),
        5 => Arc::new(bytes().collect::<BinaryViewArray>()),
        6 if cells.len() < 100 => Arc::new(texts().collect::<DictionaryArray<Int8Type>>()),
        _ => Arc::new(texts().collect::<DictionaryArray<UInt16Type>>()),
    }
}

/// A column of numbers in a type that `rng` chooses.
fn number_column(rng: &mut TestRng, cells: &[Option<i8>]) -> ArrayRef {
    let cells = || cells.iter().copied();
    match rng.below(6) {
        0 => Arc::new(cells().collect::<Int8Array>()),
        1 => Arc::new(cells().map(|n| n.map(i16::from)).collect::<Int16Array>()),
        2 => Arc::new(cells().map(|n| n.map(i32::from)).collect::<Int32Array>()),
        3 => Arc::new(cells().map(|n| n.map(i64::from)).collect::<Int64Array>()),
        4 => Arc::new(cells().map(|n| n.map(f64::from)).collect::<Float64Array>()),
        _ => {
            let keys: Int8Array = (0..cells().len() as i8).map(Some).collect();
            let values = cells().map(|n| n.map(i64::from)).collect::<Int64Array>();
            if cells().len() > 100 {
                return Arc::new(values);
            }
            Arc::new(DictionaryArray::new(keys, Arc::new(values)))
        }
    }
}

/// Words that a cell may hold, right and wrong ones.
fn word(rng: &mut TestRng, words: &[&str]) -> Option<String> {
    match rng.below(8) {
        0 => None,
        1 => {
            Some(["", " ", "nonsense", "\u{0}", "三十", "[1]", "\"", "-1"][rng.below(8)].to_owned())
        }
        _ => Some(words[rng.below(words.len())].to_owned()),
    }
}

/// The names of the points of a game, and sometimes something else among them.
fn names(rng: &mut TestRng) -> Vec<Option<String>> {
    let area = Area::square(15);
    let mut game: Vec<Option<String>> =
        random_game(rng, area).into_iter().map(|point| Some(area.name(point))).collect();
    game.truncate(rng.below(game.len() + 1));
    if rng.below(3) == 0 {
        let odd = ["pass", "PASS", "h99", "zz", " h8 ", "", "`0", "A1", "h8i9", "aa1", "[", "h8"];
        let odd = (rng.below(13) > 0).then(|| odd[rng.below(odd.len())].to_owned());
        game.insert(rng.below(game.len() + 1), odd);
    }
    game
}

/// A list of numbers, if it is not null.
type Pair = Option<Vec<Option<i64>>>;

/// A game as numbers, and sometimes one that is none among them.
fn pairs(rng: &mut TestRng) -> Vec<Pair> {
    let mut game: Vec<Pair> = random_game(rng, Area::square(15))
        .into_iter()
        .map(|point| Some(vec![Some(point.x.into()), Some(point.y.into())]))
        .collect();
    game.truncate(rng.below(game.len() + 1));
    if rng.below(3) == 0 {
        let odd = match rng.below(8) {
            0 => None,
            1 => Some(vec![Some(1), None]),
            2 => Some(vec![Some(1)]),
            3 => Some(vec![Some(1), Some(2), Some(3)]),
            4 => Some(vec![Some(i64::from(i32::MAX) + 1), Some(0)]),
            5 => Some(vec![Some(-1), Some(99)]),
            6 => Some(vec![]),
            _ => Some(vec![Some(7), Some(7)]),
        };
        game.insert(rng.below(game.len() + 1), odd);
    }
    game
}

/// Lists of the rows: where each ends in the items of all, and which are null.
fn lists<T>(rows: &[Option<Vec<T>>]) -> (Vec<usize>, NullBuffer) {
    (
        rows.iter().map(|row| row.as_ref().map_or(0, Vec::len)).collect(),
        rows.iter().map(Option::is_some).collect::<Vec<bool>>().into(),
    )
}

fn list_array<T>(rng: &mut TestRng, rows: &[Option<Vec<T>>], items: ArrayRef) -> ArrayRef {
    let (lengths, nulls) = lists(rows);
    let item = Arc::new(Field::new("item", items.data_type().clone(), true));
    if rng.below(2) == 0 {
        let offsets = OffsetBuffer::from_lengths(lengths);
        Arc::new(ListArray::new(item, offsets, items, Some(nulls)))
    } else {
        let offsets = OffsetBuffer::from_lengths(lengths);
        Arc::new(LargeListArray::new(item, offsets, items, Some(nulls)))
    }
}

/// Moves in a type that `rng` chooses, and the same as JSON.
fn moves(rng: &mut TestRng, rows: usize) -> (ArrayRef, Vec<Value>) {
    let is_null = |rng: &mut TestRng| rng.below(20) == 0;
    match rng.below(4) {
        0 => {
            let texts: Vec<Option<String>> = (0..rows)
                .map(|_| {
                    let joined = |rng: &mut TestRng| {
                        let between = ["", " ", ",", "; ", "\t"][rng.below(5)];
                        names(rng).into_iter().flatten().collect::<Vec<_>>().join(between)
                    };
                    match rng.below(12) {
                        0 => None,
                        1 => Some(serde_json::to_string(&pairs(rng)).unwrap()),
                        2 => Some(serde_json::to_string(&names(rng)).unwrap()),
                        3 => Some(["[", "-", " ", "[[1,2]", "h8?"][rng.below(5)].to_owned()),
                        _ => Some(joined(rng)),
                    }
                })
                .collect();
            (text_column(rng, &texts), texts.iter().map(|text| json!(text)).collect())
        }
        1 => {
            let games: Vec<Option<Vec<Option<String>>>> =
                (0..rows).map(|_| (!is_null(rng)).then(|| names(rng))).collect();
            let all: Vec<Option<String>> = games.iter().flatten().flatten().cloned().collect();
            let items = text_column(rng, &all);
            (list_array(rng, &games, items), games.iter().map(|game| json!(game)).collect())
        }
        2 => {
            let games: Vec<Option<Vec<Pair>>> =
                (0..rows).map(|_| (!is_null(rng)).then(|| pairs(rng))).collect();
            let all: Vec<Pair> = games.iter().flatten().flatten().cloned().collect();
            let numbers: Int64Array = all.iter().flatten().flatten().copied().collect();
            let items = list_array(rng, &all, Arc::new(numbers));
            (list_array(rng, &games, items), games.iter().map(|game| json!(game)).collect())
        }
        _ => {
            // Structs have both numbers, or are null.
            let pair = |pair: Pair| pair.filter(|pair| pair.len() == 2);
            let games: Vec<Option<Vec<Pair>>> = (0..rows)
                .map(|_| (!is_null(rng)).then(|| pairs(rng).into_iter().map(pair).collect()))
                .collect();
            let all: Vec<Pair> = games.iter().flatten().flatten().cloned().collect();
            let numbers = |at: usize| -> ArrayRef {
                Arc::new(all.iter().map(|p| p.as_ref().and_then(|p| p[at])).collect::<Int64Array>())
            };
            let field = |name| Field::new(name, DataType::Int64, true);
            let nulls = all.iter().map(Option::is_some).collect::<Vec<bool>>();
            let items = StructArray::new(
                vec![field("x"), field("y")].into(),
                vec![numbers(0), numbers(1)],
                Some(nulls.into()),
            );
            let point = |pair: &Pair| match pair {
                Some(pair) => json!({"x": pair[0], "y": pair[1]}),
                None => Value::Null,
            };
            let game = |game: &Option<Vec<_>>| match game {
                Some(game) => game.iter().map(point).collect(),
                None => Value::Null,
            };
            (list_array(rng, &games, Arc::new(items)), games.iter().map(game).collect())
        }
    }
}

#[test]
fn rows_are_read_from_arrays_as_they_are_from_text() {
    let mut rng = TestRng::new(17);
    let (mut judged_rows, mut unreadable) = (0, 0);
    for round in 0..300 {
        let rows = 1 + rng.below(90);
        let mut objects = vec![Map::new(); rows];
        let mut columns: Vec<(&str, ArrayRef)> = Vec::new();
        let mut add = |name: &'static str, array: ArrayRef, cells: Vec<Value>| {
            objects.iter_mut().zip(cells).for_each(|(object, cell)| {
                object.insert(name.to_owned(), cell);
            });
            columns.push((name, array));
        };
        let texts: [(&str, &[&str]); 5] = [
            ("rules", &["freestyle", "Exact", " renju ", "4", "nogo"]),
            ("board_size", &["15", "20x15", "infinite", "9", "15x15"]),
            ("Result", &["black", "1-0", "W+R", "draw", "0", "2", "gewonnen"]),
            ("end", &["timeout", "resign", "board", "?"]),
            ("rows", &["top", "bottom"]),
        ];
        // Of two columns for one thing the first counts; in JSON the first that is not null.
        let mut has_result = false;
        for (name, words) in texts {
            if rng.below(3) == 0 {
                has_result |= name == "Result";
                let cells: Vec<Option<String>> = (0..rows).map(|_| word(&mut rng, words)).collect();
                let json = cells.iter().map(|cell| json!(cell)).collect();
                add(name, text_column(&mut rng, &cells), json);
            }
        }
        for (name, values) in [("width", [15, 20]), ("height", [15, 9]), ("winner", [1, 2])] {
            if rng.below(3) == 0 && !(name == "winner" && has_result) {
                let cell = |rng: &mut TestRng| match rng.below(9) {
                    0 => None,
                    1 => Some([0, -1, 3, 127][rng.below(4)]),
                    _ => Some(values[rng.below(2)]),
                };
                let cells: Vec<Option<i8>> = (0..rows).map(|_| cell(&mut rng)).collect();
                let json = cells.iter().map(|cell| json!(cell)).collect();
                add(name, number_column(&mut rng, &cells), json);
            }
        }
        add("opening", Arc::new(NullArray::new(rows)), vec![Value::Null; rows]);
        let (array, cells) = moves(&mut rng, rows);
        add("Moves", array, cells);
        let batch = RecordBatch::try_from_iter_with_nullable(
            columns.into_iter().map(|(name, array)| (name, array, true)),
        )
        .unwrap();
        let text: String =
            objects.iter().map(|object| serde_json::to_string(object).unwrap() + "\n").collect();
        let mut reading = ReadOptions::new([RowOrder::FromBottom, RowOrder::FromTop][rng.below(2)]);
        if rng.below(3) == 0 {
            reading.area = Some(Area::square(19));
            reading.area_forced = rng.below(2) == 0;
        }
        let (direct, plain) = (judged(&batch, &reading), judged_text(&text, &reading));
        assert_eq!(direct.len(), plain.len(), "round {round}: {text}");
        for (number, (direct, plain)) in direct.into_iter().zip(plain).enumerate() {
            let what = || format!("round {round}, row {number}: {direct:?}\n{:?}", objects[number]);
            assert_eq!(comparable(direct.clone()), comparable(plain), "{}", what());
            match direct.get("fault") {
                None => judged_rows += 1,
                Some(fault) => {
                    unreadable += 1;
                    let place = format!("row {}, column \"", number + 1);
                    assert!(fault.as_str().unwrap().starts_with(&place), "{}", what());
                }
            }
            assert!(!direct.contains_key("line") && !direct.contains_key("column"), "{}", what());
        }
    }
    assert!(judged_rows > 3_000 && unreadable > 500, "{judged_rows} {unreadable}");
}

fn table(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, a)| (n, a, true)))
        .unwrap()
}

#[test]
fn what_is_wrong_with_a_cell_names_its_row_and_its_column() {
    let reading = ReadOptions::new(RowOrder::FromBottom);
    let long = "h8".repeat(5_000_000);
    let moves: ArrayRef =
        Arc::new(StringArray::from(vec![Some("h8"), None, Some("h8?"), Some(&long)]));
    let rows = judged(&table(vec![("Pos", moves)]), &reading);
    let faults: Vec<&str> =
        rows.iter().map(|row| row.get("fault").map_or("", |f| f.as_str().unwrap())).collect();
    assert_eq!(
        faults,
        [
            "",
            "row 2, column \"Pos\": this game has no \"moves\"",
            "row 3, column \"Pos\": \"?\" is not a move: write points like h8, one after another, or pass",
            &format!(
                "row 4, column \"Pos\": the cell is longer than {ROW_LIMIT} bytes, which no game needs"
            ),
        ]
    );
    let moves = || Arc::new(StringArray::from(vec!["h8"])) as ArrayRef;
    let size: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX]));
    let rows = judged(&table(vec![("moves", moves()), ("size", size)]), &reading);
    let fault = rows[0]["fault"].as_str().unwrap();
    assert!(
        fault.starts_with("row 1, column \"size\": \"9223372036854775807\" is not the size"),
        "{fault}"
    );
    let rule: ArrayRef = Arc::new(StringArray::from(vec!["chess"]));
    let rows = judged(&table(vec![("moves", moves()), ("Rule", rule)]), &reading);
    let fault = rows[0]["fault"].as_str().unwrap();
    assert!(fault.starts_with("row 1, column \"Rule\": \"chess\" is not a rule"), "{fault}");
}

#[test]
fn points_come_in_lists_of_fixed_size() {
    let reading = ReadOptions::new(RowOrder::FromBottom);
    let mut pairs = arrow_array::builder::LargeListBuilder::new(FixedSizeListBuilder::new(
        Int64Builder::new(),
        2,
    ));
    for _ in 0..3 {
        for (x, y) in [(0, 14), (0, 0), (1, 14), (1, 0), (2, 14), (2, 0), (3, 14), (3, 0), (4, 14)]
        {
            pairs.values().values().append_slice(&[x, y]);
            pairs.values().append(true);
        }
        pairs.append(true);
    }
    let rows = judged(&table(vec![("moves", Arc::new(pairs.finish()))]), &reading);
    let ends: Vec<&Value> = rows.iter().map(|row| &row["end"]).collect();
    assert_eq!(ends, ["five"; 3]);
}

#[test]
fn a_table_that_holds_no_games_is_refused_by_its_columns() {
    let numbers = || Arc::new(UInt8Array::from(vec![1])) as ArrayRef;
    let layout = |columns| TableLayout::new(&table(columns).schema());
    assert_eq!(layout(vec![("id", numbers())]).unwrap_err(), LayoutError::NoMoves);
    let error =
        layout(vec![("pos", Arc::new(UInt16Array::from(vec![1])) as ArrayRef)]).unwrap_err();
    assert!(
        error.to_string().starts_with("column \"pos\" (UInt16) is of a type that holds no moves")
    );
    let dates = Arc::new(arrow_array::Date32Array::from(vec![1])) as ArrayRef;
    let moves = Arc::new(StringArray::from(vec!["h8"])) as ArrayRef;
    let ended = layout(vec![("moves", Arc::clone(&moves)), ("end", Arc::clone(&dates))]).unwrap();
    assert_eq!(ended.check_types(), Ok(()));
    let sized = layout(vec![("moves", moves), ("size", dates)]).unwrap();
    let error = sized.check_types().unwrap_err().to_string();
    assert!(error.starts_with("column \"size\" (Date32) is read as the size of a game"), "{error}");
}
