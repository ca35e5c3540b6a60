//! The message bus: how the parts of the server, and its replicas, communicate.
//!
//! A single process uses tables in memory; several use NATS. Both make the same
//! guarantees, and one test suite runs over both:
//!
//! - A message reaches all subscribers at the time of publishing, and no later
//!   ones. What must not be lost belongs in the database.
//! - Messages of one publisher arrive in the order in which they were published.
//! - A subscriber that falls behind by [`QUEUE_MESSAGES`] loses what comes next until it
//!   catches up. Publishers never wait for it, and memory stays bounded.
//! - A request without subscribers fails at once.
//!
//! What goes over NATS is sealed with the key of the installation (see `seal`):
//! a stranger on the broker can drop messages, but neither read nor forge them.

mod errors;
mod in_process;
mod nats;
mod nats_address;
#[cfg(test)]
pub(crate) mod nats_process;
mod nats_subscription;
#[cfg(test)]
mod nats_tests;
mod queue;
mod replay;
mod seal;
mod subject;
mod subscription;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

pub use self::errors::{BusDown, RequestError};
use self::in_process::InProcess;
use self::nats::Nats;
pub use self::nats_address::protection_of;
pub(crate) use self::replay::{ReplayGuard, WINDOW};
pub(crate) use self::seal::Seal;
use self::subscription::Source;
pub use self::subscription::Subscription;

/// How many messages may wait for one subscriber before it loses some.
pub const QUEUE_MESSAGES: usize = 4096;

/// How many bytes may wait for one subscriber of the in-process bus.
const QUEUE_BYTES: usize = 64 << 20;

/// The largest payload. NATS takes no more by default, once it is sealed, so
/// neither bus does.
pub const MAX_PAYLOAD: usize = (1 << 20) - seal::OVERHEAD;

/// A handle to the bus; clones share one bus.
#[derive(Clone)]
pub struct Bus {
    link: Link,
    /// Prefix of every subject: separates installations on one NATS.
    prefix: Arc<str>,
}

#[derive(Clone)]
enum Link {
    InProcess(Arc<InProcess>),
    Nats(Nats),
}

/// One message as a subscriber sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The subject it was published under.
    pub subject: String,
    /// What it says.
    pub payload: Bytes,
    /// Where an answer goes, if the sender waits for one.
    pub reply: Option<String>,
}

impl Bus {
    /// Makes a bus that exists in this process only.
    pub fn in_process() -> Bus {
        Bus { link: Link::InProcess(Arc::default()), prefix: Arc::from("") }
    }

    /// Connects to NATS, giving up after five seconds.
    ///
    /// From then on a lost connection is reestablished automatically, for ever,
    /// and subscriptions survive it. The address may name several servers of one
    /// cluster, separated by commas, and may carry `user:password@` or `token@`.
    /// Only those with the same key understand each other.
    pub async fn connect(url: &str, key: &[u8; 32]) -> anyhow::Result<Bus> {
        Ok(Bus { link: Link::Nats(Nats::connect(url, key).await?), prefix: Arc::from("") })
    }

    /// The same bus for one installation: its messages reach no other.
    pub fn within(self, installation: &str) -> Bus {
        Bus { prefix: Arc::from(format!("muster.{installation}.")), ..self }
    }

    /// The prefix of every subject; empty when no installation was named.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Whether other processes are on this bus too.
    pub fn is_shared(&self) -> bool {
        matches!(self.link, Link::Nats(_))
    }

    /// Whether the broker can be reached now, as far as is known.
    pub fn is_connected(&self) -> bool {
        match &self.link {
            Link::InProcess(_) => true,
            Link::Nats(nats) => nats.check_connection().is_ok(),
        }
    }

    /// Sends a message to all current subscribers, if there are any.
    pub async fn publish(&self, subject: &str, payload: impl Into<Bytes>) -> Result<(), BusDown> {
        self.send(format!("{}{subject}", self.prefix), payload.into()).await
    }

    /// Listens to a subject or a pattern; no message after the return is missed.
    pub async fn subscribe(&self, pattern: &str) -> Result<Subscription, BusDown> {
        let pattern = &format!("{}{pattern}", self.prefix);
        if !subject::is_pattern(pattern) {
            tracing::error!(bus.pattern = pattern, "a pattern is malformed");
            return Err(BusDown);
        }
        let source = match &self.link {
            Link::InProcess(bus) => Source::InProcess(bus.subscribe(pattern)),
            Link::Nats(nats) => Source::Nats(nats.subscribe(pattern).await?),
        };
        Ok(Subscription::new(source, self.prefix.clone()))
    }

    /// Sends a request to the subscribers and waits for the first answer.
    ///
    /// Fails at once when there are no subscribers, and within two seconds when
    /// the connection to the broker is lost, also while waiting.
    pub async fn request(
        &self,
        subject: &str,
        payload: impl Into<Bytes>,
        limit: Duration,
    ) -> Result<Bytes, RequestError> {
        let (subject, payload) = (format!("{}{subject}", self.prefix), payload.into());
        check_message(&subject, &payload)?;
        match &self.link {
            Link::InProcess(bus) => bus.request(subject, payload, limit).await,
            Link::Nats(nats) => nats.request(&subject, payload, limit).await,
        }
    }

    /// Answers a request; does nothing when the sender does not wait for an answer.
    pub async fn respond(
        &self,
        message: &Message,
        payload: impl Into<Bytes>,
    ) -> Result<(), BusDown> {
        match &message.reply {
            Some(reply) => self.send(reply.clone(), payload.into()).await,
            None => Ok(()),
        }
    }

    /// Whether a message sent now comes back within the limit.
    pub async fn ping(&self, limit: Duration) -> bool {
        match &self.link {
            Link::InProcess(bus) => bus.echo(limit).await,
            Link::Nats(nats) => nats.echo(limit).await,
        }
    }

    /// A subject as others on the broker see it.
    pub(crate) fn full_subject(&self, subject: &str) -> String {
        format!("{}{subject}", self.prefix)
    }

    /// The connection to NATS, for parts that store something there.
    pub(crate) fn nats_client(&self) -> Option<&async_nats::Client> {
        match &self.link {
            Link::InProcess(_) => None,
            Link::Nats(nats) => Some(nats.client()),
        }
    }

    /// Seals and opens what such parts store.
    pub(crate) fn seal(&self) -> Option<&Arc<Seal>> {
        match &self.link {
            Link::InProcess(_) => None,
            Link::Nats(nats) => Some(nats.seal()),
        }
    }

    async fn send(&self, subject: String, payload: Bytes) -> Result<(), BusDown> {
        check_message(&subject, &payload)?;
        match &self.link {
            Link::InProcess(bus) => {
                bus.publish(Message { subject, payload, reply: None });
                Ok(())
            }
            Link::Nats(nats) => nats.publish(&subject, payload).await,
        }
    }
}

impl fmt::Debug for Bus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_shared() { "nats" } else { "in-process" };
        formatter.debug_tuple("Bus").field(&kind).finish()
    }
}

/// Refuses what NATS would refuse, so that a mistake shows on either bus.
fn check_message(subject: &str, payload: &Bytes) -> Result<(), BusDown> {
    if subject::is_subject(subject) && payload.len() <= MAX_PAYLOAD {
        return Ok(());
    }
    tracing::error!(
        bus.subject = subject,
        bytes = payload.len(),
        "a message is too large or its subject malformed: not sent"
    );
    Err(BusDown)
}
