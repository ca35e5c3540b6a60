//! The bus of several processes: a thin layer over the NATS client. Everything
//! that goes over it is sealed.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::bail;
use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, Request};
use bytes::Bytes;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout, timeout_at};

use super::nats_address::NatsAddress;
use super::nats_subscription::NatsSubscription;
use super::seal::Seal;
use super::{BusDown, Message, QUEUE_MESSAGES, RequestError};

/// How long the first connection may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// How long the connection may refuse to take a message before it counts as down.
pub(super) const SEND_LIMIT: Duration = Duration::from_secs(2);

/// How long the broker may take to confirm a subscription. A machine that runs
/// tests may stand still for a while.
const ECHO_LIMIT: Duration = Duration::from_secs(if cfg!(test) { 20 } else { 2 });

/// How often a waiting request checks whether the connection is still open.
const WATCH_INTERVAL: Duration = Duration::from_secs(1);

/// How often the broker is pinged; three missing answers end the connection.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// A connection to a NATS server or cluster.
#[derive(Clone)]
pub(super) struct Nats {
    client: Client,
    seal: Arc<Seal>,
}

impl Nats {
    pub(super) async fn connect(url: &str, key: &[u8; 32]) -> anyhow::Result<Nats> {
        let address = NatsAddress::parse(url)?;
        let deadline = Instant::now() + CONNECT_LIMIT;
        let mut cause = "no answer".to_owned();
        // A broker that starts at the same time as we do gets its chance.
        while let Ok(attempt) = timeout_at(deadline, connect_once(&address)).await {
            match attempt {
                Ok(client) => return Ok(Nats { client, seal: Arc::new(Seal::new(key)) }),
                Err(error) if error.kind() == ConnectErrorKind::AuthorizationViolation => {
                    bail!("the message bus at {} refuses our credentials", address.display())
                }
                Err(error) => cause = error.to_string(),
            }
            sleep(Duration::from_millis(200)).await;
        }
        let seconds = CONNECT_LIMIT.as_secs();
        let servers = address.display();
        bail!("the message bus at {servers} cannot be reached within {seconds} seconds: {cause}")
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    pub(super) fn seal(&self) -> &Arc<Seal> {
        &self.seal
    }

    pub(super) async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusDown> {
        self.check_connection()?;
        let sealed = self.seal.seal(subject, None, &payload);
        let sent = timeout(SEND_LIMIT, self.client.publish(subject.to_owned(), sealed)).await;
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(BusDown),
        }
    }

    pub(super) async fn subscribe(&self, pattern: &str) -> Result<NatsSubscription, BusDown> {
        self.check_connection()?;
        let subscribe = self.client.subscribe(pattern.to_owned());
        let subscriber =
            timeout(SEND_LIMIT, subscribe).await.map_err(|_| BusDown)?.map_err(|_| BusDown)?;
        // The client's own flush only empties its buffer. What comes back after
        // the subscription on the same connection proves that it is registered.
        if !self.echo(ECHO_LIMIT).await {
            return Err(BusDown);
        }
        Ok(NatsSubscription::new(subscriber, self.seal.clone()))
    }

    pub(super) async fn request(
        &self,
        subject: &str,
        payload: Bytes,
        limit: Duration,
    ) -> Result<Bytes, RequestError> {
        self.check_connection()?;
        // A separate inbox: the client's shared one remembers every request
        // that was never answered for as long as the process lives.
        let inbox = self.client.new_inbox();
        let sealed = self.seal.seal(subject, Some(&inbox), &payload);
        let request = Request::new().inbox(inbox).payload(sealed).timeout(None);
        let mut answer =
            pin!(timeout(limit, self.client.send_request(subject.to_owned(), request)));
        let mut watch = interval(WATCH_INTERVAL);
        watch.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let answer = loop {
            tokio::select! {
                answer = &mut answer => break answer,
                _ = watch.tick() => self.check_connection()?,
            }
        };
        match answer.map_err(|_| RequestError::TimedOut)? {
            Ok(answer) => self.open_answer(&answer),
            Err(error) if error.kind() == RequestErrorKind::NoResponders => {
                Err(RequestError::NoResponders)
            }
            Err(_) => Err(RequestError::Down),
        }
    }

    /// An answer is sealed for the inbox of its request, which is used once.
    fn open_answer(&self, answer: &async_nats::Message) -> Result<Bytes, RequestError> {
        match self.seal.open(&answer.subject, None, &answer.payload) {
            Ok(opened) => Ok(opened.content),
            Err(refusal) => {
                self.seal.report(&answer.subject, &refusal);
                Err(RequestError::Down)
            }
        }
    }

    /// Sends a message to itself through the broker and waits for it.
    pub(super) async fn echo(&self, limit: Duration) -> bool {
        if self.check_connection().is_err() {
            return false;
        }
        let inbox = self.client.new_inbox();
        let request = Request::new().inbox(inbox.clone()).timeout(None);
        matches!(timeout(limit, self.client.send_request(inbox, request)).await, Ok(Ok(_)))
    }

    /// Without this, the client would queue what is sent while it reconnects.
    pub(super) fn check_connection(&self) -> Result<(), BusDown> {
        match self.client.connection_state() {
            State::Connected => Ok(()),
            State::Pending | State::Disconnected => Err(BusDown),
        }
    }
}

impl From<async_nats::Message> for Message {
    fn from(message: async_nats::Message) -> Message {
        Message {
            subject: message.subject.into_string(),
            payload: message.payload,
            reply: message.reply.map(async_nats::Subject::into_string),
        }
    }
}

async fn connect_once(address: &NatsAddress) -> Result<Client, async_nats::ConnectError> {
    let is_dropping = Arc::new(AtomicBool::new(false));
    let options = ConnectOptions::new()
        .name("muster")
        .connection_timeout(CONNECT_LIMIT)
        .max_reconnects(None)
        .reconnect_delay_callback(reconnect_delay)
        .ping_interval(HEARTBEAT)
        .subscription_capacity(QUEUE_MESSAGES)
        .event_callback(move |event| {
            report_event(&event, &is_dropping);
            std::future::ready(())
        });
    address.apply(options).connect(address.servers.as_slice()).await
}

/// Half a second at first, two at most, and never the same for two replicas.
fn reconnect_delay(attempts: usize) -> Duration {
    if attempts <= 1 {
        return Duration::ZERO;
    }
    let longest = if attempts < 6 { 500 } else { 2000 };
    Duration::from_millis(rand::random_range(longest / 4..=longest))
}

fn report_event(event: &Event, is_dropping: &AtomicBool) {
    match event {
        Event::Connected => {
            is_dropping.store(false, Ordering::Relaxed);
            tracing::info!("connected to the message bus");
        }
        Event::Disconnected => tracing::warn!("connection to the message bus lost: reconnecting"),
        // There is one such event for each lost message: log it once per
        // connection.
        Event::SlowConsumer(_) => {
            metrics::counter!("muster_bus_dropped_messages_total").increment(1);
            if !is_dropping.swap(true, Ordering::Relaxed) {
                tracing::warn!("a subscriber is too slow: messages for it are dropped");
            }
        }
        Event::ServerError(error) => tracing::error!(%error, "the message bus returned an error"),
        _ => {}
    }
}
