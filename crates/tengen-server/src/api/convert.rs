//! Records written in another format.

use std::mem::discriminant;

use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use tengen_core::Color;
use tengen_notation::{
    Format, Record, RecordNode, RecordTree, RecordWriter, RowOrder, Split, WriteLoss, WriteOptions,
};
use utoipa::ToSchema;

use super::judge::JudgeQuery;
use crate::{
    app::SharedApp,
    config::MOST_WRITTEN,
    errors::{ApiError, ErrorCode, ErrorPlace},
    extract::{Json, JsonBody},
    store::StoredGame,
    wire::{WirePosition, WireRule, WireSetup, WireSize, WireStone},
    work::{BlockingWork, Cancel},
};

/// What is to be written, and how.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConvertQuestion {
    /// What is to be written.
    pub source: ConvertSource,
    /// The format: `sgf`, `psq`, `positions`, `moves` and so on.
    pub format: String,
    /// Whether rows of position strings count from the `bottom` (unless told) or the `top`.
    #[serde(default)]
    pub rows: Option<String>,
}

/// What is to be written.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schema(as = Source)]
pub enum ConvertSource {
    /// A position with its moves.
    Position {
        /// The position.
        position: WirePosition,
    },
    /// A game that is kept, with all its variations and comments.
    Game {
        /// Its name.
        id: String,
    },
    /// Records as text.
    Text {
        /// The text.
        text: String,
        /// Its format; found by looking unless told.
        #[serde(default)]
        format: Option<String>,
    },
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Converted {
    /// The format.
    pub format: &'static str,
    /// What the names of its files end in, without the dot.
    pub extension: &'static str,
    /// The text.
    pub text: String,
    /// What the format cannot hold.
    pub losses: Vec<String>,
}

/// Writes a position, a game or records in another format, and says what that cannot hold.
#[utoipa::path(
    post,
    path = "/api/convert",
    tag = "records",
    request_body = ConvertQuestion,
    responses((status = 200, body = Converted), (status = "4XX", body = ApiError))
)]
pub(crate) async fn convert(
    app: SharedApp,
    work: BlockingWork,
    JsonBody(question): JsonBody<ConvertQuestion>,
) -> Result<Response, ApiError> {
    let bad = |field: &str, message: String| {
        ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field(field))
    };
    let format = question.format.parse::<Format>();
    let format = format.map_err(|error| bad("format", error.to_string()))?;
    let rows = match question.rows.as_deref() {
        None | Some("bottom") => RowOrder::FromBottom,
        Some("top") => RowOrder::FromTop,
        Some(other) => {
            return Err(bad("rows", format!("{other:?}: rows count from bottom or top")));
        }
    };
    let writer = RecordWriter::new(format, WriteOptions { rows });
    let (source, rows) = (question.source, question.rows);
    let game = match &source {
        ConvertSource::Game { id } => Some(app.store.game(id.clone()).await?),
        ConvertSource::Position { .. } | ConvertSource::Text { .. } => None,
    };
    let written = work.run(move |cancel| write(source, rows, game, format, writer, cancel));
    // As JSON it is as large again, and takes long enough to hold up others.
    written.await
}

fn write(
    source: ConvertSource,
    rows: Option<String>,
    game: Option<StoredGame>,
    format: Format,
    mut writer: RecordWriter,
    cancel: &Cancel,
) -> Result<Response, ApiError> {
    let (mut out, mut losses) = (Vec::new(), LossTally::default());
    let mut add = |record: &Record| {
        cancel.check()?;
        let lost = writer.write(record, &mut out);
        let lost = lost.map_err(|error| ApiError::new(ErrorCode::BadRecord, error.to_string()))?;
        losses.add(&lost);
        if out.len() > MOST_WRITTEN {
            let message = format!("more than {} MB would be written", MOST_WRITTEN >> 20);
            return Err(ApiError::new(ErrorCode::TooLarge, message));
        }
        Ok::<(), ApiError>(())
    };
    match source {
        ConvertSource::Position { position } => add(&of_position(&position)?)?,
        ConvertSource::Game { .. } => add(&of_game(&game.expect("it was asked for")))?,
        ConvertSource::Text { text, format } => {
            let query = JudgeQuery { format, rows, ..JudgeQuery::default() };
            each(&query, text.as_bytes(), &mut add)?;
        }
    }
    let text = String::from_utf8(out)
        .map_err(|_| ApiError::new(ErrorCode::BadRecord, "this format is not a text"))?;
    let losses = losses.words();
    let (format, extension) = (format.name(), format.extension());
    Ok(Json(Converted { format, extension, text, losses }).into_response())
}

/// What a format cannot hold of many records, added up: it does not grow with their number.
#[derive(Default)]
struct LossTally(Vec<WriteLoss>);

impl LossTally {
    fn add(&mut self, lost: &[WriteLoss]) {
        for loss in lost {
            let same = |other: &&mut WriteLoss| discriminant(*other) == discriminant(loss);
            match self.0.iter_mut().find(same) {
                Some(sum) => sum.add(loss),
                None => self.0.push(loss.clone()),
            }
        }
    }

    fn words(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}

/// Every record of a text, in its order.
fn each(
    query: &JudgeQuery,
    bytes: &[u8],
    add: &mut impl FnMut(&Record) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let at_fault = |fault: &tengen_notation::Fault| {
        ApiError::at(ErrorCode::BadRecord, fault.to_string(), ErrorPlace::of_fault(fault))
    };
    let reader = query.open(bytes)?;
    let (mut splitter, mut rest) = (reader.splitter(), bytes);
    loop {
        match splitter.split(rest, true) {
            Split::More => return Ok(()),
            Split::Skip(length) => rest = &rest[length..],
            Split::TooLong(fault) | Split::Broken(fault) => return Err(at_fault(&fault)),
            Split::Take { length, place } => {
                let (block, after) = rest.split_at(length);
                for whole in reader.records(block, place) {
                    add(&whole.map_err(|fault| at_fault(&fault))?.record)?;
                }
                rest = after;
            }
        }
    }
}

/// A record that begins as a game does.
fn begin(rule: WireRule, area: Option<WireSize>, setup: Option<&WireSetup>) -> Record {
    let mut record =
        Record { rule: Some(rule.into()), area: Some(WireSize::area(area)), ..Record::default() };
    if let Some(setup) = setup {
        let root = record.tree.node_mut(RecordTree::ROOT);
        let stone = |stone: &WireStone| {
            (tengen_core::Point::new(stone.x, stone.y), Some(stone.color.into()))
        };
        root.setup = setup.stones.iter().map(stone).collect();
        root.turn = Some(setup.turn.into());
    }
    record
}

fn of_position(position: &WirePosition) -> Result<Record, ApiError> {
    position.open()?;
    let mut record = begin(position.rule, position.area, position.setup.as_ref());
    let mut color = position.setup.as_ref().map_or(Color::Black, |setup| setup.turn.into());
    let mut at = RecordTree::ROOT;
    for &point in &position.moves {
        at = record.tree.add(at, RecordNode::step(color, point.into()));
        color = !color;
    }
    Ok(record)
}

fn of_game(game: &StoredGame) -> Record {
    let mut record = begin(game.rule, game.area, game.setup.as_ref());
    record.event.clone_from(&game.title);
    record.black.clone_from(&game.info.black);
    record.white.clone_from(&game.info.white);
    record.round.clone_from(&game.info.round);
    record.date.clone_from(&game.info.date);
    record.place.clone_from(&game.info.place);
    record.claim = game.info.result.parse().ok();
    record.tree.node_mut(RecordTree::ROOT).comment.clone_from(&game.comment);
    // A parent comes before its children, and numbers have no gaps.
    let mut ids = vec![RecordTree::ROOT];
    for node in &game.nodes {
        let point = tengen_core::Point::new(node.x, node.y);
        let mut step = RecordNode::step(node.color.into(), point);
        step.comment.clone_from(&node.comment);
        ids.push(record.tree.add(ids[node.parent as usize], step));
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str, format: Format, cancel: &Cancel) -> Result<Response, ApiError> {
        let source = ConvertSource::Text { text: text.to_owned(), format: None };
        let writer = RecordWriter::new(format, WriteOptions { rows: RowOrder::FromBottom });
        write(source, None, None, format, writer, cancel)
    }

    #[test]
    fn a_conversion_that_is_cancelled_ends() {
        let cancel = Cancel::default();
        assert!(text("h8i9\n", Format::Sgf, &cancel).is_ok());
        cancel.cancel();
        assert_eq!(text("h8i9\n", Format::Sgf, &cancel).unwrap_err(), Cancel::error());
    }

    #[test]
    fn what_would_become_too_large_is_refused() {
        // A game of two moves takes four bytes as positions, and many more in other formats.
        let many = "h8i9\n".repeat(2 << 20);
        let refused = text(&many, Format::Sgf, &Cancel::default()).unwrap_err();
        assert_eq!(refused.code, ErrorCode::TooLarge);
    }

    #[test]
    fn losses_of_many_records_are_added_up() {
        let mut losses = LossTally::default();
        for _ in 0..3 {
            losses.add(&[WriteLoss::Comments(2), WriteLoss::Rule]);
        }
        assert_eq!(losses.words(), ["6 comments", "the rule"]);
    }
}
