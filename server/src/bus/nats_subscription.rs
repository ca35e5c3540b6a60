//! What a subscriber receives over NATS: messages of our own servers, each once.

use std::sync::Arc;

use async_nats::Subscriber;
use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};

use super::Message;
use super::nats::SEND_LIMIT;
use super::replay::{ReplayGuard, WINDOW};
use super::seal::Seal;

/// One subscription at the broker; ends there when dropped.
pub(super) struct NatsSubscription {
    subscriber: Subscriber,
    seal: Arc<Seal>,
    guard: ReplayGuard,
}

impl NatsSubscription {
    pub(super) fn new(subscriber: Subscriber, seal: Arc<Seal>) -> Self {
        Self { subscriber, seal, guard: ReplayGuard::new(WINDOW) }
    }

    /// The next message of our own servers.
    pub(super) async fn next(&mut self) -> Option<Message> {
        loop {
            let message = self.subscriber.next().await?;
            if let Some(message) = self.open(message.into()) {
                return Some(message);
            }
        }
    }

    /// Unsubscribes from the broker, and returns what it had sent by then.
    pub(super) async fn end(mut self) -> Vec<Message> {
        let deadline = Instant::now() + SEND_LIMIT;
        let mut rest = Vec::new();
        if !matches!(timeout_at(deadline, self.subscriber.drain()).await, Ok(Ok(()))) {
            return rest;
        }
        while let Ok(Some(message)) = timeout_at(deadline, self.subscriber.next()).await {
            rest.extend(self.open(message.into()));
        }
        rest
    }

    /// The message as it was before it was sealed; none if it does not count.
    fn open(&mut self, mut message: Message) -> Option<Message> {
        let opened = self.seal.open(&message.subject, message.reply.as_deref(), &message.payload);
        match opened.and_then(|opened| self.guard.check(&opened).map(|()| opened.content)) {
            Ok(content) => {
                message.payload = content;
                Some(message)
            }
            Err(refusal) => {
                self.seal.report(&message.subject, &refusal);
                None
            }
        }
    }
}
