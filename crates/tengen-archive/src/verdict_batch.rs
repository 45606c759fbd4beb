//! Verdicts in columns.

use tengen_core::{Area, Rule};
use tengen_notation::{Manner, ResultClaim};
use tengen_referee::{Agreement, End};

use crate::{block_judge::JudgedRecord, names::add_name};

/// Null of a column of words.
pub(crate) const NO_WORD: u8 = u8::MAX;
/// Null of a column of numbers: none of those that can be missing is ever 0.
pub(crate) const NO_NUMBER: u32 = 0;

/// The names of the columns, in their order.
pub(crate) const COLUMNS: [&str; 18] = [
    "file", "game", "line", "rule", "size", "moves", "winner", "end", "at", "lines", "earlier",
    "after", "claim", "manner", "agrees", "column", "fault", "repair",
];

/// The words of a claim, in the order of their keys.
pub(crate) const CLAIMS: [&str; 5] = ["black", "white", "draw", "void", "unknown"];
/// The words of a winner.
pub(crate) const WINNERS: [&str; 2] = ["black", "white"];
/// The words of a manner.
pub(crate) const MANNERS: [&str; 8] =
    ["unsaid", "board", "resignation", "time", "foul", "illegal", "crash", "forfeit"];

/// The words of the rules.
pub(crate) const RULES: [&str; 4] = {
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
    pub(crate) files: Vec<String>,
    pub(crate) sizes: Vec<String>,
    areas: Vec<Area>,
    pub(crate) file: Vec<i32>,
    pub(crate) game: Vec<u64>,
    pub(crate) line: Vec<u64>,
    pub(crate) rule: Vec<u8>,
    pub(crate) size: Vec<i32>,
    pub(crate) moves: Vec<u32>,
    pub(crate) winner: Vec<u8>,
    pub(crate) end: Vec<u8>,
    pub(crate) at: Vec<u32>,
    pub(crate) lines: TextColumn,
    pub(crate) earlier: Vec<u32>,
    pub(crate) after: Vec<u32>,
    pub(crate) claim: Vec<u8>,
    pub(crate) manner: Vec<u8>,
    pub(crate) agrees: Vec<u8>,
    pub(crate) column: Vec<u32>,
    pub(crate) fault: TextColumn,
    pub(crate) repair: TextColumn,
}

/// A column of texts. An empty one says nothing.
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
    pub(crate) fn get(&self, row: usize) -> &[u8] {
        &self.bytes[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }

    fn close(&mut self) {
        self.offsets.push(self.bytes.len() as i32);
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.offsets.truncate(1);
    }
}

impl VerdictBatch {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.game.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.game.is_empty()
    }

    /// Removes all rows, keeping the allocated memory.
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
    pub fn add(&mut self, judged: &JudgedRecord<'_>) {
        let JudgedRecord { number, line, game, verdict, evidence, repairs } = judged;
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
        for (shape, points) in evidence.lines() {
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

    /// Adds a record or a file that cannot be read; line and column count from 1 and are 0 where
    /// there is no such place.
    pub fn add_unreadable(&mut self, number: u64, line: u64, column: usize, what: &str) {
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
}

/// The key of a manner among the words.
pub(crate) const fn manner_key(manner: Manner) -> u8 {
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
