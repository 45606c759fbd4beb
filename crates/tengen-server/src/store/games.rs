//! Games: trees of moves that only grow.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{
    GameChange, GameInfo, GameSummary, MoveAuthor, NewGame, NodeChange, Store, StoreError,
    StoredGame, StoredNode,
    checks::{self, MOST_NODES, MOST_REVIEW, MOST_SETTINGS, check},
    rows::{self, info, json, now, rule, size, word},
};
use crate::{
    errors::{ApiError, ErrorCode},
    ids,
    wire::{MOST_COMMENT, MOST_TITLE, WirePoint},
};

impl Store {
    /// Keeps a new game. One that was kept under the same key before is the answer: who did not hear
    /// the answer may ask again.
    ///
    /// # Errors
    ///
    /// If no game can start so, or it cannot be written.
    pub async fn add_game(&self, game: NewGame) -> Result<StoredGame, StoreError> {
        // A large tree takes a moment.
        let checked = tokio::task::spawn_blocking(move || checks::check_new(&game).map(|()| game));
        let game = checked.await.map_err(|_| StoreError::Closed)??;
        self.write(move |connection| {
            if let Some(key) = &game.key {
                let find = "SELECT id FROM games WHERE key = ?";
                let found = connection.prepare_cached(find)?.query_row([key], |row| row.get(0));
                if let Some(id) = found.optional()? {
                    let id: String = id;
                    return rows::load(connection, &id);
                }
            }
            let id = insert(connection, &game)?;
            rows::load(connection, &id)
        })
        .await
    }

    /// A game with all its nodes.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub async fn game(&self, id: String) -> Result<StoredGame, StoreError> {
        self.read(move |connection| rows::load(connection, &id)).await
    }

    /// The games that were moved in last, at most `most`.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub async fn games(&self, most: u32) -> Result<Vec<GameSummary>, StoreError> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, rule, width, height, title, settings, created, moved,
                    info, (SELECT count(*) FROM nodes WHERE game = id)
                 FROM games ORDER BY moved DESC, id LIMIT ?",
            )?;
            let rows = statement.query_map([most], |row| {
                Ok(GameSummary {
                    id: row.get(0)?,
                    rule: rule(&row.get::<_, String>(1)?),
                    area: size(row.get(2)?, row.get(3)?),
                    title: row.get(4)?,
                    settings: row.get(5)?,
                    created_ms: row.get(6)?,
                    moved_ms: row.get(7)?,
                    info: info(&row.get::<_, String>(8)?),
                    nodes: row.get(9)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Changes what a game is called or kept with.
    ///
    /// # Errors
    ///
    /// If there is no such game, or it cannot be written.
    pub async fn change_game(&self, id: String, change: GameChange) -> Result<(), StoreError> {
        check(change.title.as_deref().unwrap_or_default(), MOST_TITLE, "title")?;
        check(change.settings.as_deref().unwrap_or_default(), MOST_SETTINGS, "settings")?;
        check(change.review.as_deref().unwrap_or_default(), MOST_REVIEW, "review")?;
        if let Some(arrangement) = &change.arrangement {
            checks::check_arrangement(arrangement)?;
        }
        self.write(move |connection| {
            let update = "UPDATE games SET title = coalesce(?2, title),
                settings = coalesce(?3, settings) WHERE id = ?1";
            let GameChange { title, settings, review, arrangement } = change;
            let changed =
                connection.prepare_cached(update)?.execute(params![id, title, settings])?;
            if changed == 0 {
                return Err(StoreError::Missing("game"));
            }
            if let Some(review) = review {
                let keep = "INSERT OR REPLACE INTO reviews VALUES (?, ?)";
                connection.prepare_cached(keep)?.execute(params![id, review])?;
            }
            if let Some(arrangement) = arrangement {
                let keep = "INSERT OR REPLACE INTO arrangements VALUES (?, ?)";
                connection.prepare_cached(keep)?.execute(params![id, json(&arrangement)])?;
            }
            Ok(())
        })
        .await
    }

    /// Forgets a game and all that is in it.
    ///
    /// # Errors
    ///
    /// If there is no such game, or it cannot be written.
    pub async fn drop_game(&self, id: String) -> Result<(), StoreError> {
        self.write(move |connection| {
            let delete = "DELETE FROM games WHERE id = ?";
            let dropped = connection.prepare_cached(delete)?.execute([&id])?;
            if dropped == 0 { Err(StoreError::Missing("game")) } else { Ok(()) }
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
        point: WirePoint,
        author: MoveAuthor,
    ) -> Result<StoredNode, StoreError> {
        self.write(move |connection| {
            let head = rows::head(connection, &id)?;
            let find = "SELECT number FROM nodes WHERE game = ? AND parent = ? AND x = ? AND y = ?";
            let found: Option<u32> = connection
                .prepare_cached(find)?
                .query_row(params![id, parent, point.x, point.y], |row| row.get(0))
                .optional()?;
            if let Some(number) = found {
                return rows::node(connection, &head, number);
            }
            let mut position = head.position(rows::path(connection, &id, parent)?);
            position.moves.push(point);
            position.open()?;
            let last = "SELECT coalesce(max(number), 0) FROM nodes WHERE game = ?";
            let last: u32 = connection.prepare_cached(last)?.query_row([&id], |row| row.get(0))?;
            if last >= MOST_NODES {
                let message =
                    format!("the game has {last} moves with its variations, and no more fit");
                return Err(ApiError::new(ErrorCode::TooManyStones, message).into());
            }
            rows::insert(connection, &id, last + 1, parent, point, author)?;
            let moved = "UPDATE games SET moved = ? WHERE id = ?";
            connection
                .prepare_cached(moved)?
                .execute(params![rows::next_moved(connection)?, id])?;
            rows::node(connection, &head, last + 1)
        })
        .await
    }

    /// Changes what is said or thought of a node; 0 is the start.
    ///
    /// # Errors
    ///
    /// If there is no such node, or it cannot be written.
    pub async fn change_node(
        &self,
        id: String,
        number: u32,
        change: NodeChange,
    ) -> Result<(), StoreError> {
        let NodeChange { comment, chance } = change;
        check(comment.as_deref().unwrap_or_default(), MOST_COMMENT, "comment")?;
        checks::check_chance(chance)?;
        self.write(move |connection| {
            let head = rows::head(connection, &id)?;
            if number > 0 {
                rows::node(connection, &head, number)?;
            }
            if let Some(text) = comment {
                say(connection, &id, number, &text)?;
            }
            if let Some(chance) = chance {
                think(connection, &id, number, chance)?;
            }
            Ok(())
        })
        .await
    }
}

/// Writes a game with its first moves; its name.
fn insert(connection: &Connection, game: &NewGame) -> Result<String, StoreError> {
    let (id, now, moved) = (ids::new(), now(), rows::next_moved(connection)?);
    let known = if game.info == GameInfo::default() { String::new() } else { json(&game.info) };
    let insert = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    connection.prepare_cached(insert)?.execute(params![
        id,
        game.key,
        word(game.rule),
        game.area.map(|size| size.width),
        game.area.map(|size| size.height),
        game.setup.as_ref().map(json),
        game.title,
        game.settings,
        now,
        moved,
        known
    ])?;
    for (number, &point) in game.moves.iter().enumerate() {
        let parent = number as u32;
        rows::insert(connection, &id, parent + 1, parent, point, MoveAuthor::Person)?;
    }
    if !game.comment.is_empty() {
        say(connection, &id, 0, &game.comment)?;
    }
    for (number, node) in (1..).zip(&game.nodes) {
        let point = WirePoint { x: node.x, y: node.y };
        rows::insert(connection, &id, number, node.parent, point, node.author)?;
        if !node.comment.is_empty() {
            say(connection, &id, number, &node.comment)?;
        }
        if let Some(chance) = node.chance {
            think(connection, &id, number, chance)?;
        }
    }
    Ok(id)
}

fn think(connection: &Connection, id: &str, number: u32, chance: f64) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO chances VALUES (?, ?, ?)")?
        .execute(params![id, number, chance])?;
    Ok(())
}

fn say(connection: &Connection, id: &str, number: u32, text: &str) -> Result<(), StoreError> {
    // Who asks twice says it once.
    if rows::comment(connection, id, number)? == text {
        return Ok(());
    }
    let serial = "SELECT coalesce(max(serial), 0) + 1 FROM comments WHERE game = ? AND node = ?";
    let serial: i64 =
        connection.prepare_cached(serial)?.query_row(params![id, number], |row| row.get(0))?;
    connection.prepare_cached("INSERT INTO comments VALUES (?, ?, ?, ?, ?)")?.execute(params![
        id,
        number,
        serial,
        text,
        now()
    ])?;
    Ok(())
}
