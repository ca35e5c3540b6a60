//! Changes to runs by users and by timers.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::runs::{RunKind, RunStatus};
use crate::ids::{AgentId, AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Ends a run that has not started; returns whether there was one.
pub async fn end_queued(
    write: &impl ConnectionTrait,
    id: RunKey,
    status: RunStatus,
    problem: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "update runs set status = $1, problem = $2, finished = $3, order_body = $4
          where id = $5 and status = 'queued'",
        [status.into(), problem.into(), now.into(), Vec::<u8>::new().into(), id.into()],
    )
    .await?;
    Ok(touched > 0)
}

/// Records that a run should end; returns whether it was running.
pub async fn request_cancel(
    write: &impl ConnectionTrait,
    id: RunKey,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "update runs set cancel_asked = $1 where id = $2 and status = 'running'",
        [now.into(), id.into()],
    )
    .await?;
    Ok(touched > 0)
}

/// A run whose agent stayed offline too long.
#[derive(Debug, FromQueryResult)]
pub struct ExpiredRun {
    pub id: RunKey,
    pub run_id: RunId,
    pub agent_id: AgentId,
    pub client_id: i64,
    pub site_id: i64,
}

/// Ends up to `limit` runs that have expired.
pub async fn expire(
    write: &impl ConnectionTrait,
    problem: &str,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<ExpiredRun>, DbErr> {
    let ids: Vec<RunKey> = sql::values(
        write,
        "update runs set status = 'expired', problem = $1, finished = $2
          where status = 'queued' and id in
                (select id from runs where status = 'queued' and expires <= $2
                  order by expires limit $3)
         returning id",
        [problem.into(), now.into(), limit.into()],
    )
    .await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!(
        "select r.id, r.run_id, a.agent_id, s.client_id, a.site_id
           from runs r join agents a on a.id = r.agent_id join sites s on s.id = a.site_id
          where r.id in ({}) order by r.id",
        sql::list(&ids)
    );
    sql::all(write, &text, []).await
}

/// What to do with the output of a run that has ended.
#[derive(Debug, FromQueryResult)]
pub struct OutputFollowUp {
    pub kind: RunKind,
    /// Whether a later run of the same task on the same agent has passed.
    pub is_outdated: bool,
    pub agent: AgentKey,
    pub agent_id: AgentId,
    pub client_id: i64,
    pub site_id: i64,
    pub status: RunStatus,
    pub problem: String,
    pub user_id: Option<i64>,
    pub username: String,
    pub custom_field: Option<i64>,
    pub collector_all_output: bool,
    pub save_to_agent_note: bool,
    pub mail_to: String,
}

impl OutputFollowUp {
    /// Whether its output may become the value of a custom field. Of a task,
    /// only that of a run which passed; and as runs of one task can be reported
    /// together, an older one never overwrites a newer one.
    pub fn may_be_collected(&self) -> bool {
        let is_good =
            self.kind != RunKind::Task || (self.status == RunStatus::Passed && !self.is_outdated);
        is_good && self.ran_to_end()
    }

    /// Whether it ran to its end.
    pub fn ran_to_end(&self) -> bool {
        matches!(self.status, RunStatus::Passed | RunStatus::Failed) && self.problem.is_empty()
    }
}

/// What is still to be done with the output of a run that has ended.
pub async fn find_output_follow_up(
    write: &impl ConnectionTrait,
    id: RunKey,
) -> Result<Option<OutputFollowUp>, DbErr> {
    sql::one(
        write,
        "select r.agent_id as agent, a.agent_id, s.client_id, a.site_id, r.status, r.problem,
                r.user_id, r.username, r.custom_field, r.collector_all_output,
                r.save_to_agent_note, r.mail_to, r.type as kind,
                exists (select 1 from runs n
                         where n.task_id = r.task_id and n.agent_id = r.agent_id
                           and n.status = 'passed' and n.started > r.started) as is_outdated
           from runs r join agents a on a.id = r.agent_id join sites s on s.id = a.site_id
          where r.id = $1 and not r.followed_up and r.status not in ('queued', 'running')",
        [id.into()],
    )
    .await
}

/// Records that it is done. Returns whether it was still to be done: of two
/// that do it at the same time, the second learns here that the first was
/// faster.
pub async fn record_followed_up(write: &impl ConnectionTrait, id: RunKey) -> Result<bool, DbErr> {
    let text = "update runs set followed_up = true where id = $1 and not followed_up";
    Ok(sql::execute(write, text, [id.into()]).await? > 0)
}

/// Deletes a batch of output of runs from before a time.
pub const OLD_OUTPUT: &str = "delete from run_output where (run_id, stream, start_offset) in
    (select o.run_id, o.stream, o.start_offset
       from run_output o join runs r on r.id = o.run_id
      where r.time < $1 and r.status not in ('queued', 'running') limit $2)";

/// Deletes a batch of runs from before a time. Open runs stay.
pub const OLD_RUNS: &str = "delete from runs where id in
    (select id from runs where time < $1 and status not in ('queued', 'running')
      order by time limit $2)";

/// Deletes a batch of runs from before a time that could wait for their agent.
pub const OLD_WAITING: &str = "delete from runs where id in
    (select id from runs
      where time < $1 and expires is not null and status not in ('queued', 'running')
      order by time limit $2)";
