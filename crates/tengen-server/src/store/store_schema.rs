//! The tables, and how older files become new ones.

use std::{path::Path, time::Duration};

use rusqlite::Connection;

use super::{StoreError, read_only};

/// What was added, version by version. A line that was released is never changed.
const VERSIONS: [&str; 4] = [
    "
    CREATE TABLE games (
        id       TEXT    PRIMARY KEY NOT NULL,
        -- What the page calls it, so that asking twice makes one game.
        key      TEXT    UNIQUE,
        rule     TEXT    NOT NULL,
        width    INTEGER,
        height   INTEGER,
        setup    TEXT,
        title    TEXT    NOT NULL,
        settings TEXT    NOT NULL,
        created  INTEGER NOT NULL,
        moved    INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_by_age ON games (moved);

    -- A tree: node 0 is the start and has no row. A parent has a lower number than its child.
    CREATE TABLE nodes (
        game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number  INTEGER NOT NULL,
        parent  INTEGER NOT NULL,
        x       INTEGER NOT NULL,
        y       INTEGER NOT NULL,
        author  TEXT    NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY (game, number),
        UNIQUE (game, parent, x, y)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER nodes_stay BEFORE UPDATE ON nodes
        BEGIN SELECT RAISE (ABORT, 'a node is never changed'); END;
    CREATE TRIGGER nodes_are_kept BEFORE DELETE ON nodes
        WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game)
        BEGIN SELECT RAISE (ABORT, 'a node goes with its game alone'); END;

    -- What is said of a node: the last one counts, those before it are kept.
    CREATE TABLE comments (
        game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        node    INTEGER NOT NULL,
        serial  INTEGER NOT NULL,
        comment TEXT    NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY (game, node, serial)
    ) STRICT, WITHOUT ROWID;

    -- Black's chance to win after a node, as somebody thought.
    CREATE TABLE chances (
        game   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        node   INTEGER NOT NULL,
        chance REAL    NOT NULL,
        PRIMARY KEY (game, node)
    ) STRICT, WITHOUT ROWID;
",
    "
    -- Who played, where and when, as JSON; empty if nobody said.
    ALTER TABLE games ADD COLUMN info TEXT NOT NULL DEFAULT '';
",
    "
    -- What the page keeps of the review of a game.
    CREATE TABLE reviews (
        game   TEXT PRIMARY KEY NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        review TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    -- Games between people. Of the secrets of the seats only hashes are kept.
    CREATE TABLE friend_games (
        id         TEXT    PRIMARY KEY NOT NULL,
        host_hash  BLOB    NOT NULL,
        host_key   BLOB    UNIQUE,
        guest_hash BLOB,
        guest_key  BLOB,
        created    INTEGER NOT NULL,
        touched    INTEGER NOT NULL,
        finished   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX friend_games_by_age ON friend_games (finished, touched);

    -- What happened in them: numbers have no gaps. `at` is a time of the service clock.
    CREATE TABLE friend_events (
        game    TEXT    NOT NULL REFERENCES friend_games (id) ON DELETE CASCADE,
        number  INTEGER NOT NULL,
        action  TEXT,
        event   TEXT    NOT NULL,
        at      INTEGER NOT NULL,
        PRIMARY KEY (game, number),
        UNIQUE (game, action)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER friend_events_stay BEFORE UPDATE ON friend_events
        BEGIN SELECT RAISE (ABORT, 'an event is never changed'); END;

    -- How long the server has been up in all its runs, in milliseconds.
    CREATE TABLE service_clock (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        ms INTEGER NOT NULL
    ) STRICT;
    INSERT INTO service_clock VALUES (1, 0);
",
];

/// Makes a file what this program needs, whatever it was.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    connection.busy_timeout(Duration::from_secs(5))?;
    // What is acknowledged is on the disk, not on its way there.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
    )?;
    let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let found = found as usize;
    if found > VERSIONS.len() {
        return Err(StoreError::TooNew { found, known: VERSIONS.len() });
    }
    for (number, version) in VERSIONS.iter().enumerate().skip(found) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(version)?;
        transaction.execute_batch(&format!("PRAGMA user_version = {}", number + 1))?;
        transaction.commit()?;
    }
    Ok(())
}

/// Limits the file to `most` bytes.
pub(super) fn limit(connection: &Connection, most: u64) -> Result<(), StoreError> {
    let page: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    let pages = most / u64::from(page);
    Ok(connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?)
}

/// A connection that only reads.
pub(super) fn reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, read_only())?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_once_and_a_later_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.sqlite");
        for _ in 0..2 {
            let mut connection = Connection::open(&path).unwrap();
            prepare(&mut connection).unwrap();
            let mode: String =
                connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
            assert_eq!(mode, "wal");
            let full: i64 =
                connection.query_row("PRAGMA synchronous", [], |row| row.get(0)).unwrap();
            assert_eq!(full, 2);
        }
        let mut connection = Connection::open(&path).unwrap();
        connection.execute_batch("PRAGMA user_version = 99").unwrap();
        let refused = prepare(&mut connection);
        assert!(matches!(refused, Err(StoreError::TooNew { found: 99, .. })), "{refused:?}");
    }

    #[test]
    fn a_file_of_an_earlier_version_keeps_its_games() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(VERSIONS[0]).unwrap();
        connection
            .execute_batch(
                "PRAGMA user_version = 1;
                 INSERT INTO games VALUES ('a', NULL, 'exact', 15, 15, NULL, 'old', '', 0, 0);",
            )
            .unwrap();
        prepare(&mut connection).unwrap();
        let read = "SELECT title, info FROM games WHERE id = 'a'";
        let found: (String, String) =
            connection.query_row(read, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(found, ("old".to_owned(), String::new()));
    }

    #[test]
    fn nodes_are_neither_changed_nor_deleted_but_with_their_game() {
        let mut connection = Connection::open_in_memory().unwrap();
        prepare(&mut connection).unwrap();
        connection
            .execute_batch(
                "INSERT INTO games VALUES ('a', NULL, 'exact', 15, 15, NULL, '', '', 0, 0, '');
                 INSERT INTO nodes VALUES ('a', 1, 0, 7, 7, 'person', 0);
                 INSERT INTO comments VALUES ('a', 1, 1, 'well', 0);
                 INSERT INTO chances VALUES ('a', 1, 0.5);
                 INSERT INTO reviews VALUES ('a', '{}');",
            )
            .unwrap();
        assert!(connection.execute_batch("UPDATE nodes SET x = 3").is_err());
        assert!(connection.execute_batch("DELETE FROM nodes").is_err());
        let stranger = "INSERT INTO nodes VALUES ('b', 1, 0, 7, 7, 'person', 0)";
        assert!(connection.execute_batch(stranger).is_err(), "there is no such game");
        connection.execute_batch("DELETE FROM games").unwrap();
        for table in ["nodes", "comments", "chances", "reviews"] {
            let count = format!("SELECT count(*) FROM {table}");
            let left: i64 = connection.query_row(&count, [], |row| row.get(0)).unwrap();
            assert_eq!(left, 0, "{table}");
        }
    }
}
