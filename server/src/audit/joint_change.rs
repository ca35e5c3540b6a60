//! The changes of several callers in one transaction: all of them happen or
//! none, and each has an audit row of its own.

use std::ops::Deref;

use sea_orm::{DatabaseTransaction, DbErr};

use super::entry::Entry;
use super::row::{By, Row};
use crate::app::App;
use crate::auth::Identity;

/// An audit row in the name of a caller.
pub struct CallersEntry(Row);

impl CallersEntry {
    pub fn new(app: &App, by: &Identity, entry: Entry) -> Self {
        let (username, address) = (&by.username, &by.address);
        let by = By { username, address, api_key: by.api_key.as_ref() };
        Self(Row::new(entry, &by, app.settings.audit_value_limit))
    }
}

/// An open change by several callers. Dropped, it undoes everything.
pub struct JointChange {
    app: App,
    write: DatabaseTransaction,
}

impl JointChange {
    pub async fn begin(app: &App) -> Result<Self, DbErr> {
        Ok(Self { app: app.clone(), write: app.db.begin().await? })
    }

    /// Writes an audit row for each of the changes, and commits.
    pub async fn commit(self, entries: impl Iterator<Item = &CallersEntry>) -> Result<(), DbErr> {
        let rows: Vec<Row> = entries.map(|entry| entry.0.clone()).collect();
        debug_assert!(!rows.is_empty(), "a change without an audit row");
        let Self { app, write } = self;
        app.audit.append_and_commit(write, app.vault.audit_key(), rows).await
    }
}

impl Deref for JointChange {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.write
    }
}
