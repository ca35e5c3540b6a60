//! Who may run now: most tests beside each other, the heavy ones alone.
//!
//! A test takes its turn once, before it starts anything.

use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

static MACHINE: RwLock<()> = RwLock::const_new(());

/// For a test that leaves room for others.
pub async fn shared() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().await
}

/// For a test that measures, or that needs the whole machine.
pub async fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().await
}
