//! Records judged: what the board says about each game, and whether that agrees with what is written.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use tengen_archive::{BlockJudge, JudgedRecord};
use tengen_core::{self as core, Area};
use tengen_notation::{Format, ReadOptions, RecordReader, RecordStep, RowOrder};
use tengen_referee::{Agreement, End};

use crate::unpack::unpack;
use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode, ErrorPlace},
    wire::{WireColor, WirePoint, WireRule, WireShape, WireSize, WireStone},
};

/// How a record is to be read.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct JudgeQuery {
    /// The format: `moves`, `positions`, `sgf`, `psq` and so on. Default: detected.
    #[serde(default)]
    pub format: Option<String>,
    /// The name of the file, which may tell the format.
    #[serde(default)]
    pub name: Option<String>,
    /// The game where a record does not say which. Default: `freestyle`.
    #[serde(default)]
    pub rule: Option<String>,
    /// The board where a record does not say which, as `15x15`.
    #[serde(default)]
    pub size: Option<String>,
    /// Whether rows of position strings count from the `bottom` or the `top`. Default: `bottom`.
    #[serde(default)]
    pub rows: Option<String>,
    /// How many games are listed in full, at most 2,000. Default: 200.
    #[serde(default)]
    pub most: Option<usize>,
    /// How many games are skipped before the first that is listed in full. Default: 0. All are counted in
    /// any case.
    #[serde(default)]
    pub skip: u64,
}

/// What the board says about records.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Judged))]
pub struct JudgeAnswer {
    /// The format; of an archive that of its first file.
    pub format: &'static str,
    /// The games that are listed in full.
    pub games: Vec<JudgedGame>,
    /// How many games there are.
    pub count: u64,
    /// How many games there are of each end and agreement.
    pub tallies: Vec<EndTally>,
    /// Of how many the board says who won, or that nobody did.
    pub decided: u64,
    /// How many cannot be read.
    pub unreadable: u64,
    /// How many say a result that the board does not bear out.
    pub disagree: u64,
}

/// The number of games that ended in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Tally))]
pub struct EndTally {
    /// How they ended, by the board, as in a game.
    pub end: &'static str,
    /// Whether the board bears out what is written, as in a game.
    pub agrees: &'static str,
    /// How many there are.
    pub count: u64,
}

/// A game of a record, and what the board says about it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JudgedGame {
    /// The file of the archive that it stands in; empty if it came in none.
    pub file: String,
    /// The line that it begins in, from 1.
    pub line: u64,
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// The stones before the first move.
    pub setup: Vec<WireStone>,
    /// Who moves first.
    pub first: WireColor,
    /// The moves and passes of the main line with who made them, whether or not they can be played.
    pub moves: Vec<PlayedMove>,
    /// Who won, by the board.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<WireColor>,
    /// How it ended, by the board: `five`, `overline`, `double-four`, `double-three`, `no-move`,
    /// `choke`, `full-board`, `unfinished`, `occupied`, `outside`, `out-of-turn`, `pass`, `setup` or
    /// `unreadable`.
    pub end: &'static str,
    /// The number of the move that ended it or cannot be, from 1; passes count, and 0 is none.
    pub at: u32,
    /// The number of the move that took the point of an `occupied` one; 0 if the set-up did, or at
    /// any other end.
    pub earlier: u32,
    /// How many moves come after the end.
    pub after: u32,
    /// The result that is written.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub claim: Option<String>,
    /// Whether the board bears it out: `yes`, `no` or `unknown`.
    pub agrees: &'static str,
    /// The lines that show it.
    pub lines: Vec<ShownLine>,
    /// What could not be read as written, though the verdict may depend on it: a result or a board that
    /// is not known, each with its line and column.
    pub repairs: Vec<String>,
    /// If it cannot be read: why.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub fault: Option<ApiError>,
}

/// A move of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayedMove {
    /// Who made it.
    pub color: WireColor,
    /// Where; null if the side passed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub point: Option<WirePoint>,
}

/// Stones that show a verdict.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShownLine {
    /// What they make.
    pub shape: WireShape,
    /// The stones.
    pub points: Vec<WirePoint>,
}

impl JudgeQuery {
    /// How records are to be read.
    ///
    /// # Errors
    ///
    /// If a word is not known.
    pub fn reading(&self) -> Result<(Option<Format>, ReadOptions), ApiError> {
        let bad = |field: &str, message: String| {
            ApiError::at(ErrorCode::BadQuery, message, ErrorPlace::of_field(field))
        };
        let rows = match self.rows.as_deref() {
            None | Some("bottom") => RowOrder::FromBottom,
            Some("top") => RowOrder::FromTop,
            Some(word) => {
                return Err(bad("rows", format!("{word:?}: rows count from bottom or top")));
            }
        };
        let format = self.format.as_deref().map(str::parse::<Format>).transpose();
        let format = format.map_err(|error| bad("format", error.to_string()))?;
        let rule = self.rule.as_deref().map(str::parse::<core::Rule>).transpose();
        let rule = rule.map_err(|error| bad("rule", error.to_string()))?;
        let area = self.size.as_deref().map(str::parse::<Area>).transpose();
        let area = area.map_err(|error| bad("size", error.to_string()))?;
        Ok((format, ReadOptions { rule, area, ..ReadOptions::new(rows) }))
    }

    /// Opens the records in `bytes`.
    ///
    /// # Errors
    ///
    /// If they are in no format that is read.
    pub fn open(&self, bytes: &[u8]) -> Result<RecordReader, ApiError> {
        let (format, reading) = self.reading()?;
        let head = &bytes[..bytes.len().min(RecordReader::HEAD)];
        let name = self.name.as_deref().unwrap_or_default();
        RecordReader::of(head, name, format, &reading).map_err(|fault| {
            ApiError::at(ErrorCode::BadRecord, fault.to_string(), ErrorPlace::of_fault(&fault))
        })
    }

    /// Answers `/api/judge`: the verdicts of the board on the records in `bytes`, packed or not.
    ///
    /// # Errors
    ///
    /// If they are in no format that is read, or cannot be unpacked, or too much comes out of them, or
    /// the answer is no longer wanted.
    pub fn judge(&self, bytes: &[u8], cancel: &Cancel<'_>) -> Result<JudgeAnswer, ApiError> {
        let mut table = JudgeRun::new(self.skip, self.most.unwrap_or(200).min(2000));
        let name = self.name.as_deref().unwrap_or_default();
        let mut packed = false;
        unpack(name, bytes, &mut |inner, text| {
            packed |= text.as_ref().map_or(true, |text| text.as_ptr() != bytes.as_ptr());
            if packed {
                inner.clone_into(&mut table.found.file);
            }
            let query = JudgeQuery { name: Some(inner.to_owned()), ..self.clone() };
            match text.and_then(|text| Ok((query.open(text)?, text))) {
                Ok((reader, text)) => table.judge_all(&reader, text, cancel)?,
                // Of several files one may be something else.
                Err(error) if packed && error.code == ErrorCode::BadRecord => {
                    table.found.add_unreadable(error);
                }
                Err(error) => return Err(error),
            }
            Ok(())
        })?;
        Ok(table.found.judged)
    }
}

/// Where records are judged, one after another.
struct JudgeRun {
    judge: BlockJudge,
    found: JudgeReport,
}

/// What was found so far.
struct JudgeReport {
    /// The file of an archive that is read.
    file: String,
    /// The games that are listed in full: how many are skipped, and how many follow.
    skip: u64,
    most: usize,
    judged: JudgeAnswer,
}

impl JudgeRun {
    fn new(skip: u64, most: usize) -> JudgeRun {
        let judged = JudgeAnswer {
            format: "",
            games: Vec::new(),
            count: 0,
            tallies: Vec::new(),
            decided: 0,
            unreadable: 0,
            disagree: 0,
        };
        let found = JudgeReport { file: String::new(), skip, most, judged };
        JudgeRun { judge: BlockJudge::default(), found }
    }

    fn judge_all(
        &mut self,
        reader: &RecordReader,
        bytes: &[u8],
        cancel: &Cancel<'_>,
    ) -> Result<(), ApiError> {
        let JudgeRun { judge, found } = self;
        if found.judged.format.is_empty() {
            found.judged.format = reader.format().name();
        }
        let judged = judge.judge_text(
            reader,
            bytes,
            |_| {},
            |judged| {
                match judged {
                    Ok(judged) => found.add(judged),
                    Err((_, fault)) => found.add_faulty(&fault),
                }
                match cancel.check() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(cancelled) => ControlFlow::Break(cancelled),
                }
            },
        );
        judged.break_value().map_or(Ok(()), Err)
    }
}

impl JudgeReport {
    fn add(&mut self, record: &JudgedRecord<'_>) {
        let JudgedRecord { line, game, verdict, evidence, repairs, .. } = record;
        let told = self.count(verdict.end.word(), verdict.agrees.word());
        let judged = &mut self.judged;
        judged.decided += u64::from(!verdict.end.is_fault() && verdict.end != End::Unfinished);
        judged.disagree += u64::from(verdict.agrees == Agreement::No);
        if !told {
            return;
        }
        let stone = |&(point, color): &(core::Point, core::Color)| WireStone {
            x: point.x,
            y: point.y,
            color: color.into(),
            number: None,
        };
        let played = |index: usize| {
            let RecordStep { color, point } = game.steps.get(index, game.first);
            PlayedMove { color: color.into(), point: point.map(WirePoint::from) }
        };
        let shown_line = |(shape, points): (core::shape::Shape, &[core::Point])| {
            let points = WirePoint::list(points.iter().copied());
            Some(ShownLine { shape: WireShape::of(shape)?, points })
        };
        judged.games.push(JudgedGame {
            file: self.file.clone(),
            line: *line,
            rule: game.rule.into(),
            area: WireSize::of(game.area),
            setup: game.setup.iter().map(stone).collect(),
            first: game.first.into(),
            moves: (0..game.steps.len()).map(played).collect(),
            winner: verdict.winner.map(WireColor::from),
            end: verdict.end.word(),
            at: verdict.at,
            earlier: verdict.earlier,
            after: verdict.after,
            claim: game.claim.map(|claim| claim.to_string()),
            agrees: verdict.agrees.word(),
            lines: evidence.lines().filter_map(shown_line).collect(),
            repairs: repairs.iter().map(ToString::to_string).collect(),
            fault: None,
        });
    }

    /// Counts a game; whether it is listed in full.
    fn count(&mut self, end: &'static str, agrees: &'static str) -> bool {
        let JudgeAnswer { tallies, count, games, .. } = &mut self.judged;
        *count += 1;
        match tallies.iter_mut().find(|tally| tally.end == end && tally.agrees == agrees) {
            Some(tally) => tally.count += 1,
            None => tallies.push(EndTally { end, agrees, count: 1 }),
        }
        *count > self.skip && games.len() < self.most
    }

    fn add_faulty(&mut self, fault: &tengen_notation::Fault) {
        let place = ErrorPlace::of_fault(fault);
        self.add_unreadable(ApiError::at(ErrorCode::BadRecord, fault.to_string(), place));
    }

    fn add_unreadable(&mut self, fault: ApiError) {
        let (end, agrees) = (End::Unreadable.word(), Agreement::Unknown.word());
        let told = self.count(end, agrees);
        let judged = &mut self.judged;
        judged.unreadable += 1;
        if !told {
            return;
        }
        let line = fault.place.as_ref().and_then(|place| place.line);
        judged.games.push(JudgedGame {
            file: self.file.clone(),
            line: line.unwrap_or(1),
            rule: WireRule::Freestyle,
            area: None,
            setup: Vec::new(),
            first: WireColor::Black,
            moves: Vec::new(),
            winner: None,
            end,
            at: 0,
            earlier: 0,
            after: 0,
            claim: None,
            agrees,
            lines: Vec::new(),
            repairs: Vec::new(),
            fault: Some(fault),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_that_is_cancelled_ends() {
        let query = JudgeQuery::default();
        assert_eq!(query.judge(b"h8i9\nh8\n", &Cancel::NEVER).unwrap().count, 2);
        assert_eq!(
            query.judge(b"h8i9\nh8\n", &Cancel::new(&|| true)).unwrap_err(),
            Cancel::error()
        );
    }
}
