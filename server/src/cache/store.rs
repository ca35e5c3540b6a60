//! The store that replicas share: a key-value bucket in NATS JetStream, whose
//! values are sealed.
//!
//! It may be missing, go away and come back. A store that failed to take a change would
//! afterwards return values that are no longer valid, so it is emptied before it is used
//! again.

use std::sync::Arc;
use std::time::Duration;

use async_nats::connection::State as ConnectionState;
use async_nats::jetstream::context::CreateKeyValueError;
use async_nats::jetstream::kv::{self, Config};
use async_nats::jetstream::stream::StorageType;
use async_nats::{Client, jetstream};
use bytes::Bytes;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::Change;
use crate::bus::Seal;
use crate::time::Timestamp;

/// The bucket forgets what is older, whatever its time to live.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// The bucket takes no more; a bucket that refuses is emptied. The broker sets
/// this much memory aside for each installation.
const MAX_BYTES: i64 = 8 << 20;

/// Larger values stay in the process that computed them.
const MAX_VALUE: usize = 512 << 10;

/// A cache that is slower than this is worse than none.
const LIMIT: Duration = Duration::from_millis(500);

/// How long creating the bucket may take.
const OPEN_LIMIT: Duration = Duration::from_secs(1);

/// How long to leave a store alone that failed.
const PAUSE: Duration = Duration::from_secs(5);

/// The shared store, whether or not it can be reached now.
pub(super) struct Store {
    client: Client,
    /// Name of the bucket: each installation on a broker has its own.
    name: String,
    seal: Arc<Seal>,
    state: Mutex<State>,
}

enum State {
    Open(Box<kv::Store>),
    /// Failed; must not be tried again before the given time.
    Closed(Instant),
}

impl Store {
    /// Opens the bucket, creating it if necessary. Its content stays.
    pub(super) async fn open(client: Client, name: String, seal: Arc<Seal>) -> Store {
        let state = match create_bucket(&client, &name).await {
            Some(bucket) => State::Open(Box::new(bucket)),
            None => {
                tracing::warn!(
                    "no JetStream on the message bus: the cache is not shared between replicas"
                );
                State::Closed(Instant::now() + PAUSE)
            }
        };
        Store { client, name, seal, state: Mutex::new(state) }
    }

    /// Finds a value and how long it may still be used.
    pub(super) async fn get(&self, key: &str) -> Option<(Bytes, Duration)> {
        let bucket = self.bucket().await?;
        let key = bucket_key(key);
        match timeout(LIMIT, bucket.get(key.as_str())).await {
            Ok(Ok(found)) => decode(&self.unseal(&key, &found?)?),
            Ok(Err(_)) | Err(_) => {
                self.close().await;
                None
            }
        }
    }

    pub(super) async fn apply(&self, change: &Change) {
        match change {
            Change::Put { key, value, ttl } => self.put(key, value, *ttl).await,
            Change::Clear => self.clear().await,
        }
    }

    async fn put(&self, key: &str, value: &Bytes, ttl: Duration) {
        if value.len() > MAX_VALUE {
            return self.remove(key).await;
        }
        let Some(bucket) = self.bucket().await else { return };
        let key = bucket_key(key);
        let sealed = self.seal.seal(&self.subject(&key), None, &encode(value, ttl));
        let written = timeout(LIMIT, bucket.put(key, sealed)).await;
        if !matches!(written, Ok(Ok(_))) {
            self.close().await;
        }
    }

    /// A value that one of our servers has put under this key of the bucket. It
    /// says itself how long it counts.
    fn unseal(&self, key: &str, sealed: &[u8]) -> Option<Bytes> {
        let subject = self.subject(key);
        match self.seal.open(&subject, None, sealed) {
            Ok(opened) => Some(opened.content),
            Err(refusal) => {
                self.seal.report(&subject, &refusal);
                None
            }
        }
    }

    /// Under which the broker stores a key.
    fn subject(&self, key: &str) -> String {
        format!("$KV.{}.{key}", self.name)
    }

    async fn remove(&self, key: &str) {
        let Some(bucket) = self.bucket().await else { return };
        if !matches!(timeout(LIMIT, bucket.delete(bucket_key(key))).await, Ok(Ok(()))) {
            self.close().await;
        }
    }

    async fn clear(&self) {
        let Some(bucket) = self.bucket().await else { return };
        if !empty(&bucket).await {
            self.close().await;
        }
    }

    /// Puts a test value and reads it back.
    pub(super) async fn ping(&self) -> bool {
        let key = format!("ping:{:x}", rand::random::<u64>());
        let sent = Bytes::from_static(b"ping");
        self.put(&key, &sent, LIMIT * 10).await;
        let found = self.get(&key).await;
        self.remove(&key).await;
        found.is_some_and(|(value, _)| value == sent)
    }

    /// The bucket, opened again and emptied if it failed a while ago.
    async fn bucket(&self) -> Option<kv::Store> {
        if self.client.connection_state() != ConnectionState::Connected {
            self.close().await;
            return None;
        }
        let mut state = self.state.lock().await;
        match &*state {
            State::Open(bucket) => return Some(kv::Store::clone(bucket)),
            State::Closed(until) if Instant::now() < *until => return None,
            State::Closed(_) => {}
        }
        // Whatever fails below, or if the caller stops waiting, the pause
        // applies.
        *state = State::Closed(Instant::now() + PAUSE);
        let bucket = create_bucket(&self.client, &self.name).await?;
        if !empty(&bucket).await {
            return None;
        }
        tracing::info!("the shared cache works again");
        *state = State::Open(Box::new(bucket.clone()));
        Some(bucket)
    }

    async fn close(&self) {
        let mut state = self.state.lock().await;
        if matches!(*state, State::Open(_)) {
            tracing::warn!(
                "the shared cache failed: the cache is not shared between replicas for now"
            );
            *state = State::Closed(Instant::now() + PAUSE);
        }
    }
}

/// In memory: entries are worth little, and none of them should end up on a disk.
async fn create_bucket(client: &Client, name: &str) -> Option<kv::Store> {
    let config = Config {
        bucket: name.to_owned(),
        description: "Muster: shared cache, may be deleted at any time".to_owned(),
        history: 1,
        max_age: MAX_AGE,
        max_bytes: MAX_BYTES,
        storage: StorageType::Memory,
        ..Config::default()
    };
    let jetstream = jetstream::new(client.clone());
    let open = async {
        let created: Result<kv::Store, CreateKeyValueError> =
            jetstream.create_key_value(config).await;
        match created {
            Ok(bucket) => Some(bucket),
            // Created by another version, with other settings: good enough.
            Err(_) => jetstream.get_key_value(name).await.ok(),
        }
    };
    timeout(OPEN_LIMIT, open).await.ok().flatten()
}

async fn empty(bucket: &kv::Store) -> bool {
    matches!(timeout(LIMIT, async { bucket.stream.purge().await }).await, Ok(Ok(_)))
}

/// The bucket allows few characters in its keys, callers any.
fn bucket_key(key: &str) -> String {
    blake3::hash(key.as_bytes()).to_hex().to_string()
}

/// Puts the time of expiry, in milliseconds, in front of the value.
///
/// It is compared with another machine's clock: a difference of seconds shifts the
/// expiry by as much, which a cache can bear.
fn encode(value: &Bytes, ttl: Duration) -> Bytes {
    let expiry = u64::try_from(Timestamp::now().plus(ttl).micros() / 1000).unwrap_or(0);
    [&expiry.to_be_bytes(), value.as_ref()].concat().into()
}

fn decode(stored: &Bytes) -> Option<(Bytes, Duration)> {
    let (expiry, _) = stored.split_first_chunk::<8>()?;
    let expiry = Timestamp::from_micros(0).plus(Duration::from_millis(u64::from_be_bytes(*expiry)));
    let left = expiry.since(Timestamp::now());
    (!left.is_zero()).then(|| (stored.slice(8..), left))
}
