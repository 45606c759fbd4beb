//! Files that are there whole or not at all.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::Path,
};

/// Why a file was not written.
pub(crate) enum Unwritten<E> {
    Output(io::Error),
    /// What was to be written could not be made.
    Other(E),
}

impl<E> From<io::Error> for Unwritten<E> {
    fn from(error: io::Error) -> Unwritten<E> {
        Unwritten::Output(error)
    }
}

/// Writes a file beside where it shall be and moves it there when it is whole.
pub(crate) fn write_whole<T, E>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Unwritten<E>>,
) -> Result<T, Unwritten<E>> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
        return Err(io::Error::other("this is a directory; name a file in it").into());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any file: for all whom the user's mask lets.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let mut out = BufWriter::new(file);
    let made = write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(made)
}
