//! The formats by name.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A format that records of games are written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// A number of moves, and that many lines `row column`.
    Moves,
    /// One game a line: `h8i9j10`.
    Positions,
    /// The Smart Game Format.
    Sgf,
    /// The records of Gomocup and of the manager of its games.
    Psq,
    /// The libraries of `RenLib`.
    RenLib,
    /// The database of `RenjuNet`, which is XML.
    Rif,
    /// Openings as steps from the middle of the board, one a line.
    Openings,
    /// The logs and the monthly `.matches` of Botzone, which are JSON.
    Botzone,
    /// The records of `NoGo` of the Chinese championship.
    Ccgc,
    /// Named columns with commas between them.
    Csv,
    /// Named columns with tabs between them.
    Tsv,
    /// A JSON object a line.
    JsonLines,
}

impl Format {
    /// Every format, in a fixed order.
    pub const ALL: [Format; 12] = [
        Format::Moves,
        Format::Positions,
        Format::Sgf,
        Format::Psq,
        Format::RenLib,
        Format::Rif,
        Format::Openings,
        Format::Botzone,
        Format::Ccgc,
        Format::Csv,
        Format::Tsv,
        Format::JsonLines,
    ];

    /// The word for this format on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Moves => "moves",
            Format::Positions => "positions",
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::RenLib => "renlib",
            Format::Rif => "rif",
            Format::Openings => "openings",
            Format::Botzone => "botzone",
            Format::Ccgc => "ccgc",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::JsonLines => "jsonl",
        }
    }

    /// What the names of its files end in, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Moves | Format::Positions | Format::Openings | Format::Ccgc => "txt",
            Format::RenLib => "lib",
            Format::Botzone => "matches",
            Format::Sgf
            | Format::Psq
            | Format::Rif
            | Format::Csv
            | Format::Tsv
            | Format::JsonLines => self.name(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        Format::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFormatError)
    }
}

/// The text is not the name of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "not a format; write moves, positions, sgf, psq, renlib, rif, openings, botzone, ccgc, csv, tsv \
     or jsonl"
)]
pub struct ParseFormatError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_format() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert!(ParseFormatError.to_string().contains(format.name()), "{format}");
        }
        assert_eq!("SGF".parse::<Format>(), Err(ParseFormatError));
    }
}
