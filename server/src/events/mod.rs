//! Events: every change that a screen shows, published after its commit.
//!
//! Events are numbered: `seq` grows, and every replica uses the same number for
//! the same event. Each process keeps those of the last ten minutes in its
//! [`Log`], from which listeners read on, live or after a break. A single
//! process numbers events itself; replicas leave it to a JetStream stream.

pub mod catalogue;
mod event;
mod log;
mod parcel;
mod shared;
mod viewer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use catalogue::{Entity, WideTopic};
pub use event::Event;
pub use log::{Log, LoggedEvent, MissedEvents};
pub use shared::follow;
pub use viewer::Viewer;

use crate::bus::Bus;

/// The bus subject that carries events.
const SUBJECT: &str = "events.all";

/// Where events are published, and where they are kept for listeners.
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

    pub async fn publish(&self, event: &Event) {
        self.publish_all(std::slice::from_ref(event)).await;
    }

    /// Publishes events in this order. A bus that is down loses them: the change
    /// itself is stored, and listeners are notified to read again once it is
    /// back.
    pub async fn publish_all(&self, events: &[Event]) {
        if !self.bus.is_shared() {
            events.iter().for_each(|event| self.log.append_next(event.clone()));
            return;
        }
        for parcel in parcel::pack(events) {
            if self.has_lost.load(Ordering::Relaxed) && self.send(parcel::lost()).await {
                self.has_lost.store(false, Ordering::Relaxed);
            }
            if !self.send(parcel).await {
                self.has_lost.store(true, Ordering::Relaxed);
            }
        }
    }

    async fn send(&self, parcel: Vec<u8>) -> bool {
        let sent = self.bus.publish(SUBJECT, parcel).await;
        if let Err(error) = &sent {
            tracing::warn!(error = %error, "events could not be published");
        }
        sent.is_ok()
    }
}
