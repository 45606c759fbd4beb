//! Records judged: what the board says about each game, and whether that agrees with what is written.

use serde::{Deserialize, Serialize};
use tengen_core::{self as core, Area};
use tengen_notation::{Format, MainLine, Oddity, Reader, Reading, RowOrder, Split, Step};
use tengen_referee::archive::{self, Judge, Shown, Steps};
use utoipa::{IntoParams, ToSchema};

use super::unpack::unpack;
use crate::{
    app::Shared,
    ask::{Answer, Answered, Asked, Raw},
    errors::{ApiError, Code, Place},
    wire::{Color, Point, Rule, Shape, Size, Stone},
};

/// How a record is to be read.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct JudgeQuery {
    /// The format: `moves`, `positions`, `sgf`, `psq` and so on; found by looking unless told.
    #[serde(default)]
    pub format: Option<String>,
    /// The name of the file, which may tell the format.
    #[serde(default)]
    pub name: Option<String>,
    /// The game where a record does not say which: `freestyle` unless told.
    #[serde(default)]
    pub rule: Option<String>,
    /// The board where a record does not say which, as `15x15`.
    #[serde(default)]
    pub size: Option<String>,
    /// Whether rows of position strings count from the `bottom` (unless told) or the `top`.
    #[serde(default)]
    pub rows: Option<String>,
    /// How many games are told in full; 200 unless told.
    #[serde(default)]
    #[param(maximum = 2000)]
    pub most: Option<usize>,
}

/// What the board says about records.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Judged {
    /// The format; of an archive that of its first file.
    pub format: &'static str,
    /// The first games.
    pub games: Vec<JudgedGame>,
    /// How many games there are.
    pub count: u64,
    /// Of how many the board says who won, or that nobody did.
    pub decided: u64,
    /// How many cannot be read.
    pub unreadable: u64,
    /// How many say a result that the board does not bear out.
    pub disagree: u64,
}

/// A game of a record, and what the board says about it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct JudgedGame {
    /// The file of the archive that it stands in; empty if it came in none.
    pub file: String,
    /// The line that it begins in, from 1.
    pub line: u64,
    /// The game.
    pub rule: Rule,
    /// The size of the board; null if it has no edges.
    #[schema(required)]
    pub area: Option<Size>,
    /// The stones before the first move.
    pub setup: Vec<Stone>,
    /// Who moves first.
    pub first: Color,
    /// The moves of the main line, both sides in turn, whether or not they can be played.
    pub moves: Vec<Point>,
    /// Who won, by the board.
    #[schema(required)]
    pub winner: Option<Color>,
    /// How it ended, by the board: `five`, `overline`, `double-four`, `double-three`, `no-move`,
    /// `choke`, `full-board`, `unfinished`, `occupied`, `outside`, `out-of-turn`, `pass`, `setup` or
    /// `unreadable`.
    pub end: &'static str,
    /// The number of the move that ended it or cannot be, from 1; 0 if none.
    pub at: u32,
    /// How many moves come after the end.
    pub after: u32,
    /// The result that is written.
    #[schema(required)]
    pub claim: Option<String>,
    /// Whether the board bears it out: `yes`, `no` or `unknown`.
    pub agrees: &'static str,
    /// The lines that show it.
    pub lines: Vec<ShownLine>,
    /// If it cannot be read: why.
    #[schema(required)]
    pub fault: Option<ApiError>,
}

/// Stones that show a verdict.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ShownLine {
    /// What they make.
    pub shape: Shape,
    /// The stones.
    pub points: Vec<Point>,
}

/// What the board says about a record, or about many in one file: any format that is read, as it is in
/// the file, also compressed (`.gz`, `.zst`) or many in an archive (`.zip`).
#[utoipa::path(
    post,
    path = "/api/judge",
    tag = "records",
    params(JudgeQuery),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = Judged), (status = "4XX", body = ApiError))
)]
pub(crate) async fn judge(
    app: Shared,
    Asked(query): Asked<JudgeQuery>,
    Raw(bytes): Raw,
) -> Answered<Judged> {
    Ok(Answer(app.short_work(move || query.judge(&bytes)).await??))
}

impl JudgeQuery {
    /// How records are to be read.
    ///
    /// # Errors
    ///
    /// If a word is not known.
    pub fn reading(&self) -> Result<(Option<Format>, Reading), ApiError> {
        let bad = |field: &str, message: String| {
            ApiError::at(Code::BadQuery, message, Place::of_field(field))
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
        Ok((format, Reading { rule, area, ..Reading::new(rows) }))
    }

    /// Opens the records in `bytes`.
    ///
    /// # Errors
    ///
    /// If they are in no format that is read.
    pub fn open(&self, bytes: &[u8]) -> Result<Reader, ApiError> {
        let (format, reading) = self.reading()?;
        let head = &bytes[..bytes.len().min(Reader::HEAD)];
        let name = self.name.as_deref().unwrap_or_default();
        Reader::of(head, name, format, &reading).map_err(|fault| {
            ApiError::at(Code::BadRecord, fault.to_string(), Place::of_fault(&fault))
        })
    }

    fn judge(&self, bytes: &[u8]) -> Result<Judged, ApiError> {
        let mut table = Table::new(self.most.unwrap_or(200).min(2000));
        let name = self.name.as_deref().unwrap_or_default();
        let mut packed = false;
        unpack(name, bytes, &mut |inner, text| {
            packed |= text.as_ptr() != bytes.as_ptr();
            let query = JudgeQuery { name: Some(inner.to_owned()), ..self.clone() };
            if packed {
                inner.clone_into(&mut table.file);
            }
            match query.open(text) {
                Ok(reader) => table.judge_all(&reader, text),
                // Of several files one may be something else.
                Err(error) if packed && error.code == Code::BadRecord => table.unreadable(error),
                Err(error) => return Err(error),
            }
            Ok(())
        })?;
        Ok(table.judged)
    }
}

/// Where records are judged, one after another.
struct Table {
    judge: Judge,
    shown: Shown,
    /// The file of an archive that is read.
    file: String,
    most: usize,
    judged: Judged,
}

impl Table {
    fn new(most: usize) -> Table {
        let judged = Judged {
            format: "",
            games: Vec::new(),
            count: 0,
            decided: 0,
            unreadable: 0,
            disagree: 0,
        };
        let (judge, shown) = (Judge::default(), Shown::default());
        Table { judge, shown, file: String::new(), most, judged }
    }

    fn judge_all(&mut self, reader: &Reader, bytes: &[u8]) {
        if self.judged.format.is_empty() {
            self.judged.format = reader.format().name();
        }
        let mut line = MainLine::default();
        let (mut splitter, mut rest) = (reader.splitter(), bytes);
        loop {
            match splitter.split(rest, true) {
                Split::More => return,
                Split::Skip(length) => rest = &rest[length..],
                // The next look passes over it.
                Split::TooLong(fault) => self.faulty(&fault),
                Split::Take { length, place } => {
                    let (block, after) = rest.split_at(length);
                    let mut lines = reader.main_lines(block, place);
                    while let Some(read) = lines.read(&mut line) {
                        match read {
                            Ok(()) => self.judge(&line),
                            Err(fault) => self.faulty(&fault),
                        }
                    }
                    rest = after;
                }
            }
        }
    }

    fn judge(&mut self, line: &MainLine) {
        let odd: Vec<Step>;
        let steps = if line.oddities.iter().all(|&(_, oddity)| oddity == Oddity::Setup) {
            Steps::Moves(&line.moves)
        } else {
            odd = line.steps().collect();
            Steps::Odd(&odd)
        };
        let set = line.oddities.iter().find(|&&(_, oddity)| oddity == Oddity::Setup);
        let game = archive::Game {
            rule: line.rule.unwrap_or(core::Rule::Freestyle),
            area: line.area.unwrap_or(Area::square(15)),
            setup: &line.setup,
            first: line.first,
            steps,
            broken: set.map(|&(index, _)| index),
            claim: line.claim,
        };
        let verdict = self.judge.judge(&game, &mut self.shown);
        let judged = &mut self.judged;
        judged.count += 1;
        judged.decided +=
            u64::from(!verdict.end.is_fault() && verdict.end != archive::End::Unfinished);
        judged.disagree += u64::from(verdict.agrees == archive::Agreement::No);
        if judged.games.len() >= self.most {
            return;
        }
        let stone = |&(point, color): &(core::Point, core::Color)| Stone {
            x: point.x,
            y: point.y,
            color: color.into(),
            number: None,
        };
        let shown = |(shape, points): (core::shape::Shape, &[core::Point])| {
            let points = Point::list(points.iter().copied());
            Some(ShownLine { shape: Shape::of(shape)?, points })
        };
        judged.games.push(JudgedGame {
            file: self.file.clone(),
            line: line.line,
            rule: game.rule.into(),
            area: Size::of(game.area),
            setup: line.setup.iter().map(stone).collect(),
            first: line.first.into(),
            moves: Point::list(line.moves.iter().copied()),
            winner: verdict.winner.map(Color::from),
            end: verdict.end.word(),
            at: verdict.at,
            after: verdict.after,
            claim: line.claim.map(|claim| claim.to_string()),
            agrees: verdict.agrees.word(),
            lines: self.shown.lines().filter_map(shown).collect(),
            fault: None,
        });
    }

    fn faulty(&mut self, fault: &tengen_notation::Fault) {
        let place = Place::of_fault(fault);
        self.unreadable(ApiError::at(Code::BadRecord, fault.to_string(), place));
    }

    fn unreadable(&mut self, fault: ApiError) {
        let judged = &mut self.judged;
        judged.count += 1;
        judged.unreadable += 1;
        if judged.games.len() >= self.most {
            return;
        }
        let line = fault.place.as_ref().and_then(|place| place.line);
        judged.games.push(JudgedGame {
            file: self.file.clone(),
            line: line.unwrap_or(1),
            rule: Rule::Freestyle,
            area: None,
            setup: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
            winner: None,
            end: archive::End::Unreadable.word(),
            at: 0,
            after: 0,
            claim: None,
            agrees: archive::Agreement::Unknown.word(),
            lines: Vec::new(),
            fault: Some(fault),
        });
    }
}
