//! The tables, and how older files become new ones.

use std::{path::Path, time::Duration};

use rusqlite::Connection;

use super::{StoreError, read_only};

/// What was added, version by version. A line that was released is never changed.
const VERSIONS: [&str; 1] = ["
    CREATE TABLE games (
        id      TEXT    PRIMARY KEY NOT NULL,
        rule    TEXT    NOT NULL,
        width   INTEGER,
        height  INTEGER,
        setup   TEXT,
        title   TEXT    NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_by_age ON games (created);

    -- A tree: node 0 is the start and has no row. A parent has a lower number than its child.
    CREATE TABLE nodes (
        game    TEXT    NOT NULL REFERENCES games (id),
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
        BEGIN SELECT RAISE (ABORT, 'a node is never deleted'); END;

    -- The last one of a node counts; those before it are kept.
    CREATE TABLE comments (
        game    TEXT    NOT NULL REFERENCES games (id),
        node    INTEGER NOT NULL,
        serial  INTEGER NOT NULL,
        comment TEXT    NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY (game, node, serial)
    ) STRICT, WITHOUT ROWID;
"];

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
    fn nodes_are_neither_changed_nor_deleted() {
        let mut connection = Connection::open_in_memory().unwrap();
        prepare(&mut connection).unwrap();
        connection
            .execute_batch(
                "INSERT INTO games VALUES ('a', 'exact', 15, 15, NULL, '', 0);
                 INSERT INTO nodes VALUES ('a', 1, 0, 7, 7, 'person', 0);",
            )
            .unwrap();
        assert!(connection.execute_batch("UPDATE nodes SET x = 3").is_err());
        assert!(connection.execute_batch("DELETE FROM nodes").is_err());
        let stranger = "INSERT INTO nodes VALUES ('b', 1, 0, 7, 7, 'person', 0)";
        assert!(connection.execute_batch(stranger).is_err(), "there is no such game");
    }
}
