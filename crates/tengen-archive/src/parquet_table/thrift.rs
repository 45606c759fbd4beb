//! A validating walk over a struct in Thrift's compact protocol, the encoding of Parquet's headers.
//!
//! Why: the decoder trusts the numbers that it finds there and allocates by them. A walk that knows
//! no field by name is enough to look at those numbers first.

/// How deep structs and lists may be nested: Parquet needs fewer than ten levels.
const DEEPEST: usize = 32;

/// What the walk comes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ThriftEvent {
    /// A whole number.
    Number(i64),
    /// The end of a struct.
    End,
}

/// Why a walk ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ThriftError {
    /// The bytes end before the struct does.
    CutOff,
    /// This is no such struct, as the byte at this offset shows.
    Malformed(usize),
}

/// Walks the struct that `bytes` begin with; how long it is. The callback `visit` gets every event with
/// the numbers of the fields that lead to it; an element of a list has the number of the list.
pub(super) fn walk(
    bytes: &[u8],
    visit: &mut dyn FnMut(&[i16], ThriftEvent),
) -> Result<usize, ThriftError> {
    let mut walk = ThriftWalk { bytes, at: 0, path: Vec::new(), visit };
    walk.fields(0)?;
    Ok(walk.at)
}

struct ThriftWalk<'a> {
    bytes: &'a [u8],
    at: usize,
    path: Vec<i16>,
    visit: &'a mut dyn FnMut(&[i16], ThriftEvent),
}

impl ThriftWalk<'_> {
    fn byte(&mut self) -> Result<u8, ThriftError> {
        let byte = *self.bytes.get(self.at).ok_or(ThriftError::CutOff)?;
        self.at += 1;
        Ok(byte)
    }

    fn skip(&mut self, length: u64) -> Result<(), ThriftError> {
        let left = (self.bytes.len() - self.at) as u64;
        if length > left {
            return Err(ThriftError::CutOff);
        }
        self.at += length as usize;
        Ok(())
    }

    /// An unsigned number of seven bits a byte.
    fn varint(&mut self) -> Result<u64, ThriftError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.malformed())
    }

    /// A number whose sign is its lowest bit.
    fn zigzag(&mut self) -> Result<i64, ThriftError> {
        let number = self.varint()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// The byte that was just read cannot be right.
    fn malformed(&self) -> ThriftError {
        ThriftError::Malformed(self.at.saturating_sub(1))
    }

    /// The fields of a struct, to its end.
    fn fields(&mut self, depth: usize) -> Result<(), ThriftError> {
        if depth > DEEPEST {
            return Err(self.malformed());
        }
        let mut id = 0i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                (self.visit)(&self.path, ThriftEvent::End);
                return Ok(());
            }
            id = match head >> 4 {
                0 => i16::try_from(self.zigzag()?).map_err(|_| self.malformed())?,
                step => id.checked_add(step.into()).ok_or_else(|| self.malformed())?,
            };
            self.path.push(id);
            // In a struct, a truth value is its type.
            if !matches!(head & 15, 1 | 2) {
                self.value(head & 15, depth)?;
            }
            self.path.pop();
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Result<(), ThriftError> {
        match kind {
            3 => self.skip(1),
            4..=6 => {
                let number = self.zigzag()?;
                (self.visit)(&self.path, ThriftEvent::Number(number));
                Ok(())
            }
            7 => self.skip(8),
            8 => {
                let length = self.varint()?;
                self.skip(length)
            }
            9 | 10 => self.list(depth),
            12 => self.fields(depth + 1),
            // Truth values in lists, maps and names of the whole world: no header has them.
            _ => Err(self.malformed()),
        }
    }

    fn list(&mut self, depth: usize) -> Result<(), ThriftError> {
        if depth > DEEPEST {
            return Err(self.malformed());
        }
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.varint()?,
            few => few.into(),
        };
        // Every element takes a byte at least.
        if count > (self.bytes.len() - self.at) as u64 {
            return Err(ThriftError::CutOff);
        }
        for _ in 0..count {
            self.value(head & 15, depth + 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Field 1 is -3, field 2 a list of two structs whose fields 5 are 7 and 300, field 20 is true.
    const BYTES: [u8; 14] = [0x15, 5, 0x19, 0x2C, 0x55, 14, 0, 0x55, 0xD8, 0x04, 0, 0x01, 40, 0];

    #[test]
    fn every_number_is_told_with_its_fields() {
        let mut events = Vec::new();
        let length = walk(&BYTES, &mut |path, event| events.push((path.to_vec(), event)));
        assert_eq!(length, Ok(BYTES.len()));
        let expected: [(&[i16], ThriftEvent); 6] = [
            (&[1], ThriftEvent::Number(-3)),
            (&[2, 5], ThriftEvent::Number(7)),
            (&[2], ThriftEvent::End),
            (&[2, 5], ThriftEvent::Number(300)),
            (&[2], ThriftEvent::End),
            (&[], ThriftEvent::End),
        ];
        assert_eq!(events, expected.map(|(path, event)| (path.to_vec(), event)));
    }

    #[test]
    fn what_is_cut_off_or_endless_has_an_end() {
        for length in 0..BYTES.len() {
            assert_eq!(
                walk(&BYTES[..length], &mut |_, _| {}),
                Err(ThriftError::CutOff),
                "{length}"
            );
        }
        // Structs in structs, a list of a billion, a list of truth values, a number without an end.
        assert!(matches!(walk(&[0x1C; 100], &mut |_, _| {}), Err(ThriftError::Malformed(_))));
        let many = [0x19, 0xF5, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 0, 0];
        assert_eq!(walk(&many, &mut |_, _| {}), Err(ThriftError::CutOff));
        assert!(matches!(
            walk(&[0x19, 0x21, 1, 1, 0], &mut |_, _| {}),
            Err(ThriftError::Malformed(_))
        ));
        let endless = [&[0x15][..], &[0xFF; 20]].concat();
        assert!(matches!(walk(&endless, &mut |_, _| {}), Err(ThriftError::Malformed(_))));
    }
}
