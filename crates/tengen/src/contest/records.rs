//! Games written down as they end.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tengen_core::{Area, Color};
use tengen_notation::{Manner, SGF_MAX_SIDE, spell_psq, spell_sgf};
use tengen_referee::matches::Why;

use super::{args::MatchArgs, game::Played, seat::Terms};
use crate::error::Failure;

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
                    && width.max(height) > SGF_MAX_SIDE
                {
                    let text = format!("SGF has boards up to {SGF_MAX_SIDE}x{SGF_MAX_SIDE}");
                    return Err(Failure::Usage(text));
                }
                let file = File::options().append(true).create(true).open(path);
                Some((path.clone(), file.map_err(|error| write(path, error))?))
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
        let [black, white] = names;
        let ending = played.verdict.why.to_string();
        let record = tengen_notation::Played {
            rule: self.terms.rule,
            area: self.terms.area,
            number: played.fixture.number + 1,
            black,
            white,
            moves: &played.moves,
            times: &played.times,
            opening: played.opening,
            winner: played.verdict.winner,
            manner: manner(played.verdict.why),
            ending: &ending,
        };
        if let Some((path, file)) = &mut self.sgf {
            // All of it at once, so that a match that is killed leaves whole games.
            let written = file.write_all(spell_sgf(&record).as_bytes());
            written.map_err(|error| Failure::Write { path: path.clone(), error })?;
        }
        if let Some(folder) = &self.psq {
            let path = folder.join(file_name(&record));
            let written = fs::write(&path, spell_psq(&record, "match"));
            written.map_err(|error| Failure::Write { path, error })?;
        }
        Ok(())
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
fn file_name(record: &tengen_notation::Played) -> String {
    let safe = |name: &str| -> String {
        let letter = |letter: char| {
            if letter.is_alphanumeric() || matches!(letter, '.' | '+' | '=') { letter } else { '-' }
        };
        name.chars().take(40).map(letter).collect()
    };
    let winner = match record.winner {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let (black, white) = (safe(record.black), safe(record.white));
    format!("{:06}_{black}_{white}_{winner}.psq", record.number)
}
