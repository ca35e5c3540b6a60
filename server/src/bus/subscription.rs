//! What a subscriber receives.

use std::sync::Arc;

use super::Message;
use super::in_process::LocalSubscription;
use super::nats_subscription::NatsSubscription;

/// The messages for one subscriber. Dropping it unsubscribes.
pub struct Subscription {
    source: Source,
    prefix: Arc<str>,
}

pub(super) enum Source {
    InProcess(LocalSubscription),
    Nats(NatsSubscription),
}

impl Subscription {
    pub(super) fn new(source: Source, prefix: Arc<str>) -> Self {
        Self { source, prefix }
    }

    /// Waits for the next message. `None` means that the bus is closed for good.
    ///
    /// Safe to use in `select!`: giving up while waiting loses no message.
    pub async fn next(&mut self) -> Option<Message> {
        let mut message = match &mut self.source {
            Source::InProcess(subscription) => subscription.next().await,
            Source::Nats(subscription) => subscription.next().await?,
        };
        shorten(&mut message, &self.prefix);
        Some(message)
    }

    /// Unsubscribes and returns what had arrived until then.
    ///
    /// Later requests fail at once with "no responders". Dropping a subscription
    /// leaves requests waiting for a moment, and loses what they sent.
    pub async fn end(self) -> Vec<Message> {
        let Subscription { source, prefix } = self;
        let mut rest = match source {
            Source::InProcess(subscription) => subscription.end(),
            Source::Nats(subscription) => subscription.end().await,
        };
        rest.iter_mut().for_each(|message| shorten(message, &prefix));
        rest
    }
}

/// Shows a subject as the parts of this installation know it.
fn shorten(message: &mut Message, prefix: &str) {
    if message.subject.starts_with(prefix) {
        message.subject.drain(..prefix.len());
    }
}
