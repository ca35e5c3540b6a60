//! Events of several replicas: a JetStream stream orders them.
//!
//! The stream numbers every message and keeps it for ten minutes; each replica
//! reads all of it into its own log. The number that listeners see of the first
//! event in it is the stream's own, times the number of events a message may
//! contain, plus the time at which the stream was created: if it is lost and
//! created again, its numbers are still larger than all before.

use std::time::Duration;

use anyhow::{Context, anyhow};
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::consumer::{DeliverPolicy, ReplayPolicy};
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType, Stream};
use async_nats::{Client, jetstream};
use futures_util::StreamExt;
use tokio::time::{Instant, timeout};

use super::SUBJECT;
use super::parcel::{self, MOST_EVENTS};
use crate::app::App;
use crate::time::Timestamp;

/// One for all installations on a broker; each reads its own subjects.
const STREAM: &str = "muster_events";
const KEPT: Duration = Duration::from_secs(600);
const MOST_BYTES: i64 = 128 << 20;
const LIMIT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_secs(1);
/// How often a broker without JetStream is checked again.
const RETRY_INTERVAL: Duration = Duration::from_secs(30);

/// Reads the events of all replicas into the log, until the server stops.
/// Alone in its process a server needs none of this.
pub async fn follow(app: App) {
    let Some(client) = app.bus.nats_client().cloned() else { return };
    let mut epoch = None;
    loop {
        let ended = tokio::select! {
            ended = read(&app, &client, &mut epoch) => ended,
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

/// Reads until an error. `epoch` is that of the stream read before.
async fn read(app: &App, client: &Client, epoch: &mut Option<u64>) -> anyhow::Result<()> {
    let log = app.events.log();
    let Ok(stream) = open(client).await else {
        return read_unordered(app, client, epoch).await;
    };
    let info = stream.cached_info();
    let created = info.created.unix_timestamp_nanos() / 1000;
    let created = u64::try_from(created).context("a stream from before 1970")?;
    let first_of = |message: u64| created + message * MOST_EVENTS;
    let resume =
        (*epoch == Some(created)).then(|| log.newest().saturating_sub(created) / MOST_EVENTS + 1);
    if resume.is_none() {
        log.restart_after(first_of(info.state.first_sequence.max(1)) - 1);
    }
    *epoch = Some(created);
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
        take(app, seq, time, &message.payload);
    }
    Ok(())
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
