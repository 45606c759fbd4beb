//! How a text is read: what it is, and what it does not say itself.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{fmt, str::FromStr};

use clap::{Args, ValueEnum};
use tengen_core::{Area, Rule};
use tengen_notation::{Encoding, Format, ReadOptions, RowOrder, links};

/// Options of the verbs that read records.
#[derive(Args, Debug)]
pub(crate) struct SourceArgs {
    /// Format of the input: moves, positions, sgf, psq, renlib, rif, openings, botzone, ccgc, csv, tsv or
    /// jsonl; board, drawing, field, pieces or link for positions [default: detected].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,

    /// Rule, whatever a record says: freestyle, exact, renju or nogo [default: that of the record].
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// Size of the board, WIDTHxHEIGHT, of records that do not name it.
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: Option<Area>,

    /// Where position strings count their rows from.
    #[arg(long, value_enum, value_name = "END", default_value_t)]
    pub(crate) rows: RowOrigin,

    /// Text encoding, whatever a record says: utf-8, gbk, shift_jis, ... [default: detected].
    #[arg(long, value_name = "ENCODING")]
    pub(crate) encoding: Option<Encoding>,
}

impl SourceArgs {
    /// What the notation is told.
    pub(crate) fn reading(&self) -> ReadOptions {
        let mut reading = ReadOptions::new(self.rows.order());
        (reading.rule, reading.area, reading.encoding) = (self.rule, self.size, self.encoding);
        reading.rule_forced = true;
        reading
    }
}

/// Where rows are counted from.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RowOrigin {
    /// Row 1 is the lowest, as players count.
    #[default]
    Bottom,
    /// Row 1 is the uppermost, as some programs count.
    Top,
}

impl RowOrigin {
    pub(crate) const fn order(self) -> RowOrder {
        match self {
            RowOrigin::Bottom => RowOrder::FromBottom,
            RowOrigin::Top => RowOrder::FromTop,
        }
    }
}

/// What a text holds: records of games, or positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    /// Records; of a format that is found by looking if none is named.
    Record(Option<Format>),
    /// Boards as `check` and `winner` read them.
    Board,
    /// A drawing: `x` black, `o` white, blanks between the points.
    Drawing,
    /// A board with its size in the first line, as `simulate` reads it.
    Field,
    /// A list of pieces, as `solve` reads it.
    Pieces,
    /// A link to a page that shows a position, of `serve` or of gomocalc.
    Link,
}

impl From {
    /// What it looks like.
    pub(crate) fn detect(head: &[u8]) -> From {
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let mut lines = text
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty());
        let (first, second) = (lines.next().unwrap_or(b""), lines.next().unwrap_or(b""));
        let made_of = |line: &[u8], letters: &[u8]| {
            !line.is_empty() && line.iter().all(|byte| letters.contains(byte))
        };
        let tokens =
            |line: &[u8]| line.split(u8::is_ascii_whitespace).filter(|t| !t.is_empty()).count();
        let single = |line: &[u8]| {
            let mut tokens = line.split(u8::is_ascii_whitespace).filter(|t| !t.is_empty());
            tokens.all(|token| token.len() == 1)
        };
        if links::is_link(text) {
            From::Link
        } else if made_of(first, b"ox.") {
            From::Board
        } else if tokens(first) > 1 && single(first) && first.iter().any(|b| b"xo.".contains(b)) {
            From::Drawing
        } else if made_of(first, b"0123456789") && made_of(second, b"XO.") {
            From::Field
        } else if made_of(first, b"0123456789")
            && tokens(second) != 2
            && single(second)
            && made_of(second, b"012 \t")
        {
            From::Board
        } else if first.starts_with(b"[") && made_of(first, b"[]-+0123456789, \t") {
            From::Pieces
        } else {
            From::Record(None)
        }
    }
}

impl FromStr for From {
    type Err = String;

    fn from_str(text: &str) -> Result<From, String> {
        match text {
            "board" => Ok(From::Board),
            "drawing" => Ok(From::Drawing),
            "field" => Ok(From::Field),
            "pieces" => Ok(From::Pieces),
            "link" => Ok(From::Link),
            other => other.parse().map(|format| From::Record(Some(format))).map_err(
                |error: tengen_notation::ParseFormatError| {
                    format!("{error}; or board, drawing, field, pieces or link for positions")
                },
            ),
        }
    }
}

impl fmt::Display for From {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            From::Record(Some(format)) => format.fmt(f),
            From::Record(None) => f.write_str("record"),
            From::Board => f.write_str("board"),
            From::Drawing => f.write_str("drawing"),
            From::Field => f.write_str("field"),
            From::Pieces => f.write_str("pieces"),
            From::Link => f.write_str("link"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_from_records() {
        for (text, from) in [
            ("..x\no..\n", From::Board),
            ("\n\r\nooo\r\n", From::Board),
            (". x 3\no . .\n", From::Drawing),
            ("5\n..X..\n", From::Field),
            ("1\n0 1 2\n0 0 0\n", From::Board),
            ("2\n8 8\n9 9\n", From::Record(None)),
            ("1\n1 2\n", From::Record(None)),
            ("[[1,2,0],[-3,4,1]]", From::Pieces),
            ("https://gomocalc.com/#/h8i9\n", From::Link),
            ("#renju/15x15\n", From::Link),
            ("# a comment\nh8i9\n", From::Record(None)),
            ("h8i9\n", From::Record(None)),
            ("o8o9\n", From::Record(None)),
            ("(;GM[4])", From::Record(None)),
            ("{\"a\":1}", From::Record(None)),
            ("", From::Record(None)),
        ] {
            assert_eq!(From::detect(text.as_bytes()), from, "{text:?}");
        }
        assert_eq!("sgf".parse(), Ok(From::Record(Some(Format::Sgf))));
        assert!("paper".parse::<From>().unwrap_err().contains("drawing"));
    }
}
