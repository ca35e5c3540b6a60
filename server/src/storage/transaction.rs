//! A transaction that may write: once its commit has returned, a power cut does
//! not undo it.

use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use sea_orm::{
    ConnectionTrait, DatabaseExecutor, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, Statement,
};

use super::log_sync::LogSync;

/// An open transaction. Dropped without commit, it undoes everything.
pub struct Transaction {
    inner: DatabaseTransaction,
    /// SQLite writes a commit to its log and leaves it to us when the log
    /// reaches the disk. PostgreSQL does both.
    log: Option<Arc<LogSync>>,
}

/// A commit that everybody sees, and that a power cut could still undo.
#[must_use]
pub struct Committed(Option<(Arc<LogSync>, u64)>);

impl Transaction {
    pub(super) fn new(inner: DatabaseTransaction, log: Option<Arc<LogSync>>) -> Self {
        Self { inner, log }
    }

    /// Commits, and waits until it is on the disk.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.commit_to_log().await?.on_disk().await
    }

    /// Commits without waiting for the disk, for those who hold a lock until
    /// the commit is visible.
    pub async fn commit_to_log(self) -> Result<Committed, DbErr> {
        self.inner.commit().await?;
        Ok(Committed(self.log.map(|log| {
            let number = log.add_commit();
            (log, number)
        })))
    }

    pub async fn rollback(self) -> Result<(), DbErr> {
        self.inner.rollback().await
    }
}

impl Committed {
    /// Waits until the commit is on the disk.
    pub async fn on_disk(self) -> Result<(), DbErr> {
        match self.0 {
            Some((log, number)) => log.sync(number).await,
            None => Ok(()),
        }
    }
}

impl Deref for Transaction {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.inner
    }
}

impl<'c> From<&'c Transaction> for DatabaseExecutor<'c> {
    fn from(transaction: &'c Transaction) -> Self {
        (&transaction.inner).into()
    }
}

/// As `async_trait` writes it.
type Running<'a, T> = Pin<Box<dyn Future<Output = Result<T, DbErr>> + Send + 'a>>;

impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    fn execute_raw<'a, 'b>(&'a self, statement: Statement) -> Running<'b, ExecResult>
    where
        'a: 'b,
        Self: 'b,
    {
        self.inner.execute_raw(statement)
    }

    fn execute_unprepared<'a, 's, 'b>(&'a self, text: &'s str) -> Running<'b, ExecResult>
    where
        'a: 'b,
        's: 'b,
        Self: 'b,
    {
        self.inner.execute_unprepared(text)
    }

    fn query_one_raw<'a, 'b>(&'a self, statement: Statement) -> Running<'b, Option<QueryResult>>
    where
        'a: 'b,
        Self: 'b,
    {
        self.inner.query_one_raw(statement)
    }

    fn query_all_raw<'a, 'b>(&'a self, statement: Statement) -> Running<'b, Vec<QueryResult>>
    where
        'a: 'b,
        Self: 'b,
    {
        self.inner.query_all_raw(statement)
    }
}
