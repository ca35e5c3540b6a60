//! The one thread that writes the ledger: all that waits shares one commit.
//!
//! A commit costs a trip to the disk. A thousand orders that come at once are
//! written in a few of them instead of a thousand.

use std::io;
use std::sync::Arc;

use muster_protocol::Outcome;
use redb::{Database, Durability};
use tokio::sync::{mpsc, oneshot};

use super::store::Store;
use super::tables;
use crate::clock;
use crate::run_id::RunId;

/// The most changes in one commit, to bound what a batch keeps in memory.
const BATCH: usize = 1024;

/// What happens to a run.
pub enum Change {
    /// It was accepted.
    Accept,
    /// It ended.
    Finish(Outcome),
    /// The server has everything of it.
    Close,
}

/// A change that somebody waits for.
pub struct Request {
    /// The run that changes.
    pub run_id: RunId,
    /// How it changes.
    pub change: Change,
    /// Told when the change is written, or why it is not.
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
        tracing::warn!(%error, "the ledger is opened anew");
        store.reopen().and_then(|()| write())
    });
    let result = result.map_err(|error| error.to_string());
    if let Err(error) = &result {
        tracing::error!(error, "the ledger cannot be written");
    }
    for request in batch.drain(..) {
        // Whoever asked may be gone; the change is written all the same.
        let _ = request.done.send(result.clone());
    }
}

fn commit(database: &Database, batch: &[Request]) -> Result<(), redb::Error> {
    let mut transaction = database.begin_write()?;
    let mut closed_any = false;
    let mut must_last = false;
    for request in batch {
        let run_id = &request.run_id;
        match &request.change {
            Change::Accept => tables::insert_accepted(&transaction, run_id)?,
            Change::Finish(outcome) => tables::set_outcome(&transaction, run_id, outcome)?,
            Change::Close => tables::move_to_closed(&transaction, run_id)?,
        }
        let closes = matches!(request.change, Change::Close);
        closed_any |= closes;
        must_last |= !closes;
    }
    if closed_any {
        tables::prune_closed(&transaction, clock::now_micros())?;
    }
    if !must_last {
        // The next accepted run takes it to the disk; lost, it costs a message.
        transaction.set_durability(Durability::None)?;
    }
    Ok(transaction.commit()?)
}
