//! The queue of one subscriber of the in-process bus, with a hard limit.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::{Message, QUEUE_BYTES, QUEUE_MESSAGES};

/// The waiting messages of one subscription.
///
/// One reader, any number of writers, and no writer ever waits. An empty queue
/// costs a few hundred bytes: there is one for each connected agent.
pub(super) struct Queue {
    pub(super) pattern: Box<str>,
    waiting: Mutex<WaitingMessages>,
    arrived: Notify,
}

#[derive(Default)]
struct WaitingMessages {
    messages: VecDeque<Message>,
    bytes: usize,
    /// True from the first message dropped until the reader has caught up.
    dropping: bool,
}

impl Queue {
    pub(super) fn new(pattern: &str) -> Queue {
        Queue { pattern: pattern.into(), waiting: Mutex::default(), arrived: Notify::new() }
    }

    /// Adds a message, or drops it when the reader is too far behind.
    pub(super) fn push(&self, message: Message) {
        let mut waiting = self.lock();
        let is_full = waiting.messages.len() >= QUEUE_MESSAGES
            || waiting.bytes + message.payload.len() > QUEUE_BYTES;
        if is_full {
            let first = !std::mem::replace(&mut waiting.dropping, true);
            drop(waiting);
            self.report_drop(first);
            return;
        }
        waiting.bytes += message.payload.len();
        waiting.messages.push_back(message);
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Takes the oldest message, waiting for one if there is none.
    pub(super) async fn pop(&self) -> Message {
        loop {
            if let Some(message) = self.try_pop() {
                return message;
            }
            // A message that arrives between the two lines leaves its
            // notification behind, so this does not miss it.
            self.arrived.notified().await;
        }
    }

    /// Takes the oldest message, if there is one.
    pub(super) fn try_pop(&self) -> Option<Message> {
        let mut waiting = self.lock();
        let message = waiting.messages.pop_front()?;
        waiting.bytes -= message.payload.len();
        if waiting.messages.is_empty() {
            waiting.dropping = false;
            // A burst must not keep its memory for the life of the subscription.
            if waiting.messages.capacity() > 64 {
                waiting.messages = VecDeque::new();
            }
        }
        Some(message)
    }

    fn report_drop(&self, first: bool) {
        metrics::counter!("muster_bus_dropped_messages_total").increment(1);
        if first {
            tracing::warn!(
                bus.pattern = &*self.pattern,
                "a subscriber is too slow: messages for it are dropped until it has caught up"
            );
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaitingMessages> {
        // No code that can panic runs under this lock in a half-done state.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn megabyte() -> Message {
        Message { subject: "a".into(), payload: vec![0; 1 << 20].into(), reply: None }
    }

    #[test]
    fn a_queue_of_large_messages_is_limited_by_their_bytes() {
        let queue = Queue::new("a");

        for _ in 0..QUEUE_BYTES / (1 << 20) + 5 {
            queue.push(megabyte());
        }

        let kept = std::iter::from_fn(|| queue.try_pop()).count();
        assert_eq!(kept, QUEUE_BYTES / (1 << 20));
        assert_eq!(queue.lock().bytes, 0);
    }
}
