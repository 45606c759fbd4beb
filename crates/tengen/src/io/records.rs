//! The records of a text, whole, one after another. Memory does not grow with the text.

use std::{io::Read, ops::ControlFlow};

use tengen_archive::{RecordStream, StreamError, StreamOptions};
use tengen_notation::{Fault, Format, ReadOptions, WholeRecord};

use crate::io::{error::Failure, input::Input};

/// A text of records whose format is known.
pub(crate) struct Records {
    text: RecordStream,
}

impl Records {
    /// The records of a text, of a format that is detected if none is named.
    pub(crate) fn open(
        Input { name, reader, .. }: Input,
        format: Option<Format>,
        reading: &ReadOptions,
    ) -> Result<Records, Failure> {
        let texts = StreamOptions { format, reading: *reading };
        Records::of_text(&texts, &name, reader).map_err(|error| Failure::from_stream(name, error))
    }

    /// The records of a text that may be broken without being a failure.
    pub(crate) fn of_text(
        texts: &StreamOptions,
        name: &str,
        bytes: Box<dyn Read + Send>,
    ) -> Result<Records, StreamError> {
        Ok(Records { text: RecordStream::open(texts, name, bytes)? })
    }

    /// What messages call the text.
    pub(crate) fn name(&self) -> &str {
        self.text.name()
    }

    /// The format it is in.
    pub(crate) fn format(&self) -> Format {
        self.text.format()
    }

    /// Hands every record, or what is wrong with it, to `take`, until that has enough.
    pub(crate) fn each(
        self,
        mut take: impl FnMut(Result<WholeRecord, Box<Fault>>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let name = self.name().to_owned();
        for block in self.text {
            match block {
                Ok(block) => {
                    for record in block.records() {
                        if take(record)?.is_break() {
                            return Ok(());
                        }
                    }
                }
                Err(StreamError::Fault(fault)) => {
                    if take(Err(fault))?.is_break() {
                        return Ok(());
                    }
                }
                Err(StreamError::Read(error)) => return Err(Failure::Read { name, error }),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use tengen_notation::RowOrder;

    use super::*;

    fn input(name: &str, text: String) -> Input {
        Input { name: name.to_owned(), length: None, reader: Box::new(io::Cursor::new(text)) }
    }

    #[test]
    fn every_record_comes_once_and_in_order_and_one_that_is_wrong_stops_nothing() {
        let mut text = String::new();
        for number in 0..40_000 {
            text.push_str(if number % 1000 == 7 { "h8?\n" } else { "h8i9\n" });
        }
        let reading = ReadOptions::new(RowOrder::FromBottom);
        let records = Records::open(input("games", text), None, &reading).unwrap();
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
        let reading = ReadOptions::new(RowOrder::FromBottom);
        let records = Records::open(input("", "h8\ni9\n".to_owned()), None, &reading).unwrap();
        let mut taken = 0;
        let each = records.each(|_| {
            taken += 1;
            Ok(ControlFlow::Break(()))
        });
        assert!(each.is_ok());
        assert_eq!(taken, 1);
    }
}
