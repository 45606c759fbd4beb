//! Files with the games of a match, written as they end.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tengen_core::Area;
use tengen_match::{MatchRules, PlayedGame};
use tengen_notation::{Format, Record, RecordWriter, RowOrder, WriteOptions, sgf};

use super::match_args::MatchArgs;
use crate::{io::atomic_file::OutputFile, io::error::Failure};

/// The files of `--sgf` and `--psq`.
#[derive(Debug)]
pub(super) struct GameFiles {
    rules: MatchRules,
    sgf: Option<(PathBuf, File)>,
    psq: Option<PathBuf>,
}

impl GameFiles {
    /// Opens the files. An SGF file is appended to; a directory for psq files must be empty, so that no
    /// game of another match is lost.
    pub(super) fn open(args: &MatchArgs, rules: &MatchRules) -> Result<GameFiles, Failure> {
        let write = |path: &Path, error| Failure::Write { path: path.to_owned(), error };
        let sgf = match &args.sgf {
            None => None,
            Some(path) => {
                if let Area::Bounded { width, height } = rules.area
                    && width.max(height) > sgf::MAX_SIDE
                {
                    let text = format!("SGF has boards up to {max}x{max}", max = sgf::MAX_SIDE);
                    return Err(Failure::Usage(text));
                }
                Some((path.clone(), OutputFile::append(path)?))
            }
        };
        if let Some(path) = &args.psq {
            fs::create_dir_all(path).map_err(|error| write(path, error))?;
            let mut entries = fs::read_dir(path).map_err(|error| write(path, error))?;
            if entries.next().is_some() {
                let error = io::Error::other("this directory is not empty; name a new one");
                return Err(write(path, error));
            }
        }
        Ok(GameFiles { rules: *rules, sgf, psq: args.psq.clone() })
    }

    /// Writes a game.
    pub(super) fn add(&mut self, played: &PlayedGame, names: [&str; 2]) -> Result<(), Failure> {
        if self.sgf.is_none() && self.psq.is_none() {
            return Ok(());
        }
        let mut record = played.to_record(&self.rules, names);
        let to_bytes = |format: Format, record: &Record| {
            let mut text = Vec::new();
            let writing = WriteOptions::new(RowOrder::FromBottom);
            let spelled = RecordWriter::new(format, writing).write(record, &mut text);
            spelled.expect("boards were looked at beforehand, and engines play in turn");
            text
        };
        if let Some((path, file)) = &mut self.sgf {
            // In one write, so that a match that is killed leaves whole games.
            let written = file.write_all(&to_bytes(Format::Sgf, &record));
            written.map_err(|error| Failure::Write { path: path.clone(), error })?;
        }
        if let Some(folder) = &self.psq {
            let path = folder.join(played.file_stem(names) + ".psq");
            "match".clone_into(&mut record.event);
            OutputFile::write(&path, false, &to_bytes(Format::Psq, &record))?;
        }
        Ok(())
    }
}
