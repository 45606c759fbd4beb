//! The footer of a Parquet file, checked before the decoder believes it.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use super::{
    DAMAGED,
    thrift::{ThriftError, ThriftEvent, walk},
};

/// No table of games has a longer footer.
const LONGEST: u64 = 16 << 20;
/// How deep columns may be nested: the decoder goes down by calling itself.
const DEEPEST: usize = 64;

/// Where the field `schema` of the footer is, and in its elements the number of their children.
const SCHEMA: &[i16] = &[2];
const CHILDREN: &[i16] = &[2, 5];

/// Checks the footer of a file.
pub(super) fn check(file: &mut File) -> io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    // "PAR1" at either end, and the length of the footer before the second.
    let mut tail = [0; 8];
    if length < 12 {
        return Err(damaged(length, "it ends too early"));
    }
    file.seek(SeekFrom::Start(length - 8))?;
    file.read_exact(&mut tail)?;
    let [a, b, c, d, magic @ ..] = tail;
    match &magic {
        b"PAR1" => {}
        b"PARE" => return Err(io::Error::other("the Parquet file is encrypted")),
        _ => return Err(damaged(length - 4, "it does not end in PAR1: it may be cut off")),
    }
    let size = u64::from(u32::from_le_bytes([a, b, c, d]));
    if size > length - 12 || size > LONGEST {
        let what = format!("its footer of {size} bytes cannot be one");
        return Err(damaged(length - 8, &what));
    }
    let start = length - 8 - size;
    let mut footer = vec![0; size as usize];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut footer)?;
    file.rewind()?;
    check_schema(&footer).map_err(|(at, what)| damaged(start + at as u64, what))
}

/// What is wrong with a footer, and where.
type FooterFault = (usize, &'static str);

fn check_schema(footer: &[u8]) -> Result<(), FooterFault> {
    // How many children each group that is open still has, the outermost first.
    let mut open: Vec<i64> = Vec::new();
    let (mut children, mut wrong) = (0, None);
    let walked = walk(footer, &mut |path, event| match (path, event) {
        (CHILDREN, ThriftEvent::Number(number)) => children = number,
        (SCHEMA, ThriftEvent::End) => {
            if !(0..=footer.len() as i64).contains(&children) {
                wrong = Some("a group of columns has more columns than the footer names");
            }
            if let Some(last) = open.last_mut() {
                *last -= 1;
            }
            open.push(std::mem::take(&mut children));
            while open.last() == Some(&0) {
                open.pop();
            }
            if open.len() > DEEPEST {
                wrong = Some("its columns are nested too deep");
            }
        }
        _ => {}
    });
    match (walked, wrong) {
        (Err(ThriftError::CutOff), _) => Err((footer.len(), "its footer breaks off")),
        (Err(ThriftError::Malformed(at)), _) => {
            Err((at, "this byte of its footer cannot be right"))
        }
        (Ok(_), Some(what)) => Err((0, what)),
        (Ok(_), None) => Ok(()),
    }
}

/// A fault of the file at a byte.
pub(super) fn damaged(at: u64, what: &str) -> io::Error {
    io::Error::other(format!("{DAMAGED} at byte {at}: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A footer with these numbers of children.
    fn footer(children: &[i64]) -> Vec<u8> {
        let mut bytes = vec![0x29, 0xFC];
        push(&mut bytes, children.len() as u64);
        for &number in children {
            bytes.push(0x55);
            push(&mut bytes, (number << 1 ^ number >> 63) as u64);
            bytes.push(0);
        }
        bytes.push(0);
        bytes
    }

    fn push(bytes: &mut Vec<u8>, mut number: u64) {
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    }

    #[test]
    fn a_schema_is_not_larger_or_deeper_than_it_can_be() {
        assert_eq!(check_schema(&footer(&[3, 0, 1, 0, 0])), Ok(()));
        for huge in [2_000_000_000, 1 << 40, -1] {
            let wrong = check_schema(&footer(&[3, 0, huge, 0, 0]));
            assert!(wrong.unwrap_err().1.contains("more columns"), "{huge}");
        }
        let wrong = check_schema(&footer(&vec![1; 100_000]));
        assert!(wrong.unwrap_err().1.contains("nested too deep"));
        assert_eq!(check_schema(&footer(&[1; 50])), Ok(()));
        let whole = footer(&[1, 0]);
        assert!(check_schema(&whole[..whole.len() - 1]).is_err());
    }
}
