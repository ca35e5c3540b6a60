//! From an order that came in to the work it asks for.

use std::sync::Arc;

use muster_protocol::{End, FromAgent, Order, Outcome};

use super::table;
use super::work::{RunWork, Work};
use crate::board::Run;
use crate::ledger::Promise;
use crate::run::{Job, Stage, could_not_start, never_started};
use crate::run_id::RunId;
use crate::shared::Shared;
use crate::{records, spool};

/// What to answer at once to an order that came in.
#[derive(Debug, PartialEq)]
pub enum Receipt {
    /// Nothing: the run is on the board and will be reported from there.
    OnBoard(RunId),
    /// These messages and no more.
    Answer(Vec<FromAgent>),
}

/// Takes an order: starts it when it is new, and only then.
pub fn receive(shared: &Arc<Shared>, order: &Order) -> Receipt {
    let Some((run_id, work)) = read(order) else {
        let (run_id, name) = (order.run_id.clone(), order.name.clone());
        return Receipt::Answer(vec![FromAgent::Unsupported { run_id, name }]);
    };
    if shared.board.find(&run_id).is_some() {
        tracing::info!(%run_id, "an order was received again");
        return Receipt::OnBoard(run_id);
    }
    match shared.ledger.find(&run_id) {
        Ok(Some(entry)) => return Receipt::Answer(answer_from_ledger(&run_id, entry.outcome)),
        Ok(None) => {}
        Err(error) => {
            // Without the ledger it may be the second time.
            tracing::error!(error = format!("{error:#}"), %run_id, "an order is not carried out");
            return Receipt::Answer(Vec::new());
        }
    }
    if shared.stopping.is_cancelled() {
        // Not accepted, so the server sends it to the next process.
        return Receipt::Answer(Vec::new());
    }
    if shared.freeze.is_frozen() {
        // The same: the server sends it again after the thaw, if it still wants it.
        tracing::warn!(%run_id, "an order is not accepted: the agent is frozen");
        return Receipt::Answer(Vec::new());
    }
    let run = Run { outlives: work.promise().is_some(), ..Run::default() };
    let job = shared.new_job(&run_id, work.limits(), run.cancel.clone());
    if !shared.board.insert(&run_id, run) {
        // The next process is about to start: the same.
        return Receipt::Answer(Vec::new());
    }
    shared.tasks.spawn(carry_out(Arc::clone(shared), job, work));
    Receipt::OnBoard(run_id)
}

fn read(order: &Order) -> Option<(RunId, Work)> {
    Some((RunId::parse(&order.run_id)?, table::read(order)?))
}

/// A run the server closed long ago: its output is gone, its outcome is not.
fn answer_from_ledger(run_id: &RunId, outcome: Option<Outcome>) -> Vec<FromAgent> {
    let outcome = outcome.unwrap_or_else(|| never_started(End::Interrupted));
    vec![
        FromAgent::Accepted { run_id: run_id.into() },
        FromAgent::Finished { run_id: run_id.into(), outcome },
    ]
}

/// Records the order, carries it out, and records its outcome.
async fn carry_out(shared: Arc<Shared>, job: Job, work: Work) {
    if let Err(error) = accept(&shared, &job, work.promise()).await {
        let reason = format!("the agent cannot write the order down: {error:#}");
        let outcome = never_started(could_not_start(reason));
        return records::finish(&shared, &job.run_id, outcome).await;
    }
    shared.board.update(&job.run_id, |run| run.accepted = true);
    match work {
        Work::Run(work) => {
            let outcome = run_to_outcome(&shared, &job, work).await;
            records::finish(&shared, &job.run_id, outcome).await;
        }
        Work::Leave(work) => work.carry_out(shared, job).await,
    }
}

async fn accept(shared: &Shared, job: &Job, promise: Option<Promise>) -> anyhow::Result<()> {
    spool::create(&job.run_dir)?;
    match promise {
        Some(promise) => shared.ledger.accept_promise(&job.run_id, promise).await,
        None => shared.ledger.accept(&job.run_id).await,
    }
}

async fn run_to_outcome(shared: &Arc<Shared>, job: &Job, work: RunWork) -> Outcome {
    match work.enter(shared, job) {
        Ok(instance) => work.run_in_turn(shared, job, instance).await,
        Err(reason) => Stage::begin(job).finish(could_not_start(reason.to_string())),
    }
}
