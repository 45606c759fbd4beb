//! Games between people: rows of events that only grow.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{
    Store, StoreError,
    rows::{json, now},
};
use crate::{
    errors::{ApiError, ErrorCode},
    friends::{FriendSeat, NumberedEvent, SecretHash},
};

/// The hashes of the secrets of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FriendSecrets {
    /// The secret of each seat, if it is taken.
    pub(crate) seats: [Option<SecretHash>; 2],
    /// What each seat was asked for with, if that was said.
    pub(crate) keys: [Option<SecretHash>; 2],
}

/// An event that is to be kept, or was.
#[derive(Clone, Debug)]
pub(crate) struct StoredEvent {
    /// The event.
    pub(crate) event: NumberedEvent,
    /// The seat and the name of the action that it came of; none if it is the server's own.
    pub(crate) action: Option<(FriendSeat, String)>,
}

/// A change of a game that is to be kept.
#[derive(Clone, Debug)]
pub(crate) struct FriendChange {
    /// The name of the game.
    pub(crate) game: String,
    /// The secrets, if the game is new or they have changed.
    pub(crate) secrets: Option<FriendSecrets>,
    /// What happened.
    pub(crate) events: Vec<StoredEvent>,
    /// Whether the game is over then.
    pub(crate) finished: bool,
}

/// A game as it was kept.
#[derive(Clone, Debug)]
pub(crate) struct StoredFriendGame {
    /// The hashes of its secrets.
    pub(crate) secrets: FriendSecrets,
    /// Its events, by their numbers.
    pub(crate) events: Vec<StoredEvent>,
}

/// The most games that go on at a time.
const MOST_OPEN: u32 = 20_000;

/// How long a game is kept after its last event.
const KEPT_MS: i64 = 90 * DAY_MS;

/// How long a game without a second player is kept.
const KEPT_WAITING_MS: i64 = 7 * DAY_MS;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Store {
    /// The service clock when the file was opened.
    pub(crate) fn service_ms(&self) -> u64 {
        self.service_ms
    }

    /// Keeps that the server was up until `ms` of its service clock.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) async fn keep_service_ms(&self, ms: u64) -> Result<(), StoreError> {
        self.write(move |connection| advance(connection, ms)).await
    }

    /// Keeps changes of games, all of them or none.
    ///
    /// # Errors
    ///
    /// If there are too many games, or they cannot be written.
    pub(crate) async fn change_friend_games(
        &self,
        changes: Vec<FriendChange>,
    ) -> Result<(), StoreError> {
        self.write(move |connection| changes.iter().try_for_each(|change| keep(connection, change)))
            .await
    }

    /// A game between people.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub(crate) async fn friend_game(&self, id: String) -> Result<StoredFriendGame, StoreError> {
        self.read(move |connection| load(connection, &id)).await
    }

    /// The game that was made with a key.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) async fn friend_game_of(
        &self,
        key: SecretHash,
    ) -> Result<Option<String>, StoreError> {
        self.read(move |connection| {
            let find = "SELECT id FROM friend_games WHERE host_key = ?";
            let mut statement = connection.prepare_cached(find)?;
            Ok(statement.query_row([key.as_bytes()], |row| row.get(0)).optional()?)
        })
        .await
    }

    /// Forgets games that nothing has happened in for long, a limited number at a time.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(crate) async fn forget_friend_games(&self) -> Result<usize, StoreError> {
        self.write(|connection| forget(connection, now())).await
    }
}

fn keep(connection: &Connection, change: &FriendChange) -> Result<(), StoreError> {
    let FriendChange { game, secrets, events, finished } = change;
    if let Some(FriendSecrets { seats, keys }) = secrets {
        let bytes = |hash: &Option<SecretHash>| hash.map(|hash| hash.as_bytes().to_vec());
        let (hash, key) = (seats.each_ref().map(bytes), keys.each_ref().map(bytes));
        let known = "SELECT 1 FROM friend_games WHERE id = ?";
        if connection.prepare_cached(known)?.exists([game])? {
            let update = "UPDATE friend_games SET host_hash = ?2, host_key = ?3, guest_hash = ?4,
                guest_key = ?5 WHERE id = ?1";
            let [host, guest] = hash;
            let [host_key, guest_key] = key;
            let values = params![game, host, host_key, guest, guest_key];
            connection.prepare_cached(update)?.execute(values)?;
        } else {
            let open = "SELECT count(*) FROM friend_games WHERE finished = 0";
            let open: u32 = connection.prepare_cached(open)?.query_row([], |row| row.get(0))?;
            if open >= MOST_OPEN {
                let message = format!("{open} games go on, and no more fit; ask again later");
                return Err(ApiError::new(ErrorCode::Busy, message).into());
            }
            let insert = "INSERT INTO friend_games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 0)";
            let [host, guest] = hash;
            let [host_key, guest_key] = key;
            let values = params![game, host, host_key, guest, guest_key, now()];
            connection.prepare_cached(insert)?.execute(values)?;
        }
    }
    for StoredEvent { event, action } in events {
        let insert = "INSERT INTO friend_events VALUES (?, ?, ?, ?, ?)";
        let action = action.as_ref().map(|(seat, id)| format!("{}:{id}", seat.index()));
        let values = params![game, event.number, action, json(&event.event), event.at_ms as i64];
        connection.prepare_cached(insert)?.execute(values)?;
        advance(connection, event.at_ms)?;
    }
    let touch = "UPDATE friend_games SET touched = ?, finished = ? WHERE id = ?";
    connection.prepare_cached(touch)?.execute(params![now(), i64::from(*finished), game])?;
    Ok(())
}

fn advance(connection: &Connection, ms: u64) -> Result<(), StoreError> {
    let update = "UPDATE service_clock SET ms = max(ms, ?)";
    connection.prepare_cached(update)?.execute([ms as i64])?;
    Ok(())
}

pub(super) fn service_ms(connection: &Connection) -> Result<u64, StoreError> {
    let read = "SELECT ms FROM service_clock";
    Ok(connection.query_row(read, [], |row| row.get::<_, i64>(0))? as u64)
}

fn load(connection: &Connection, id: &str) -> Result<StoredFriendGame, StoreError> {
    let find = "SELECT host_hash, guest_hash, host_key, guest_key FROM friend_games WHERE id = ?";
    let secrets = connection.prepare_cached(find)?.query_row([id], |row| {
        let hash = |column: usize| {
            let bytes: Option<Vec<u8>> = row.get(column)?;
            Ok::<_, rusqlite::Error>(bytes.and_then(|bytes| SecretHash::from_bytes(&bytes)))
        };
        Ok(FriendSecrets { seats: [hash(0)?, hash(1)?], keys: [hash(2)?, hash(3)?] })
    });
    let secrets = secrets.optional()?.ok_or(StoreError::Missing("game"))?;
    let read = "SELECT number, action, event, at FROM friend_events WHERE game = ? ORDER BY number";
    let mut statement = connection.prepare_cached(read)?;
    let mut rows = statement.query([id])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let text: String = row.get(2)?;
        let event = serde_json::from_str(&text)
            .map_err(|error| StoreError::Batch(format!("an event of {id}: {error}")))?;
        let at_ms = row.get::<_, i64>(3)? as u64;
        let action: Option<String> = row.get(1)?;
        let action = action.and_then(|action| {
            let (seat, id) = action.split_once(':')?;
            let seat = if seat == "0" { FriendSeat::Host } else { FriendSeat::Guest };
            Some((seat, id.to_owned()))
        });
        events.push(StoredEvent {
            event: NumberedEvent { number: row.get(0)?, at_ms, event },
            action,
        });
    }
    Ok(StoredFriendGame { secrets, events })
}

fn forget(connection: &Connection, now: i64) -> Result<usize, StoreError> {
    let delete = "DELETE FROM friend_games WHERE id IN (
            SELECT id FROM friend_games
            WHERE touched < ?1 OR (touched < ?2 AND guest_hash IS NULL) LIMIT 500)";
    let values = params![now - KEPT_MS, now - KEPT_WAITING_MS];
    Ok(connection.prepare_cached(delete)?.execute(values)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::store_schema;

    #[test]
    fn old_games_are_forgotten_with_their_events_and_those_nobody_came_to_sooner() {
        let mut connection = Connection::open_in_memory().unwrap();
        store_schema::prepare(&mut connection).unwrap();
        let now = 1000 * DAY_MS;
        for (id, guest, days) in [
            ("new", "x'01'", 1),
            ("played", "x'01'", 89),
            ("old", "x'01'", 91),
            ("waiting", "NULL", 8),
        ] {
            let touched = now - days * DAY_MS;
            connection
                .execute_batch(&format!(
                    "INSERT INTO friend_games VALUES ('{id}', x'00', NULL, {guest}, NULL, 0, {touched}, 0);
                     INSERT INTO friend_events VALUES ('{id}', 1, NULL, '', 0);"
                ))
                .unwrap();
        }
        assert!(connection.execute_batch("UPDATE friend_events SET event = 'x'").is_err());
        assert_eq!(forget(&connection, now).unwrap(), 2);
        let mut statement =
            connection.prepare("SELECT game FROM friend_events ORDER BY game").unwrap();
        let left: Vec<String> =
            statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert_eq!(left, ["new", "played"]);
    }

    #[test]
    fn the_service_clock_never_goes_back() {
        let mut connection = Connection::open_in_memory().unwrap();
        store_schema::prepare(&mut connection).unwrap();
        for (ms, kept) in [(5, 5), (3, 5), (9, 9)] {
            advance(&connection, ms).unwrap();
            assert_eq!(service_ms(&connection).unwrap(), kept);
        }
    }
}
