//! Where the text comes from.

use std::{
    fs::File,
    io::{self, Cursor, IsTerminal, Read, Write},
    mem,
    path::Path,
};

use tengen_archive::unpack_stream;
use tengen_notation::{RecordReader, byte_order_mark, links};

use crate::io::error::Failure;

/// A text to be read: a file or the standard input.
pub(crate) struct Input {
    /// What messages call it.
    pub(crate) name: String,
    /// How many bytes it has, if that can be known.
    pub(crate) length: Option<u64>,
    /// The text.
    pub(crate) reader: Box<dyn Read + Send>,
}

impl Input {
    /// Says so if one of `paths` is `-` and the standard input is a terminal. Otherwise it looks as if
    /// nothing happened.
    pub(crate) fn announce_terminal(paths: &[impl AsRef<Path>]) {
        if paths.iter().any(|path| path.as_ref() == Path::new("-")) && io::stdin().is_terminal() {
            let _ = writeln!(io::stderr(), "reading from the terminal; Ctrl-D ends the input");
        }
    }

    /// Opens the file at `path`, or the standard input if that is `-`. A link is its own text.
    pub(crate) fn open(path: &Path) -> Result<Input, Failure> {
        if path == Path::new("-") {
            Input::announce_terminal(&[path]);
            let reader = Box::new(io::stdin());
            return Ok(Input { name: "stdin".to_owned(), length: None, reader });
        }
        let name = path.display().to_string();
        let text = path.as_os_str().as_encoded_bytes();
        if links::is_link(text) && !path.exists() {
            let reader = Box::new(Cursor::new(text.to_vec()));
            return Ok(Input { name: "link".to_owned(), length: None, reader });
        }
        let open = || {
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            if metadata.is_dir() {
                return Err(io::Error::other("this is a directory; name a file in it"));
            }
            Ok((file, metadata))
        };
        match open() {
            Ok((file, metadata)) => {
                let length = metadata.is_file().then_some(metadata.len());
                Ok(Input { name, length, reader: Box::new(file) })
            }
            Err(error) => Err(Failure::Read { name, error }),
        }
    }

    /// The input without what it is compressed by, gzip or zstd.
    pub(crate) fn unpacked(self) -> Result<Input, Failure> {
        match unpack_stream(self.reader) {
            Ok(reader) => Ok(Input { name: self.name, length: None, reader }),
            Err(error) => Err(Failure::Read { name: self.name, error }),
        }
    }

    /// The first bytes, enough to detect what the text holds. They are still there to be read.
    pub(crate) fn head(&mut self) -> Result<Vec<u8>, Failure> {
        let mut head = Vec::new();
        match self.reader.by_ref().take(RecordReader::HEAD as u64).read_to_end(&mut head) {
            Ok(_) => {
                let rest = mem::replace(&mut self.reader, Box::new(io::empty()));
                self.reader = Box::new(Cursor::new(head.clone()).chain(rest));
                Ok(head)
            }
            Err(error) => Err(Failure::Read { name: self.name.clone(), error }),
        }
    }

    /// The input after its byte-order mark. An error if it is in an encoding that is not read.
    pub(crate) fn without_byte_order_mark(mut self) -> Result<Input, Failure> {
        let mark = match byte_order_mark(&self.head()?) {
            Ok(mark) => mark,
            Err(fault) => return Err(Failure::Fault { name: self.name, fault }),
        };
        match self.reader.read_exact(&mut [0; 3][..mark]) {
            Ok(()) => Ok(self),
            Err(error) => Err(Failure::Read { name: self.name, error }),
        }
    }

    /// The name and the text, without a byte-order mark; or one byte more than `limit`, which shows that there is more.
    pub(crate) fn text(self, limit: usize) -> Result<(String, Vec<u8>), Failure> {
        let Input { name, length, reader } = self.without_byte_order_mark()?;
        let limit = limit as u64 + 1;
        // What a file system says of a length is trusted only so far.
        let mut text = Vec::with_capacity(length.unwrap_or(0).min(limit).min(1 << 30) as usize);
        match reader.take(limit).read_to_end(&mut text) {
            Ok(_) => Ok((name, text)),
            Err(error) => Err(Failure::Read { name, error }),
        }
    }
}
