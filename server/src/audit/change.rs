//! A state change: a transaction that cannot be committed without its audit
//! row, and whose events and jobs go out once it is committed; or the changes of
//! several callers in one transaction, each with a row of its own.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::DbErr;

use super::by::By;
use super::entry::Entry;
use super::row::NewRow;
use crate::app::App;
use crate::auth::Identity;
use crate::error::ApiError;
use crate::events::Event;
use crate::jobs::NewJob;
use crate::storage::Transaction;

/// An open state change by one caller. Dropped, it undoes everything.
pub struct Change {
    app: App,
    write: Transaction,
    by: By,
    events: Vec<Event>,
    more_entries: Vec<Entry>,
    has_jobs: AtomicBool,
}

impl Change {
    /// Opens a change in the name of a caller.
    pub async fn begin(app: &App, by: &Identity) -> Result<Self, DbErr> {
        Self::open(app, by.into()).await
    }

    /// Opens a change for an actor that is not a caller yet: a login, an agent.
    pub async fn begin_as(app: &App, username: &str, address: &str) -> Result<Self, DbErr> {
        Self::open(app, By::actor(username, address)).await
    }

    async fn open(app: &App, by: By) -> Result<Self, DbErr> {
        Ok(Self {
            app: app.clone(),
            write: app.db.begin().await?,
            by,
            events: Vec::new(),
            more_entries: Vec::new(),
            has_jobs: AtomicBool::new(false),
        })
    }

    /// Sets the account of an actor that is not a caller yet.
    pub fn set_user(&mut self, id: i64) {
        self.by.user_id = Some(id);
    }

    /// Who makes it, for `created_by` and `modified_by`.
    pub fn username(&self) -> &str {
        &self.by.username
    }

    /// An event to be published once the change is real.
    pub fn publish(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Adds a row next to the one of the request: only requests that change
    /// many objects at once have them, one per object.
    pub fn add_entry(&mut self, entry: Entry) {
        self.more_entries.push(entry);
    }

    /// A job that becomes real with the change, and is started at once then.
    pub async fn enqueue(&self, job: NewJob) -> Result<(), DbErr> {
        self.app.jobs.enqueue(&self.write, job).await?;
        self.has_jobs.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Writes the audit row, commits, publishes the events and wakes the workers.
    pub async fn commit(self, entry: Entry) -> Result<(), ApiError> {
        let app = &self.app;
        let limit = app.settings.audit_value_limit;
        let entries = std::iter::once(entry).chain(self.more_entries);
        let rows = entries.map(|entry| NewRow::new(entry, &self.by, limit));
        // Last, as it takes the lock that all audited changes share.
        app.audit.append_and_commit(self.write, &app.vault, rows.collect()).await?;
        app.events.publish_all(&self.events).await;
        if self.has_jobs.into_inner() {
            app.jobs.wake().await;
        }
        Ok(())
    }
}

impl Deref for Change {
    type Target = Transaction;

    fn deref(&self) -> &Transaction {
        &self.write
    }
}

/// An audit row in the name of a caller.
pub struct CallersEntry(NewRow);

impl CallersEntry {
    pub fn new(app: &App, by: &Identity, entry: Entry) -> Self {
        Self(NewRow::new(entry, &by.into(), app.settings.audit_value_limit))
    }
}

/// An open change by several callers. Dropped, it undoes everything.
pub struct JointChange {
    app: App,
    write: Transaction,
}

impl JointChange {
    pub async fn begin(app: &App) -> Result<Self, DbErr> {
        Ok(Self { app: app.clone(), write: app.db.begin().await? })
    }

    /// Writes an audit row for each of the changes, and commits.
    pub async fn commit(self, entries: impl Iterator<Item = &CallersEntry>) -> Result<(), DbErr> {
        let rows: Vec<NewRow> = entries.map(|entry| entry.0.clone()).collect();
        debug_assert!(!rows.is_empty(), "a change without an audit row");
        let Self { app, write } = self;
        app.audit.append_and_commit(write, &app.vault, rows).await
    }
}

impl Deref for JointChange {
    type Target = Transaction;

    fn deref(&self) -> &Transaction {
        &self.write
    }
}
