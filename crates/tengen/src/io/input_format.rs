//! How a text is read: what it is, and what it does not say itself.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use clap::{Args, ValueEnum};
use tengen_core::{Area, Rule};
use tengen_notation::{
    BoardForm, Content, Encoding, Format, ParseFormatError, ReadOptions, RowOrder,
};

use crate::io::error::Failure;

/// Options of the verbs that read records.
#[derive(Args, Debug)]
pub(crate) struct SourceArgs {
    /// Format of the input: moves, positions, sgf, psq, renlib, rif, openings, botzone, ccgc, csv, tsv or
    /// jsonl; board, drawing, field, pieces or link for positions [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = content)]
    pub(crate) from: Option<Content>,

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
    /// What the text of this name and these first bytes holds, as the arguments say or as it looks.
    pub(crate) fn content(&self, head: &[u8], name: &str) -> Option<Content> {
        match (self.from, Content::sniff(head, name)) {
            (None, found) => found,
            (Some(BOARDS), Some(LETTERS)) => Some(LETTERS),
            (named, _) => named,
        }
    }

    /// The format of records that `--from` names.
    pub(crate) fn format(&self) -> Result<Option<Format>, Failure> {
        match self.from.map(|content| (content, content.format())) {
            Some((content, None)) => Err(Failure::Usage(format!(
                "{} is no format of games; check and render read positions",
                content_name(content)
            ))),
            named => Ok(named.and_then(|(_, format)| format)),
        }
    }

    /// The options for the readers of `tengen-notation`.
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

const LETTERS: Content = Content::Boards(BoardForm::Letters);

/// What `--from board` says; whether the boards are of letters is detected.
const BOARDS: Content = Content::Boards(BoardForm::Digits);

/// The contents besides records of games that `--from` names.
const POSITIONS: [(&str, Content); 5] = [
    ("board", BOARDS),
    ("drawing", Content::Boards(BoardForm::Drawing)),
    ("field", Content::BoardText),
    ("pieces", Content::StoneList),
    ("link", Content::Link),
];

/// The content of this name.
pub(crate) fn content(text: &str) -> Result<Content, String> {
    if let Some((_, content)) = POSITIONS.into_iter().find(|(name, _)| *name == text) {
        return Ok(content);
    }
    text.parse().map(Content::Records).map_err(|error: ParseFormatError| {
        format!("{error}; or board, drawing, field, pieces or link for positions")
    })
}

/// The name of a content that [`content`] knows and that is no format of records.
pub(crate) fn content_name(content: Content) -> &'static str {
    let named = POSITIONS.into_iter().find(|&(_, known)| known == content);
    named.map_or("record", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_content_that_can_be_named_has_its_name() {
        for (name, known) in POSITIONS {
            assert_eq!((content(name), content_name(known)), (Ok(known), name));
        }
        assert_eq!(content("sgf"), Ok(Content::Records(Format::Sgf)));
        assert!(content("paper").unwrap_err().contains("drawing"));
    }
}
