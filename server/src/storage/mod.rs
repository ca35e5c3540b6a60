//! The database: SQLite in the data directory, or PostgreSQL.
//!
//! Reads go to a pool, writes to transactions. On SQLite the writer is one
//! connection and its transactions are IMMEDIATE: they queue for the lock
//! instead of failing half way when two of them want to write.

mod checkpoints;
#[cfg(test)]
mod counting;
mod disk;
mod log_sync;
mod migrate;
mod open;
pub mod packed;
mod space;
pub mod sql;
mod text_enum;
mod transaction;

use std::sync::Arc;

use log_sync::LogSync;
use sea_orm::{
    AccessMode, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, IsolationLevel,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};

pub use disk::Disk;
pub use migrate::{MigrateError, applied_migrations, migrate, migrate_to};
pub use open::Location;
pub use space::rewrite_old_file;
pub use text_enum::TextEnum;
pub(crate) use text_enum::stored_as_text;
pub use transaction::Transaction;

/// A handle to the database; cheap to clone.
#[derive(Clone)]
pub struct Database {
    reader: DatabaseConnection,
    writer: DatabaseConnection,
    /// Of SQLite.
    log: Option<Arc<LogSync>>,
    #[cfg(test)]
    statements: counting::Statements,
}

impl Database {
    #[cfg(not(test))]
    fn new(
        reader: DatabaseConnection,
        writer: DatabaseConnection,
        log: Option<Arc<LogSync>>,
    ) -> Self {
        Self { reader, writer, log }
    }

    /// The pool for reading. On SQLite its connections cannot write.
    pub fn read(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// Opens a transaction that may write. Dropped without commit, it undoes
    /// everything.
    ///
    /// Handlers do not call this: they open a [`crate::audit::Change`], which
    /// cannot be committed without its audit row.
    pub async fn begin(&self) -> Result<Transaction, DbErr> {
        let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
        let options = TransactionOptions { sqlite_transaction_mode, ..Default::default() };
        let begun = self.writer.begin_with_options(options).await?;
        Ok(Transaction::new(begun, self.log.clone()))
    }

    /// Opens a transaction that sees the state of one moment, however long it
    /// lasts and whatever is written meanwhile. It cannot write.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction, DbErr> {
        if !self.is_shared() {
            // A reader of SQLite sees the moment of its first statement.
            return self.reader.begin().await;
        }
        let (level, mode) = (IsolationLevel::RepeatableRead, AccessMode::ReadOnly);
        let snapshot = self.reader.begin_with_config(Some(level), Some(mode)).await?;
        lift_limits(&snapshot).await?;
        Ok(snapshot)
    }

    /// Whether this is the engine that several servers can share.
    pub fn is_shared(&self) -> bool {
        self.reader.get_database_backend() == DbBackend::Postgres
    }

    /// Lets running statements end and closes all connections.
    pub async fn close(self) {
        // Closing can only fail if the connection is gone already.
        let _ = self.reader.close().await;
        let _ = self.writer.close().await;
    }
}

/// Removes the timeouts of one transaction of PostgreSQL: it reads or writes
/// all data.
pub async fn lift_limits(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    for limit in ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] {
        sql::execute(transaction, &format!("set local {limit} = 0"), []).await?;
    }
    Ok(())
}

/// Whether the error means that the database cannot be reached, rather than
/// that a statement was wrong.
pub fn is_unreachable(error: &DbErr) -> bool {
    use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Tls, WorkerCrashed};

    if matches!(error, DbErr::ConnectionAcquire(_) | DbErr::Conn(_)) {
        return true;
    }
    match cause(error) {
        Some(Io(_) | Tls(_) | PoolTimedOut | PoolClosed | WorkerCrashed) => true,
        // PostgreSQL: the server is shutting down or starting up, the connection
        // is lost, or there are too many.
        Some(sqlx::Error::Database(refusal)) => refusal.code().is_some_and(|code| {
            code.starts_with("57P") || code.len() == 5 && code.starts_with("08") || code == "53300"
        }),
        _ => false,
    }
}

/// Whether the statement was aborted because of another transaction: two waited
/// for each other, or one waited too long.
pub fn is_conflict(error: &DbErr) -> bool {
    let Some(sqlx::Error::Database(refusal)) = cause(error) else { return false };
    matches!(refusal.code().as_deref(), Some("40P01" | "40001" | "55P03"))
}

/// Whether the error means that the database has no room to write, or that its
/// disk does not work.
pub fn is_full(error: &DbErr) -> bool {
    let Some(sqlx::Error::Database(refusal)) = cause(error) else { return false };
    match refusal.code().as_deref() {
        Some("53100" | "58030") => true,
        // The low byte of SQLite's code is its kind: 10 I/O error, 13 full.
        Some(code) if code.len() < 5 => {
            code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 10 | 13))
        }
        _ => false,
    }
}

fn cause(error: &DbErr) -> Option<&sqlx::Error> {
    use sea_orm::RuntimeErr::SqlxError;
    match error {
        DbErr::Exec(SqlxError(cause)) | DbErr::Query(SqlxError(cause)) => Some(cause),
        _ => None,
    }
}

/// Whether the error means that a unique index refused the row.
pub fn is_duplicate(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(sea_orm::SqlErr::UniqueConstraintViolation(_)))
}
