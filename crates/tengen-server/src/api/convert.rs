//! Records written in another format.

use serde::{Deserialize, Serialize};
use tengen_core::Color;
use tengen_notation::{Format, Node as RecordNode, Record, RowOrder, Split, Tree, Writer, Writing};
use utoipa::ToSchema;

use super::judge::JudgeQuery;
use crate::{
    app::Shared,
    ask::{Answer, Answered, Ask},
    errors::{ApiError, Code, Place},
    store::Game,
    wire,
};

/// What is to be written, and how.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConvertQuestion {
    /// What is to be written.
    pub source: Source,
    /// The format: `sgf`, `psq`, `positions`, `moves` and so on.
    pub format: String,
    /// Whether rows of position strings count from the `bottom` (unless told) or the `top`.
    #[serde(default)]
    pub rows: Option<String>,
}

/// What is to be written.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    /// A position with its moves.
    Position {
        /// The position.
        position: wire::Position,
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
    app: Shared,
    Ask(question): Ask<ConvertQuestion>,
) -> Answered<Converted> {
    let bad = |field: &str, message: String| {
        ApiError::at(Code::BadValue, message, Place::of_field(field))
    };
    let format = question.format.parse::<Format>();
    let format = format.map_err(|error| bad("format", error.to_string()))?;
    let rows = match question.rows.as_deref() {
        None | Some("bottom") => RowOrder::FromBottom,
        Some("top") => RowOrder::FromTop,
        Some(word) => return Err(bad("rows", format!("{word:?}: rows count from bottom or top"))),
    };
    let writer = Writer::new(format, Writing { rows });
    let (source, rows) = (question.source, question.rows);
    let game = match &source {
        Source::Game { id } => Some(app.store.game(id.clone()).await?),
        Source::Position { .. } | Source::Text { .. } => None,
    };
    Ok(Answer(app.short_work(move || write(source, rows, game, format, writer)).await??))
}

fn write(
    source: Source,
    rows: Option<String>,
    game: Option<Game>,
    format: Format,
    mut writer: Writer,
) -> Result<Converted, ApiError> {
    let (mut out, mut losses) = (Vec::new(), Vec::new());
    let mut add = |record: &Record| {
        let lost = writer.write(record, &mut out);
        let lost = lost.map_err(|error| ApiError::new(Code::BadRecord, error.to_string()))?;
        losses.extend(lost.iter().map(ToString::to_string));
        Ok::<(), ApiError>(())
    };
    match source {
        Source::Position { position } => add(&of_position(&position)?)?,
        Source::Game { .. } => add(&of_game(&game.expect("it was asked for")))?,
        Source::Text { text, format } => {
            let query = JudgeQuery { format, rows, ..JudgeQuery::default() };
            each(&query, text.as_bytes(), &mut add)?;
        }
    }
    let text = String::from_utf8(out)
        .map_err(|_| ApiError::new(Code::BadRecord, "this format is not a text"))?;
    Ok(Converted { format: format.name(), extension: format.extension(), text, losses })
}

/// Every record of a text, in its order.
fn each(
    query: &JudgeQuery,
    bytes: &[u8],
    add: &mut impl FnMut(&Record) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let at_fault = |fault: &tengen_notation::Fault| {
        ApiError::at(Code::BadRecord, fault.to_string(), Place::of_fault(fault))
    };
    let reader = query.open(bytes)?;
    let (mut splitter, mut rest) = (reader.splitter(), bytes);
    loop {
        match splitter.split(rest, true) {
            Split::More => return Ok(()),
            Split::Skip(length) => rest = &rest[length..],
            Split::TooLong(fault) => return Err(at_fault(&fault)),
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
fn begin(rule: wire::Rule, area: Option<wire::Size>, setup: Option<&wire::Setup>) -> Record {
    let mut record =
        Record { rule: Some(rule.into()), area: Some(wire::Size::area(area)), ..Record::default() };
    if let Some(setup) = setup {
        let root = record.tree.node_mut(Tree::ROOT);
        let stone = |stone: &wire::Stone| {
            (tengen_core::Point::new(stone.x, stone.y), Some(stone.color.into()))
        };
        root.setup = setup.stones.iter().map(stone).collect();
        root.turn = Some(setup.turn.into());
    }
    record
}

fn of_position(position: &wire::Position) -> Result<Record, ApiError> {
    position.open()?;
    let mut record = begin(position.rule, position.area, position.setup.as_ref());
    let mut color = position.setup.as_ref().map_or(Color::Black, |setup| setup.turn.into());
    let mut at = Tree::ROOT;
    for &point in &position.moves {
        at = record.tree.add(at, RecordNode::step(color, point.into()));
        color = !color;
    }
    Ok(record)
}

fn of_game(game: &Game) -> Record {
    let mut record = begin(game.rule, game.area, game.setup.as_ref());
    record.event.clone_from(&game.title);
    record.tree.node_mut(Tree::ROOT).comment.clone_from(&game.comment);
    // A parent comes before its children, and numbers have no gaps.
    let mut ids = vec![Tree::ROOT];
    for node in &game.nodes {
        let point = tengen_core::Point::new(node.x, node.y);
        let mut step = RecordNode::step(node.color.into(), point);
        step.comment.clone_from(&node.comment);
        ids.push(record.tree.add(ids[node.parent as usize], step));
    }
    record
}
