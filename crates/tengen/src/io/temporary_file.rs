//! Temporary files and folders, removed however the program ends.
//!
//! Dropping one removes it. A signal drops nothing, so each is in a registry as well, which
//! [`stop`] empties before a signal ends the program. A temporary exists only while it is registered:
//! both are done under one lock, and so is the rename that makes it the file that was asked for.

use std::{
    collections::BTreeSet,
    fs, io,
    io::Write,
    mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::{NamedTempFile, TempDir};

use crate::io::stop;

static REGISTRY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn registry() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporaries and blocks every thread that would make another, or finish one: the program is to
/// exit next.
pub(crate) fn remove_all() {
    let registry = registry();
    for path in registry.iter() {
        // What cannot be removed is left: the program is ending.
        let _ = if path.is_dir() { remove_folder(path) } else { fs::remove_file(path) };
    }
    mem::forget(registry);
}

/// Removes a folder that files are still being written into: under another name, so that no more come.
fn remove_folder(path: &Path) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push("-removed");
    fs::rename(path, &name)?;
    fs::remove_dir_all(&name)
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tengen-");
    builder
}

/// A file that has no name of its own yet.
#[derive(Debug)]
pub(crate) struct TemporaryFile(Option<NamedTempFile>);

impl TemporaryFile {
    /// An empty file in `folder`, with the permissions that the umask leaves to any new file.
    pub(crate) fn new_in(folder: &Path) -> io::Result<TemporaryFile> {
        stop::listen();
        let mut builder = builder();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut registry = registry();
        let file = builder.tempfile_in(folder)?;
        registry.insert(file.path().to_owned());
        Ok(TemporaryFile(Some(file)))
    }

    /// The open file.
    pub(crate) fn file(&self) -> &fs::File {
        self.0.as_ref().expect("it is taken only when it is renamed or dropped").as_file()
    }

    /// Renames it to `path`; over a file that is there only if `replace` says so.
    pub(crate) fn rename(mut self, path: &Path, replace: bool) -> io::Result<()> {
        let mut registry = registry();
        let file = self.0.take().expect("it is taken only when it is renamed or dropped");
        registry.remove(file.path());
        let renamed = if replace { file.persist(path) } else { file.persist_noclobber(path) };
        // Dropping the error removes the file, still under the lock.
        renamed.map(drop).map_err(|error| error.error)
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(file) = self.0.take() {
            let mut registry = registry();
            registry.remove(file.path());
            drop(file);
        }
    }
}

/// A folder for files that are renamed out of it when all of them are there.
#[derive(Debug)]
pub(crate) struct TemporaryFolder(Option<TempDir>);

impl TemporaryFolder {
    /// An empty folder in `folder`.
    pub(crate) fn new_in(folder: &Path) -> io::Result<TemporaryFolder> {
        stop::listen();
        let mut registry = registry();
        let made = builder().tempdir_in(folder)?;
        registry.insert(made.path().to_owned());
        Ok(TemporaryFolder(Some(made)))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.as_ref().expect("it is taken only when it is dropped").path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        if let Some(folder) = self.0.take() {
            let mut registry = registry();
            registry.remove(folder.path());
            drop(folder);
        }
    }
}
