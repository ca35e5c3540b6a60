//! The entries in the memory of this process: bounded in size, each with its own life.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use moka::Expiry;
use moka::future::Cache;

use super::Change;

/// How much the entries may weigh together, keys included.
const MAX_WEIGHT: u64 = 16 << 20;

/// What an entry weighs besides key and value, roughly.
const ENTRY_OVERHEAD: usize = 128;

/// Entries in memory; clones share them.
#[derive(Clone)]
pub(super) struct Copies {
    entries: Cache<String, Entry>,
    /// Counts what was put and taken away; see [`Copies::put_unless_changed`].
    changes: Arc<AtomicU64>,
}

#[derive(Clone)]
struct Entry {
    value: Bytes,
    life: Duration,
}

impl Copies {
    pub(super) fn new() -> Copies {
        let weigh = |key: &String, entry: &Entry| {
            u32::try_from(key.len() + entry.value.len() + ENTRY_OVERHEAD).unwrap_or(u32::MAX)
        };
        let entries =
            Cache::builder().max_capacity(MAX_WEIGHT).weigher(weigh).expire_after(OwnLife).build();
        Copies { entries, changes: Arc::default() }
    }

    pub(super) async fn get(&self, key: &str) -> Option<Bytes> {
        Some(self.entries.get(key).await?.value)
    }

    pub(super) async fn apply(&self, change: Change) {
        match change {
            Change::Put { key, value, ttl } => self.put(&key, value, ttl).await,
            Change::Clear => self.clear(),
        }
    }

    async fn put(&self, key: &str, value: Bytes, life: Duration) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.insert(key, value, life).await;
    }

    async fn insert(&self, key: &str, value: Bytes, life: Duration) {
        self.entries.insert(key.to_owned(), Entry { value, life }).await;
    }

    /// Remembers the present state, for [`Copies::put_unless_changed`].
    pub(super) fn mark(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// Keeps a value that was read elsewhere, unless anything changed meanwhile.
    ///
    /// Otherwise a value read just before it was replaced would be kept as if it were new.
    pub(super) async fn put_unless_changed(
        &self,
        mark: u64,
        key: &str,
        value: Bytes,
        life: Duration,
    ) {
        if self.mark() != mark {
            return;
        }
        self.insert(key, value, life).await;
        // The change may also have come between the two lines above.
        if self.mark() != mark {
            self.entries.invalidate(key).await;
        }
    }

    pub(super) async fn remove(&self, key: &str) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.entries.invalidate(key).await;
    }

    pub(super) fn clear(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.entries.invalidate_all();
    }

    /// Puts an entry and finds it again.
    pub(super) async fn ping(&self) -> bool {
        let key = format!("ping:{:x}", rand::random::<u64>());
        self.put(&key, Bytes::from_static(b"ping"), Duration::from_secs(10)).await;
        let found = self.get(&key).await;
        self.entries.invalidate(&key).await;
        found.is_some_and(|value| value == "ping")
    }

    /// Weight of all entries, once pending upkeep is done.
    #[cfg(test)]
    pub(super) async fn weight(&self) -> u64 {
        self.entries.run_pending_tasks().await;
        self.entries.weighted_size()
    }
}

/// Each entry expires by its own life, counted from when it was last put.
struct OwnLife;

impl Expiry<String, Entry> for OwnLife {
    fn expire_after_create(&self, _: &String, entry: &Entry, _: Instant) -> Option<Duration> {
        Some(entry.life)
    }

    fn expire_after_update(
        &self,
        _: &String,
        entry: &Entry,
        _: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        Some(entry.life)
    }
}
