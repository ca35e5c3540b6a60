//! The bus of a single process: subjects in a table, no broker.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use bytes::Bytes;

use super::queue::Queue;
use super::subject::{has_wildcard, matches};
use super::{Message, RequestError};

/// All subscriptions of the process.
#[derive(Default)]
pub(super) struct InProcess {
    routes: RwLock<Routes>,
    last_inbox: AtomicU64,
}

/// Subscriptions by their pattern.
///
/// Almost all of them are exact (one for each connected agent, one for each
/// waiting request), so a publish costs one lookup plus the few wildcards.
#[derive(Default)]
struct Routes {
    exact: HashMap<Box<str>, Vec<Arc<Queue>>>,
    wildcard: Vec<Arc<Queue>>,
}

/// One subscription; gone from the table when dropped.
pub(super) struct LocalSubscription {
    bus: Arc<InProcess>,
    queue: Arc<Queue>,
}

impl InProcess {
    pub(super) fn subscribe(self: &Arc<Self>, pattern: &str) -> LocalSubscription {
        let queue = Arc::new(Queue::new(pattern));
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        if has_wildcard(pattern) {
            routes.wildcard.push(queue.clone());
        } else {
            routes.exact.entry(pattern.into()).or_default().push(queue.clone());
        }
        LocalSubscription { bus: self.clone(), queue }
    }

    /// Hands a message to all subscribers, and returns whether there were any.
    pub(super) fn publish(&self, message: Message) -> bool {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let exact = routes.exact.get(message.subject.as_str()).into_iter().flatten();
        let wildcard =
            routes.wildcard.iter().filter(|queue| matches(&queue.pattern, &message.subject));
        let listeners: Vec<&Arc<Queue>> = exact.chain(wildcard).collect();

        // The commonest case, an order or a reply, is moved and not copied.
        if let [only] = listeners[..] {
            only.push(message);
            return true;
        }
        for queue in &listeners {
            queue.push(message.clone());
        }
        !listeners.is_empty()
    }

    pub(super) async fn request(
        self: &Arc<Self>,
        subject: String,
        payload: Bytes,
        limit: Duration,
    ) -> Result<Bytes, RequestError> {
        let number = self.last_inbox.fetch_add(1, Ordering::Relaxed);
        let inbox = format!("_INBOX.{number}");
        let mut replies = self.subscribe(&inbox);
        if !self.publish(Message { subject, payload, reply: Some(inbox) }) {
            return Err(RequestError::NoResponders);
        }
        let reply = tokio::time::timeout(limit, replies.next())
            .await
            .map_err(|_| RequestError::TimedOut)?;
        Ok(reply.payload)
    }

    /// Sends a message to itself and waits for it.
    pub(super) async fn echo(self: &Arc<Self>, limit: Duration) -> bool {
        let number = self.last_inbox.fetch_add(1, Ordering::Relaxed);
        let subject = format!("_INBOX.{number}");
        let mut echoes = self.subscribe(&subject);
        self.publish(Message { subject, payload: Bytes::new(), reply: None });
        tokio::time::timeout(limit, echoes.next()).await.is_ok()
    }

    fn remove(&self, queue: &Arc<Queue>) {
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        if has_wildcard(&queue.pattern) {
            routes.wildcard.retain(|other| !Arc::ptr_eq(other, queue));
            return;
        }
        let Some(queues) = routes.exact.get_mut(&queue.pattern) else { return };
        queues.retain(|other| !Arc::ptr_eq(other, queue));
        if queues.is_empty() {
            routes.exact.remove(&queue.pattern);
        }
    }
}

impl LocalSubscription {
    pub(super) async fn next(&mut self) -> Message {
        self.queue.pop().await
    }

    /// Leaves the table, and returns the waiting messages.
    pub(super) fn end(self) -> Vec<Message> {
        self.bus.remove(&self.queue);
        std::iter::from_fn(|| self.queue.try_pop()).collect()
    }
}

impl Drop for LocalSubscription {
    fn drop(&mut self) {
        self.bus.remove(&self.queue);
    }
}
