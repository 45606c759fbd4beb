//! Where what is written goes. Nothing is seen of it before all of it is there.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tengen_core::Color;
use tengen_notation::{Format, Record, ResultClaim};

use crate::{
    io::atomic_file::OutputFile, io::buffered_output::Answers, io::error::Failure,
    io::temporary_file::TemporaryFolder,
};

/// One stream for all games, or one file for each.
pub(super) enum ConversionSink {
    Stdout(Answers),
    File(OutputFile),
    Folder(Folder),
}

impl ConversionSink {
    /// A sink for the path that the arguments name.
    pub(super) fn new(
        path: Option<&Path>,
        format: Format,
        force: bool,
    ) -> Result<ConversionSink, Failure> {
        let Some(path) = path else { return Ok(ConversionSink::Stdout(Answers::new())) };
        let named_folder = path.as_os_str().as_encoded_bytes().last().is_some_and(|&b| b == b'/');
        let no_file = path.extension().is_none() && one_in_a_file(format) && !path.exists();
        if path.is_dir() || named_folder || no_file {
            Folder::new(path, force)
                .map(ConversionSink::Folder)
                .map_err(|error| Failure::Write { path: path.to_owned(), error })
        } else {
            OutputFile::create(path, force).map(ConversionSink::File)
        }
    }

    /// Whether every game has a file of its own.
    pub(super) fn is_folder(&self) -> bool {
        matches!(self, ConversionSink::Folder(_))
    }

    /// Adds to the stream.
    pub(super) fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            ConversionSink::Stdout(answers) => answers.add(bytes).map_err(Failure::Output),
            ConversionSink::File(file) => file.add(bytes),
            ConversionSink::Folder(_) => unreachable!("a folder has no stream"),
        }
    }

    /// Adds a file of its own for the game with this number of the source of this name. `ending`
    /// is what its name ends in.
    pub(super) fn add_file(
        &mut self,
        name: &str,
        number: u64,
        ending: &str,
        bytes: &[u8],
    ) -> Result<(), Failure> {
        match self {
            ConversionSink::Folder(folder) => folder.add(name, number, ending, bytes),
            ConversionSink::Stdout(_) | ConversionSink::File(_) => self.add(bytes),
        }
    }

    /// Says that a source has ended.
    pub(super) fn end_source(&mut self) -> Result<(), Failure> {
        match self {
            ConversionSink::Folder(folder) => folder.settle(),
            ConversionSink::Stdout(_) | ConversionSink::File(_) => Ok(()),
        }
    }

    /// Lets all of it be seen.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            ConversionSink::Stdout(answers) => answers.print(),
            ConversionSink::File(file) => file.finish(),
            ConversionSink::Folder(folder) => folder.finish(),
        }
    }
}

/// What the name of a file with this record ends in. Gomocup has the winner there: 1 who moved first,
/// 2 the other.
pub(super) fn ending(format: Format, record: &Record) -> String {
    let winner = match (format, record.claim) {
        (Format::Psq, Some(ResultClaim::Won(Color::Black, _))) => "_1",
        (Format::Psq, Some(ResultClaim::Won(Color::White, _))) => "_2",
        _ => "",
    };
    format!("{winner}.{}", format.extension())
}

/// Whether a file of this format holds one game.
pub(super) const fn one_in_a_file(format: Format) -> bool {
    matches!(format, Format::Psq | Format::RenLib)
}

/// A folder of files. They are written beside each other in a folder of their own first.
pub(super) struct Folder {
    path: PathBuf,
    written: TemporaryFolder,
    force: bool,
    /// The first game of a source, until it is known whether it is the only one: the name of the
    /// source, what the name of the file ends in, and the game.
    first: Option<(String, String, Vec<u8>)>,
    /// The names that are taken, as hashes: a folder of a million files is no burden.
    taken: HashSet<u64>,
}

impl Folder {
    fn new(path: &Path, force: bool) -> io::Result<Folder> {
        fs::create_dir_all(path)?;
        let written = TemporaryFolder::new_in(path)?;
        let (path, first, taken) = (path.to_owned(), None, HashSet::new());
        Ok(Folder { path, written, force, first, taken })
    }

    fn add(&mut self, name: &str, number: u64, ending: &str, bytes: &[u8]) -> Result<(), Failure> {
        let stem = stem(name);
        if number == 1 {
            self.settle()?;
            self.first = Some((stem, ending.to_owned(), bytes.to_owned()));
            return Ok(());
        }
        if let Some((stem, ending, bytes)) = self.first.take() {
            self.write(&format!("{stem}-1"), &ending, &bytes)?;
        }
        self.write(&format!("{stem}-{number}"), ending, bytes)
    }

    /// Writes the first game of a source that was the only one.
    fn settle(&mut self) -> Result<(), Failure> {
        match self.first.take() {
            Some((stem, ending, bytes)) => self.write(&stem, &ending, &bytes),
            None => Ok(()),
        }
    }

    fn write(&mut self, stem: &str, ending: &str, bytes: &[u8]) -> Result<(), Failure> {
        let mut name = format!("{stem}{ending}");
        // Two sources may have one name.
        for again in 2.. {
            if self.taken.insert(hash(&name)) {
                break;
            }
            name = format!("{stem}-again-{again}{ending}");
        }
        let path = self.path.join(&name);
        OutputFile::check(&path, self.force)?;
        File::create_new(self.written.path().join(&name))
            .and_then(|mut file| file.write_all(bytes))
            .map_err(|error| Failure::Write { path, error })
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.settle()?;
        let failed = |error| Failure::Write { path: self.path.clone(), error };
        for entry in fs::read_dir(self.written.path()).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = self.path.join(entry.file_name());
            OutputFile::install(&entry.path(), &path, self.force)?;
        }
        Ok(())
    }
}

/// The name of a file without its folder and its ending, as a name that any system takes.
fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\', ':']).next().unwrap_or(name);
    let stem = file.split('.').next().unwrap_or(file);
    let clean: String = stem
        .chars()
        .map(|sign| if sign.is_alphanumeric() || "-_ ".contains(sign) { sign } else { '_' })
        .take(100)
        .collect();
    if clean.trim().is_empty() { "game".to_owned() } else { clean }
}

fn hash(name: &str) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_source_becomes_a_name_of_a_file() {
        for (name, expected) in [
            ("games/a.sgf", "a"),
            ("all.zip:part/b c.psq", "b c"),
            ("stdin", "stdin"),
            ("../..", "game"),
            ("x?*.txt", "x__"),
            ("C:\\games\\d.rif", "d"),
            ("", "game"),
        ] {
            assert_eq!(stem(name), expected, "{name}");
        }
    }

    #[test]
    fn the_only_game_of_a_source_has_no_number() {
        let folder = tempfile::tempdir().unwrap();
        let mut sink = ConversionSink::new(Some(folder.path()), Format::Psq, false).unwrap();
        assert!(sink.is_folder());
        for (name, number) in [("a.txt", 1), ("b.txt", 1), ("b.txt", 2), ("c/a.txt", 1)] {
            sink.add_file(name, number, "_1.psq", name.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only a folder of its own");
        sink.finish().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["a-again-2_1.psq", "a_1.psq", "b-1_1.psq", "b-2_1.psq"]);
    }

    #[test]
    fn nothing_is_written_over_unless_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        fs::write(&path, "mine").unwrap();
        let refused = ConversionSink::new(Some(&path), Format::Positions, false);
        assert!(matches!(refused, Err(Failure::Write { .. })));
        let mut sink = ConversionSink::new(Some(&path), Format::Positions, true).unwrap();
        sink.add(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"mine");
        sink.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
