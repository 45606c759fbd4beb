//! Games written down as they end.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tengen_core::{Area, Color};
use tengen_notation::{
    Format, Manner, Record, RecordNode, RecordTree, RecordWriter, ResultClaim, RowOrder,
    WriteOptions, sgf,
};
use tengen_referee::matches::Why;

use super::{args::MatchArgs, game::Played, seat::Terms};
use crate::{error::Failure, output_file::OutputFile};

/// Where games are written, if anywhere.
#[derive(Debug)]
pub(super) struct Records {
    terms: Terms,
    sgf: Option<(PathBuf, File)>,
    psq: Option<PathBuf>,
}

impl Records {
    /// Opens what is to be written to. An SGF file goes on where it ends; a directory for psq files
    /// must be empty, so that no game of another match is lost.
    pub(super) fn open(args: &MatchArgs, terms: &Terms) -> Result<Records, Failure> {
        let write = |path: &Path, error| Failure::Write { path: path.to_owned(), error };
        let sgf = match &args.sgf {
            None => None,
            Some(path) => {
                if let Area::Bounded { width, height } = terms.area
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
        Ok(Records { terms: *terms, sgf, psq: args.psq.clone() })
    }

    /// Writes a game down.
    pub(super) fn add(&mut self, played: &Played, names: [&str; 2]) -> Result<(), Failure> {
        if self.sgf.is_none() && self.psq.is_none() {
            return Ok(());
        }
        let mut record = self.record(played, names);
        let spell = |format: Format, record: &Record| {
            let mut text = Vec::new();
            let writing = WriteOptions { rows: RowOrder::FromBottom };
            let spelled = RecordWriter::new(format, writing).write(record, &mut text);
            spelled.expect("boards were looked at beforehand, and engines play in turn");
            text
        };
        if let Some((path, file)) = &mut self.sgf {
            // All of it at once, so that a match that is killed leaves whole games.
            let written = file.write_all(&spell(Format::Sgf, &record));
            written.map_err(|error| Failure::Write { path: path.clone(), error })?;
        }
        if let Some(folder) = &self.psq {
            let path = folder.join(file_name(played, names));
            "match".clone_into(&mut record.event);
            OutputFile::write(&path, false, &spell(Format::Psq, &record))?;
        }
        Ok(())
    }

    /// All that is known of a game.
    fn record(&self, played: &Played, names: [&str; 2]) -> Record {
        let [black, white] = names.map(str::to_owned);
        let claim = match played.verdict.winner {
            Some(winner) => ResultClaim::Won(winner, manner(played.verdict.why)),
            None => ResultClaim::Draw,
        };
        let mut record = Record {
            rule: Some(self.terms.rule),
            area: Some(self.terms.area),
            black,
            white,
            round: (played.fixture.number + 1).to_string(),
            claim: Some(claim),
            other: vec![("GC".to_owned(), played.verdict.why.to_string())],
            ..Record::default()
        };
        let (mut id, mut color) = (RecordTree::ROOT, Color::Black);
        for (number, &point) in played.moves.iter().enumerate() {
            let mut node = RecordNode::step(color, point);
            if let Some(&time) = played.times.get(number).filter(|_| number >= played.opening) {
                node.time = Some(time);
                // For those who look at it in a viewer.
                node.comment = format!("{} ms", time.as_millis());
            }
            id = record.tree.add(id, node);
            color = !color;
        }
        record
    }
}

fn manner(why: Why) -> Manner {
    match why {
        Why::Resigned => Manner::Resignation,
        Why::Misdeed(misdeed) if misdeed.is_of_time() => Manner::Time,
        Why::Misdeed(_) => Manner::Forfeit,
        Why::Five | Why::FullBoard | Why::Stuck | Why::MoveLimit => Manner::Board,
    }
}

/// The number of the game, who played, and as in Gomocup the winner by the order of moves.
fn file_name(played: &Played, names: [&str; 2]) -> String {
    let safe = |name: &str| -> String {
        let letter = |letter: char| {
            if letter.is_alphanumeric() || matches!(letter, '.' | '+' | '=') { letter } else { '-' }
        };
        name.chars().take(40).map(letter).collect()
    };
    let winner = match played.verdict.winner {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let [black, white] = names.map(safe);
    format!("{:06}_{black}_{white}_{winner}.psq", played.fixture.number + 1)
}
