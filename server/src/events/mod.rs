//! Events: every change that a screen shows, published after its commit.
//!
//! Events are numbered: `seq` grows, and every replica gives the same event
//! the same number. Each process keeps those of the last ten minutes in its
//! [`Log`], from which whoever listens reads on, live or after a break. Alone,
//! a process numbers by itself; replicas leave it to a JetStream stream.

mod event;
mod log;
mod shared;
mod viewer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use event::Event;
pub use log::{Log, Logged, Missed};
pub use shared::follow;
pub use viewer::Viewer;

use crate::bus::Bus;

/// Prefix of the bus subjects that carry events; the topic follows.
const SUBJECT: &str = "events";
/// An event of no topic: somebody lost some, so everybody is to read again.
const LOST: &str = "lost";

/// Where events go out, and where they are kept for those who listen.
#[derive(Clone)]
pub struct Events {
    bus: Bus,
    log: Arc<Log>,
    has_lost: Arc<AtomicBool>,
}

impl Events {
    /// Events over this bus.
    pub fn new(bus: Bus) -> Self {
        Self { bus, log: Arc::new(Log::starting_now()), has_lost: Arc::default() }
    }

    /// The latest events.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Publishes an event. A bus that is down loses it: the change itself is
    /// stored, and whoever listens is told to read again once it is back.
    pub async fn publish(&self, event: &Event) {
        if !self.bus.is_shared() {
            self.log.append_next(event.clone());
        }
        if self.has_lost.load(Ordering::Relaxed) && self.send(&lost()).await {
            self.has_lost.store(false, Ordering::Relaxed);
        }
        if !self.send(event).await {
            self.has_lost.store(true, Ordering::Relaxed);
        }
    }

    async fn send(&self, event: &Event) -> bool {
        let payload = serde_json::to_vec(event).expect("an event is plain JSON");
        let sent = self.bus.publish(&format!("{SUBJECT}.{}", event.topic), payload).await;
        if let Err(error) = &sent {
            tracing::warn!(error = %error, event.kind, "an event could not be published");
        }
        sent.is_ok()
    }
}

fn lost() -> Event {
    Event::new(LOST, LOST, serde_json::Value::Null)
}
