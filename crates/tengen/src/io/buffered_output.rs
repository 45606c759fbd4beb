//! Where the answers go: nowhere, until all of them are known.

use std::io::{self, Read, Seek, Write};

use tempfile::SpooledTempFile;

use crate::{io::atomic_file::OutputFile, io::error::Failure};

/// Answers that are printed all together or not at all, so that a broken file has none that look
/// complete.
///
/// They wait in memory, or in a temporary file once there are many.
pub(crate) struct Answers(SpooledTempFile);

impl Answers {
    const IN_MEMORY: usize = 32 << 20;

    pub(crate) fn new() -> Answers {
        Answers(SpooledTempFile::new(Answers::IN_MEMORY))
    }

    pub(crate) fn add(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text)
    }

    /// Prints all answers to stdout.
    pub(crate) fn print(mut self) -> Result<(), Failure> {
        self.copy_to(&mut io::stdout().lock()).map_err(Failure::of_output)
    }

    /// Writes all answers into `output`, or prints them if there is none.
    pub(crate) fn deliver(mut self, output: Option<OutputFile>) -> Result<(), Failure> {
        let Some(mut file) = output else { return self.print() };
        self.copy_to(&mut file).map_err(|error| file.failure(error))?;
        file.finish()
    }

    fn copy_to(&mut self, out: &mut impl Write) -> io::Result<()> {
        let mut buffer = vec![0; 256 * 1024];
        self.0.rewind()?;
        loop {
            match self.0.read(&mut buffer)? {
                0 => return out.flush(),
                length => out.write_all(&buffer[..length])?,
            }
        }
    }
}
