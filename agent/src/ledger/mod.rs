//! The durable memory of the agent: which runs it accepted and how they ended.
//!
//! It is why nothing runs twice. An order is written down, on the disk, before
//! it starts; an outcome before it is sent; and a run the server has closed is
//! remembered for a week, in case its order comes again.

mod entry;
mod store;
mod tables;
mod writer;

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use muster_protocol::Outcome;
use tokio::sync::{mpsc, oneshot};

use crate::run_id::RunId;

pub use entry::Entry;
use store::Store;
use writer::{Change, Request};

/// The ledger. Clones share one file and one writer.
#[derive(Clone, Debug)]
pub struct Ledger {
    store: Arc<Store>,
    writer: mpsc::UnboundedSender<Request>,
}

impl Ledger {
    /// Opens the ledger, or begins an empty one.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let store = Store::open(path)
            .with_context(|| format!("cannot open the ledger {}", path.display()))?;
        let store = Arc::new(store);
        let writer = writer::start(Arc::clone(&store)).context("cannot start the ledger")?;
        Ok(Self { store, writer })
    }

    /// Writes down that a run will start; on the disk when this returns.
    pub async fn accept(&self, run_id: &RunId) -> anyhow::Result<()> {
        self.write(run_id, Change::Accept).await
    }

    /// Writes down how a run ended; on the disk when this returns.
    pub async fn finish(&self, run_id: &RunId, outcome: Outcome) -> anyhow::Result<()> {
        self.write(run_id, Change::Finish(outcome)).await
    }

    /// Writes down that the server has everything of a run.
    ///
    /// It may be forgotten when the machine dies: the server says so again.
    pub async fn close(&self, run_id: &RunId) -> anyhow::Result<()> {
        self.write(run_id, Change::Close).await
    }

    /// Every run the server has not closed.
    pub fn list_open(&self) -> anyhow::Result<Vec<(RunId, Entry)>> {
        self.store.with(tables::list_open).context("cannot read the ledger")
    }

    /// A run of any age the ledger still remembers.
    pub fn find(&self, run_id: &RunId) -> anyhow::Result<Option<Entry>> {
        self.store.with(|database| tables::find(database, run_id)).context("cannot read the ledger")
    }

    async fn write(&self, run_id: &RunId, change: Change) -> anyhow::Result<()> {
        let (done, written) = oneshot::channel();
        let request = Request { run_id: run_id.clone(), change, done };
        self.writer.send(request).ok().context("the ledger's writer is gone")?;
        written.await.context("the ledger's writer is gone")?.map_err(anyhow::Error::msg)
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
