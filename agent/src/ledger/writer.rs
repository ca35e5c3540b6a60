//! The one thread that writes the ledger: all that waits shares one commit.
//!
//! A commit costs a trip to the disk. A thousand orders that come at once are
//! written in a few of them instead of a thousand.

use std::io;
use std::sync::Arc;

use muster_metrics::{Block, Minute};
use muster_protocol::{CheckReport, Definitions, Outcome, TaskStart};
use redb::{Database, Durability, WriteTransaction};
use tokio::sync::{mpsc, oneshot};

use super::store::Store;
use super::{Promise, TaskMemory, check_tables, report_tables, sample_tables, tables, task_tables};
use crate::clock;
use crate::run_id::RunId;

/// The most changes in one commit, to bound what a batch keeps in memory.
const BATCH: usize = 1024;

/// What happens to a run, to tasks, to samples, or to what checks found.
pub enum Change {
    /// A run was accepted.
    Accept(RunId),
    /// A run was accepted that outlives this process.
    AcceptPromise(RunId, Promise),
    /// A run of a task was started, and this is how far the task is with it.
    Start(RunId, TaskStart, TaskMemory),
    /// A run ended.
    Finish(RunId, Outcome),
    /// The server has everything of a run.
    Close(RunId),
    /// There is no room for a run that the server does not have.
    Forget(RunId),
    /// Tasks have come this far.
    Remember(Vec<(i64, TaskMemory)>),
    /// The document of tasks and checks is another.
    Define(Definitions, Vec<(i64, TaskMemory)>),
    /// The machine was sampled.
    KeepSamples(Vec<Block>),
    /// The server has the block that begins at the first minute, up to the second.
    ForgetSamples(Minute, Minute),
    /// Checks found something.
    KeepReports(Vec<CheckReport>),
    /// The server has what checks found, up to this number.
    ForgetReports(u64),
}

/// A change that somebody waits for.
pub struct Request {
    /// What changes.
    pub change: Change,
    /// Gets the result: written, or why not.
    pub done: oneshot::Sender<Result<(), String>>,
}

/// Starts the writer; it ends when the last sender is gone.
pub fn start(store: Arc<Store>) -> io::Result<mpsc::UnboundedSender<Request>> {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let work = move || {
        let mut batch = Vec::new();
        while let Some(first) = receiver.blocking_recv() {
            batch.push(first);
            while batch.len() < BATCH
                && let Ok(next) = receiver.try_recv()
            {
                batch.push(next);
            }
            write_batch(&store, &mut batch);
        }
    };
    std::thread::Builder::new().name("ledger".to_owned()).spawn(work)?;
    Ok(sender)
}

fn write_batch(store: &Store, batch: &mut Vec<Request>) {
    let write = || store.with(|database| commit(database, batch));
    let result = write().or_else(|error| {
        tracing::warn!(%error, "opening the ledger again");
        store.reopen().and_then(|()| write())
    });
    let result = result.map_err(|error| error.to_string());
    if let Err(error) = &result {
        tracing::error!(error, "the ledger cannot be written");
    }
    for request in batch.drain(..) {
        // The caller may be gone; the change is written all the same.
        let _ = request.done.send(result.clone());
    }
}

fn commit(database: &Database, batch: &[Request]) -> Result<(), redb::Error> {
    let mut transaction = database.begin_write()?;
    for request in batch {
        write(&transaction, &request.change)?;
    }
    let closed_any = batch.iter().any(|request| matches!(request.change, Change::Close(_)));
    if closed_any {
        tables::prune_closed(&transaction, clock::now_micros())?;
    }
    if batch.iter().all(|request| may_be_lost(&request.change)) {
        // The next accepted run takes it to the disk; lost, it costs a message.
        transaction.set_durability(Durability::None)?;
    }
    Ok(transaction.commit()?)
}

fn write(transaction: &WriteTransaction, change: &Change) -> Result<(), redb::Error> {
    match change {
        Change::Accept(run_id) => tables::insert_accepted(transaction, run_id, None, None),
        Change::AcceptPromise(run_id, promise) => {
            tables::insert_accepted(transaction, run_id, None, Some(promise))
        }
        Change::Start(run_id, start, memory) => {
            tables::insert_accepted(transaction, run_id, Some(start), None)?;
            task_tables::remember(transaction, &[(start.task, *memory)])
        }
        Change::Finish(run_id, outcome) => tables::set_outcome(transaction, run_id, outcome),
        Change::Close(run_id) => tables::move_to_closed(transaction, run_id),
        Change::Forget(run_id) => tables::remove_open(transaction, run_id),
        Change::Remember(memories) => task_tables::remember(transaction, memories),
        Change::Define(definitions, memories) => {
            task_tables::remember(transaction, memories)?;
            check_tables::replace(transaction, definitions)?;
            task_tables::replace(transaction, definitions)
        }
        Change::KeepSamples(blocks) => sample_tables::keep(transaction, blocks),
        Change::ForgetSamples(start, through) => {
            sample_tables::forget(transaction, *start, *through)
        }
        Change::KeepReports(reports) => report_tables::keep(transaction, reports),
        Change::ForgetReports(through) => report_tables::forget(transaction, *through),
    }
}

/// Whether an agent that forgot a change would come to the same.
fn may_be_lost(change: &Change) -> bool {
    matches!(
        change,
        Change::Close(_)
            | Change::Forget(_)
            | Change::Remember(_)
            | Change::ForgetSamples(..)
            | Change::ForgetReports(_)
    )
}
