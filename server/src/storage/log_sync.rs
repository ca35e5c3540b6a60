//! Brings SQLite's log to the disk: once for all commits that wait.
//!
//! With `synchronous = FULL` SQLite would do so within each commit, and the only
//! writer would wait for the disk each time. Here the next transaction begins
//! while the disk works, and what was committed meanwhile shares the next turn.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::DbErr;
use tokio::sync::Mutex;

pub struct LogSync {
    /// SQLite's write-ahead log.
    file: PathBuf,
    /// How many commits there were.
    committed: AtomicU64,
    /// How many of them are on the disk. Locked while the disk works.
    on_disk: Mutex<u64>,
}

impl LogSync {
    /// For the database in this file.
    pub fn new(database: &Path) -> Arc<Self> {
        let mut file = database.as_os_str().to_owned();
        file.push("-wal");
        let (committed, on_disk) = (AtomicU64::new(0), Mutex::new(0));
        Arc::new(Self { file: file.into(), committed, on_disk })
    }

    /// Counts a commit that is in the log, and returns its number.
    pub fn add_commit(&self) -> u64 {
        self.committed.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// How many commits there were since the start.
    pub fn committed(&self) -> u64 {
        self.committed.load(Ordering::SeqCst)
    }

    /// Waits until the commit with this number is on the disk.
    pub async fn sync(self: &Arc<Self>, number: u64) -> Result<(), DbErr> {
        let mut on_disk = self.on_disk.lock().await;
        if *on_disk >= number {
            return Ok(());
        }
        // All of these are in the log by now.
        let committed = self.committed.load(Ordering::SeqCst);
        let log = Arc::clone(self);
        let synced = tokio::task::spawn_blocking(move || sync_file(&log.file)).await;
        let synced = synced.unwrap_or_else(|error| Err(io::Error::other(error)));
        // Not the error of a database that is away: the change is visible, and
        // nobody may say that nothing was changed.
        synced
            .map_err(|error| DbErr::Custom(format!("the log did not reach the disk: {error}")))?;
        *on_disk = committed;
        Ok(())
    }
}

fn sync_file(path: &Path) -> io::Result<()> {
    match File::open(path) {
        Ok(log) => log.sync_data(),
        // The last connection has closed, and SQLite has brought everything
        // into the database itself.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
