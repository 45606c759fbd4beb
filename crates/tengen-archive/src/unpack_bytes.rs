//! Unpacking of bytes in memory, within limits.

use std::{
    borrow::Cow,
    io::{self, Cursor, Read},
};

use thiserror::Error;

use crate::{
    unpack::{MAX_LAYERS, Packing, gunzip, outer_name, unzstd},
    zip::{SharedBytes, ZipMembers},
};

/// Limits of what may come out of packed bytes, all layers together.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct UnpackLimits {
    /// The most bytes.
    pub bytes: u64,
    /// The most members of archives.
    pub members: usize,
    /// The largest window of a zstd frame, as a power of two.
    pub window_log: u32,
}

impl UnpackLimits {
    /// Limits of this number of bytes and of members.
    pub const fn new(bytes: u64, members: usize) -> UnpackLimits {
        UnpackLimits { bytes, members, window_log: 26 }
    }
}

/// Why bytes cannot be unpacked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum UnpackError {
    /// The bytes are damaged, or packed in a way that is not read.
    #[error("the file cannot be unpacked: {0}")]
    Damaged(#[from] io::Error),
    /// There are too many layers.
    #[error("it is packed more than {MAX_LAYERS} times over: unpack it first")]
    TooDeep,
    /// There are too many members.
    #[error("an archive may have up to {0} files")]
    TooManyMembers(usize),
    /// There are too many bytes.
    #[error("more than {} MB come out of it", .0 >> 20)]
    TooLarge(u64),
}

impl UnpackError {
    /// Whether a limit of the whole is reached, so that nothing more is unpacked.
    pub const fn is_limit(&self) -> bool {
        matches!(self, UnpackError::TooManyMembers(_) | UnpackError::TooLarge(_))
    }
}

/// Unpacks `bytes` and gives every file in them with its name to `each`: of an archive its members,
/// otherwise the one that it is. What is packed again is unpacked again, up to three layers in all. A
/// member that cannot be unpacked is given as its error, and the others follow.
///
/// # Errors
///
/// If the bytes cannot be unpacked or a limit is reached; or the first error of `each`, which so can
/// cancel the work.
pub fn unpack_bytes<E: From<UnpackError>>(
    name: &str,
    bytes: &[u8],
    limits: &UnpackLimits,
    each: &mut impl FnMut(&str, Result<&[u8], UnpackError>) -> Result<(), E>,
) -> Result<(), E> {
    let mut unpacking = Unpacking { limits, room: limits.bytes, members: limits.members };
    let at = Layer { archive: None, name, layers: MAX_LAYERS };
    unpacking.layer(&at, Cow::Borrowed(bytes), each).map_err(|stop| match stop {
        Stop::Unpack(error) => error.into(),
        Stop::Caller(error) => error,
    })
}

/// Why unpacking stops.
enum Stop<E> {
    Unpack(UnpackError),
    Caller(E),
}

impl<E> From<io::Error> for Stop<E> {
    fn from(error: io::Error) -> Stop<E> {
        Stop::Unpack(UnpackError::Damaged(error))
    }
}

/// Where a file is: in the archive of that name (the outermost has none), and the number of layers that
/// may still be taken off.
struct Layer<'a> {
    archive: Option<&'a str>,
    name: &'a str,
    layers: usize,
}

impl Layer<'_> {
    fn full_name(&self) -> String {
        match self.archive {
            None | Some("") => self.name.to_owned(),
            Some(archive) => format!("{archive}:{}", self.name),
        }
    }
}

/// What may still come out of a file, all its layers together.
struct Unpacking<'a> {
    limits: &'a UnpackLimits,
    room: u64,
    members: usize,
}

impl Unpacking<'_> {
    /// Unpacks a file, or gives it to `each`. Of what is in an archive an error is given instead.
    fn layer<E>(
        &mut self,
        at: &Layer<'_>,
        bytes: Cow<'_, [u8]>,
        each: &mut impl FnMut(&str, Result<&[u8], UnpackError>) -> Result<(), E>,
    ) -> Result<(), Stop<E>> {
        let packing = Packing::sniff(&bytes);
        if matches!(packing, Packing::Plain | Packing::Parquet) {
            return each(&at.full_name(), Ok(&bytes)).map_err(Stop::Caller);
        }
        match self.take_off(packing, at, bytes.into_owned(), each) {
            Err(Stop::Unpack(error)) if at.archive.is_some() && !error.is_limit() => {
                each(&at.full_name(), Err(error)).map_err(Stop::Caller)
            }
            done => done,
        }
    }

    fn take_off<E>(
        &mut self,
        packing: Packing,
        at: &Layer<'_>,
        bytes: Vec<u8>,
        each: &mut impl FnMut(&str, Result<&[u8], UnpackError>) -> Result<(), E>,
    ) -> Result<(), Stop<E>> {
        let layers = at.layers.checked_sub(1).ok_or(Stop::Unpack(UnpackError::TooDeep))?;
        let text = match packing {
            Packing::Gzip => self.read(gunzip(Box::new(Cursor::new(bytes)))),
            Packing::Zstd => {
                self.read(unzstd(Box::new(Cursor::new(bytes)), self.limits.window_log)?)
            }
            _ => {
                let name = at.archive.map_or_else(String::new, |_| at.full_name());
                return self.members(&name, layers, bytes, each);
            }
        };
        let text = text.map_err(Stop::Unpack)?;
        self.layer(&Layer { name: outer_name(at.name), layers, ..*at }, Cow::Owned(text), each)
    }

    fn members<E>(
        &mut self,
        archive: &str,
        layers: usize,
        bytes: Vec<u8>,
        each: &mut impl FnMut(&str, Result<&[u8], UnpackError>) -> Result<(), E>,
    ) -> Result<(), Stop<E>> {
        let mut members = ZipMembers::new(SharedBytes::from_memory(bytes))?;
        while let Some(member) = members.next()? {
            let limit = UnpackError::TooManyMembers(self.limits.members);
            self.members = self.members.checked_sub(1).ok_or(Stop::Unpack(limit))?;
            if member.is_folder() {
                continue;
            }
            let at = Layer { archive: Some(archive), name: &member.name, layers };
            let opened = member.open(self.limits.window_log).map_err(UnpackError::Damaged);
            match opened.and_then(|stream| self.read(stream)) {
                Ok(text) => self.layer(&at, Cow::Owned(text), each)?,
                Err(error) if error.is_limit() => return Err(Stop::Unpack(error)),
                Err(error) => each(&at.full_name(), Err(error)).map_err(Stop::Caller)?,
            }
        }
        Ok(())
    }

    /// Reads all that comes out of a decoder, if there is room for it.
    fn read(&mut self, decoder: impl Read) -> Result<Vec<u8>, UnpackError> {
        let mut text = Vec::new();
        let too_large = UnpackError::TooLarge(self.limits.bytes);
        match decoder.take(self.room + 1).read_to_end(&mut text) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => return Err(too_large),
            Err(error) => return Err(UnpackError::Damaged(error)),
        }
        self.room = self.room.checked_sub(text.len() as u64).ok_or(too_large)?;
        Ok(text)
    }
}
