//! Paths of the inputs: files, folders with all that is in them, and glob patterns.

use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use crate::ArchiveError;

/// One file to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundFile {
    /// Where it is; `-` is the standard input.
    pub path: PathBuf,
    /// Its size in bytes, if known.
    pub length: Option<u64>,
    /// Whether its own path was given, and not only that of a folder it is in.
    pub named: bool,
}

/// Iterator over the files to read: in the order of the arguments, and in a folder by name.
#[derive(Default, Debug)]
pub struct InputPaths {
    named: VecDeque<PathBuf>,
    /// The folder that is being walked.
    walk: Option<walkdir::IntoIter>,
    /// The size of all in bytes, if only files were named.
    length: Option<u64>,
    pattern: bool,
}

impl InputPaths {
    /// Finds the files that `arguments` name: files, folders and glob patterns; `-` is the standard
    /// input.
    ///
    /// # Errors
    ///
    /// If a path does not exist or a pattern is malformed.
    pub fn new(arguments: &[impl AsRef<Path>]) -> Result<InputPaths, ArchiveError> {
        let (mut named, mut pattern) = (VecDeque::new(), false);
        for path in arguments.iter().map(AsRef::as_ref) {
            // A path that exists is no pattern, whatever its name.
            if path == Path::new("-") || path.exists() {
                named.push_back(path.to_owned());
                continue;
            }
            let found = expand(path)?;
            if found.is_empty() {
                let missing = || io::Error::from(io::ErrorKind::NotFound);
                let error = path.metadata().err().unwrap_or_else(missing);
                return Err(ArchiveError::Read { name: path.display().to_string(), error });
            }
            named.extend(found);
            pattern = true;
        }
        let length = |path: &PathBuf| {
            let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file);
            metadata.map(|metadata| metadata.len())
        };
        let length = named.iter().map(length).sum();
        Ok(InputPaths { named, walk: None, length, pattern })
    }

    /// The size of all files in bytes, if only files were named.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Whether an argument was a pattern.
    pub fn is_pattern(&self) -> bool {
        self.pattern
    }
}

impl Iterator for InputPaths {
    /// A file, or the folder that cannot be read and why.
    type Item = Result<FoundFile, (String, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(walk) = &mut self.walk {
                match walk.next() {
                    Some(Ok(entry)) if entry.file_type().is_dir() => continue,
                    Some(Ok(entry)) => {
                        let metadata = entry.metadata().ok();
                        let length = metadata.filter(std::fs::Metadata::is_file).map(|m| m.len());
                        let path = entry.into_path();
                        return Some(Ok(FoundFile { path, length, named: false }));
                    }
                    Some(Err(error)) => {
                        let path =
                            error.path().map_or_else(String::new, |p| p.display().to_string());
                        let error = error.into_io_error();
                        let looped = || io::Error::other("this folder contains itself");
                        return Some(Err((path, error.unwrap_or_else(looped))));
                    }
                    None => self.walk = None,
                }
                continue;
            }
            let path = self.named.pop_front()?;
            if path.is_dir() {
                let walk = WalkDir::new(&path).follow_links(true).sort_by_file_name();
                self.walk = Some(walk.into_iter());
                continue;
            }
            let length = path.metadata().ok().filter(std::fs::Metadata::is_file).map(|m| m.len());
            return Some(Ok(FoundFile { path, length, named: true }));
        }
    }
}

/// The files and folders that a glob pattern matches, in order.
fn expand(pattern: &Path) -> Result<Vec<PathBuf>, ArchiveError> {
    let Some(text) = pattern.to_str().filter(|text| text.contains(['*', '?', '['])) else {
        return Ok(Vec::new());
    };
    let usage = |error: &dyn std::fmt::Display| ArchiveError::Pattern(format!("{text}: {error}"));
    let matches = glob::glob(text).map_err(|error| usage(&error))?;
    matches.map(|found| found.map_err(|error| usage(&error))).collect()
}
