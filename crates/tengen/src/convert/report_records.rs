//! The answers of a conversion as JSON, and advice.

use serde::Serialize;
use tengen_notation::{Repair, Unwritable, WriteLoss};

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
        let (what, count) = loss.kind();
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
