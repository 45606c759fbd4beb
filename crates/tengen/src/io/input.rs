//! Where the text comes from.

use std::{
    fs::File,
    io::{self, Cursor, IsTerminal, Read, Write},
    path::Path,
};

use tengen_notation::links;

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
}
