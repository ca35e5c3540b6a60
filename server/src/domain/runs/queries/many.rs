//! Changes to many runs at once.

use sea_orm::{ConnectionTrait, DbErr};

use crate::agent_link::Undelivered;
use crate::ids::{AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Runs per statement.
const CHUNK: usize = 500;

/// Frees the slots of these runs: their agents are offline.
pub async fn free_slots(write: &impl ConnectionTrait, runs: &[RunKey]) -> Result<(), DbErr> {
    for chunk in runs.chunks(CHUNK) {
        let text = format!(
            "update runs set bulk_slot = false where status = 'queued' and id in ({})",
            sql::list(chunk)
        );
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}

/// Ends runs whose orders could not be sent.
pub async fn fail_runs(
    write: &impl ConnectionTrait,
    runs: &[RunKey],
    reason: Undelivered,
    now: Timestamp,
) -> Result<(), DbErr> {
    let (problem, was_offline) = (reason.to_string(), reason == Undelivered::Offline);
    for chunk in runs.chunks(CHUNK) {
        let text = format!(
            "update runs set status = 'failed', problem = $1, finished = $2, order_body = $3,
                    was_offline = $4
              where status = 'queued' and id in ({})",
            sql::list(chunk)
        );
        let values =
            [problem.as_str().into(), now.into(), Vec::<u8>::new().into(), was_offline.into()];
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

/// Drops the runs of a bulk action that have not started, and with `all` asks
/// for the end of those that have.
pub async fn cancel_bulk(
    write: &impl ConnectionTrait,
    id: i64,
    problem: &str,
    now: Timestamp,
    all: bool,
) -> Result<(), DbErr> {
    // All of them before the first change: reports change the same runs meanwhile.
    let lock = sql::lock_in_order(write, "r");
    if !lock.is_empty() {
        let open = format!(
            "select r.id from runs r
              where r.bulk_id = $1 and r.status in ('queued', 'running') {lock}"
        );
        sql::execute(write, &open, [id.into()]).await?;
    }
    sql::execute(
        write,
        "update runs set status = 'cancelled', problem = $2, finished = $3, cancel_asked = $3,
                order_body = $4
          where bulk_id = $1 and status = 'queued'",
        [id.into(), problem.into(), now.into(), Vec::<u8>::new().into()],
    )
    .await?;
    if all {
        let text = "update runs set cancel_asked = $2 where bulk_id = $1 and status = 'running'";
        sql::execute(write, text, [id.into(), now.into()]).await?;
    }
    Ok(())
}

/// Deletes runs whose orders reached no agent.
pub async fn delete_unsent(write: &impl ConnectionTrait, run_ids: &[&RunId]) -> Result<(), DbErr> {
    let placeholders: Vec<String> =
        (1..=run_ids.len()).map(|number| format!("${number}")).collect();
    let text = format!(
        "delete from runs where status = 'queued' and run_id in ({})",
        placeholders.join(", ")
    );
    sql::execute(write, &text, run_ids.iter().map(|id| (*id).into()).collect::<Vec<_>>()).await?;
    Ok(())
}

/// Deletes the scans of an agent that the server started before this one, and
/// their output.
pub async fn delete_older_scans(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    run: RunKey,
) -> Result<(), DbErr> {
    let older = "select id from runs where agent_id = $1 and id < $2 and type = 'patch_scan'
                    and user_id = 0 and status not in ('queued', 'running')";
    for text in [
        format!("delete from run_output where run_id in ({older})"),
        format!("delete from runs where id in ({older})"),
    ] {
        sql::execute(write, &text, [agent.into(), run.into()]).await?;
    }
    Ok(())
}
