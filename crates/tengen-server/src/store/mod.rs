//! Games on disk: what was acknowledged is there, whatever happens.
//!
//! One thread writes. It takes all that waits, writes it as one transaction and answers when the disk
//! has it, so that many who write at once wait for the disk together. Others read meanwhile, from
//! connections of their own: the log that is written ahead (WAL) lets them.

mod checks;
mod damage;
mod friend_rows;
mod games;
mod rows;
mod store_schema;
mod studies;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use rusqlite::{Connection, OpenFlags};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

pub(crate) use friend_rows::{FriendChange, FriendSecrets, StoredEvent, StoredFriendGame};
pub use tengen_answers::wire::{
    GameChange, GameInfo, GameSummary, GameTreeNode, MoveAuthor, NewGame, NodeChange, StoredGame,
    StoredNode, TreeArrangement,
};

/// What can go wrong with games that are kept.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("cannot make the folder {folder}: {1}", folder = .0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// The disk is full, or there are as many games as there may be.
    #[error("there is no room for more games")]
    Full,
    /// There are no threads left.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// A damaged database cannot be set aside.
    #[error("the database {path} is damaged and cannot be renamed: {1}", path = .0.display())]
    SetAside(PathBuf, #[source] io::Error),
    /// The database does what it should not.
    #[error("the database: {0}")]
    Database(#[source] rusqlite::Error),
    /// A batch could not be written.
    #[error("the database: {0}")]
    Batch(String),
    /// The file is of a later version of this program.
    #[error("the database is of version {found}, and this program knows versions up to {known}")]
    TooNew {
        /// The version of the file.
        found: usize,
        /// The last version that is known.
        known: usize,
    },
    /// There is no such game or node.
    #[error("there is no such {0}")]
    Missing(&'static str),
    /// The question itself is wrong.
    #[error(transparent)]
    Refused(#[from] crate::errors::ApiError),
    /// The server ends.
    #[error("the server is ending")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        if is_full(&error) {
            tracing::error!(%error, "there is no room for more games");
            return StoreError::Full;
        }
        StoreError::Database(error)
    }
}

/// Whether an error says that the disk takes no more: it is full, or a quota or the largest size of a
/// file is reached, which is reported as a failed write.
fn is_full(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi;
    let code = error.sqlite_error().map(|error| error.extended_code);
    let failed = [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE];
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull)
        || code.is_some_and(|code| failed.contains(&code))
}

/// What is to be done in a transaction; gives what is to be done when the transaction is through.
type StoreCommand = Box<dyn FnOnce(&Connection) -> Delivery + Send>;

/// The requester of a command, who waits for its outcome.
struct Delivery {
    /// Whether there was no room for it.
    full: bool,
    /// Delivers the outcome of the transaction.
    deliver: Box<dyn FnOnce(&Transaction) + Send>,
}

/// Outcome of a transaction.
enum Transaction {
    Done,
    Full,
    Failed(String),
}

/// Games on disk.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    commands: mpsc::Sender<StoreCommand>,
    readers: Mutex<Vec<Connection>>,
    /// Whether the last thing that did not fit is still without room, as far as is known.
    full: AtomicBool,
    /// The service clock when the file was opened.
    service_ms: u64,
}

impl Store {
    /// The name of the file.
    const FILE: &'static str = "games.sqlite";

    /// How many may wait to be written before others have to wait to wait.
    const QUEUE: usize = 1024;

    /// As many are written together.
    const BATCH: usize = 256;

    /// As many readers are kept.
    const READERS: usize = 8;

    /// Opens the games in `folder`, which is made where it is missing. The file
    /// grows to `most` bytes at most, if there is a limit.
    ///
    /// # Errors
    ///
    /// If they cannot be opened.
    pub fn open(folder: &Path, most: Option<u64>) -> Result<Store, StoreError> {
        fs::create_dir_all(folder).map_err(|error| StoreError::Folder(folder.to_owned(), error))?;
        let path = folder.join(Store::FILE);
        damage::set_aside(&path)?;
        let mut connection = Connection::open(&path)?;
        store_schema::prepare(&mut connection)?;
        if let Some(most) = most {
            store_schema::limit(&connection, most)?;
        }
        let service_ms = friend_rows::service_ms(&connection)?;
        let (commands, waiting) = mpsc::channel(Store::QUEUE);
        thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&connection, waiting))
            .map_err(StoreError::Thread)?;
        let (readers, full) = (Mutex::default(), AtomicBool::new(false));
        Ok(Store { path, commands, readers, full, service_ms })
    }

    /// That games can be read, and that there is room for more if there was none before.
    ///
    /// # Errors
    ///
    /// If they cannot, or there is not.
    pub async fn check(&self) -> Result<(), StoreError> {
        if self.full.load(Relaxed) {
            // What is rolled back never reaches the disk, so that only a commit shows it.
            self.write(|connection| {
                Ok(connection.execute_batch(
                    "CREATE TABLE room (bytes BLOB);
                     INSERT INTO room VALUES (zeroblob(16384));
                     DROP TABLE room;",
                )?)
            })
            .await?;
            self.full.store(false, Relaxed);
        }
        self.read(|connection| {
            Ok(connection.query_row(
                "SELECT count(*) FROM (SELECT 1 FROM games LIMIT 1)",
                [],
                |_| Ok(()),
            )?)
        })
        .await
    }

    /// Writes, and comes back when the disk has it.
    ///
    /// # Errors
    ///
    /// If `work` fails, or the disk does; then nothing was written.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let command: StoreCommand = Box::new(move |connection| {
            let done = alone(connection, work);
            let full = matches!(done, Err(StoreError::Full));
            let deliver = Box::new(move |written: &Transaction| {
                let result = match written {
                    Transaction::Done => done,
                    Transaction::Full => done.and(Err(StoreError::Full)),
                    Transaction::Failed(message) => {
                        done.and(Err(StoreError::Batch(message.clone())))
                    }
                };
                // Who asked may be gone.
                let _ = answer.send(result);
            });
            Delivery { full, deliver }
        });
        self.commands.send(command).await.map_err(|_| StoreError::Closed)?;
        let result = answered.await.map_err(|_| StoreError::Closed)?;
        if matches!(result, Err(StoreError::Full)) {
            self.full.store(true, Relaxed);
        }
        result
    }

    /// Reads what was written.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let path = self.path.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let connection = match kept {
                Some(connection) => connection,
                None => store_schema::reader(&path)?,
            };
            // One snapshot for all that is read.
            connection.execute_batch("BEGIN")?;
            let read = work(&connection);
            connection.execute_batch("COMMIT")?;
            Ok::<_, StoreError>((connection, read))
        });
        let (connection, read) = reading.await.map_err(|_| StoreError::Closed)??;
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < Store::READERS {
            readers.push(connection);
        }
        read
    }
}

/// Writes all requests until the channel is closed.
fn write_all(connection: &Connection, mut waiting: mpsc::Receiver<StoreCommand>) {
    while let Some(first) = waiting.blocking_recv() {
        let begun = connection.execute_batch("BEGIN IMMEDIATE");
        let mut deliveries = vec![first(connection)];
        // An error of the disk may have ended the transaction.
        while deliveries.len() < Store::BATCH
            && !connection.is_autocommit()
            && let Ok(next) = waiting.try_recv()
        {
            deliveries.push(next(connection));
        }
        // Without room a transaction may end before its commit, with all that is in it.
        let full = deliveries.iter().any(|delivery| delivery.full);
        let written = match begun.and_then(|()| connection.execute_batch("COMMIT")) {
            Ok(()) => Transaction::Done,
            Err(error) => {
                tracing::error!(%error, "nothing was written");
                // Where there is no transaction there is nothing to take back.
                let _ = connection.execute_batch("ROLLBACK");
                if full || is_full(&error) {
                    Transaction::Full
                } else {
                    Transaction::Failed(error.to_string())
                }
            }
        };
        for delivery in deliveries {
            (delivery.deliver)(&written);
        }
    }
}

/// Does `work` so that nothing is left of it if it fails, while others in the transaction stay.
fn alone<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.execute_batch("SAVEPOINT one")?;
    let done = work(connection);
    let end = if done.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
    match (connection.execute_batch(end), done) {
        (Ok(()), done) => done,
        (Err(error), done) => {
            // Rather nothing of the whole transaction than half of this.
            let _ = connection.execute_batch("ROLLBACK");
            done.and(Err(error.into()))
        }
    }
}

/// How a file is opened to be read.
fn read_only() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX
}
