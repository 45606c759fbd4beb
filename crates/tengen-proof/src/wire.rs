//! Bytes in and out, counted.

use std::io::{self, BufRead, Read as _, Write};

use crate::error::{ProofError, ProofFlaw};

/// Reads bytes and knows where it is.
#[derive(Debug)]
pub(crate) struct ByteSource<R> {
    input: R,
    offset: u64,
}

impl<R: BufRead> ByteSource<R> {
    pub(crate) fn new(input: R) -> ByteSource<R> {
        ByteSource::starting_at(input, 0)
    }

    /// The bytes of `input`, which come after `offset` others.
    pub(crate) fn starting_at(input: R, offset: u64) -> ByteSource<R> {
        ByteSource { input, offset }
    }

    /// The number of bytes read so far.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next byte, if there is one.
    fn next(&mut self) -> Result<Option<u8>, ProofError> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => {
                    let first = bytes.first().copied();
                    if first.is_some() {
                        self.input.consume(1);
                        self.offset += 1;
                    }
                    return Ok(first);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return ProofFlaw::Read(error).at(self.offset),
            }
        }
    }

    /// The next byte, which stands for `what`.
    pub(crate) fn byte(&mut self, what: &'static str) -> Result<u8, ProofError> {
        match self.next()? {
            Some(byte) => Ok(byte),
            None => ProofFlaw::Ends(what).at(self.offset),
        }
    }

    /// So many bytes. No more memory is used than there are bytes, whatever `count` says.
    pub(crate) fn bytes(&mut self, what: &'static str, count: u64) -> Result<Vec<u8>, ProofError> {
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(count).read_to_end(&mut bytes);
        self.offset += bytes.len() as u64;
        match read {
            Err(error) => ProofFlaw::Read(error).at(self.offset),
            Ok(_) if (bytes.len() as u64) < count => ProofFlaw::Ends(what).at(self.offset),
            Ok(_) => Ok(bytes),
        }
    }

    /// A number: seven bits a byte, the lowest first, the eighth bit says that more follow.
    pub(crate) fn number(&mut self, what: &'static str) -> Result<u64, ProofError> {
        let start = self.offset;
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte(what)?;
            let part = u64::from(byte & 127);
            if shift == 63 && part > 1 {
                break;
            }
            number |= part << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        ProofFlaw::Number.at(start)
    }

    /// A line of text without its end, of at most `limit` bytes.
    pub(crate) fn line(&mut self, what: &'static str, limit: usize) -> Result<String, ProofError> {
        let start = self.offset;
        let mut line = Vec::new();
        loop {
            match self.byte(what)? {
                b'\n' => break,
                byte if line.len() < limit => line.push(byte),
                _ => {
                    let text = format!("a header line is longer than {limit} bytes");
                    return ProofFlaw::Limit(text).at(start);
                }
            }
        }
        match String::from_utf8(line) {
            Ok(line) => Ok(line),
            Err(error) => {
                let found = String::from_utf8_lossy(error.as_bytes()).into_owned();
                ProofFlaw::Header { found, expected: what }.at(start)
            }
        }
    }

    /// That nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), ProofError> {
        let offset = self.offset;
        match self.next()? {
            None => Ok(()),
            Some(_) => ProofFlaw::Trailing.at(offset),
        }
    }
}

/// Writes a number as [`ByteSource::number`] reads it; says how many bytes it took.
pub(crate) fn write_number(out: &mut impl Write, mut number: u64) -> io::Result<u64> {
    let mut bytes = 1;
    while number >= 128 {
        out.write_all(&[number as u8 | 128])?;
        number >>= 7;
        bytes += 1;
    }
    out.write_all(&[number as u8])?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for number in [0, 1, 127, 128, 300, 1 << 35, u64::MAX] {
            let mut bytes = Vec::new();
            assert_eq!(write_number(&mut bytes, number).unwrap(), {
                let length = bytes.len() as u64;
                length.max(1)
            });
            let mut source = ByteSource::new(&bytes[..]);
            assert_eq!(source.number("a number").unwrap(), number);
            source.end().unwrap();
        }
        let long = [255; 11];
        assert!(ByteSource::new(&long[..]).number("a number").is_err());
    }
}
