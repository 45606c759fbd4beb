//! Records written down, and what a format cannot hold.

use std::fmt;

use tengen_core::Area;
use thiserror::Error;

use super::{
    Format, Irregularity, MainLine, RowOrder, botzone_log, ccgc, columns, moves, opening_records,
    positions, psq, renlib, sgf,
};
use crate::{Manner, Record, ResultClaim};

/// How records are written where a format leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WriteOptions {
    /// How the rows of position strings are counted.
    pub rows: RowOrder,
}

impl WriteOptions {
    /// Options with this order of rows.
    pub const fn new(rows: RowOrder) -> WriteOptions {
        WriteOptions { rows }
    }
}

/// Writes records of one format, one after another, into one stream.
#[derive(Debug)]
pub struct RecordWriter {
    format: Format,
    writing: WriteOptions,
    written: u64,
}

impl RecordWriter {
    /// Writes a stream of the given format.
    pub const fn new(format: Format, writing: WriteOptions) -> RecordWriter {
        RecordWriter { format, writing, written: 0 }
    }

    /// Adds a record to `out`, with whatever a stream must have before it; what of the record the
    /// format cannot hold. (A record that is converted may have lost something when it was read as
    /// well: those are its repairs.)
    ///
    /// # Errors
    ///
    /// If the format cannot hold the game itself; then nothing is added.
    pub fn write(
        &mut self,
        record: &Record,
        out: &mut Vec<u8>,
    ) -> Result<Vec<WriteLoss>, Unwritable> {
        let before = out.len();
        let mut page =
            RecordOutput { out, writing: self.writing, number: self.written, losses: Vec::new() };
        let written = match self.format {
            Format::Moves => moves::write(&mut page, record),
            Format::Positions => positions::write(&mut page, record),
            Format::Sgf => sgf::write(&mut page, record),
            Format::Psq => psq::write(&mut page, record),
            Format::RenLib => renlib::write(&mut page, record),
            Format::Botzone => botzone_log::write(&mut page, record),
            Format::Ccgc => ccgc::write(&mut page, record),
            Format::Csv | Format::Tsv | Format::JsonLines => {
                columns::write(&mut page, self.format, record)
            }
            Format::Openings => opening_records::write(&mut page, record),
            Format::Rif => Err(Unwritable::ReadOnly(self.format)),
        };
        let losses = page.losses;
        match written {
            Ok(()) => {
                self.written += 1;
                Ok(losses)
            }
            Err(unwritable) => {
                out.truncate(before);
                Err(unwritable)
            }
        }
    }
}

/// Where a record is written to, and what is lost on the way.
#[derive(Debug)]
pub(crate) struct RecordOutput<'a> {
    /// The stream so far.
    pub(crate) out: &'a mut Vec<u8>,
    /// What the caller says.
    pub(crate) writing: WriteOptions,
    /// How many records were written before this one.
    pub(crate) number: u64,
    /// What is lost.
    pub(crate) losses: Vec<WriteLoss>,
}

impl RecordOutput<'_> {
    /// Notes what of `record` is lost in a format that holds the moves of the main line and what
    /// `holds` names.
    pub(crate) fn lose_all_but(&mut self, record: &Record, holds: &[RecordDetail]) {
        let holds = |held| holds.contains(&held);
        let tree = &record.tree;
        let mut lose = |holds: bool, count: usize, loss: fn(usize) -> WriteLoss| {
            if !holds && count > 0 {
                self.losses.push(loss(count));
            }
        };
        let main = tree.main_line().count();
        lose(holds(RecordDetail::Variations), tree.len() - main, WriteLoss::Variations);
        let nodes = || tree.walk().map(|id| tree.node(id));
        let comments = nodes().filter(|node| !node.comment.is_empty()).count();
        lose(holds(RecordDetail::Comments), comments, WriteLoss::Comments);
        lose(
            holds(RecordDetail::Signs),
            nodes().map(|node| node.signs.len()).sum(),
            WriteLoss::Signs,
        );
        let times = nodes().filter(|node| node.time.is_some()).count();
        lose(holds(RecordDetail::Times), times, WriteLoss::Times);
        let turns = nodes().filter(|node| node.turn.is_some()).count();
        lose(holds(RecordDetail::Turns), turns, WriteLoss::Turns);
        let other = record.other.len() + nodes().map(|node| node.other.len()).sum::<usize>();
        lose(holds(RecordDetail::Other), other, WriteLoss::Other);
        let named = |text: &str| usize::from(!text.is_empty());
        let players = named(&record.black) + named(&record.white);
        lose(holds(RecordDetail::Players), players, |_| WriteLoss::Players);
        let event = [&record.event, &record.round, &record.date, &record.place];
        let event = event.into_iter().map(|text| named(text)).sum();
        lose(holds(RecordDetail::Event), event, |_| WriteLoss::Event);
        lose(holds(RecordDetail::Rule), usize::from(record.rule.is_some()), |_| WriteLoss::Rule);
        lose(holds(RecordDetail::Area), usize::from(record.area.is_some()), |_| WriteLoss::Area);
        // A result that is not known is kept with what else is said.
        let claimed = record.claim.is_some_and(|claim| claim != ResultClaim::Unknown);
        lose(holds(RecordDetail::Claim), usize::from(claimed), |_| WriteLoss::Claim);
        let said = |manner| !matches!(manner, Manner::Unsaid | Manner::Board);
        let manner = matches!(record.claim, Some(ResultClaim::Won(_, manner)) if said(manner));
        if holds(RecordDetail::Claim) {
            lose(holds(RecordDetail::Manner), usize::from(manner), |_| WriteLoss::Manner);
        }
    }
}

/// What a format can hold besides the moves of the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordDetail {
    Variations,
    Comments,
    Signs,
    Times,
    Turns,
    Other,
    Players,
    Event,
    Rule,
    Area,
    Claim,
    Manner,
}

/// Something that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteLoss {
    /// The number of nodes beside the main line.
    Variations(usize),
    /// The number of comments.
    Comments(usize),
    /// The number of labels and signs on points.
    Signs(usize),
    /// The number of moves whose times are lost.
    Times(usize),
    /// The number of nodes that set the side to move.
    Turns(usize),
    /// The number of other properties.
    Other(usize),
    /// Who played.
    Players,
    /// What the game was part of, where and when.
    Event,
    /// The rule.
    Rule,
    /// The size of the board.
    Area,
    /// The result.
    Claim,
    /// How the game was won.
    Manner,
    /// The number of letters that the format or its encoding cannot spell.
    Letters(usize),
}

impl WriteLoss {
    /// Adds what another record lost of the same kind.
    pub const fn add(&mut self, other: &WriteLoss) {
        match (self, other) {
            (WriteLoss::Variations(sum), WriteLoss::Variations(count))
            | (WriteLoss::Comments(sum), WriteLoss::Comments(count))
            | (WriteLoss::Signs(sum), WriteLoss::Signs(count))
            | (WriteLoss::Times(sum), WriteLoss::Times(count))
            | (WriteLoss::Turns(sum), WriteLoss::Turns(count))
            | (WriteLoss::Other(sum), WriteLoss::Other(count))
            | (WriteLoss::Letters(sum), WriteLoss::Letters(count)) => *sum += *count,
            _ => {}
        }
    }
}

impl WriteLoss {
    /// One word or two for what is lost, and how often.
    pub const fn kind(&self) -> (&'static str, usize) {
        match *self {
            WriteLoss::Variations(count) => ("moves in variations", count),
            WriteLoss::Comments(count) => ("comments", count),
            WriteLoss::Signs(count) => ("labels and signs", count),
            WriteLoss::Times(count) => ("times of moves", count),
            WriteLoss::Turns(count) => ("notes of who is to play", count),
            WriteLoss::Other(count) => ("other entries", count),
            WriteLoss::Letters(count) => ("letters that cannot be spelled", count),
            WriteLoss::Players => ("names of players", 1),
            WriteLoss::Event => ("event, place or date", 1),
            WriteLoss::Rule => ("rule", 1),
            WriteLoss::Area => ("size of the board", 1),
            WriteLoss::Claim => ("result", 1),
            WriteLoss::Manner => ("how the game was won", 1),
        }
    }
}

impl fmt::Display for WriteLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, one, many) = match *self {
            WriteLoss::Variations(count) => (count, "move in a variation", "moves in variations"),
            WriteLoss::Comments(count) => (count, "comment", "comments"),
            WriteLoss::Signs(count) => (count, "sign on the board", "signs on the board"),
            WriteLoss::Times(count) => (count, "time of a move", "times of moves"),
            WriteLoss::Turns(count) => (count, "note of who is to play", "notes of who is to play"),
            WriteLoss::Other(count) => (count, "other entry", "other entries"),
            WriteLoss::Letters(count) => {
                (count, "letter that cannot be spelled", "letters that cannot be spelled")
            }
            WriteLoss::Players => return f.write_str("the names of the players"),
            WriteLoss::Event => return f.write_str("the event, its place and date"),
            WriteLoss::Rule => return f.write_str("the rule"),
            WriteLoss::Area => return f.write_str("the size of the board"),
            WriteLoss::Claim => return f.write_str("the result"),
            WriteLoss::Manner => return f.write_str("how the game was won"),
        };
        write!(f, "{count} {}", if count == 1 { one } else { many })
    }
}

/// Why a record cannot be written in a format at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// There is no writer.
    #[error("{0} is read, but not written")]
    ReadOnly(Format),
    /// The format has one record in a file.
    #[error("{0} holds one record in a file")]
    OneOnly(Format),
    /// The format needs the size of the board.
    #[error("{0} needs the size of the board, and the record does not say it")]
    NoArea(Format),
    /// The format has no such boards.
    #[error("{format} has no {area} board")]
    Area {
        /// The format.
        format: Format,
        /// The board.
        area: Area,
    },
    /// The format has no such game.
    #[error("{format} has no games of {rule}")]
    Rule {
        /// The format.
        format: Format,
        /// The game.
        rule: tengen_core::Rule,
    },
    /// The format begins with an empty board.
    #[error("{0} cannot hold stones that are set before or between the moves")]
    Setup(Format),
    /// The format has only moves that are made in turn, by Black first.
    #[error("{format} holds moves in turn only, Black first: see move {number}")]
    OutOfTurn {
        /// The format.
        format: Format,
        /// The number of the move, from 1.
        number: usize,
    },
    /// The format has no passes.
    #[error("{format} has no passes: see before move {number}")]
    Pass {
        /// The format.
        format: Format,
        /// The number of the move, from 1.
        number: usize,
    },
    /// The format cannot spell a point.
    #[error("{format} cannot spell the point of move {number}, which is off the board")]
    Point {
        /// The format.
        format: Format,
        /// The number of the move, from 1; 0 for a stone or a sign.
        number: usize,
    },
}

/// The main line of a record that begins with an empty board and has Black and White in turn; passes
/// if `passes` says so.
pub(super) fn plain_line(
    record: &Record,
    format: Format,
    passes: bool,
) -> Result<MainLine, Unwritable> {
    let mut line = MainLine::default();
    line.set(record, 1, 0);
    let number = line.irregularities.first().map_or(0, |&(at, _)| at) + 1;
    match line.irregularities.iter().find(|&&(_, odd)| !(passes && odd == Irregularity::Pass)) {
        _ if !line.setup.is_empty() => Err(Unwritable::Setup(format)),
        Some((_, Irregularity::Setup)) => Err(Unwritable::Setup(format)),
        Some((_, Irregularity::OutOfTurn)) => Err(Unwritable::OutOfTurn { format, number }),
        Some((_, Irregularity::Pass)) => Err(Unwritable::Pass { format, number }),
        None if line.first != tengen_core::Color::Black && line.steps().next().is_some() => {
            Err(Unwritable::OutOfTurn { format, number: 1 })
        }
        None => Ok(line),
    }
}
