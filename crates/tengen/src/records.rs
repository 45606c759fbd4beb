//! The records of a stream, whole, one after another. Memory does not grow with the stream.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use tengen_notation::{Fault, Format, Reader, Reading, Split, WholeRecord};

use crate::error::Failure;

/// A stream of records whose format is known.
pub(crate) struct Records {
    name: String,
    input: Box<dyn Read + Send>,
    reader: Reader,
    /// What has come and was not yet read.
    bytes: Vec<u8>,
    at_end: bool,
}

impl Records {
    /// How much is read at once.
    const BLOCK: usize = 256 * 1024;

    /// Looks at how a stream begins. `head` is what has been read of it already.
    pub(crate) fn open(
        name: String,
        mut input: Box<dyn Read + Send>,
        head: Vec<u8>,
        format: Option<Format>,
        reading: &Reading,
    ) -> Result<Records, Failure> {
        let mut bytes = head;
        let rest = Reader::HEAD.saturating_sub(bytes.len()) as u64;
        if let Err(error) = input.by_ref().take(rest).read_to_end(&mut bytes) {
            return Err(Failure::Read { name, error });
        }
        match Reader::of(&bytes, &name, format, reading) {
            Ok(reader) => Ok(Records { name, input, reader, bytes, at_end: false }),
            Err(fault) => Err(Failure::Fault { name, fault }),
        }
    }

    /// What messages call the stream.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The format it is in.
    pub(crate) fn format(&self) -> Format {
        self.reader.format()
    }

    /// Hands every record, or what is wrong with it, to `take`, until that has enough.
    pub(crate) fn each(
        mut self,
        mut take: impl FnMut(Result<WholeRecord, Box<Fault>>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let mut splitter = self.reader.splitter();
        let mut start = 0;
        loop {
            match splitter.split(&self.bytes[start..], self.at_end) {
                Split::Take { length, place } => {
                    for record in self.reader.records(&self.bytes[start..start + length], place) {
                        if take(record)?.is_break() {
                            return Ok(());
                        }
                    }
                    start += length;
                }
                Split::Skip(length) => start += length,
                Split::TooLong(fault) => {
                    if take(Err(fault))?.is_break() {
                        return Ok(());
                    }
                }
                Split::More if self.at_end => return Ok(()),
                Split::More => {
                    self.bytes.drain(..start);
                    start = 0;
                    if let Err(error) = self.fill() {
                        return Err(Failure::Read { name: self.name, error });
                    }
                }
            }
        }
    }

    /// Reads on: a block, or as much again as there is, so that a long record is not looked at too
    /// often.
    fn fill(&mut self) -> io::Result<()> {
        let more = self.bytes.len().max(Records::BLOCK) as u64;
        let come = self.input.by_ref().take(more).read_to_end(&mut self.bytes)?;
        self.at_end = come == 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tengen_notation::RowOrder;

    use super::*;

    #[test]
    fn every_record_comes_once_and_in_order_and_one_that_is_wrong_stops_nothing() {
        let mut text = String::new();
        for number in 0..40_000 {
            text.push_str(if number % 1000 == 7 { "h8?\n" } else { "h8i9\n" });
        }
        let reading = Reading::new(RowOrder::FromBottom);
        let input = Box::new(io::Cursor::new(text.into_bytes()));
        let records = Records::open("games".to_owned(), input, Vec::new(), None, &reading).unwrap();
        assert_eq!((records.format(), records.name()), (Format::Positions, "games"));
        let (mut right, mut wrong, mut line) = (0, 0, 0);
        let each = records.each(|record| {
            line += 1;
            match record {
                Ok(whole) => {
                    right += 1;
                    assert_eq!(whole.line, line);
                }
                Err(fault) => {
                    wrong += 1;
                    assert_eq!(fault.line, line);
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        assert!(each.is_ok());
        assert_eq!((right, wrong), (39_960, 40));
    }

    #[test]
    fn whoever_has_enough_stops() {
        let input = Box::new(io::Cursor::new(b"h8\ni9\n".to_vec()));
        let reading = Reading::new(RowOrder::FromBottom);
        let records = Records::open(String::new(), input, Vec::new(), None, &reading).unwrap();
        let mut taken = 0;
        let each = records.each(|_| {
            taken += 1;
            Ok(ControlFlow::Break(()))
        });
        assert!(each.is_ok());
        assert_eq!(taken, 1);
    }
}
