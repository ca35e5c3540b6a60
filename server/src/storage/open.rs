//! Opening the database of the settings.

use std::path::PathBuf;
use std::time::Duration;

use sea_orm::{SqlxPostgresConnector, SqlxSqliteConnector};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};

use super::Database;

/// A connection that was idle for longer may be gone: a server of PostgreSQL was
/// restarted, or something on the way forgot it.
const MAY_BE_GONE: Duration = Duration::from_secs(1);
/// How long a statement waits for a connection or for SQLite's write lock. A
/// test program that stood still for a while has not lost its database.
const WAIT: Duration = Duration::from_secs(if cfg!(test) { 60 } else { 10 });
/// No statement of ours is meant to run longer.
const STATEMENT_LIMIT_MILLISECONDS: &str = "30000";
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 20;

/// Where the database is.
#[derive(Clone, Debug)]
pub enum Location {
    /// A SQLite file, made when it is not there.
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
        /// Which file.
        path: PathBuf,
        /// What the engine said.
        source: sqlx::Error,
    },
    /// The PostgreSQL server.
    #[error("cannot reach PostgreSQL at {host}:{port} (MUSTER_DATABASE_URL): is it running?")]
    Postgres {
        /// Where it was looked for.
        host: String,
        /// At which port.
        port: u16,
        /// What the engine said.
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
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(WAIT)
        .foreign_keys(true)
        .pragma("cache_size", "-4000") // KiB, per connection
        .disable_statement_logging();
    let failed = |source| OpenError::File { path: path.clone(), source };

    // The writer first: it makes the file and switches it to WAL.
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(WAIT)
        // A file does not hang up.
        .test_before_acquire(false)
        .after_release(|connection, _| Box::pin(is_clean(connection)))
        .connect_with(options.clone())
        .await
        .map_err(failed)?;
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
    ))
}

/// Whether no transaction is left open on a connection that is given back; one
/// that is not clean is closed.
///
/// When a commit fails because the disk is full, SQLite ends the transaction by
/// itself, and the rollback that follows fails. The driver then takes every
/// later transaction for a nested one, and nothing is ever committed again.
async fn is_clean(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // A rollback may be on its way to it.
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
        // Each use ends with a test already: only what was idle is tested before the next.
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
    Ok(Database::new(pool.clone(), pool))
}
