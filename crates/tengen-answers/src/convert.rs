//! Records written in another format.

use std::mem::discriminant;

use serde::{Deserialize, Serialize};
use tengen_core::Color;
use tengen_notation::{
    Format, Record, RecordNode, RecordTree, RecordWriter, WriteLoss, WriteOptions,
};

use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode},
    reading::{ReadingQuery, each_record, row_order},
    review::RecordAnnotations,
    wire::{StoredGame, WirePosition, WireRule, WireSetup, WireSize, WireStone},
};

/// What is to be written, and how.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ConvertQuestion {
    /// What is to be written.
    pub source: ConvertSource,
    /// The format: `sgf`, `psq`, `positions`, `moves` and so on.
    pub format: String,
    /// Whether rows of position strings count from the `bottom` or the `top`. Default: `bottom`.
    #[serde(default)]
    pub rows: Option<String>,
    /// What a review says of the game, to be written into it. Default: nothing.
    #[serde(default)]
    pub annotations: Option<RecordAnnotations>,
}

/// What is to be written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Source))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
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
        /// Its format. Default: detected.
        #[serde(default)]
        format: Option<String>,
    },
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// The largest record that is written, in bytes.
pub const MOST_WRITTEN: usize = 48 << 20;

impl ConvertQuestion {
    /// Answers `/api/convert`: the records in another format. `game` is what the source names, if it is a
    /// stored game.
    ///
    /// # Errors
    ///
    /// If a format is not known, or the source cannot be read or written, or is too large.
    pub fn convert(
        self,
        game: Option<&StoredGame>,
        cancel: &Cancel<'_>,
    ) -> Result<Converted, ApiError> {
        let format = self.format.parse::<Format>().map_err(|error| {
            ApiError::in_field(ErrorCode::BadValue, "format", error.to_string())
        })?;
        let rows = row_order(self.rows.as_deref(), ErrorCode::BadValue)?;
        let writer = RecordWriter::new(format, WriteOptions::new(rows));
        let annotations = self.annotations.unwrap_or_default();
        write(self.source, self.rows, game, &annotations, format, writer, cancel)
    }
}

fn write(
    source: ConvertSource,
    rows: Option<String>,
    game: Option<&StoredGame>,
    annotations: &RecordAnnotations,
    format: Format,
    mut writer: RecordWriter,
    cancel: &Cancel<'_>,
) -> Result<Converted, ApiError> {
    let (mut out, mut losses) = (Vec::new(), LossTally::default());
    let mut add = |mut record: Record| {
        cancel.check()?;
        annotations.write_into(&mut record);
        let lost = writer.write(&record, &mut out);
        let lost = lost.map_err(|error| ApiError::new(ErrorCode::BadRecord, error.to_string()))?;
        losses.add(&lost);
        if out.len() > MOST_WRITTEN {
            let message = format!("more than {} MB would be written", MOST_WRITTEN >> 20);
            return Err(ApiError::new(ErrorCode::TooLarge, message));
        }
        Ok::<(), ApiError>(())
    };
    match source {
        ConvertSource::Position { position } => add(of_position(&position)?)?,
        ConvertSource::Game { .. } => {
            add(of_game(game.ok_or_else(|| ApiError::not_found("game"))?))?;
        }
        ConvertSource::Text { text, format } => {
            let query = ReadingQuery { format, rows, ..ReadingQuery::default() };
            let reader = query.open(text.as_bytes())?;
            each_record(&reader, text.as_bytes(), |whole| add(whole?.record))?;
        }
    }
    let text = String::from_utf8(out)
        .map_err(|_| ApiError::new(ErrorCode::BadRecord, "this format is not a text"))?;
    let losses = losses.words();
    let (format, extension) = (format.name(), format.extension());
    Ok(Converted { format, extension, text, losses })
}

/// What a format cannot hold of many records, added up: it does not grow with their number.
#[derive(Clone, Default, Debug)]
pub struct LossTally(Vec<WriteLoss>);

impl LossTally {
    /// Adds what was lost of one record.
    pub fn add(&mut self, lost: &[WriteLoss]) {
        for loss in lost {
            let same = |other: &&mut WriteLoss| discriminant(*other) == discriminant(loss);
            match self.0.iter_mut().find(same) {
                Some(sum) => sum.add(loss),
                None => self.0.push(loss.clone()),
            }
        }
    }

    /// Each loss in words, with its count.
    pub fn words(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}

/// A record that begins as a game does.
fn begin(rule: WireRule, area: Option<WireSize>, setup: Option<&WireSetup>) -> Record {
    let mut record =
        Record { rule: Some(rule.into()), area: Some(WireSize::area(area)), ..Record::default() };
    if let Some(setup) = setup {
        let root = record.tree.node_mut(RecordTree::ROOT);
        let stone = |&stone: &WireStone| {
            let (point, color) = stone.into();
            (point, Some(color))
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
    use tengen_notation::RowOrder;

    fn text(text: &str, format: Format, cancel: &Cancel<'_>) -> Result<Converted, ApiError> {
        let source = ConvertSource::Text { text: text.to_owned(), format: None };
        let writer = RecordWriter::new(format, WriteOptions::new(RowOrder::FromBottom));
        write(source, None, None, &RecordAnnotations::default(), format, writer, cancel)
    }

    #[test]
    fn a_conversion_that_is_cancelled_ends() {
        assert!(text("h8i9\n", Format::Sgf, &Cancel::NEVER).is_ok());
        assert_eq!(
            text("h8i9\n", Format::Sgf, &Cancel::new(&|| true)).unwrap_err(),
            Cancel::error()
        );
    }

    #[test]
    fn what_would_become_too_large_is_refused() {
        // A game of two moves takes four bytes as positions, and many more in other formats.
        let many = "h8i9\n".repeat(2 << 20);
        let refused = text(&many, Format::Sgf, &Cancel::NEVER).unwrap_err();
        assert_eq!(refused.code, ErrorCode::TooLarge);
    }

    #[test]
    fn annotations_are_written_along_their_line() {
        let question = r#"{"source": {"kind": "position", "position": {"rule": "freestyle",
            "area": {"width": 15, "height": 15}, "moves": [{"x": 7, "y": 7}, {"x": 8, "y": 8}]}},
            "format": "sgf", "annotations": {"summary": "1 mistake", "moves": [
            {"point": {"x": 7, "y": 7}, "judgement": "good", "chance": 0.75},
            {"point": {"x": 8, "y": 8}, "judgement": "mistake", "chance": 1, "comment": "? too far",
             "line": [{"x": 6, "y": 6}, {"x": 6, "y": 7}]},
            {"point": {"x": 0, "y": 0}, "judgement": "blunder", "chance": 0}]}}"#;
        let question: ConvertQuestion = serde_json::from_str(question).unwrap();
        let written = question.convert(None, &Cancel::NEVER).unwrap();
        let text: String = written.text.split_whitespace().collect();
        assert!(text.contains("C[1mistake]"), "{text}");
        assert!(
            text.contains(";B[hh]V[0.50](;W[ii]C[?toofar]BM[1]V[1.00])(;W[gg];B[gh])"),
            "{text}"
        );
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
