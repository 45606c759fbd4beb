//! Rows of the tables as values, and back.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{GameInfo, MoveAuthor, StoreError, StoredGame, StoredNode, TreeArrangement};
use crate::wire::{WireColor, WirePoint, WirePosition, WireRule, WireSetup, WireSize};

/// A game without its nodes.
pub(super) struct GameRow {
    id: String,
    rule: WireRule,
    area: Option<WireSize>,
    setup: Option<WireSetup>,
    title: String,
    info: GameInfo,
    settings: String,
    created: i64,
    moved: i64,
}

impl GameRow {
    pub(super) fn position(&self, moves: Vec<WirePoint>) -> WirePosition {
        WirePosition { rule: self.rule, area: self.area, setup: self.setup.clone(), moves }
    }

    /// Who makes the first move.
    fn first(&self) -> WireColor {
        self.setup.as_ref().map_or(WireColor::Black, |setup| setup.turn)
    }

    fn name(&self, point: WirePoint) -> String {
        WireSize::area(self.area).name(point.into())
    }
}

pub(super) fn head(connection: &Connection, id: &str) -> Result<GameRow, StoreError> {
    let find = "SELECT rule, width, height, setup, title, settings, created, moved, info
        FROM games WHERE id = ?";
    let found = connection.prepare_cached(find)?.query_row([id], |row| {
        let setup: Option<String> = row.get(3)?;
        Ok(GameRow {
            id: id.to_owned(),
            rule: rule(&row.get::<_, String>(0)?),
            area: size(row.get(1)?, row.get(2)?),
            setup: setup.and_then(|setup| serde_json::from_str(&setup).ok()),
            title: row.get(4)?,
            settings: row.get(5)?,
            created: row.get(6)?,
            moved: row.get(7)?,
            info: info(&row.get::<_, String>(8)?),
        })
    });
    found.optional()?.ok_or(StoreError::Missing("game"))
}

pub(super) fn load(connection: &Connection, id: &str) -> Result<StoredGame, StoreError> {
    let head = head(connection, id)?;
    let mut statement = connection.prepare_cached(
        "SELECT number, parent, x, y, author, created,
            (SELECT comment FROM comments WHERE game = ?1 AND node = number
             ORDER BY serial DESC LIMIT 1),
            (SELECT chance FROM chances WHERE game = ?1 AND node = number)
         FROM nodes WHERE game = ?1 ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let mut nodes: Vec<StoredNode> = Vec::new();
    while let Some(row) = rows.next()? {
        let parent: u32 = row.get(1)?;
        let point = WirePoint { x: row.get(2)?, y: row.get(3)? };
        // Numbers have no gaps, so that a node's place is its number.
        let color = match parent.checked_sub(1) {
            None => head.first(),
            Some(above) => other(nodes[above as usize].color),
        };
        let comment: Option<String> = row.get(6)?;
        nodes.push(StoredNode {
            number: row.get(0)?,
            parent,
            x: point.x,
            y: point.y,
            name: head.name(point),
            color,
            author: author(&row.get::<_, String>(4)?),
            comment: comment.unwrap_or_default(),
            chance: row.get(7)?,
            created_ms: row.get(5)?,
        });
    }
    let (comment, chance) = (comment(connection, id, 0)?, chance(connection, id, 0)?);
    Ok(StoredGame {
        id: head.id,
        rule: head.rule,
        area: head.area,
        setup: head.setup,
        title: head.title,
        info: head.info,
        settings: head.settings,
        created_ms: head.created,
        moved_ms: head.moved,
        comment,
        chance,
        review: review(connection, id)?,
        arrangement: arrangement(connection, id)?,
        nodes,
    })
}

/// The moves that lead to a node.
pub(super) fn path(
    connection: &Connection,
    id: &str,
    number: u32,
) -> Result<Vec<WirePoint>, StoreError> {
    if number == 0 {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(
        "WITH RECURSIVE path (number, parent, x, y) AS (
            SELECT number, parent, x, y FROM nodes WHERE game = ?1 AND number = ?2
            UNION ALL
            SELECT nodes.number, nodes.parent, nodes.x, nodes.y FROM nodes
            JOIN path ON nodes.game = ?1 AND nodes.number = path.parent
         )
         SELECT x, y FROM path ORDER BY number",
    )?;
    let points = statement
        .query_map(params![id, number], |row| Ok(WirePoint { x: row.get(0)?, y: row.get(1)? }))?
        .collect::<Result<Vec<WirePoint>, _>>()?;
    if points.is_empty() { Err(StoreError::Missing("node")) } else { Ok(points) }
}

pub(super) fn insert(
    connection: &Connection,
    id: &str,
    number: u32,
    parent: u32,
    point: WirePoint,
    author: MoveAuthor,
) -> Result<(), StoreError> {
    let author = match author {
        MoveAuthor::Person => "person",
        MoveAuthor::Engine => "engine",
    };
    connection
        .prepare_cached("INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?)")?
        .execute(params![id, number, parent, point.x, point.y, author, now()])?;
    Ok(())
}

pub(super) fn node(
    connection: &Connection,
    head: &GameRow,
    number: u32,
) -> Result<StoredNode, StoreError> {
    let plies = path(connection, &head.id, number)?.len();
    let color = if plies % 2 == 1 { head.first() } else { other(head.first()) };
    let said = comment(connection, &head.id, number)?;
    let thought = chance(connection, &head.id, number)?;
    let find = "SELECT parent, x, y, author, created FROM nodes WHERE game = ? AND number = ?";
    let found = connection.prepare_cached(find)?.query_row(params![head.id, number], |row| {
        let point = WirePoint { x: row.get(1)?, y: row.get(2)? };
        Ok(StoredNode {
            number,
            parent: row.get(0)?,
            x: point.x,
            y: point.y,
            name: head.name(point),
            color,
            author: author(&row.get::<_, String>(3)?),
            comment: said,
            chance: thought,
            created_ms: row.get(4)?,
        })
    });
    found.optional()?.ok_or(StoreError::Missing("node"))
}

pub(super) fn comment(
    connection: &Connection,
    id: &str,
    number: u32,
) -> Result<String, StoreError> {
    let find =
        "SELECT comment FROM comments WHERE game = ? AND node = ? ORDER BY serial DESC LIMIT 1";
    let found = connection
        .prepare_cached(find)?
        .query_row(params![id, number], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or_default())
}

fn chance(connection: &Connection, id: &str, number: u32) -> Result<Option<f64>, StoreError> {
    let find = "SELECT chance FROM chances WHERE game = ? AND node = ?";
    let mut statement = connection.prepare_cached(find)?;
    Ok(statement.query_row(params![id, number], |row| row.get(0)).optional()?)
}

fn review(connection: &Connection, id: &str) -> Result<String, StoreError> {
    let mut statement = connection.prepare_cached("SELECT review FROM reviews WHERE game = ?")?;
    Ok(statement.query_row([id], |row| row.get(0)).optional()?.unwrap_or_default())
}

/// The arrangement that was written; only this program writes.
fn arrangement(connection: &Connection, id: &str) -> Result<TreeArrangement, StoreError> {
    let find = "SELECT arrangement FROM arrangements WHERE game = ?";
    let mut statement = connection.prepare_cached(find)?;
    let text: Option<String> = statement.query_row([id], |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

fn other(color: WireColor) -> WireColor {
    match color {
        WireColor::Black => WireColor::White,
        WireColor::White => WireColor::Black,
    }
}

pub(super) fn word(rule: WireRule) -> &'static str {
    tengen_core::Rule::from(rule).name()
}

/// The rule that was written; only this program writes.
pub(super) fn rule(word: &str) -> WireRule {
    word.parse().map_or(WireRule::Freestyle, |rule: tengen_core::Rule| rule.into())
}

fn author(word: &str) -> MoveAuthor {
    if word == "engine" { MoveAuthor::Engine } else { MoveAuthor::Person }
}

pub(super) fn size(width: Option<u16>, height: Option<u16>) -> Option<WireSize> {
    Some(WireSize { width: width?, height: height? })
}

pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it has only text and numbers")
}

/// The information that was written; only this program writes.
pub(super) fn info(text: &str) -> GameInfo {
    serde_json::from_str(text).unwrap_or_default()
}

/// The timestamp of a move: later than that of every move before it. Two moves within a millisecond, or a
/// clock that is set back, leave the order of the games as it is.
pub(super) fn next_moved(connection: &Connection) -> Result<i64, StoreError> {
    let next = "SELECT max(?, coalesce(max(moved) + 1, 0)) FROM games";
    Ok(connection.prepare_cached(next)?.query_row([now()], |row| row.get(0))?)
}

pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
