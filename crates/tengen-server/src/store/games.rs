//! Games: trees of moves that only grow.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Store, StoreError};
use crate::{
    errors::{ApiError, Code, Place},
    ids,
    wire::{Color, Point, Position, Rule, Setup, Size},
};

/// The most nodes of a game.
const MOST_NODES: u32 = 50_000;

/// The longest comment, in bytes.
const MOST_COMMENT: usize = 20_000;

/// The longest title, in bytes.
const MOST_TITLE: usize = 400;

/// A game that is to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game.
    pub rule: Rule,
    /// The size of the board; null if it has no edges.
    pub area: Option<Size>,
    /// The stones before the first move; none unless told.
    #[serde(default)]
    pub setup: Option<Setup>,
    /// What it is called; nothing unless told.
    #[serde(default)]
    pub title: String,
    /// The first moves, if it goes on from somewhere: they become a line of nodes.
    #[serde(default)]
    pub moves: Vec<Point>,
}

/// A game that is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Game {
    /// Its name, which nobody can guess.
    pub id: String,
    /// The game.
    pub rule: Rule,
    /// The size of the board; null if it has no edges.
    #[schema(required)]
    pub area: Option<Size>,
    /// The stones before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// What it is called.
    pub title: String,
    /// When it began, in milliseconds since 1970.
    pub created_ms: i64,
    /// What is said of the start.
    pub comment: String,
    /// All nodes by number, from 1; a parent comes before its children.
    pub nodes: Vec<Node>,
}

/// A move of a game, or of one of its variations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Node {
    /// Its number in the game, from 1.
    pub number: u32,
    /// The node before it; 0 is the start.
    pub parent: u32,
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// What players call the point.
    pub name: String,
    /// Who moves.
    pub color: Color,
    /// Who chose it.
    pub author: Author,
    /// What is said of it.
    pub comment: String,
    /// When it was played, in milliseconds since 1970.
    pub created_ms: i64,
}

/// Who chose a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Author {
    /// Somebody at the board.
    #[default]
    Person,
    /// The engine.
    Engine,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Summary {
    /// Its name.
    pub id: String,
    /// The game.
    pub rule: Rule,
    /// The size of the board; null if it has no edges.
    #[schema(required)]
    pub area: Option<Size>,
    /// What it is called.
    pub title: String,
    /// When it began, in milliseconds since 1970.
    pub created_ms: i64,
    /// How many nodes it has.
    pub nodes: u32,
}

impl Store {
    /// Keeps a new game.
    ///
    /// # Errors
    ///
    /// If no game can start so, or it cannot be written.
    pub async fn add_game(&self, game: NewGame) -> Result<Game, StoreError> {
        let start = Position {
            rule: game.rule,
            area: game.area,
            setup: game.setup.clone(),
            moves: game.moves.clone(),
        };
        start.open()?;
        short_enough(&game.title, MOST_TITLE, "title")?;
        self.write(move |connection| {
            let id = ids::new();
            let setup = game.setup.as_ref().map(json);
            connection.prepare_cached("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)")?.execute(
                params![
                    id,
                    word(game.rule),
                    game.area.map(|size| size.width),
                    game.area.map(|size| size.height),
                    setup,
                    game.title,
                    now()
                ],
            )?;
            for (number, &point) in game.moves.iter().enumerate() {
                insert(connection, &id, number as u32 + 1, number as u32, point, Author::Person)?;
            }
            load(connection, &id)
        })
        .await
    }

    /// A game with all its nodes.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub async fn game(&self, id: String) -> Result<Game, StoreError> {
        self.read(move |connection| load(connection, &id)).await
    }

    /// The latest games, at most so many.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub async fn games(&self, most: u32) -> Result<Vec<Summary>, StoreError> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, rule, width, height, title, created,
                    (SELECT count(*) FROM nodes WHERE game = id)
                 FROM games ORDER BY created DESC, id LIMIT ?",
            )?;
            let rows = statement.query_map([most], |row| {
                Ok(Summary {
                    id: row.get(0)?,
                    rule: rule(&row.get::<_, String>(1)?),
                    area: size(row.get(2)?, row.get(3)?),
                    title: row.get(4)?,
                    created_ms: row.get(5)?,
                    nodes: row.get(6)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Plays `point` after the node `parent`. If it was played there before, that node is the answer:
    /// who did not hear the answer may ask again.
    ///
    /// # Errors
    ///
    /// If there is no such node, the move is illegal, or it cannot be written.
    pub async fn add_node(
        &self,
        id: String,
        parent: u32,
        point: Point,
        author: Author,
    ) -> Result<Node, StoreError> {
        self.write(move |connection| {
            let head = head(connection, &id)?;
            let find = "SELECT number FROM nodes WHERE game = ? AND parent = ? AND x = ? AND y = ?";
            let found: Option<u32> = connection
                .prepare_cached(find)?
                .query_row(params![id, parent, point.x, point.y], |row| row.get(0))
                .optional()?;
            if let Some(number) = found {
                return node(connection, &head, number);
            }
            let mut position = head.position(path(connection, &id, parent)?);
            position.moves.push(point);
            position.open()?;
            let last = "SELECT coalesce(max(number), 0) FROM nodes WHERE game = ?";
            let last: u32 = connection.prepare_cached(last)?.query_row([&id], |row| row.get(0))?;
            if last >= MOST_NODES {
                let message =
                    format!("the game has {last} moves with its variations, and no more fit");
                return Err(ApiError::new(Code::TooManyStones, message).into());
            }
            insert(connection, &id, last + 1, parent, point, author)?;
            node(connection, &head, last + 1)
        })
        .await
    }

    /// Says something of a node; 0 is the start.
    ///
    /// # Errors
    ///
    /// If there is no such node, or it cannot be written.
    pub async fn comment(&self, id: String, number: u32, text: String) -> Result<(), StoreError> {
        short_enough(&text, MOST_COMMENT, "comment")?;
        self.write(move |connection| {
            let head = head(connection, &id)?;
            if number > 0 {
                node(connection, &head, number)?;
            }
            let serial =
                "SELECT coalesce(max(serial), 0) + 1 FROM comments WHERE game = ? AND node = ?";
            let serial: i64 = connection
                .prepare_cached(serial)?
                .query_row(params![id, number], |row| row.get(0))?;
            connection
                .prepare_cached("INSERT INTO comments VALUES (?, ?, ?, ?, ?)")?
                .execute(params![id, number, serial, text, now()])?;
            Ok(())
        })
        .await
    }
}

/// A game without its nodes.
struct Head {
    id: String,
    rule: Rule,
    area: Option<Size>,
    setup: Option<Setup>,
    title: String,
    created: i64,
}

impl Head {
    fn position(&self, moves: Vec<Point>) -> Position {
        Position { rule: self.rule, area: self.area, setup: self.setup.clone(), moves }
    }

    /// Who makes the first move.
    fn first(&self) -> Color {
        self.setup.as_ref().map_or(Color::Black, |setup| setup.turn)
    }

    fn name(&self, point: Point) -> String {
        Size::area(self.area).name(point.into())
    }
}

fn head(connection: &Connection, id: &str) -> Result<Head, StoreError> {
    let find = "SELECT rule, width, height, setup, title, created FROM games WHERE id = ?";
    let found = connection.prepare_cached(find)?.query_row([id], |row| {
        let setup: Option<String> = row.get(3)?;
        Ok(Head {
            id: id.to_owned(),
            rule: rule(&row.get::<_, String>(0)?),
            area: size(row.get(1)?, row.get(2)?),
            setup: setup.and_then(|setup| serde_json::from_str(&setup).ok()),
            title: row.get(4)?,
            created: row.get(5)?,
        })
    });
    found.optional()?.ok_or(StoreError::Missing("game"))
}

fn load(connection: &Connection, id: &str) -> Result<Game, StoreError> {
    let head = head(connection, id)?;
    let mut statement = connection.prepare_cached(
        "SELECT number, parent, x, y, author, created,
            (SELECT comment FROM comments WHERE game = ?1 AND node = number
             ORDER BY serial DESC LIMIT 1)
         FROM nodes WHERE game = ?1 ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(row) = rows.next()? {
        let parent: u32 = row.get(1)?;
        let point = Point { x: row.get(2)?, y: row.get(3)? };
        // Numbers have no gaps, so that a node's place is its number.
        let color = match parent.checked_sub(1) {
            None => head.first(),
            Some(above) => other(nodes[above as usize].color),
        };
        let comment: Option<String> = row.get(6)?;
        nodes.push(Node {
            number: row.get(0)?,
            parent,
            x: point.x,
            y: point.y,
            name: head.name(point),
            color,
            author: author(&row.get::<_, String>(4)?),
            comment: comment.unwrap_or_default(),
            created_ms: row.get(5)?,
        });
    }
    let comment = comment(connection, id, 0)?;
    Ok(Game {
        id: head.id,
        rule: head.rule,
        area: head.area,
        setup: head.setup,
        title: head.title,
        created_ms: head.created,
        comment,
        nodes,
    })
}

/// The moves that lead to a node.
fn path(connection: &Connection, id: &str, number: u32) -> Result<Vec<Point>, StoreError> {
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
        .query_map(params![id, number], |row| Ok(Point { x: row.get(0)?, y: row.get(1)? }))?
        .collect::<Result<Vec<Point>, _>>()?;
    if points.is_empty() { Err(StoreError::Missing("node")) } else { Ok(points) }
}

fn insert(
    connection: &Connection,
    id: &str,
    number: u32,
    parent: u32,
    point: Point,
    author: Author,
) -> Result<(), StoreError> {
    let author = match author {
        Author::Person => "person",
        Author::Engine => "engine",
    };
    connection
        .prepare_cached("INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?)")?
        .execute(params![id, number, parent, point.x, point.y, author, now()])?;
    Ok(())
}

fn node(connection: &Connection, head: &Head, number: u32) -> Result<Node, StoreError> {
    let plies = path(connection, &head.id, number)?.len();
    let color = if plies % 2 == 1 { head.first() } else { other(head.first()) };
    let said = comment(connection, &head.id, number)?;
    let find = "SELECT parent, x, y, author, created FROM nodes WHERE game = ? AND number = ?";
    let found = connection.prepare_cached(find)?.query_row(params![head.id, number], |row| {
        let point = Point { x: row.get(1)?, y: row.get(2)? };
        Ok(Node {
            number,
            parent: row.get(0)?,
            x: point.x,
            y: point.y,
            name: head.name(point),
            color,
            author: author(&row.get::<_, String>(3)?),
            comment: said,
            created_ms: row.get(4)?,
        })
    });
    found.optional()?.ok_or(StoreError::Missing("node"))
}

fn comment(connection: &Connection, id: &str, number: u32) -> Result<String, StoreError> {
    let find =
        "SELECT comment FROM comments WHERE game = ? AND node = ? ORDER BY serial DESC LIMIT 1";
    let found = connection
        .prepare_cached(find)?
        .query_row(params![id, number], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or_default())
}

fn short_enough(text: &str, most: usize, field: &str) -> Result<(), StoreError> {
    if text.len() <= most {
        return Ok(());
    }
    let message = format!("a {field} of {} bytes: it may have up to {most}", text.len());
    Err(ApiError::at(Code::BadValue, message, Place::of_field(field)).into())
}

fn other(color: Color) -> Color {
    match color {
        Color::Black => Color::White,
        Color::White => Color::Black,
    }
}

fn word(rule: Rule) -> &'static str {
    tengen_core::Rule::from(rule).name()
}

/// The rule that was written; only this program writes.
fn rule(word: &str) -> Rule {
    word.parse().map_or(Rule::Freestyle, |rule: tengen_core::Rule| rule.into())
}

fn author(word: &str) -> Author {
    if word == "engine" { Author::Engine } else { Author::Person }
}

fn size(width: Option<u16>, height: Option<u16>) -> Option<Size> {
    Some(Size { width: width?, height: height? })
}

fn json(setup: &Setup) -> String {
    serde_json::to_string(setup).expect("it has only text and numbers")
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
