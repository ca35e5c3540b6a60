//! What the agent does by itself: it keeps its tasks and starts them in time,
//! whether or not the server is there.
//!
//! `plan` decides, without touching anything; `clockwork` is the one task that
//! waits and acts. What must not be forgotten stands in the
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

/// What the line hands to the clockwork, and what it tells the server of it.
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
    /// Goes by what an earlier process kept.
    pub fn open(ledger: &Ledger) -> anyhow::Result<Self> {
        let digest = ledger.definitions_digest()?;
        Ok(Self {
            offered: Mutex::default(),
            arrived: Notify::new(),
            kept: watch::Sender::new(digest),
        })
    }

    /// Takes a document; the clockwork goes by it as soon as it is on the disk.
    pub fn offer(&self, definitions: Definitions) {
        *self.offered.lock().unwrap_or_else(PoisonError::into_inner) = Some(definitions);
        self.arrived.notify_one();
    }

    /// The digest of the definitions the agent goes by.
    pub fn digest(&self) -> String {
        self.kept.borrow().clone()
    }

    /// Hands out the digest of each document that reaches the disk from now on.
    pub fn subscribe(&self) -> watch::Receiver<String> {
        self.kept.subscribe()
    }

    fn take_offered(&self) -> Option<Definitions> {
        self.offered.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Gives a document back that could not be kept, unless a newer one came.
    fn give_back(&self, definitions: Definitions) {
        let mut offered = self.offered.lock().unwrap_or_else(PoisonError::into_inner);
        offered.get_or_insert(definitions);
    }
}
