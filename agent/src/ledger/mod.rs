//! The durable memory of the agent: which runs it accepted and how they ended,
//! which tasks it has and how far they are, which checks, and what was measured
//! and found that the server does not have yet.
//!
//! It is why nothing runs twice. An order is written down, on the disk, before
//! it starts; an outcome before it is sent; and a run the server has closed is
//! remembered for a week, in case its order is received again.

mod check_tables;
mod entry;
mod report_tables;
#[cfg(test)]
mod report_tables_tests;
mod sample_tables;
#[cfg(test)]
mod sample_tables_tests;
mod store;
mod tables;
mod task_tables;
mod writer;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use muster_metrics::{Block, Minute};
use muster_protocol::{
    CheckDefinition, CheckReport, Definitions, Outcome, TaskDefinition, TaskStart,
};
use tokio::sync::{mpsc, oneshot};

use crate::run_id::RunId;

pub use entry::{Entry, Promise, TaskMemory};
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
        self.write(Change::Accept(run_id.clone())).await
    }

    /// The same for a run that the next process may have to end.
    pub async fn accept_promise(&self, run_id: &RunId, promise: Promise) -> anyhow::Result<()> {
        self.write(Change::AcceptPromise(run_id.clone(), promise)).await
    }

    /// Writes down how a run ended; on the disk when this returns.
    pub async fn finish(&self, run_id: &RunId, outcome: Outcome) -> anyhow::Result<()> {
        self.write(Change::Finish(run_id.clone(), outcome)).await
    }

    /// Writes down that the server has everything of a run.
    ///
    /// It may be forgotten when the machine dies: the server says so again.
    pub async fn close(&self, run_id: &RunId) -> anyhow::Result<()> {
        self.write(Change::Close(run_id.clone())).await
    }

    /// Writes down that a run of a task starts, and how far the task is with
    /// it: both or neither, on the disk when this returns.
    pub async fn start(
        &self,
        run_id: &RunId,
        start: &TaskStart,
        memory: TaskMemory,
    ) -> anyhow::Result<()> {
        self.write(Change::Start(run_id.clone(), start.clone(), memory)).await
    }

    /// Forgets a run for which there is no room.
    pub async fn forget(&self, run_id: &RunId) -> anyhow::Result<()> {
        self.write(Change::Forget(run_id.clone())).await
    }

    /// Writes down how far tasks are.
    ///
    /// It may be forgotten when the machine dies: the same is found out again.
    pub async fn remember(&self, memories: Vec<(i64, TaskMemory)>) -> anyhow::Result<()> {
        if memories.is_empty() {
            return Ok(());
        }
        self.write(Change::Remember(memories)).await
    }

    /// Replaces all tasks and checks; on the disk when this returns.
    pub async fn define(
        &self,
        definitions: &Definitions,
        memories: Vec<(i64, TaskMemory)>,
    ) -> anyhow::Result<()> {
        self.write(Change::Define(definitions.clone(), memories)).await
    }

    /// Adds samples; on the disk when this returns. Those that there is no room
    /// for are dropped, the oldest first.
    pub async fn keep_samples(&self, blocks: Vec<Block>) -> anyhow::Result<()> {
        self.write(Change::KeepSamples(blocks)).await
    }

    /// Removes the samples of the block that begins at `start`, up to `through`.
    ///
    /// It may be forgotten when the machine dies: the server takes them again.
    pub async fn forget_samples(&self, start: Minute, through: Minute) -> anyhow::Result<()> {
        self.write(Change::ForgetSamples(start, through)).await
    }

    /// The oldest block of samples, packed, and the minute in which it begins.
    pub fn first_samples(&self) -> anyhow::Result<Option<(Minute, Vec<u8>)>> {
        self.store.with(sample_tables::find_first).context("cannot read the ledger")
    }

    /// Numbers and adds what checks found; on the disk when this returns. What
    /// there is no room for is dropped, the oldest first.
    pub async fn keep_reports(&self, reports: Vec<CheckReport>) -> anyhow::Result<()> {
        self.write(Change::KeepReports(reports)).await
    }

    /// Removes what checks found, up to a number.
    ///
    /// It may be forgotten when the machine dies: the server takes it again.
    pub async fn forget_reports(&self, through: u64) -> anyhow::Result<()> {
        self.write(Change::ForgetReports(through)).await
    }

    /// The oldest of what checks found, as much as one message takes.
    pub fn first_reports(&self) -> anyhow::Result<Vec<CheckReport>> {
        self.store.with(report_tables::list_first).context("cannot read the ledger")
    }

    /// One check.
    pub fn find_check(&self, id: i64) -> anyhow::Result<Option<CheckDefinition>> {
        self.store
            .with(|database| check_tables::find(database, id))
            .context("cannot read the ledger")
    }

    /// Every check, one at a time: together they may be large.
    pub fn each_check(&self, with: impl FnMut(CheckDefinition)) -> anyhow::Result<()> {
        let each = |database: &_| check_tables::each(database, with);
        self.store.with(each).context("cannot read the ledger")
    }

    /// The digest of the tasks, as far as this build read them; else empty.
    pub fn definitions_digest(&self) -> anyhow::Result<String> {
        self.store.with(task_tables::find_digest).context("cannot read the ledger")
    }

    /// One task.
    pub fn find_definition(&self, id: i64) -> anyhow::Result<Option<TaskDefinition>> {
        let find = |database: &_| task_tables::find_definition(database, id);
        self.store.with(find).context("cannot read the ledger")
    }

    /// Every task, one at a time: together they may be large.
    pub fn each_definition(&self, with: impl FnMut(TaskDefinition)) -> anyhow::Result<()> {
        let each = |database: &_| task_tables::each_definition(database, with);
        self.store.with(each).context("cannot read the ledger")
    }

    /// How far each task is.
    pub fn memories(&self) -> anyhow::Result<HashMap<i64, TaskMemory>> {
        self.store.with(task_tables::list_memories).context("cannot read the ledger")
    }

    /// Every run the server has not closed.
    pub fn list_open(&self) -> anyhow::Result<Vec<(RunId, Entry)>> {
        self.store.with(tables::list_open).context("cannot read the ledger")
    }

    /// A run of any age the ledger still remembers.
    pub fn find(&self, run_id: &RunId) -> anyhow::Result<Option<Entry>> {
        self.store.with(|database| tables::find(database, run_id)).context("cannot read the ledger")
    }

    /// Releases the file, for the next process; nothing can be
    /// read or written from then on.
    pub fn release(&self) {
        self.store.release();
    }

    async fn write(&self, change: Change) -> anyhow::Result<()> {
        let (done, written) = oneshot::channel();
        self.writer.send(Request { change, done }).ok().context("the ledger's writer is gone")?;
        written.await.context("the ledger's writer is gone")?.map_err(anyhow::Error::msg)
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
