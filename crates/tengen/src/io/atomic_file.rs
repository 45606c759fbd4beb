//! Output files: complete or not there at all, and never at the cost of what was there before.
//!
//! A regular file is written to a temporary file beside it, which is renamed over it in the end; it
//! keeps its permissions, and is replaced only where `--force` is given. Symbolic links are followed,
//! so that a link stays a link. A character device or a FIFO is written through, for a rename would
//! put a regular file in its place; it gets all bytes at the end, or none. Everything else is refused.

use std::{
    fs::{self, File, FileType, Metadata},
    io::{self, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
};

use tempfile::SpooledTempFile;

use crate::{io::error::Failure, io::temporary_file::TemporaryFile};

/// What an output path leads to.
enum Target {
    /// A regular file, by its path after all links, and what is known of it if it exists.
    Regular(PathBuf, Option<Metadata>),
    /// A character device, a FIFO or a file that is open already.
    Stream,
}

impl Target {
    /// Resolves `path`, and refuses what must not be written to.
    fn open(path: &Path, force: bool) -> io::Result<Target> {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Target::new_file(path),
            Err(error) => return Err(error),
        };
        let kind = metadata.file_type();
        if kind.is_dir() {
            return Err(io::Error::other("this is a directory; name a file in it"));
        }
        if !kind.is_file() {
            return stream(kind).map(|()| Target::Stream);
        }
        if links(path)?.iter().any(|link| link.starts_with("/proc") || link.starts_with("/dev/fd"))
        {
            return Ok(Target::Stream);
        }
        if !force {
            return Err(exists());
        }
        // A rename would get around a file that may not be written.
        File::options().write(true).open(path)?;
        Ok(Target::Regular(fs::canonicalize(path)?, Some(metadata)))
    }

    /// A file that is not there yet, in a folder that is; `path` may be a link that leads nowhere.
    fn new_file(path: &Path) -> io::Result<Target> {
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(io::Error::other("there is no such directory; name a file"));
        }
        let end = links(path)?.pop().unwrap_or_else(|| path.to_owned());
        let folder = folder(&end);
        if !folder.is_dir() {
            let message = format!("there is no directory {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        Ok(Target::Regular(end, None))
    }
}

fn exists() -> io::Error {
    let message = "the file exists; --force writes over it";
    io::Error::new(io::ErrorKind::AlreadyExists, message)
}

/// Whether bytes can be sent to a file of this kind.
fn stream(kind: FileType) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let what = match () {
            () if kind.is_socket() => "a socket",
            () if kind.is_block_device() => "a block device",
            () => return Ok(()),
        };
        Err(io::Error::other(format!("this is {what}; name a file, a FIFO or a terminal")))
    }
    #[cfg(not(unix))]
    Ok(drop(kind))
}

/// The path itself, and where each symbolic link leads from there.
fn links(path: &Path) -> io::Result<Vec<PathBuf>> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut all = vec![path.to_owned()];
    while let Ok(target) = fs::read_link(&all[all.len() - 1]) {
        if all.len() > MOST {
            return Err(io::Error::other("too many symbolic links, one to the next"));
        }
        let next = folder(&all[all.len() - 1]).join(target);
        all.push(next);
    }
    Ok(all)
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file that is being written. Nothing is seen of it before [`finish`](OutputFile::finish), and
/// nothing is left of it if that is never called.
pub(crate) struct OutputFile {
    /// The path as the user wrote it.
    path: PathBuf,
    content: OutputContent,
}

#[allow(clippy::large_enum_variant, reason = "there is one for each file that is written")]
enum OutputContent {
    Regular {
        temporary: BufWriter<TemporaryFile>,
        path: PathBuf,
        existing: Option<Metadata>,
        force: bool,
    },
    Stream(SpooledTempFile),
}

impl OutputFile {
    /// How much of what goes to a stream waits in memory; the rest in a temporary file.
    const IN_MEMORY: usize = 8 << 20;

    /// Begins the file at `path`; where there is one already, only with `force`.
    pub(crate) fn create(path: &Path, force: bool) -> Result<OutputFile, Failure> {
        let content = Target::open(path, force).and_then(|target| match target {
            Target::Stream => {
                Ok(OutputContent::Stream(SpooledTempFile::new(OutputFile::IN_MEMORY)))
            }
            Target::Regular(path, existing) => {
                let temporary = BufWriter::new(TemporaryFile::new_in(folder(&path))?);
                Ok(OutputContent::Regular { temporary, path, existing, force })
            }
        });
        let content = content.map_err(|error| failure(path, error))?;
        Ok(OutputFile { path: path.to_owned(), content })
    }

    /// Says whether [`create`](OutputFile::create) would be refused, before work is done for nothing.
    pub(crate) fn check(path: &Path, force: bool) -> Result<(), Failure> {
        Target::open(path, force).map(drop).map_err(|error| failure(path, error))
    }

    /// Writes all of a file.
    pub(crate) fn write(path: &Path, force: bool, bytes: &[u8]) -> Result<(), Failure> {
        let mut file = OutputFile::create(path, force)?;
        file.add(bytes)?;
        file.finish()
    }

    /// Opens a file that is seen while it grows, line by line. What it held before is cut off.
    pub(crate) fn open_log(path: &Path, force: bool) -> Result<File, Failure> {
        let mut options = File::options();
        let opened = Target::open(path, force).and_then(|target| match target {
            Target::Stream => options.append(true).open(path),
            Target::Regular(path, Some(_)) => options.write(true).truncate(true).open(path),
            Target::Regular(path, None) => options.write(true).create_new(true).open(path),
        });
        opened.map_err(|error| failure(path, error))
    }

    /// Opens a file to be written on at its end; one that is not there begins empty.
    pub(crate) fn append(path: &Path) -> Result<File, Failure> {
        // With force, for nothing of the file is lost.
        let target = Target::open(path, true);
        let opened = target.and_then(|_| File::options().append(true).create(true).open(path));
        opened.map_err(|error| failure(path, error))
    }

    /// Moves a complete file from `from` to `path`, by the rules for all output files.
    pub(crate) fn install(from: &Path, path: &Path, force: bool) -> Result<(), Failure> {
        let installed = Target::open(path, force).and_then(|target| match target {
            Target::Regular(path, existing) => {
                if let Some(existing) = existing {
                    copy_permissions(&existing, &File::options().write(true).open(from)?);
                }
                fs::rename(from, path)
            }
            Target::Stream => send(&mut File::open(from)?, path),
        });
        installed.map_err(|error| failure(path, error))
    }

    /// The path as the user wrote it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What it cannot be written for.
    pub(crate) fn failure(&self, error: io::Error) -> Failure {
        failure(&self.path, error)
    }

    /// Writes more of it.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_all(bytes).map_err(|error| self.failure(error))
    }

    /// Puts the whole file in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let OutputFile { path: named, content } = self;
        let finish = || match content {
            OutputContent::Stream(mut bytes) => {
                bytes.rewind()?;
                send(&mut bytes, &named)
            }
            OutputContent::Regular { temporary, path, existing, force } => {
                let temporary = temporary.into_inner().map_err(io::IntoInnerError::into_error)?;
                if let Some(existing) = &existing {
                    copy_permissions(existing, temporary.file());
                }
                temporary.file().sync_all()?;
                match temporary.rename(&path, force) {
                    // Another process created it meanwhile.
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
                    other => other,
                }
            }
        };
        finish().map_err(|error| failure(&named, error))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.content {
            OutputContent::Regular { temporary, .. } => temporary.write(bytes),
            OutputContent::Stream(spool) => spool.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.content {
            OutputContent::Regular { temporary, .. } => temporary.flush(),
            OutputContent::Stream(spool) => spool.flush(),
        }
    }
}

fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::Write { path: path.to_owned(), error }
}

/// Sends bytes to what is at `path` and is no regular file.
fn send(bytes: &mut impl Read, path: &Path) -> io::Result<()> {
    io::copy(bytes, &mut File::options().append(true).open(path)?).map(drop)
}

/// Gives a file the owner and the permissions of the one that it replaces, as far as the user may.
fn copy_permissions(of: &Metadata, to: &File) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only an administrator may give files away; for others it is their own before and after.
        let _ = fchown(to, Some(of.uid()), Some(of.gid()));
    }
    // On a file system without permissions there are none to keep.
    let _ = to.set_permissions(of.permissions());
}
