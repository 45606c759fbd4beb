//! The block of stones between `BOARD` and `DONE`.

use std::time::Instant;

use tengen_notation::gomocup;

/// A block that has begun and not ended.
pub(super) struct StoneBlock {
    pub(super) kind: gomocup::BlockCommand,
    /// When it began; the clock runs from then on.
    pub(super) arrived: Instant,
    stones: Vec<gomocup::BlockStone>,
    /// The first error.
    fault: Option<String>,
}

impl StoneBlock {
    /// More than any board has.
    const MAX_STONES: usize = 22 * 22;

    pub(super) fn new(kind: gomocup::BlockCommand, arrived: Instant) -> StoneBlock {
        StoneBlock { kind, arrived, stones: Vec::new(), fault: None }
    }

    /// Adds a line; true if the block ends with it.
    pub(super) fn add(&mut self, row: Result<gomocup::BlockLine, gomocup::GomocupError>) -> bool {
        match row {
            Ok(row) => {
                self.stones.extend(row.stones);
                if self.stones.len() > StoneBlock::MAX_STONES {
                    self.stones.clear();
                    self.blame("more stones than any board has points".to_owned());
                }
                row.done
            }
            Err(error) => {
                self.blame(error.to_string());
                false
            }
        }
    }

    fn blame(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// All stones, or the first error.
    pub(super) fn stones(self) -> Result<Vec<gomocup::BlockStone>, String> {
        match self.fault {
            None => Ok(self.stones),
            Some(fault) => Err(format!("{}: {fault}", self.kind.name())),
        }
    }
}
