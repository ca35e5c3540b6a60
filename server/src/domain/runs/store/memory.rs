//! Compares the runs that an agent remembers with the server's.

use std::collections::HashSet;
use std::time::Duration;

use muster_protocol::{Order, WelcomeRun};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::{
    FinishedRun, ORDER_BODY, Progress, RUNS_WITH_BULK, fail, find_all, mark_running, open_body_of,
};
use crate::auth::Vault;
use crate::domain::alert_events::AlertEvent;
use crate::domain::definitions::record_task_end;
use crate::domain::runs::status::RunStatus;
use crate::ids::{AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// An order that was on its way when the server died is not being delivered any
/// more after this time.
const DELIVERY_LIMIT: Duration = Duration::from_secs(30);

const FORGOTTEN: &str = "the agent lost its memory of the run";

/// Distinguishes orders that nobody delivers any more from those on their way.
#[derive(Debug)]
pub struct OrphanedOrders {
    /// Orders from before this time have lost the server that should deliver
    /// them.
    pub orphaned_before: Option<Timestamp>,
    /// Runs whose orders were sent on a connection that ended.
    pub lost: HashSet<RunId>,
}

/// What follows from the runs that an agent remembers.
#[derive(Debug, Default)]
pub struct ResumedRuns {
    /// How much the server has of each, in the agent's order.
    pub runs: Vec<WelcomeRun>,
    /// Runs that the server did not know the agent had.
    pub started: Vec<Progress>,
    /// Runs that the agent should end.
    pub unwanted: Vec<RunId>,
}

/// Compares the runs that an agent remembers with the stored ones. `new` are
/// those that it started on its own and that were stored just now.
pub async fn resume(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    known: &[RunId],
    new: &HashSet<RunId>,
    now: Timestamp,
) -> Result<ResumedRuns, DbErr> {
    let (mut resumed, mut still_open) = (ResumedRuns::default(), Vec::new());
    let named: Vec<(AgentKey, &RunId)> = known.iter().map(|run_id| (agent, run_id)).collect();
    let mut all = find_all(write, &named).await?;
    for run_id in known {
        let found = all.remove(run_id);
        if found.as_ref().is_some_and(Progress::is_unwanted) {
            resumed.unwanted.push(run_id.clone());
        }
        let open = found.filter(Progress::is_open);
        let closed = open.is_none();
        let (stdout, stderr) = open.as_ref().map_or((0, 0), Progress::stored);
        resumed.runs.push(WelcomeRun { run_id: run_id.clone().into(), stdout, stderr, closed });
        still_open.extend(open);
    }
    let begun = mark_running(write, &still_open.iter().collect::<Vec<_>>(), now).await?;
    let is_started = |run: &Progress| begun.contains(&run.id) || new.contains(&run.run_id);
    resumed.started.extend(still_open.into_iter().filter(is_started));
    Ok(resumed)
}

#[derive(FromQueryResult)]
struct OpenRun {
    id: RunKey,
    run_id: RunId,
    status: RunStatus,
    time: Timestamp,
    order_name: String,
    order_body: Vec<u8>,
}

/// What became of open runs that an agent does not remember.
#[derive(Debug, Default)]
pub struct ForgottenRuns {
    /// Runs that have ended now.
    pub ended: Vec<FinishedRun>,
    /// Orders that no other server will send to the agent.
    pub orphaned: Vec<Order>,
    /// What alerts are to learn of their tasks; the caller records it.
    pub failed_tasks: Vec<AlertEvent>,
}

/// Resolves the runs that are open here and that the agent does not remember:
/// it lost its memory during the run, or the order never reached it. Runs that
/// may wait are left alone: their orders are sent after the welcome.
pub async fn resolve_forgotten(
    write: &impl ConnectionTrait,
    vault: &Vault,
    agent: AgentKey,
    known: &[RunId],
    orphans: &OrphanedOrders,
    now: Timestamp,
) -> Result<ForgottenRuns, DbErr> {
    let open: Vec<OpenRun> = sql::all(
        write,
        &format!(
            "select r.id, r.run_id, r.status, r.time, r.order_name, {ORDER_BODY} as order_body
               from {RUNS_WITH_BULK}
              where r.agent_id = $1 and r.status in ('queued', 'running') and r.server = ''
                and (r.status = 'running' or r.expires is null)
              order by r.id"
        ),
        [agent.into()],
    )
    .await?;
    let known: HashSet<&RunId> = known.iter().collect();
    let mut forgotten = ForgottenRuns::default();
    for run in open {
        if known.contains(&run.run_id) {
            continue;
        }
        let mut finished_run = FinishedRun::failed(run.id, run.run_id.clone());
        if run.status == RunStatus::Running {
            interrupt(write, &run.run_id, FORGOTTEN, now).await?;
            finished_run.status = RunStatus::Interrupted;
            let end = record_task_end(write, run.id).await?;
            forgotten.failed_tasks.extend(end.and_then(|end| end.alert));
        } else if now.since(run.time) > DELIVERY_LIMIT {
            fail(write, &run.run_id, "the order never reached the agent", now).await?;
        } else {
            // Otherwise the server that received the request is delivering it
            // right now.
            if orphans.contains(&run)
                && let Some(body) = open_body_of(vault, &run.run_id, run.order_body)
            {
                let (run_id, name) = (run.run_id.into(), run.order_name);
                forgotten.orphaned.push(Order { run_id, name, body });
            }
            continue;
        }
        forgotten.ended.push(finished_run);
    }
    Ok(forgotten)
}

impl OrphanedOrders {
    fn contains(&self, run: &OpenRun) -> bool {
        self.lost.contains(&run.run_id)
            || self.orphaned_before.is_some_and(|start| run.time < start)
    }
}

/// Ends a run that may have done anything; returns whether it was open.
pub async fn interrupt(
    write: &impl ConnectionTrait,
    run_id: &RunId,
    problem: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "update runs set status = 'interrupted', finished = $1, problem = $2, order_body = $3
          where run_id = $4 and status in ('queued', 'running')",
        [now.into(), problem.into(), Vec::<u8>::new().into(), run_id.into()],
    )
    .await?;
    Ok(touched > 0)
}
