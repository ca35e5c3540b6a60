//! Runs whose agent is gone.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::ids::{AgentId, AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// A run that was ended without its agent.
#[derive(Debug, FromQueryResult)]
pub struct AbandonedRun {
    pub id: RunKey,
    pub run_id: RunId,
    pub task_id: Option<i64>,
    pub bulk_id: Option<i64>,
    pub agent: AgentKey,
    pub agent_id: AgentId,
    pub client_id: i64,
    pub site_id: i64,
}

/// Ends running runs that should have ended before this time, and whose agents
/// were last seen before it. Those without a limit may take a day. A reboot that
/// is scheduled is no run that takes long.
pub async fn abandon(
    write: &impl ConnectionTrait,
    problem: &str,
    now: Timestamp,
    before: Timestamp,
    limit: i64,
) -> Result<Vec<AbandonedRun>, DbErr> {
    let ids: Vec<RunKey> = sql::values(
        write,
        "update runs set status = 'interrupted', abandoned = true, problem = $1, finished = $2,
                order_body = $3
          where status = 'running' and id in
                (select r.id from runs r join agents a on a.id = r.agent_id
                  where r.status in ('queued', 'running') and r.status <> 'queued'
                    and r.server = '' and r.order_name <> 'schedule_reboot'
                    and a.last_seen < $4
                    and coalesce(r.started, r.time) + 1000000 *
                        case when r.timeout_seconds > 0 then r.timeout_seconds else 86400 end < $4
                  order by r.id limit $5)
         returning id",
        [problem.into(), now.into(), Vec::<u8>::new().into(), before.into(), limit.into()],
    )
    .await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!(
        "select r.id, r.run_id, r.task_id, r.bulk_id, a.id as agent, a.agent_id, s.client_id,
                a.site_id
           from runs r join agents a on a.id = r.agent_id join sites s on s.id = a.site_id
          where r.id in ({}) order by r.id",
        sql::list(&ids)
    );
    sql::all(write, &text, []).await
}
