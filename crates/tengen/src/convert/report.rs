//! The report at the end of a conversion: what was dropped, mended and left out.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;
use tengen_notation::{Fault, Repair, Unwritable, WriteLoss};

use tengen_archive::UnreadColumns;

/// Where a record stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The name of its text.
    pub(super) name: &'a str,
    /// The line it begins in, from 1.
    pub(super) line: u64,
}

/// How often something came up, and where first.
#[derive(Debug)]
struct Tally {
    games: u64,
    count: u64,
    first: String,
}

/// Counts of everything to report. Its size does not grow with the number of records.
#[derive(Default, Debug)]
pub(super) struct Report {
    /// How many games were written.
    pub(super) written: u64,
    /// How many records were left out.
    pub(super) left_out: u64,
    dropped: BTreeMap<&'static str, Tally>,
    mended: BTreeMap<String, Tally>,
    omitted: BTreeMap<String, Tally>,
    /// Columns of tables that were not read.
    pub(super) unread: UnreadColumns,
}

impl Report {
    /// The maximum number of distinct kinds of mistakes; later ones are counted together.
    const KINDS: usize = 50;

    pub(super) fn drop_all(&mut self, place: Place<'_>, losses: &[WriteLoss]) {
        for loss in losses {
            let (what, count) = kind(loss);
            let first = || format!("{}:{}", place.name, place.line);
            note(&mut self.dropped, what, count as u64, first);
        }
    }

    pub(super) fn mend(&mut self, place: Place<'_>, repairs: &[Repair]) {
        for repair in repairs {
            let first = || format!("{}:{}:{}", place.name, repair.line, repair.column);
            note_some(&mut self.mended, &repair.what, first);
        }
    }

    pub(super) fn leave_out_broken(&mut self, name: &str, fault: &Fault) {
        self.left_out += 1;
        let first = || format!("{name}:{}:{}", fault.line, fault.column);
        note_some(&mut self.omitted, &fault.to_string(), first);
    }

    pub(super) fn leave_out(&mut self, place: Place<'_>, why: &str) {
        self.left_out += 1;
        let first = || format!("{}:{}", place.name, place.line);
        note_some(&mut self.omitted, why, first);
    }

    /// Whether anything of what was read is not in what was written.
    pub(super) fn lost(&self) -> bool {
        !self.dropped.is_empty() || !self.unread.is_empty() || self.left_out > 0
    }

    /// One line for each kind.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let games = |count: u64| format!("{count} {}", if count == 1 { "game" } else { "games" });
        for (what, Tally { games: in_games, count, first }) in &self.dropped {
            let in_games = games(*in_games);
            writeln!(out, "dropped: {what}: {count} in {in_games}, first {first}")?;
        }
        write!(out, "{}", self.unread)?;
        for (what, Tally { count, first, .. }) in &self.mended {
            writeln!(out, "mended: {what}: {count}, first {first}")?;
        }
        for (what, Tally { count, first, .. }) in &self.omitted {
            writeln!(out, "left out: {what}: {}, first {first}", games(*count))?;
        }
        Ok(())
    }
}

fn note<K: Ord + Copy>(
    kinds: &mut BTreeMap<K, Tally>,
    what: K,
    count: u64,
    first: impl FnOnce() -> String,
) {
    let tally = kinds.entry(what).or_insert_with(|| Tally { games: 0, count: 0, first: first() });
    tally.games += 1;
    tally.count += count;
}

fn note_some(kinds: &mut BTreeMap<String, Tally>, what: &str, first: impl FnOnce() -> String) {
    let full = kinds.len() >= Report::KINDS && !kinds.contains_key(what);
    let what = if full { "something else" } else { what };
    if let Some(tally) = kinds.get_mut(what) {
        tally.games += 1;
        tally.count += 1;
    } else {
        kinds.insert(what.to_owned(), Tally { games: 1, count: 1, first: first() });
    }
}

/// One word or two for what is lost, and how often.
pub(super) fn kind(loss: &WriteLoss) -> (&'static str, usize) {
    match *loss {
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

/// One game as JSON.
#[derive(Serialize)]
pub(super) struct ConvertedGame<'a> {
    pub(super) game: u64,
    pub(super) source: &'a str,
    pub(super) line: u64,
    pub(super) written: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) dropped: Vec<DroppedRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) mended: Vec<MendedRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

/// What was dropped, as JSON.
#[derive(Serialize)]
pub(super) struct DroppedRecord {
    what: &'static str,
    count: usize,
}

impl From<&WriteLoss> for DroppedRecord {
    fn from(loss: &WriteLoss) -> DroppedRecord {
        let (what, count) = kind(loss);
        DroppedRecord { what, count }
    }
}

/// What was mended, as JSON.
#[derive(Serialize)]
pub(super) struct MendedRecord<'a> {
    line: u64,
    column: usize,
    what: &'a str,
}

impl<'a> From<&'a Repair> for MendedRecord<'a> {
    fn from(repair: &'a Repair) -> MendedRecord<'a> {
        MendedRecord { line: repair.line, column: repair.column, what: &repair.what }
    }
}

/// All games as JSON.
#[derive(Serialize)]
pub(super) struct SummaryRecord {
    pub(super) written: u64,
    pub(super) left_out: u64,
    /// Whether nothing was lost.
    pub(super) whole: bool,
}

/// What would make a record one that can be written.
pub(super) fn advice(unwritable: Unwritable) -> String {
    match unwritable {
        Unwritable::NoArea(_) => format!("{unwritable}; --size does"),
        Unwritable::OneOnly(_) => format!("{unwritable}; name a folder with --output"),
        _ => unwritable.to_string(),
    }
}
