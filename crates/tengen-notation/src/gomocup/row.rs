//! The lines between `BOARD` and `DONE`.

use tengen_core::Point;

use super::{
    GomocupError,
    words::{numbers, shown, spell_gomocup_point, text_of},
};

/// A stone in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GomocupStone {
    /// Where.
    pub point: Point,
    /// Whose it is: 1 the brain's, 2 its opponent's, 3 of neither any more. Only points have none.
    pub field: Option<u8>,
}

/// A line of a block: usually one stone, or the end.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GomocupRow {
    /// The stones, in their order.
    pub stones: Vec<GomocupStone>,
    /// Whether `DONE` ends the block here.
    pub done: bool,
}

/// Reads a line of a block. Several stones may be on one, with blanks between them, since programs
/// send a whole block as one line too.
///
/// ```
/// use tengen_notation::read_gomocup_row;
/// let row = read_gomocup_row(b"7,7,1 8,8,2 DONE\r\n").unwrap();
/// assert_eq!((row.stones.len(), row.stones[1].field, row.done), (2, Some(2), true));
/// assert!(read_gomocup_row(b"7,7,4").is_err());
/// ```
///
/// # Errors
///
/// If it is neither a stone nor the end.
pub fn read_gomocup_row(line: &[u8]) -> Result<GomocupRow, GomocupError> {
    let text = text_of(line);
    if let Some(stone) = stone(&text) {
        return Ok(GomocupRow { stones: vec![stone], done: false });
    }
    let mut row = GomocupRow::default();
    for word in text.split_whitespace() {
        if row.done {
            return Err(GomocupError::Stone(shown(word)));
        }
        match stone(word) {
            Some(stone) => row.stones.push(stone),
            None if word.eq_ignore_ascii_case("DONE") => row.done = true,
            None => return Err(GomocupError::Stone(shown(word))),
        }
    }
    Ok(row)
}

fn stone(text: &str) -> Option<GomocupStone> {
    let (x, y, field) = match numbers(text)?[..] {
        [x, y] => (x, y, None),
        [x, y, field @ 1..=3] => (x, y, Some(field as u8)),
        _ => return None,
    };
    Some(GomocupStone { point: Point::new(x, y), field })
}

/// Spells a row on one line.
///
/// ```
/// use tengen_notation::{read_gomocup_row, spell_gomocup_row};
/// let row = read_gomocup_row(b"7,7,1  8, DONE").unwrap_or_default();
/// assert_eq!(spell_gomocup_row(&row), "");
/// let row = read_gomocup_row(b" 7,7,1  8,8 done").unwrap();
/// assert_eq!(spell_gomocup_row(&row), "7,7,1 8,8 DONE");
/// ```
pub fn spell_gomocup_row(row: &GomocupRow) -> String {
    let stone = |stone: &GomocupStone| {
        let field = stone.field.map(|field| format!(",{field}")).unwrap_or_default();
        spell_gomocup_point(stone.point) + &field
    };
    let mut words: Vec<String> = row.stones.iter().map(stone).collect();
    if row.done {
        words.push("DONE".to_owned());
    }
    words.join(" ")
}
