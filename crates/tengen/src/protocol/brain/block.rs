//! The stones between `BOARD` and `DONE`, until all of them are there.

use std::time::Instant;

use tengen_notation::gomocup;

/// A block that has begun.
pub(super) struct Block {
    pub(super) kind: gomocup::BlockCommand,
    /// When it began, which is when its clock began to run.
    pub(super) arrived: Instant,
    stones: Vec<gomocup::BlockStone>,
    /// The first thing that was wrong.
    fault: Option<String>,
}

impl Block {
    /// More than any board has.
    const MAX_STONES: usize = 22 * 22;

    pub(super) fn new(kind: gomocup::BlockCommand, arrived: Instant) -> Block {
        Block { kind, arrived, stones: Vec::new(), fault: None }
    }

    /// Takes a line in; whether the block ends with it.
    pub(super) fn add(&mut self, row: Result<gomocup::BlockLine, gomocup::GomocupError>) -> bool {
        match row {
            Ok(row) => {
                self.stones.extend(row.stones);
                if self.stones.len() > Block::MAX_STONES {
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

    /// All stones, or what is wrong with them.
    pub(super) fn stones(self) -> Result<Vec<gomocup::BlockStone>, String> {
        match self.fault {
            None => Ok(self.stones),
            Some(fault) => Err(format!("{}: {fault}", self.kind.name())),
        }
    }
}
