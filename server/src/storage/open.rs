//! Opening the database of the settings.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sea_orm::{SqlxPostgresConnector, SqlxSqliteConnector};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{
    SqliteAutoVacuum, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool,
    SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};

use super::Database;
use super::log_sync::LogSync;
use crate::private_files;

/// A connection that was idle for longer may be broken: PostgreSQL was
/// restarted, or a device on the way dropped it.
const MAY_BE_GONE: Duration = Duration::from_secs(1);
/// How long a statement waits for a connection or for SQLite's write lock. A
/// test program that was stopped for a while has not lost its database.
const WAIT: Duration = Duration::from_secs(if cfg!(test) { 60 } else { 10 });
/// None of our statements should run longer.
const STATEMENT_LIMIT_MILLISECONDS: &str = "30000";
/// How long opening pauses while another program switches the file to WAL.
const LOCKED_PAUSE: Duration = Duration::from_millis(20);
const SQLITE_BUSY: u32 = 5;
/// Four requests, and `checkpoints`.
const SQLITE_READERS: u32 = 5;
/// Pages of the log after which a commit moves them into the database itself: only when
/// `checkpoints` cannot keep up, or does not run. 64 MiB.
const LONGEST_LOG_PAGES: &str = "16384";
/// A log that has grown beyond this is cut when it begins again: 64 MiB.
const LONGEST_LOG_BYTES: &str = "67108864";
/// Each is a process of PostgreSQL that prepares statements for itself. A test is too short for
/// twenty of them to be worth that.
const POSTGRES_CONNECTIONS: u32 = if cfg!(test) { 8 } else { 20 };

/// Where the database is.
#[derive(Clone, Debug)]
pub enum Location {
    /// A SQLite file, created when it does not exist.
    File(PathBuf),
    /// A PostgreSQL server and database.
    Postgres(Box<PgConnectOptions>),
}

/// The database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The SQLite file.
    #[error("cannot open the database file {path}: is the folder there and writable?")]
    File {
        path: PathBuf,
        /// The error of the engine.
        source: sqlx::Error,
    },
    /// The PostgreSQL server.
    #[error("cannot reach PostgreSQL at {host}:{port} (MUSTER_DATABASE_URL): is it running?")]
    Postgres {
        /// Where it was looked for.
        host: String,
        port: u16,
        /// The error of the engine.
        source: sqlx::Error,
    },
}

impl Database {
    /// Opens the database; does not touch its schema.
    pub async fn open(location: &Location) -> Result<Self, OpenError> {
        match location {
            Location::File(path) => open_sqlite(path.clone()).await,
            Location::Postgres(options) => open_postgres(*options.clone()).await,
        }
    }
}

async fn open_sqlite(path: PathBuf) -> Result<Database, OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A commit is in the log; when the log reaches the disk is decided by
        // `LogSync`.
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(WAIT)
        .foreign_keys(true)
        .pragma("cache_size", "-4000") // KiB, per connection
        .pragma("journal_size_limit", LONGEST_LOG_BYTES)
        .pragma("wal_autocheckpoint", LONGEST_LOG_PAGES)
        .disable_statement_logging();
    let failed = |source| OpenError::File { path: path.clone(), source };
    protect(&path).map_err(|error| failed(sqlx::Error::Io(error)))?;

    // The writer first: it creates the file and switches it to WAL.
    let writer = open_writer(&path, &options).await.map_err(failed)?;
    let reader = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .acquire_timeout(WAIT)
        .test_before_acquire(false)
        .connect_with(options.pragma("query_only", "on"))
        .await
        .map_err(failed)?;
    Ok(Database::new(
        SqlxSqliteConnector::from_sqlx_sqlite_pool(reader),
        SqlxSqliteConnector::from_sqlx_sqlite_pool(writer),
        Some(LogSync::new(&path)),
    ))
}

/// Opens the only connection that writes. SQLite does not wait for another
/// program that switches a new file to WAL at the same moment, whatever the
/// timeout says: that is retried here.
async fn open_writer(
    path: &Path,
    options: &SqliteConnectOptions,
) -> Result<SqlitePool, sqlx::Error> {
    let give_up = Instant::now() + WAIT;
    loop {
        let opened = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(WAIT)
            // A file does not disconnect.
            .test_before_acquire(false)
            .after_release(|connection, _| Box::pin(is_clean(connection)))
            .connect_with(writing(path, options.clone()))
            .await;
        match opened {
            Err(error) if is_locked(&error) && Instant::now() < give_up => {
                tokio::time::sleep(LOCKED_PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}

/// Whether another program holds the lock (SQLITE_BUSY and its extended codes).
fn is_locked(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.and_then(|code| code.parse::<u32>().ok()).is_some_and(|code| code & 0xff == SQLITE_BUSY)
}

/// Makes the database a file that only this account can read. SQLite gives the
/// files beside it the same mode; those of earlier versions have another.
fn protect(path: &Path) -> io::Result<()> {
    private_files::make_file(path)?;
    for beside in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(beside);
        if let Err(error) = private_files::protect_file(Path::new(&file)) {
            tracing::warn!(error = %error, file = %file.display(), "others may read this file");
        }
    }
    Ok(())
}

/// The options of the writer. A new file can be shortened when rows are deleted
/// (see `space`); for one that exists, asking would be a write on every start.
fn writing(path: &Path, options: SqliteConnectOptions) -> SqliteConnectOptions {
    match std::fs::metadata(path) {
        Ok(file) if file.len() > 0 => options,
        _ => options.auto_vacuum(SqliteAutoVacuum::Incremental),
    }
}

/// Whether no transaction is left open on a connection that is returned; one
/// that is not clean is closed.
///
/// When a commit fails because the disk is full, SQLite ends the transaction on
/// its own, and the rollback that follows fails. The driver then takes every
/// later transaction for a nested one, and nothing is ever committed again.
async fn is_clean(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // A rollback may be pending on it.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

async fn open_postgres(options: PgConnectOptions) -> Result<Database, OpenError> {
    let options = options
        .application_name("muster")
        .options([
            ("statement_timeout", STATEMENT_LIMIT_MILLISECONDS),
            ("lock_timeout", "10000"),
            ("idle_in_transaction_session_timeout", "60000"),
        ])
        .disable_statement_logging();
    let (host, port) = (options.get_host().to_owned(), options.get_port());

    let pool = PgPoolOptions::new()
        .max_connections(POSTGRES_CONNECTIONS)
        .acquire_timeout(WAIT)
        // Each use ends with a test already: only idle connections are tested before the
        // next.
        .test_before_acquire(false)
        .before_acquire(|connection, last| {
            Box::pin(async move {
                if last.idle_for > MAY_BE_GONE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options)
        .await
        .map_err(|source| OpenError::Postgres { host, port, source })?;
    let pool = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    Ok(Database::new(pool.clone(), pool, None))
}
