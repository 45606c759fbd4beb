//! The records of a text, whole, one after another. Memory does not grow with the text.

use std::ops::ControlFlow;

use tengen_archive::{RecordStream, StreamOptions};
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
        let texts = StreamOptions::new(format, *reading);
        match RecordStream::open(&texts, &name, reader) {
            Ok(text) => Ok(Records { text }),
            Err(error) => Err(Failure::from_stream(name, error)),
        }
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
        take: impl FnMut(Result<WholeRecord, Box<Fault>>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        self.text.each(take)
    }
}
