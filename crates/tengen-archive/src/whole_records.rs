//! Records read whole, one after another, from all inputs. Memory does not grow with them.

use std::{io, ops::ControlFlow};

use tengen_notation::{Fault, Format, WholeRecord};

use crate::{ByteStream, InputItem, Inputs, RecordStream, StreamError, StreamOptions};

/// What is found in inputs whose records are read whole.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum WholeRecordItem<'a> {
    /// A record, or what is wrong with it.
    Record {
        /// The name of its source.
        source: &'a str,
        /// The format of its source.
        format: Format,
        /// The record.
        record: Result<WholeRecord, Box<Fault>>,
    },
    /// The columns of a table of this name that are not read.
    Unread(&'a str, Vec<String>),
    /// A source of this name that holds no records, or cannot be read to its end.
    Unreadable(&'a str, StreamError),
    /// The end of a source.
    End,
}

impl RecordStream {
    /// Hands every record, or what is wrong with it, to `take`, until that breaks.
    ///
    /// # Errors
    ///
    /// The first error of `take`, or the name of the stream and why it cannot be read.
    pub fn each<E: From<(String, io::Error)>>(
        self,
        mut take: impl FnMut(Result<WholeRecord, Box<Fault>>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let name = self.name().to_string();
        for block in self {
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
                Err(StreamError::Read(error)) => return Err((name, error).into()),
            }
        }
        Ok(())
    }
}

/// Hands every record of the inputs to `take`. A file that was not named itself and holds no records is passed over.
///
/// # Errors
///
/// The first error of `take`.
pub fn each_whole_record<E>(
    inputs: Inputs,
    options: &StreamOptions,
    mut take: impl FnMut(WholeRecordItem<'_>) -> Result<(), E>,
) -> Result<(), E> {
    for item in inputs {
        match item {
            InputItem::Stream(mut long) => {
                let unread = std::mem::take(&mut long.unread);
                if !unread.is_empty() {
                    take(WholeRecordItem::Unread(&long.name, unread))?;
                }
                match long.content.into_text() {
                    Ok((bytes, format)) => {
                        take_text(options, &long.name, (long.named, format), bytes, &mut take)?;
                    }
                    Err(error) => {
                        take(WholeRecordItem::Unreadable(&long.name, StreamError::Read(error)))?;
                    }
                }
            }
            InputItem::Skipped => {}
            InputItem::Unreadable(name, error) => {
                take(WholeRecordItem::Unreadable(&name, StreamError::Read(error)))?;
            }
            InputItem::Small(files) => {
                for file in files {
                    let mut bytes = Vec::new();
                    if let Err(error) = file.read(&mut bytes) {
                        take(WholeRecordItem::Unreadable(&file.name, StreamError::Read(error)))?;
                        continue;
                    }
                    let bytes = Box::new(io::Cursor::new(bytes));
                    take_text(options, &file.name, (false, None), bytes, &mut take)?;
                }
            }
        }
    }
    Ok(())
}

/// Why records are no longer taken from a stream.
enum TakeError<E> {
    Read(io::Error),
    Taken(E),
}

impl<E> From<(String, io::Error)> for TakeError<E> {
    fn from((_, error): (String, io::Error)) -> TakeError<E> {
        TakeError::Read(error)
    }
}

fn take_text<E>(
    options: &StreamOptions,
    name: &str,
    (named, format): (bool, Option<Format>),
    bytes: ByteStream,
    take: &mut impl FnMut(WholeRecordItem<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let name = if name == "-" { "stdin" } else { name };
    let stream = match RecordStream::open(&options.with_format(format), name, bytes) {
        Ok(stream) => stream,
        Err(StreamError::Fault(_)) if !named && !options.expects(name) => return Ok(()),
        Err(error) => return take(WholeRecordItem::Unreadable(name, error)),
    };
    let format = stream.format();
    let read = stream.each(|record| {
        take(WholeRecordItem::Record { source: name, format, record }).map_err(TakeError::Taken)?;
        Ok(ControlFlow::Continue(()))
    });
    match read {
        Ok(()) => {}
        // It breaks off; what came before it is kept.
        Err(TakeError::Read(error)) => {
            take(WholeRecordItem::Unreadable(name, StreamError::Read(error)))?;
        }
        Err(TakeError::Taken(error)) => return Err(error),
    }
    take(WholeRecordItem::End)
}

#[cfg(test)]
mod tests {
    use tengen_notation::{ReadOptions, RowOrder};

    use super::*;

    fn options() -> StreamOptions {
        StreamOptions { format: None, reading: ReadOptions::new(RowOrder::FromBottom) }
    }

    fn stream(name: &str, text: String) -> RecordStream {
        RecordStream::open(&options(), name, Box::new(io::Cursor::new(text))).unwrap()
    }

    #[test]
    fn every_record_comes_once_and_in_order_and_one_that_is_wrong_stops_nothing() {
        let mut text = String::new();
        for number in 0..40_000 {
            text.push_str(if number % 1000 == 7 { "h8?\n" } else { "h8i9\n" });
        }
        let records = stream("games", text);
        assert_eq!((records.format(), &**records.name()), (Format::Positions, "games"));
        let (mut right, mut wrong, mut line) = (0, 0, 0);
        let each = records.each(|record| -> Result<_, (String, io::Error)> {
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
        let mut taken = 0;
        let each = stream("", "h8\ni9\n".to_owned()).each(|_| -> Result<_, (String, io::Error)> {
            taken += 1;
            Ok(ControlFlow::Break(()))
        });
        assert!(each.is_ok());
        assert_eq!(taken, 1);
    }

    #[test]
    fn records_of_inputs_come_with_their_source_and_the_first_error_ends_it() {
        let inputs = || Inputs::from_reader("a.txt", Box::new(io::Cursor::new("h8\nh8?\ni9\n")));
        let mut seen = Vec::new();
        let all = each_whole_record(inputs(), &options(), |item| -> Result<(), String> {
            seen.push(match item {
                WholeRecordItem::Record { source, format, record } => {
                    assert_eq!((source, format), ("a.txt", Format::Positions));
                    if record.is_ok() { "record" } else { "fault" }
                }
                WholeRecordItem::End => "end",
                other => panic!("{other:?}"),
            });
            Ok(())
        });
        assert_eq!(all, Ok(()));
        assert_eq!(seen, ["record", "fault", "record", "end"]);
        let stopped = each_whole_record(inputs(), &options(), |_| Err("enough"));
        assert_eq!(stopped, Err("enough"));
    }
}
