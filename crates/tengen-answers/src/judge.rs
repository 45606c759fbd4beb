//! Records judged: what the board says about each game, and whether that agrees with what is written.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use tengen_archive::{BlockJudge, JudgedRecord};
use tengen_core as core;
use tengen_notation::{Content, Fault, MainLine, RecordReader, RecordStep, WholeRecord};
use tengen_referee::{Agreement, End};

use crate::{
    cancel::Cancel,
    check::{self, CheckQuestion, Impossible, Possible},
    error::{ApiError, ErrorCode},
    error_reason::ReasonCode,
    import::shortened,
    positions::{self, each_position},
    reading::{ReadingQuery, each_record, upload_limits},
    wire::{NamedPoint, WireColor, WireLine, WirePoint, WireRule, WireShape, WireSize, WireStone},
};

/// How records are to be read, and which of them are listed in full.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct JudgeQuery {
    /// How they are to be read.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", param(ignore))]
    pub reading: ReadingQuery,
    /// How many games are listed in full, at most 2,000. Default: 200.
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
    /// The format, or `boards`, `board`, `pieces` or `puzzles`; of an archive that of its first file.
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
    /// Who had the black stones; empty if nobody says.
    pub black: String,
    /// Who had the white stones.
    pub white: String,
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// The stones before the first move.
    pub setup: Vec<WireStone>,
    /// Who moves first.
    pub first: WireColor,
    /// The moves and passes of the main line with who made them, whether or not they can be played; of a position
    /// that could have come about, moves that lead to it.
    pub moves: Vec<PlayedMove>,
    /// Who won, by the board.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<WireColor>,
    /// How it ended, by the board: `five`, `overline`, `double-four`, `double-three`, `no-move`,
    /// `choke`, `full-board`, `unfinished`, `occupied`, `outside`, `out-of-turn`, `pass`, `setup` or
    /// `unreadable`. Of a position, whether it could have come about: `possible`, `impossible` or `unknown`.
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
    /// If it cannot be read, or is a position that could not have come about: why.
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
    /// Answers `/api/judge`: the verdicts of the board on the records in `bytes`, packed or not; of positions, whether
    /// they could have come about.
    ///
    /// # Errors
    ///
    /// If they are in no format that is read, or cannot be unpacked, or too much comes out of them, or
    /// the answer is no longer wanted.
    pub fn judge(&self, bytes: &[u8], cancel: &Cancel<'_>) -> Result<JudgeAnswer, ApiError> {
        let (_, options) = self.reading.options()?;
        let rule = options.rule.unwrap_or(core::Rule::Freestyle);
        let mut judge = BlockJudge::default();
        let mut report = JudgeReport::new(self.skip, self.most.unwrap_or(200).min(2000));
        self.reading.each_file(bytes, &upload_limits(), |query, file, text| {
            file.clone_into(&mut report.file);
            match text.map(|text| (text, query.sniff(text))) {
                Err(error) => report.add_unreadable(error),
                Ok((text, None | Some(Content::Records(_) | Content::Link))) => {
                    report.judge_records(&mut judge, &query.open(text)?, text, cancel)?;
                }
                Ok((text, Some(content))) => report.judge_positions(content, text, rule, cancel)?,
            }
            Ok(())
        })?;
        Ok(report.answer)
    }
}

/// The answer as far as it has come.
struct JudgeReport {
    /// The file of an archive that is read.
    file: String,
    /// The games that are listed in full: how many are skipped, and how many follow.
    skip: u64,
    most: usize,
    /// Steps that searches for an order of moves may still try.
    steps: u64,
    answer: JudgeAnswer,
}

impl JudgeReport {
    /// Steps of all searches for an order of moves together, enough for fifty positions of which none is decided. Those
    /// that need no search are decided in any case.
    const STEPS: u64 = 50 * check::LIMIT;

    fn new(skip: u64, most: usize) -> JudgeReport {
        let answer = JudgeAnswer {
            format: "",
            games: Vec::new(),
            count: 0,
            tallies: Vec::new(),
            decided: 0,
            unreadable: 0,
            disagree: 0,
        };
        JudgeReport { file: String::new(), skip, most, steps: JudgeReport::STEPS, answer }
    }

    fn judge_records(
        &mut self,
        judge: &mut BlockJudge,
        reader: &RecordReader,
        text: &[u8],
        cancel: &Cancel<'_>,
    ) -> Result<(), ApiError> {
        self.set_format(Content::Records(reader.format()));
        let (listed, counted) = (self.answer.games.len(), self.answer.count);
        let add = |judged: Result<&JudgedRecord<'_>, (u64, Box<Fault>)>| {
            match judged {
                Ok(judged) => self.add(judged),
                Err((_, fault)) => self.add_unreadable(fault.into()),
            }
            match cancel.check() {
                Ok(()) => ControlFlow::Continue(()),
                Err(cancelled) => ControlFlow::Break(cancelled),
            }
        };
        judge.judge_text(reader, text, |_| {}, add).break_value().map_or(Ok(()), Err)?;
        let first = self.skip.saturating_sub(counted);
        add_players(&mut self.answer.games[listed..], reader, text, first, cancel)
    }

    fn judge_positions(
        &mut self,
        content: Content,
        text: &[u8],
        rule: core::Rule,
        cancel: &Cancel<'_>,
    ) -> Result<(), ApiError> {
        self.set_format(content);
        each_position(content, text, &mut |whole| {
            let checked = whole.and_then(|whole| self.add_position(&whole, rule, cancel));
            checked.unwrap_or_else(|error| self.add_unreadable(error));
            cancel.check()
        })
    }

    fn set_format(&mut self, content: Content) {
        if self.answer.format.is_empty() {
            self.answer.format = positions::name(content);
        }
    }

    fn add(&mut self, record: &JudgedRecord<'_>) {
        let JudgedRecord { line, game, verdict, evidence, repairs, .. } = record;
        let is_listed = self.count(verdict.end.word(), verdict.agrees.word());
        let answer = &mut self.answer;
        answer.decided += u64::from(!verdict.end.is_fault() && verdict.end != End::Unfinished);
        answer.disagree += u64::from(verdict.agrees == Agreement::No);
        if !is_listed {
            return;
        }
        let played = |index: usize| {
            let RecordStep { color, point } = game.steps.get(index, game.first);
            PlayedMove { color: color.into(), point: point.map(WirePoint::from) }
        };
        let shown_line = |(shape, points): (core::shape::Shape, &[core::Point])| {
            let points = WirePoint::list(points.iter().copied());
            Some(ShownLine { shape: WireShape::from_shape(shape)?, points })
        };
        answer.games.push(JudgedGame {
            rule: game.rule.into(),
            area: WireSize::from_area(game.area),
            setup: WireStone::list(game.setup),
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
            ..JudgedGame::unreadable(&self.file, *line)
        });
    }

    /// Checks whether a position could have come about.
    fn add_position(
        &mut self,
        WholeRecord { record, line, .. }: &WholeRecord,
        rule: core::Rule,
        cancel: &Cancel<'_>,
    ) -> Result<(), ApiError> {
        let mut main = MainLine::default();
        main.set(record, *line, 0);
        let question = CheckQuestion {
            rule: record.rule.unwrap_or(rule).into(),
            area: record.area.and_then(WireSize::from_area),
            stones: WireStone::list(&main.setup),
        };
        let checked = question.answer(self.steps.min(check::LIMIT), cancel)?;
        self.steps -= checked.tried.unwrap_or(0);
        let end = match checked.answer {
            Possible::Yes => "possible",
            Possible::No => "impossible",
            Possible::Unknown => "unknown",
        };
        if !self.count(end, Agreement::Unknown.word()) {
            return Ok(());
        }
        let CheckQuestion { rule, area, stones } = question;
        let found = checked.answer == Possible::Yes;
        let moves = checked.moves.iter().zip([WireColor::Black, WireColor::White].iter().cycle());
        let moves = moves.map(|(&NamedPoint { x, y, .. }, &color)| PlayedMove {
            color,
            point: Some(WirePoint { x, y }),
        });
        let mut game = JudgedGame {
            rule,
            area,
            setup: if found { Vec::new() } else { stones },
            moves: moves.collect(),
            end,
            ..JudgedGame::unreadable(&self.file, *line)
        };
        if let Some(Impossible { code, message, lines, .. }) = checked.reason {
            let line = |WireLine { shape, points, .. }| ShownLine { shape, points };
            game.lines = lines.into_iter().map(line).collect();
            let fault = ApiError::new(ErrorCode::BadSetup, message);
            game.fault = Some(match ReasonCode::of_impossible(code) {
                Some(reason) => fault.with_reason(reason),
                None => fault,
            });
        }
        self.answer.games.push(game);
        Ok(())
    }

    /// Counts a game; whether it is listed in full.
    fn count(&mut self, end: &'static str, agrees: &'static str) -> bool {
        let JudgeAnswer { tallies, count, games, .. } = &mut self.answer;
        *count += 1;
        match tallies.iter_mut().find(|tally| tally.end == end && tally.agrees == agrees) {
            Some(tally) => tally.count += 1,
            None => tallies.push(EndTally { end, agrees, count: 1 }),
        }
        *count > self.skip && games.len() < self.most
    }

    fn add_unreadable(&mut self, fault: ApiError) {
        self.answer.unreadable += 1;
        if self.count(End::Unreadable.word(), Agreement::Unknown.word()) {
            let line = fault.place.as_ref().and_then(|place| place.line).unwrap_or(1);
            let game = JudgedGame::unreadable(&self.file, line);
            self.answer.games.push(JudgedGame { fault: Some(fault), ..game });
        }
    }
}

/// Adds the players of listed games, the first of which is the record with the index `first` in its text. The quick
/// reader of a judge knows no names, so these records are read whole.
fn add_players(
    games: &mut [JudgedGame],
    reader: &RecordReader,
    text: &[u8],
    first: u64,
    cancel: &Cancel<'_>,
) -> Result<(), ApiError> {
    let mut games = games.iter_mut();
    let mut before = first;
    // An error ends the reading; what is wrong with the text is a verdict of its own.
    let _ = each_record(reader, text, |whole| {
        cancel.check()?;
        if before > 0 {
            before -= 1;
            return Ok(());
        }
        let game = games.next().ok_or_else(Cancel::error)?;
        if let Ok(WholeRecord { record, .. }) = whole {
            game.black = shortened(&record.black);
            game.white = shortened(&record.white);
        }
        Ok(())
    });
    cancel.check()
}

impl JudgedGame {
    /// A game of which nothing is known but where it stands.
    fn unreadable(file: &str, line: u64) -> JudgedGame {
        JudgedGame {
            file: file.to_owned(),
            line,
            black: String::new(),
            white: String::new(),
            rule: WireRule::Freestyle,
            area: None,
            setup: Vec::new(),
            first: WireColor::Black,
            moves: Vec::new(),
            winner: None,
            end: End::Unreadable.word(),
            at: 0,
            earlier: 0,
            after: 0,
            claim: None,
            agrees: Agreement::Unknown.word(),
            lines: Vec::new(),
            repairs: Vec::new(),
            fault: None,
        }
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

    #[test]
    fn listed_games_have_their_players() {
        let text =
            b"(;GM[4]SZ[15]PB[A]PW[B];B[hh])(;GM[4]SZ[15]PB[C];B[hh];W[ii])(;GM[4]SZ[15]PW[D];B[aa])";
        let players = |skip, most| {
            let query = JudgeQuery { most, skip, ..JudgeQuery::default() };
            let games = query.judge(text, &Cancel::NEVER).unwrap().games;
            games.iter().map(|game| format!("{}-{}", game.black, game.white)).collect::<Vec<_>>()
        };
        assert_eq!(players(0, None), ["A-B", "C-", "-D"]);
        assert_eq!(players(1, Some(1)), ["C-"]);
        assert_eq!(players(2, None), ["-D"]);
    }

    #[test]
    fn what_is_wrong_has_a_reason_with_parameters() {
        let fault = JudgeQuery::default().judge(b"ox.\n.x\n...\n", &Cancel::NEVER).unwrap_err();
        let reason = serde_json::to_value(fault.reason.unwrap()).unwrap();
        let expected = serde_json::json!({
            "code": "row_length",
            "params": { "found": "2", "expected": "3" },
        });
        assert_eq!(reason, expected);
    }
}
