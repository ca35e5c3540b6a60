//! Runs of tasks that agents start on their own.

use muster_protocol::{TaskStart, order_name};
use sea_orm::{ConnectionTrait, DbErr};

use crate::domain::definitions;
use crate::domain::runs::kind::RunKind;
use crate::ids::{AgentKey, RunId};
use crate::storage::sql;
use crate::text::cut;
use crate::time::Timestamp;

/// Open runs that an agent may have started on its own. Further ones are closed
/// on the agent: one that somebody has taken over must not fill the database.
const MOST_OPEN: i64 = 1000;

/// Stores a run that an agent started on its own, once, however often it is
/// reported. Returns whether it is new.
///
/// The run of a task that the agent should not have, or that was deleted, only
/// becomes history of the agent. Numbers below zero are maintenance windows for
/// updates.
pub async fn insert_started(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    run_id: &RunId,
    start: &TaskStart,
    now: Timestamp,
) -> Result<bool, DbErr> {
    if !is_run_id(run_id.as_str()) {
        tracing::warn!(agent.row = %agent, "an agent reported a run with an invalid id");
        return Ok(false);
    }
    // An agent's clock may be ahead; nothing started in the future.
    let started = Timestamp::from_micros(start.started).min(now);
    let (kind, order) = match start.task < 0 {
        true => (RunKind::PatchInstall, order_name::INSTALL_UPDATES),
        false => (RunKind::Task, order_name::RUN_TASK),
    };
    let inserted = sql::execute(
        write,
        "insert into runs (run_id, agent_id, type, status, username, time, command, order_name,
                order_body, timeout_seconds, started, task_id, custom_field, collector_all_output)
         select $1, a.id, $7, 'running', 'system', cast($3 as bigint), $4, $8, $5,
                coalesce(t.timeout_seconds, 0), cast($3 as bigint), t.id, t.custom_field,
                coalesce(t.collector_all_output, false)
           from agents a
           left join task_results r on r.agent_id = a.id and r.task_id = $6
           left join tasks t on t.id = r.task_id
          where a.id = $2
            and (select count(*) from runs o
                  where o.agent_id = a.id and o.status in ('queued', 'running')
                    and o.username = 'system') < $9
         on conflict (run_id) do nothing",
        [
            run_id.into(),
            agent.into(),
            started.into(),
            describe(start).into(),
            Vec::<u8>::new().into(),
            start.task.into(),
            kind.into(),
            order.into(),
            MOST_OPEN.into(),
        ],
    )
    .await?;
    if inserted > 0 {
        definitions::record_running(write, agent, start.task).await?;
    }
    Ok(inserted > 0)
}

fn is_run_id(text: &str) -> bool {
    (16..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// What ran, as text for people.
fn describe(start: &TaskStart) -> String {
    let name = cut(&start.name, 255);
    match start.dropped {
        0 => name,
        1 => format!("{name} (one earlier run was not reported: too many waited)"),
        count => format!("{name} ({count} earlier runs were not reported: too many waited)"),
    }
}
