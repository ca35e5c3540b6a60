//! The ledger's file, which can be opened again after the disk failed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use redb::{Builder, Database};

use super::tables;

/// A ledger is small: redb's own default would let it take a gigabyte.
const CACHE_BYTES: usize = 512 * 1024;

/// The database file of the ledger.
///
/// redb refuses everything after a failed write, until the file is opened
/// again. A disk that was full for a while must not end the agent's service.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// None while the file cannot be opened.
    database: RwLock<Option<Database>>,
    is_released: AtomicBool,
}

impl Store {
    /// Opens the file, or creates it.
    pub fn open(path: &Path) -> Result<Self, redb::Error> {
        let database = open(path)?;
        Ok(Self {
            path: path.to_owned(),
            database: RwLock::new(Some(database)),
            is_released: AtomicBool::new(false),
        })
    }

    /// Does something with the database.
    pub fn with<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, redb::Error>,
    ) -> Result<T, redb::Error> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        match &*database {
            Some(database) => work(database),
            None => Err(redb::Error::PreviousIo),
        }
    }

    /// Closes the file for good.
    pub fn release(&self) {
        self.is_released.store(true, Ordering::Relaxed);
        *self.database.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Closes the file and opens it again.
    pub fn reopen(&self) -> Result<(), redb::Error> {
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        if self.is_released.load(Ordering::Relaxed) {
            return Err(redb::Error::PreviousIo);
        }
        // First, for the file is locked as long as it is open.
        *database = None;
        *database = Some(open(&self.path)?);
        Ok(())
    }
}

fn open(path: &Path) -> Result<Database, redb::Error> {
    let database = Builder::new().set_cache_size(CACHE_BYTES).create(path)?;
    tables::create(&database)?;
    Ok(database)
}
