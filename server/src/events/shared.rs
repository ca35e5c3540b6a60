//! Events of several replicas: a JetStream stream orders them.
//!
//! The stream numbers every message and keeps it for ten minutes; each replica
//! reads all of it into its own log. The number that listeners see of the first
//! event in it is the stream's own, times the number of events a message may
//! contain, plus the time at which the stream was created: if it is lost and
//! created again, its numbers are still larger than all before.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::consumer::{DeliverPolicy, ReplayPolicy};
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType, Stream};
use async_nats::{Client, jetstream};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::time::{Instant, timeout};

use super::SUBJECT;
use super::parcel::{self, MOST_EVENTS};
use crate::app::App;
use crate::bus::{ReplayGuard, Seal, WINDOW};
use crate::time::Timestamp;

/// One for all installations on a broker; each reads its own subjects.
const STREAM: &str = "muster_events";
const KEPT: Duration = Duration::from_secs(600);
const MOST_BYTES: i64 = 128 << 20;
const LIMIT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_secs(1);
/// How often a broker without JetStream is checked again.
const RETRY_INTERVAL: Duration = Duration::from_secs(30);
/// Listeners read again because of refused messages this often at most:
/// everybody who reaches the broker can send some.
const BETWEEN_RESYNCS: Duration = Duration::from_secs(60);

/// What is known of the stream that was read before.
struct Progress {
    /// When it was created; none if it was not read.
    epoch: Option<u64>,
    seal: Arc<Seal>,
    guard: ReplayGuard,
    last_resync: Option<Timestamp>,
}

/// Reads the events of all replicas into the log, until the server stops.
/// Alone in its process a server needs none of this.
pub async fn follow(app: App) {
    let Some(client) = app.bus.nats_client().cloned() else { return };
    let Some(seal) = app.bus.seal().cloned() else { return };
    let guard = ReplayGuard::new(KEPT + WINDOW);
    let mut progress = Progress { epoch: None, seal, guard, last_resync: None };
    loop {
        let ended = tokio::select! {
            ended = read(&app, &client, &mut progress) => ended,
            () = app.stopping.cancelled() => return,
        };
        let error = ended.map_or_else(|error| format!("{error:#}"), |()| "it ended".to_owned());
        tracing::warn!(error, "events of other replicas cannot be read");
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = app.stopping.cancelled() => return,
        }
    }
}

/// Reads until an error.
async fn read(app: &App, client: &Client, progress: &mut Progress) -> anyhow::Result<()> {
    let log = app.events.log();
    let Ok(stream) = open(client).await else {
        return read_unordered(app, client, &mut progress.epoch).await;
    };
    let info = stream.cached_info();
    let created = info.created.unix_timestamp_nanos() / 1000;
    let created = u64::try_from(created).context("a stream from before 1970")?;
    let first_of = |message: u64| created + message * MOST_EVENTS;
    let resume = (progress.epoch == Some(created))
        .then(|| log.newest().saturating_sub(created) / MOST_EVENTS + 1);
    if resume.is_none() {
        log.restart_after(first_of(info.state.first_sequence.max(1)) - 1);
        // All of it is read again.
        progress.guard = ReplayGuard::new(KEPT + WINDOW);
    }
    progress.epoch = Some(created);
    let deliver_policy = match resume {
        Some(start_sequence) => DeliverPolicy::ByStartSequence { start_sequence },
        None => DeliverPolicy::All,
    };
    let consumer = stream.create_consumer(OrderedConfig {
        filter_subject: app.bus.full_subject(SUBJECT),
        replay_policy: ReplayPolicy::Instant,
        deliver_policy,
        ..OrderedConfig::default()
    });
    let consumer = timeout(LIMIT, consumer).await.context("no answer")??;
    let mut messages = consumer.messages().await?;
    while let Some(message) = messages.next().await {
        let message = message?;
        let info = message.info().map_err(|error| anyhow!(error))?;
        let seq = first_of(info.stream_sequence);
        let nanos = info.published.unix_timestamp_nanos();
        let time = Timestamp::from_micros(i64::try_from(nanos / 1000).unwrap_or(0));
        match progress.open(&message) {
            Some(parcel) => take(app, seq, time, &parcel),
            None if progress.is_resync_due() => log.restart_after(seq),
            None => {}
        }
    }
    Ok(())
}

impl Progress {
    /// The content of a message of our own servers.
    fn open(&mut self, message: &async_nats::Message) -> Option<Bytes> {
        // The stream's message carries where to acknowledge it: that is not an
        // answer.
        let opened = self.seal.open(&message.subject, None, &message.payload);
        match opened.and_then(|opened| self.guard.check(&opened).map(|()| opened.content)) {
            Ok(content) => Some(content),
            Err(refusal) => {
                self.seal.report(&message.subject, &refusal);
                None
            }
        }
    }

    /// Whether listeners must read again: a refused message may be one of a
    /// server of another version, or of one with another time.
    fn is_resync_due(&mut self) -> bool {
        let now = Timestamp::now();
        let is_due = self.last_resync.is_none_or(|last| now.since(last) >= BETWEEN_RESYNCS);
        if is_due {
            self.last_resync = Some(now);
        }
        is_due
    }
}

fn take(app: &App, seq: u64, time: Timestamp, payload: &[u8]) {
    let log = app.events.log();
    match parcel::unpack(payload) {
        Some(events) => {
            for (seq, event) in (seq..).zip(events) {
                log.append(seq, time, event);
            }
        }
        None => log.restart_after(seq),
    }
}

/// A broker without JetStream: every replica still receives everything, but in
/// its own order. Numbers mean nothing to another replica then, so a listener
/// that brings one reads again.
async fn read_unordered(app: &App, client: &Client, epoch: &mut Option<u64>) -> anyhow::Result<()> {
    let mut events = app.bus.subscribe(SUBJECT).await?;
    tracing::warn!("no JetStream on the message bus: events cannot be read again after a break");
    let log = app.events.log();
    *epoch = None;
    log.restart_after(u64::try_from(Timestamp::now().micros()).unwrap_or(0));
    let mut retry = tokio::time::interval_at(Instant::now() + RETRY_INTERVAL, RETRY_INTERVAL);
    loop {
        let message = tokio::select! {
            message = events.next() => message.context("the bus is closed")?,
            _ = retry.tick() => match open(client).await {
                Ok(_) => return Ok(()),
                Err(_) => continue,
            },
        };
        match parcel::unpack(&message.payload) {
            Some(events) => events.into_iter().for_each(|event| log.append_next(event)),
            None => log.restart_after(log.newest() + 1),
        }
    }
}

/// In memory: a listener that missed more than a restart of the broker reads
/// again anyway.
async fn open(client: &Client) -> anyhow::Result<Stream> {
    let config = Config {
        name: STREAM.to_owned(),
        description: Some("Muster: what changed in the last minutes".to_owned()),
        subjects: vec![format!("muster.*.{SUBJECT}")],
        max_age: KEPT,
        max_bytes: MOST_BYTES,
        discard: DiscardPolicy::Old,
        storage: StorageType::Memory,
        no_ack: true,
        ..Config::default()
    };
    let jetstream = jetstream::new(client.clone());
    let opened = timeout(LIMIT, jetstream.get_or_create_stream(config)).await;
    opened.context("JetStream does not answer")?.context("JetStream refuses the stream")
}
