//! Values that were expensive to compute and may be forgotten at any time.
//!
//! Each process keeps copies in memory. Replicas share a store behind them, in
//! NATS, and announce over the bus which copies are no longer valid. Nothing may
//! depend on an entry being there, nor on it being newer than [`COPY_LIFE`]: a
//! message on the bus can get lost.

mod copies;
mod store;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio_util::task::AbortOnDropHandle;

use self::copies::Copies;
use self::store::Store;
use crate::bus::{Bus, Subscription};

/// How long a copy of a shared entry lives without being looked up in the store again.
pub const COPY_LIFE: Duration = Duration::from_secs(60);

/// Subject under which replicas name the copies that are no longer valid.
const INVALIDATE: &str = "cache.invalidate";

/// A handle to the cache; clones share one.
#[derive(Clone)]
pub struct Cache {
    copies: Copies,
    shared: Option<Arc<Shared>>,
}

/// What a cache that several replicas share needs in addition.
struct Shared {
    bus: Bus,
    store: Store,
    /// Distinguishes our own messages on the bus from those of the others.
    origin: u64,
    _listener: AbortOnDropHandle<()>,
}

impl Cache {
    /// Makes an empty cache; on a shared bus, one that shares its entries.
    ///
    /// Never fails: without a store behind it, a cache is local.
    pub async fn new(bus: &Bus) -> Cache {
        let copies = Copies::new();
        let (Some(client), Some(seal)) = (bus.nats_client(), bus.seal()) else {
            return Cache { copies, shared: None };
        };
        let origin = rand::random();
        let listener = tokio::spawn(listen(bus.clone(), copies.clone(), origin));
        let shared = Shared {
            bus: bus.clone(),
            store: Store::open(client.clone(), bucket_name(bus), seal.clone()).await,
            origin,
            _listener: AbortOnDropHandle::new(listener),
        };
        Cache { copies, shared: Some(Arc::new(shared)) }
    }

    /// Finds an entry that has not expired.
    pub async fn get(&self, key: &str) -> Option<Bytes> {
        if let Some(value) = self.copies.get(key).await {
            return Some(value);
        }
        let shared = self.shared.as_deref()?;
        let reading = self.copies.mark();
        let (value, left) = shared.store.get(key).await?;
        self.copies.put_unless_changed(reading, key, value.clone(), left.min(COPY_LIFE)).await;
        Some(value)
    }

    /// Keeps an entry for as long as `ttl`, or shorter when room is needed.
    pub async fn put(&self, key: &str, value: impl Into<Bytes>, ttl: Duration) {
        self.change(Change::Put { key: key.to_owned(), value: value.into(), ttl }).await;
    }

    /// Forgets everything, here and in every replica.
    pub async fn clear(&self) {
        self.change(Change::Clear).await;
    }

    /// Whether an entry put into the store comes back within the limit.
    ///
    /// False on a shared bus without JetStream: the cache then works, unshared.
    pub async fn ping(&self, limit: Duration) -> bool {
        let round_trip = async {
            match self.shared.as_deref() {
                Some(shared) => shared.store.ping().await,
                None => self.copies.ping().await,
            }
        };
        tokio::time::timeout(limit, round_trip).await.unwrap_or(false)
    }

    async fn change(&self, change: Change) {
        let Some(shared) = self.shared.clone() else { return self.copies.apply(change).await };
        let copies = self.copies.clone();
        let applying = tokio::spawn(async move {
            shared.store.apply(&change).await;
            let message = shared.message_for(&change);
            copies.apply(change.with_life_at_most(COPY_LIFE)).await;
            shared.announce(message).await;
        });
        // A caller that goes away half-way, as handlers do, must not leave the
        // old value in the store: the task continues without it.
        let _ = applying.await;
    }
}

/// The bucket of an installation. Its name may not contain the dots of the bus
/// prefix.
fn bucket_name(bus: &Bus) -> String {
    let installation = bus.prefix().trim_matches('.').replace('.', "_");
    match installation.is_empty() {
        true => "muster_cache".to_owned(),
        false => format!("{installation}_cache"),
    }
}

/// Something that changes the cache.
enum Change {
    Put { key: String, value: Bytes, ttl: Duration },
    Clear,
}

impl Change {
    fn with_life_at_most(self, limit: Duration) -> Change {
        match self {
            Change::Put { key, value, ttl } => Change::Put { key, value, ttl: ttl.min(limit) },
            other => other,
        }
    }
}

impl Shared {
    /// What is announced to the other replicas: our id, and the key or nothing for all
    /// keys.
    fn message_for(&self, change: &Change) -> Vec<u8> {
        let key = match change {
            Change::Put { key, .. } => key.as_str(),
            Change::Clear => "",
        };
        [&self.origin.to_be_bytes(), key.as_bytes()].concat()
    }

    async fn announce(&self, message: Vec<u8>) {
        // A bus that is down loses it: copies live no longer than COPY_LIFE.
        let _ = self.bus.publish(INVALIDATE, message).await;
    }
}

/// Drops the copies that other replicas name, for as long as the cache lives.
async fn listen(bus: Bus, copies: Copies, origin: u64) {
    loop {
        if let Ok(messages) = bus.subscribe(INVALIDATE).await {
            // Messages from before the subscription are unknown.
            copies.clear();
            follow(messages, &copies, origin).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn follow(mut messages: Subscription, copies: &Copies, own_origin: u64) {
    while let Some(message) = messages.next().await {
        let Some((origin, key)) = message.payload.split_first_chunk::<8>() else { continue };
        if u64::from_be_bytes(*origin) == own_origin {
            continue;
        }
        match str::from_utf8(key) {
            Ok("") | Err(_) => copies.clear(),
            Ok(key) => copies.remove(key).await,
        }
    }
}
