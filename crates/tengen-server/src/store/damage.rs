//! A damaged database: found at the start and set aside, never used.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode};

use super::StoreError;

/// A file up to this size is checked in full, with its indexes; of a larger one only the structure is
/// checked, since a start must not take minutes.
const FULL_CHECK: u64 = 64 << 20;

/// The files of a database, by what their names end in.
const FILES: [&str; 3] = ["", "-wal", "-shm"];

/// Checks the database at `path`. One that is damaged is renamed, with its log, so that a new one can be
/// begun and nothing of the old one is lost.
pub(super) fn set_aside(path: &Path) -> Result<(), StoreError> {
    let Some(damage) = find(path)? else { return Ok(()) };
    let free = (1..=u32::MAX)
        .map(|number| ending(path, &format!(".damaged-{number}")))
        .find(|aside| FILES.iter().all(|file| !ending(aside, file).exists()))
        .expect("there are fewer files than numbers");
    for file in FILES {
        match fs::rename(ending(path, file), ending(&free, file)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(StoreError::SetAside(path.to_owned(), error));
            }
            _ => {}
        }
    }
    tracing::error!(
        %damage,
        database = %path.display(),
        aside = %free.display(),
        "the database is damaged: it is set aside, and a new one is begun"
    );
    Ok(())
}

/// What is wrong with a database, if something is.
fn find(path: &Path) -> Result<Option<String>, StoreError> {
    let size = match fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::Folder(path.to_owned(), error)),
    };
    let check = if size <= FULL_CHECK { "integrity_check" } else { "quick_check" };
    let checked = Connection::open(path).and_then(|connection| {
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.query_row(&format!("PRAGMA {check}(1)"), [], |row| row.get::<_, String>(0))
    });
    match checked {
        Ok(verdict) => Ok((verdict != "ok").then_some(verdict)),
        Err(error) => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Ok(Some(error.to_string()))
            }
            _ => Err(error.into()),
        },
    }
}

/// A path whose name ends in something more.
fn ending(path: &Path, more: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(more);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::store_schema;

    const PAGE: usize = 4096;

    /// A database with some games and nothing else, closed.
    fn database(path: &Path) {
        let mut connection = Connection::open(path).unwrap();
        store_schema::prepare(&mut connection).unwrap();
        for game in 0..100 {
            connection
                .execute(
                    "INSERT INTO games VALUES (?, NULL, 'exact', 15, 15, NULL, '', '', 0, 0, '')",
                    [format!("{game:032x}")],
                )
                .unwrap();
            for node in 1..5 {
                connection
                    .execute(
                        "INSERT INTO nodes VALUES (?1, ?2, 0, ?2, 7, 'person', 0)",
                        rusqlite::params![format!("{game:032x}"), node],
                    )
                    .unwrap();
            }
        }
        connection.execute_batch("VACUUM").unwrap();
    }

    #[test]
    fn a_page_that_was_overwritten_is_found_and_the_file_set_aside_with_all_that_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        database(&path);
        assert_eq!(find(&path).unwrap(), None);
        let sound = fs::read(&path).unwrap();
        assert!(sound.len() > 8 * PAGE);
        let mut number = 0;
        for page in 0..sound.len() / PAGE {
            let mut damaged = sound.clone();
            // The head of a page: of the first one that of the file, and its tree begins at 100.
            for byte in &mut damaged[page * PAGE..page * PAGE + 8] {
                *byte ^= 0x55;
            }
            fs::write(&path, &damaged).unwrap();
            fs::write(ending(&path, "-wal"), b"").unwrap();
            set_aside(&path).unwrap();
            number += 1;
            let aside = ending(&path, &format!(".damaged-{number}"));
            assert!(!path.exists() && !ending(&path, "-wal").exists(), "page {page}");
            assert_eq!(fs::read(&aside).unwrap(), damaged, "page {page}");
        }
        fs::write(&path, &sound).unwrap();
        set_aside(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), sound, "one that is sound stays");
    }

    /// Where the file says something twice, a change of one of the two is found; a change that leaves all
    /// in order, as of a letter in a comment, is not.
    #[test]
    fn most_changes_of_a_key_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        database(&path);
        let sound = fs::read(&path).unwrap();
        let id = format!("{:032x}", 50);
        let places = (0..sound.len()).filter(|&place| sound[place..].starts_with(id.as_bytes()));
        let places: Vec<usize> = places.collect();
        assert!(places.len() >= 5, "{places:?}");
        let is_found = |place: &usize| {
            let mut damaged = sound.clone();
            damaged[place + 31] ^= 1;
            fs::write(&path, &damaged).unwrap();
            find(&path).unwrap().is_some()
        };
        let found = places.iter().filter(|place| is_found(place)).count();
        assert!(2 * found > places.len(), "{found} of {}", places.len());
    }

    #[test]
    fn what_is_no_database_is_set_aside_and_nothing_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        set_aside(&path).unwrap();
        assert!(!path.exists(), "there was none");
        fs::write(&path, "a letter to a friend, and not a database at all".repeat(100)).unwrap();
        set_aside(&path).unwrap();
        assert!(!path.exists());
        assert!(ending(&path, ".damaged-1").exists());
    }
}
