//! The lines between `BOARD` and `DONE`.

use std::fmt;

use tengen_core::Point;

use super::{
    GomocupError,
    words::{format_point, numbers, shown, text_of},
};

/// A stone in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockStone {
    /// Where.
    pub point: Point,
    /// Whose it is: 1 the brain's, 2 its opponent's, 3 of neither any more. Only points have none.
    pub field: Option<u8>,
}

/// A line of a block: usually one stone, or the end.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BlockLine {
    /// The stones, in their order.
    pub stones: Vec<BlockStone>,
    /// Whether `DONE` ends the block here.
    pub done: bool,
}

impl BlockLine {
    /// Parses a line of a block. Several stones may be on one, with blanks between them, since programs
    /// send a whole block as one line too.
    ///
    /// ```
    /// use tengen_notation::gomocup::BlockLine;
    /// let row = BlockLine::parse(b"7,7,1 8,8,2 DONE\r\n").unwrap();
    /// assert_eq!((row.stones.len(), row.stones[1].field, row.done), (2, Some(2), true));
    /// assert!(BlockLine::parse(b"7,7,4").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If it is neither a stone nor the end.
    pub fn parse(line: &[u8]) -> Result<BlockLine, GomocupError> {
        let text = text_of(line);
        if let Some(stone) = stone(&text) {
            return Ok(BlockLine { stones: vec![stone], done: false });
        }
        let mut row = BlockLine::default();
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
}

/// ```
/// use tengen_notation::gomocup::BlockLine;
/// let line = BlockLine::parse(b" 7,7,1  8,8 done").unwrap();
/// assert_eq!(line.to_string(), "7,7,1 8,8 DONE");
/// assert!(BlockLine::parse(b"7,7,1  8, DONE").is_err());
/// ```
impl fmt::Display for BlockLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stone = |stone: &BlockStone| {
            let field = stone.field.map(|field| format!(",{field}")).unwrap_or_default();
            format_point(stone.point) + &field
        };
        let mut words: Vec<String> = self.stones.iter().map(stone).collect();
        if self.done {
            words.push("DONE".to_owned());
        }
        f.write_str(&words.join(" "))
    }
}

fn stone(text: &str) -> Option<BlockStone> {
    let (x, y, field) = match numbers(text)?[..] {
        [x, y] => (x, y, None),
        [x, y, field @ 1..=3] => (x, y, Some(field as u8)),
        _ => return None,
    };
    Some(BlockStone { point: Point::new(x, y), field })
}
