//! How many statements a database has run, for tests: none may run per row.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sea_orm::DatabaseConnection;

use super::Database;
use super::log_sync::LogSync;

/// The count, shared by all handles to one database.
pub type Statements = Arc<AtomicUsize>;

impl Database {
    pub(super) fn new(
        mut reader: DatabaseConnection,
        mut writer: DatabaseConnection,
        log: Option<Arc<LogSync>>,
    ) -> Self {
        let statements = Statements::default();
        for connection in [&mut reader, &mut writer] {
            let counted = statements.clone();
            connection.set_metric_callback(move |_| {
                counted.fetch_add(1, Ordering::Relaxed);
            });
        }
        Self { reader, writer, log, statements }
    }

    /// How many statements it has run so far.
    pub fn statements(&self) -> usize {
        self.statements.load(Ordering::Relaxed)
    }
}
