//! What the agent does by itself: it keeps its tasks and starts them in time,
//! whether or not the server is there.
//!
//! `plan` decides, without touching anything; `clockwork` is the one task that
//! waits and acts. What must not be forgotten is in the
//! ledger: the definitions, and how far each task is.

mod backlog;
mod clockwork;
mod plan;
mod start;

use std::sync::{Mutex, PoisonError};

use muster_protocol::Definitions;
use tokio::sync::{Notify, watch};

use crate::ledger::Ledger;

pub use clockwork::run_for_ever;

/// What the connection passes to the clockwork, and what it reports of it.
#[derive(Debug)]
pub struct Schedule {
    /// The latest document that came and is not on the disk yet.
    offered: Mutex<Option<Definitions>>,
    arrived: Notify,
    /// The digest of the document on the disk; empty when there is none that
    /// this build has read itself.
    kept: watch::Sender<String>,
}

impl Schedule {
    /// Continues with what an earlier process stored.
    pub fn open(ledger: &Ledger) -> anyhow::Result<Self> {
        let digest = ledger.definitions_digest()?;
        Ok(Self {
            offered: Mutex::default(),
            arrived: Notify::new(),
            kept: watch::Sender::new(digest),
        })
    }

    /// Accepts a document; the clockwork applies it as soon as it is on the disk.
    pub fn offer(&self, definitions: Definitions) {
        *self.offered.lock().unwrap_or_else(PoisonError::into_inner) = Some(definitions);
        self.arrived.notify_one();
    }

    /// Has the clockwork check again what is due.
    pub fn wake(&self) {
        self.arrived.notify_one();
    }

    /// The digest of the definitions in use.
    pub fn digest(&self) -> String {
        self.kept.borrow().clone()
    }

    /// Receives the digest of each document that is stored from now on.
    pub fn subscribe(&self) -> watch::Receiver<String> {
        self.kept.subscribe()
    }

    fn take_offered(&self) -> Option<Definitions> {
        self.offered.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Puts a document back that could not be stored, unless there is a newer one.
    fn put_back(&self, definitions: Definitions) {
        let mut offered = self.offered.lock().unwrap_or_else(PoisonError::into_inner);
        offered.get_or_insert(definitions);
    }
}
