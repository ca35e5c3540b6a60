//! Work that happens later. (under construction)

use crate::bus::Bus;
use crate::storage::Database;

/// Work that happens later.
pub struct Jobs {}

impl Jobs {
    /// Jobs in this database, woken over this bus.
    pub fn new(_db: Database, _bus: Bus) -> Self {
        Self {}
    }

    /// Whether the worker went round lately.
    pub fn worker_alive(&self) -> bool {
        false
    }

    /// Whether the scheduler went round lately.
    pub fn scheduler_alive(&self) -> bool {
        false
    }
}
