//! From an order on the line to the function that carries it out.

use std::sync::Arc;

use muster_protocol::{End, FromAgent, Order, Outcome};

use crate::agent::Agent;
use crate::board::Run;
use crate::ledger::Promise;
use crate::run::{Job, Stage, never_started};
use crate::run_id::RunId;
use crate::schedule::{LetGo, Place};
use crate::task::Task;
use crate::{reboot, spool, upkeep};

/// What to say at once about an order that came in.
#[derive(Debug, PartialEq)]
pub enum Receipt {
    /// Nothing: the run is on the board and speaks for itself.
    OnBoard(RunId),
    /// This and no more.
    Answer(Vec<FromAgent>),
}

/// Takes an order: starts it when it is new, and only then.
pub fn receive(agent: &Arc<Agent>, order: &Order) -> Receipt {
    let Some((run_id, task)) = read(order) else {
        let (run_id, name) = (order.run_id.clone(), order.name.clone());
        return Receipt::Answer(vec![FromAgent::Unsupported { run_id, name }]);
    };
    if agent.board.find(&run_id).is_some() {
        tracing::info!(%run_id, "an order came again");
        return Receipt::OnBoard(run_id);
    }
    match agent.ledger.find(&run_id) {
        Ok(Some(entry)) => return Receipt::Answer(answer_from_ledger(&run_id, entry.outcome)),
        Ok(None) => {}
        Err(error) => {
            // Without the ledger nobody can say that this is not a second time.
            tracing::error!(error = format!("{error:#}"), %run_id, "an order is left alone");
            return Receipt::Answer(Vec::new());
        }
    }
    if agent.stopping.is_cancelled() {
        // Not accepted, so the server gives it to the next process.
        return Receipt::Answer(Vec::new());
    }
    let run = Run { outlives: task.promise().is_some(), ..Run::default() };
    let cancel = run.cancel.clone();
    if !agent.board.insert(&run_id, run) {
        // The next process is about to start: the same.
        return Receipt::Answer(Vec::new());
    }
    let job = Job {
        run_dir: agent.data.run(&run_id),
        run_id: run_id.clone(),
        limits: task.limits(),
        board: Arc::clone(&agent.board),
        cancel,
        stopping: agent.stopping.clone(),
        giving_up: agent.giving_up.clone(),
    };
    agent.tasks.spawn(carry_out(Arc::clone(agent), job, task));
    Receipt::OnBoard(run_id)
}

fn read(order: &Order) -> Option<(RunId, Task)> {
    Some((RunId::parse(&order.run_id)?, Task::read(order)?))
}

/// A run the server closed long ago: its output is gone, its outcome is not.
fn answer_from_ledger(run_id: &RunId, outcome: Option<Outcome>) -> Vec<FromAgent> {
    let outcome = outcome.unwrap_or_else(|| never_started(End::Interrupted));
    vec![
        FromAgent::Accepted { run_id: run_id.into() },
        FromAgent::Finished { run_id: run_id.into(), outcome },
    ]
}

/// Writes the order down, runs it when its turn comes, writes the outcome down.
async fn carry_out(agent: Arc<Agent>, job: Job, task: Task) {
    let outcome = match accept(&agent, &job, task.promise()).await {
        Ok(()) => {
            agent.board.update(&job.run_id, |run| run.accepted = true);
            match &task {
                Task::Reboot(reboot) => return reboot::carry_out(agent, job, *reboot).await,
                Task::Update(request) => return upkeep::update(agent, job, request.clone()).await,
                Task::Recover(request) => {
                    return upkeep::recover(agent, job, request.clone()).await;
                }
                _ => {}
            }
            match find_place(&agent, &job, &task) {
                Ok(place) => run_in_turn(&agent, &job, &task, place).await,
                Err(reason) => {
                    let reason = reason.to_string();
                    Stage::begin(&job).finish(End::CouldNotStart { reason })
                }
            }
        }
        Err(error) => {
            let reason = format!("the agent cannot write the order down: {error:#}");
            never_started(End::CouldNotStart { reason })
        }
    };
    conclude(&agent, &job.run_id, outcome).await;
}

async fn accept(agent: &Agent, job: &Job, promise: Option<Promise>) -> anyhow::Result<()> {
    spool::create(&job.run_dir)?;
    match promise {
        Some(promise) => agent.ledger.accept_promise(&job.run_id, promise).await,
        None => agent.ledger.accept(&job.run_id).await,
    }
}

/// Runs of one task mind each other; other orders do not.
fn find_place(agent: &Agent, job: &Job, task: &Task) -> Result<Option<Place>, LetGo> {
    let Task::Actions(run) = task else { return Ok(None) };
    let (id, policy) = (run.definition.id, run.definition.rule.instance_policy);
    agent.instances.enter(id, policy, job.cancel.clone()).map(Some)
}

/// Runs what the ledger has, when its turn comes.
///
/// Waiting for a turn is no part of the run's own time.
pub async fn run_in_turn(agent: &Agent, job: &Job, task: &Task, place: Option<Place>) -> Outcome {
    let turn = async {
        if let Some(place) = &place {
            place.wait().await;
        }
        agent.slots.acquire().await
    };
    let slot = tokio::select! {
        slot = turn => slot,
        () = job.cancel.cancelled() => return never_started(End::Cancelled),
        () = job.stopping.cancelled() => return never_started(End::Interrupted),
    };
    // Boxed: a thousand runs that wait their turn then take little memory.
    let outcome = Box::pin(task.carry_out(&agent.data, job)).await;
    drop(slot);
    outcome
}

/// Writes the outcome of a run down, and lets the line tell it.
pub async fn conclude(agent: &Arc<Agent>, run_id: &RunId, outcome: Outcome) {
    tracing::info!(%run_id, end = ?outcome.end.retcode(), seconds = outcome.seconds, "run ended");
    if let Err(error) = agent.ledger.finish(run_id, outcome.clone()).await {
        // Said all the same: known but not safe is better than not known.
        tracing::error!(error = format!("{error:#}"), %run_id, "an outcome is not on the disk");
    }
    let mut unwanted = false;
    agent.board.update(run_id, |run| {
        run.outcome = Some(outcome);
        unwanted = run.unwanted;
    });
    if unwanted {
        close(agent, run_id);
    }
}

/// Forgets an ended run that the server does not have, for want of room.
pub async fn forget(agent: &Agent, run_id: &RunId) {
    agent.board.remove(run_id);
    if let Err(error) = agent.ledger.forget(run_id).await {
        tracing::error!(error = format!("{error:#}"), %run_id, "a dropped run is not forgotten");
    }
    if let Err(error) = spool::remove(&agent.data.run(run_id)) {
        tracing::warn!(%error, %run_id, "the output of a dropped run cannot be removed");
    }
}

/// Forgets a run the server has everything of.
pub fn close(agent: &Arc<Agent>, run_id: &RunId) {
    let mut ended = false;
    agent.board.update(run_id, |run| {
        ended = run.outcome.is_some();
        run.unwanted = true;
    });
    if !ended {
        // It still runs and is forgotten when it ends, or it is unknown here.
        return;
    }
    let (closing, closed) = (Arc::clone(agent), run_id.clone());
    agent.closings.spawn(async move {
        let (agent, run_id) = (closing, closed);
        if let Err(error) = agent.ledger.close(&run_id).await {
            tracing::error!(error = format!("{error:#}"), %run_id, "a closed run is not forgotten");
        }
        if let Err(error) = spool::remove(&agent.data.run(&run_id)) {
            tracing::warn!(%error, %run_id, "the output of a closed run cannot be removed");
        }
    });
    agent.board.remove(run_id);
}
