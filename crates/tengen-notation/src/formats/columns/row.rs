//! A game by the fields of its row.

use std::ops::Range;

use tengen_core::Area;

use super::{
    ColumnProblem, ColumnRole,
    column_moves::{self, MoveFault},
    column_value,
};
use crate::{
    FoundText, MainLine, Manner, ReadOptions, ResultClaim,
    formats::point_names::{NameMap, NameSyntax},
};

/// What is wrong with a row: in the field of which column, and where in that.
#[derive(Debug)]
pub(super) struct RowFault {
    pub(super) role: ColumnRole,
    pub(super) span: Range<usize>,
    pub(super) problem: ColumnProblem,
}

/// How names of points are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadPath {
    /// As they are usually spelled, or else not at all.
    Quick,
    /// In every spelling.
    Plain,
}

/// What the moves of a row are read with: the board that names of points are of.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveBoard {
    pub(super) area: Area,
    /// `None` on a board without edges.
    pub(super) names: Option<NameMap>,
}

/// Reads the main line of a row. `field` gives what stands in the column for something, if there is
/// one. What is read at a quick pace is read the same at a plain one; what is not, is at fault.
#[inline]
pub(super) fn read_row<'a>(
    field: impl Fn(ColumnRole) -> Option<&'a [u8]>,
    reading: &ReadOptions,
    pace: ReadPath,
    line: &mut MainLine,
) -> Result<(), RowFault> {
    let board = read_all_but_moves(&field, reading, pace, line)?;
    let at_fault = |(span, problem)| RowFault { role: ColumnRole::Moves, span, problem };
    let text = field(ColumnRole::Moves).ok_or_else(|| at_fault((0..0, ColumnProblem::Without)))?;
    read_moves(text, board, pace, line).map_err(at_fault)
}

/// Reads everything in a row but its moves.
#[inline]
pub(super) fn read_all_but_moves<'a>(
    field: impl Fn(ColumnRole) -> Option<&'a [u8]>,
    reading: &ReadOptions,
    pace: ReadPath,
    line: &mut MainLine,
) -> Result<MoveBoard, RowFault> {
    let filled =
        |role| field(role).map(|text| (text, text.trim_ascii())).filter(|t| !t.1.is_empty());
    let wrong = |role, problem: fn(FoundText) -> ColumnProblem| {
        move |text: &[u8]| RowFault {
            role,
            span: 0..text.len(),
            problem: problem(FoundText::new(text)),
        }
    };
    if let Some((text, word)) = filled(ColumnRole::Rule) {
        let rule = column_value::rule(word);
        line.rule = Some(rule.ok_or_else(|| wrong(ColumnRole::Rule, ColumnProblem::Rule)(text))?);
    }
    line.area = area(&filled)?;
    let mut rows = reading.rows;
    if let Some((text, word)) = filled(ColumnRole::Rows) {
        let stated = column_value::rows(word);
        rows = stated.ok_or_else(|| wrong(ColumnRole::Rows, ColumnProblem::Rows)(text))?;
    }
    if let Some((text, word)) = filled(ColumnRole::Winner) {
        line.claim = column_value::winner(word, reading.encoding);
        if pace == ReadPath::Quick && line.claim == Some(ResultClaim::Unknown) {
            // The plain path reports that.
            let span = 0..text.len();
            return Err(RowFault {
                role: ColumnRole::Winner,
                span,
                problem: ColumnProblem::Without,
            });
        }
    }
    if let (Some(ResultClaim::Won(_, manner)), Some((_, word))) =
        (&mut line.claim, filled(ColumnRole::End))
    {
        match column_value::end(word) {
            None | Some(Manner::Unsaid) => {}
            Some(end) => *manner = end,
        }
    }
    // A board that the caller insists on is the one that names are of.
    let (mut rule, mut board) = (None, line.area);
    reading.settle(&mut rule, &mut board);
    let area = board.unwrap_or(Area::square(15));
    Ok(MoveBoard { area, names: NameMap::new(area, rows, NameSyntax::Lenient) })
}

/// Reads the text of the moves: names one after another, or a list in JSON.
#[inline]
pub(super) fn read_moves(
    text: &[u8],
    MoveBoard { area, names }: MoveBoard,
    pace: ReadPath,
    line: &mut MainLine,
) -> Result<(), MoveFault> {
    if text.trim_ascii_start().first() == Some(&b'[') {
        column_moves::list(text, names, line)?;
        let pairs = memchr::memchr_iter(b'[', text).count() - 1;
        if line.moves.len() > pairs {
            line.area.get_or_insert(area);
        }
        return Ok(());
    }
    if text.trim_ascii().is_empty() {
        return Ok(());
    }
    let names = names.ok_or((0..text.len(), ColumnProblem::NoEdges))?;
    match pace {
        ReadPath::Quick if names.quick(text.trim_ascii(), &mut line.moves) => {}
        ReadPath::Quick => return Err((0..0, ColumnProblem::Without)),
        ReadPath::Plain => column_moves::names(text, names, line)?,
    }
    // Names mean points of this board and of no other, so the record is on it from now on.
    if !line.moves.is_empty() {
        line.area.get_or_insert(area);
    }
    Ok(())
}

/// The board: its size, or its width and height, or one of these for both.
fn area<'a>(
    filled: &impl Fn(ColumnRole) -> Option<(&'a [u8], &'a [u8])>,
) -> Result<Option<Area>, RowFault> {
    let wrong = |role, text: &[u8]| RowFault {
        role,
        span: 0..text.len(),
        problem: ColumnProblem::Size(FoundText::new(text)),
    };
    if let Some((text, word)) = filled(ColumnRole::Size) {
        return column_value::size(word).map(Some).ok_or_else(|| wrong(ColumnRole::Size, text));
    }
    let side = |role| {
        let side = filled(role)
            .map(|(text, word)| column_value::side(word).ok_or_else(|| wrong(role, text)));
        side.transpose()
    };
    let (width, height) = (side(ColumnRole::Width)?, side(ColumnRole::Height)?);
    Ok(width
        .or(height)
        .map(|one| Area::Bounded { width: width.unwrap_or(one), height: height.unwrap_or(one) }))
}
