//! Which files are meant: files, folders with all that is in them, and patterns.

use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use crate::error::Failure;

/// One file that is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// Where it is; `-` is the standard input.
    pub(crate) path: PathBuf,
    /// How many bytes it has, if that was seen.
    pub(crate) length: Option<u64>,
    /// Whether it was named itself, and not only a folder it is in.
    pub(crate) named: bool,
}

/// The files that are meant, in order: as they were named, and in a folder by name.
#[derive(Default)]
pub(crate) struct Paths {
    named: VecDeque<PathBuf>,
    /// The folder that is being walked.
    walk: Option<walkdir::IntoIter>,
    /// How many bytes there are in all, if only files were named.
    length: Option<u64>,
    pattern: bool,
}

impl Paths {
    /// Looks up what the arguments name.
    pub(crate) fn new(arguments: &[PathBuf]) -> Result<Paths, Failure> {
        let (mut named, mut pattern) = (VecDeque::new(), false);
        for path in arguments {
            // What exists is meant as it stands, whatever signs are in its name.
            if path == Path::new("-") || path.exists() {
                named.push_back(path.clone());
                continue;
            }
            let found = expand(path)?;
            if found.is_empty() {
                let missing = || io::Error::from(io::ErrorKind::NotFound);
                let error = path.metadata().err().unwrap_or_else(missing);
                return Err(Failure::Read { name: path.display().to_string(), error });
            }
            named.extend(found);
            pattern = true;
        }
        let length = |path: &PathBuf| {
            let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file);
            metadata.map(|metadata| metadata.len())
        };
        let length = named.iter().map(length).sum();
        Ok(Paths { named, walk: None, length, pattern })
    }

    /// How many bytes there are in all, if only files were named.
    pub(crate) fn length(&self) -> Option<u64> {
        self.length
    }

    /// Whether an argument was a pattern.
    pub(crate) fn is_pattern(&self) -> bool {
        self.pattern
    }

    /// The next file, or the folder that cannot be read and why.
    pub(crate) fn next(&mut self) -> Option<Result<Found, (String, io::Error)>> {
        loop {
            if let Some(walk) = &mut self.walk {
                match walk.next() {
                    Some(Ok(entry)) if entry.file_type().is_dir() => continue,
                    Some(Ok(entry)) => {
                        let metadata = entry.metadata().ok();
                        let length = metadata.filter(std::fs::Metadata::is_file).map(|m| m.len());
                        let path = entry.into_path();
                        return Some(Ok(Found { path, length, named: false }));
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
            return Some(Ok(Found { path, length, named: true }));
        }
    }
}

/// The files and folders that a pattern matches, in order.
fn expand(pattern: &Path) -> Result<Vec<PathBuf>, Failure> {
    let Some(text) = pattern.to_str().filter(|text| text.contains(['*', '?', '['])) else {
        return Ok(Vec::new());
    };
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{text}: {error}"));
    let matches = glob::glob(text).map_err(|error| usage(&error))?;
    matches.map(|found| found.map_err(|error| usage(&error))).collect()
}
