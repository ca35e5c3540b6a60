//! The cache, alone in its process and shared over NATS.

use std::time::Duration;

use async_nats::jetstream::kv::Config;

use super::*;
use crate::bus::nats_process::NatsProcess;
use crate::testing::{until, until_true};

const SOON: Duration = Duration::from_secs(10);
const HOUR: Duration = Duration::from_secs(3600);

/// A NATS server that stores in its own folder, which is removed with the test.
struct Broker {
    process: NatsProcess,
    _folder: tempfile::TempDir,
}

impl Broker {
    fn start() -> Option<Broker> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let process = NatsProcess::start(&["--jetstream", "--store_dir", path])?;
        Some(Broker { process, _folder: folder })
    }

    async fn cache(&self) -> Cache {
        let cache = Cache::new(&self.process.connect("").await).await;
        // JetStream is ready a moment after the server takes connections.
        until_true("the shared cache is in use", async || cache.ping(SOON).await).await;
        cache
    }
}

#[tokio::test]
async fn an_entry_is_found_until_it_is_replaced_or_all_are_forgotten() {
    let cache = Cache::new(&Bus::in_process()).await;
    assert_eq!(cache.get("a").await, None);

    cache.put("a", "1", HOUR).await;
    assert_eq!(cache.get("a").await.unwrap(), "1");
    cache.put("a", "2", HOUR).await;
    assert_eq!(cache.get("a").await.unwrap(), "2");

    cache.put("b", "1", HOUR).await;
    cache.clear().await;
    assert_eq!(cache.get("b").await, None);
    assert!(cache.ping(SOON).await);
}

#[tokio::test]
async fn an_entry_expires_by_its_own_time_to_live() {
    let cache = Cache::new(&Bus::in_process()).await;

    cache.put("long", "1", HOUR).await;
    cache.put("short", "1", Duration::from_millis(20)).await;
    cache.put("none", "1", Duration::ZERO).await;

    assert_eq!(cache.get("none").await, None);
    until_true("the short one is gone", async || cache.get("short").await.is_none()).await;
    assert_eq!(cache.get("long").await.unwrap(), "1");
}

#[tokio::test]
async fn the_entries_together_stay_under_their_limit() {
    let cache = Cache::new(&Bus::in_process()).await;

    for number in 0..64 {
        cache.put(&number.to_string(), vec![0; 1 << 20], HOUR).await;
    }

    let weight = cache.copies.weight().await;
    assert!(weight > 0 && weight <= 16 << 20, "{weight}");
}

#[tokio::test]
async fn a_value_that_was_replaced_while_it_was_read_is_not_cached() {
    let copies = Copies::new();

    let reading = copies.mark();
    copies.remove("a").await;
    copies.put_unless_changed(reading, "a", "old".into(), HOUR).await;
    assert_eq!(copies.get("a").await, None);

    let reading = copies.mark();
    copies.put_unless_changed(reading, "a", "new".into(), HOUR).await;
    assert_eq!(copies.get("a").await.unwrap(), "new");
}

#[tokio::test]
async fn replicas_share_entries_and_receive_changes() {
    let Some(broker) = Broker::start() else { return };
    let (here, there) = (broker.cache().await, broker.cache().await);
    let key = "any characters: ünd *.> too";

    for (from, to, value) in [(&here, &there, "1"), (&there, &here, "2"), (&here, &there, "3")] {
        // Put again and again: what a slow store did not take in time is not shared.
        until_true(&format!("{value} is seen"), async || {
            from.put(key, value, HOUR).await;
            to.get(key).await.is_some_and(|found| found == value)
        })
        .await;
    }
    until_true("all is gone", async || {
        there.clear().await;
        here.get(key).await.is_none()
    })
    .await;
}

#[tokio::test]
async fn a_shared_entry_expires_for_everyone() {
    let Some(broker) = Broker::start() else { return };
    let (here, there) = (broker.cache().await, broker.cache().await);

    here.put("short", "1", Duration::from_millis(50)).await;

    until_true("it is gone", async || there.get("short").await.is_none()).await;
}

#[tokio::test]
async fn without_jetstream_the_cache_is_local_and_reports_that() {
    let Some(process) = NatsProcess::start(&[]) else { return };
    let cache = Cache::new(&process.connect("").await).await;

    cache.put("a", "1", HOUR).await;

    assert_eq!(cache.get("a").await.unwrap(), "1");
    assert!(!cache.ping(SOON).await);
}

#[tokio::test]
async fn a_store_that_missed_a_change_is_emptied_before_it_is_used_again() {
    let Some(mut broker) = Broker::start() else { return };
    // A bucket on disk, so that the old value is still there after the restart.
    let bus = broker.process.connect("").await;
    until_true("JetStream is ready", async || {
        let bucket = Config { bucket: "muster_cache".into(), ..Config::default() };
        let jetstream = async_nats::jetstream::new(bus.nats_client().unwrap().clone());
        jetstream.create_key_value(bucket).await.is_ok()
    })
    .await;
    let cache = broker.cache().await;
    // A store that answers too late has no value, or is emptied.
    until_true("the value is stored", async || {
        cache.put("a", "1", HOUR).await;
        broker.cache().await.get("a").await.is_some_and(|found| found == "1")
    })
    .await;

    broker.process.kill().await;
    cache.put("a", "2", HOUR).await;
    assert_eq!(cache.get("a").await.unwrap(), "2");
    assert!(!cache.ping(SOON).await);
    broker.process.resume();

    until_true("the shared cache is back", async || cache.ping(SOON).await).await;
    assert_eq!(broker.cache().await.get("a").await, None);
}

#[tokio::test]
async fn two_installations_on_one_broker_share_nothing() {
    let Some(broker) = Broker::start() else { return };
    let bus = async |name: &str| broker.process.connect("").await.within(name);
    let (one, other) = (Cache::new(&bus("one").await).await, Cache::new(&bus("two").await).await);
    for cache in [&one, &other] {
        until_true("the shared cache is in use", async || cache.ping(SOON).await).await;
    }

    // As long as one of the stores answers too late, nothing was tried.
    until_true("what one has put outlives the other's clearing", async || {
        one.put("a", "1", HOUR).await;
        assert_eq!(other.get("a").await, None);
        other.clear().await;
        let again = Cache::new(&bus("one").await).await;
        other.ping(SOON).await && again.get("a").await.is_some_and(|found| found == "1")
    })
    .await;
}

#[tokio::test]
async fn a_stranger_on_the_broker_can_neither_read_nor_forge_entries() {
    let Some(broker) = Broker::start() else { return };
    let cache = broker.cache().await;
    let bus = broker.process.connect("").await;
    let jetstream = async_nats::jetstream::new(bus.nats_client().unwrap().clone());
    let bucket = jetstream.get_key_value("muster_cache").await.unwrap();
    let key = |key: &str| blake3::hash(key.as_bytes()).to_hex().to_string();

    // Put again and again: a slow store does not take it.
    let stored = until("the secret is stored", async || {
        cache.put("a", "a secret", HOUR).await;
        bucket.get(key("a")).await.ok().flatten()
    })
    .await;
    assert!(!stored.windows(8).any(|part| part == b"a secret"));
    cache.put("b", "another", HOUR).await;

    // One that is not sealed, and one that belongs to another key.
    let forged = [[0x7f_u8; 8].as_slice(), b"forged".as_slice()].concat();
    bucket.put(key("a"), forged.into()).await.unwrap();
    bucket.put(key("b"), stored).await.unwrap();
    let other = broker.cache().await;
    assert_eq!((other.get("a").await, other.get("b").await), (None, None));
}
