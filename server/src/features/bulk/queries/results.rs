//! The results of a bulk action, agent by agent.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// The result for one agent.
#[derive(Clone, Debug, FromQueryResult)]
pub struct ResultRow {
    /// Key of the run, or of the member without one.
    pub id: i64,
    pub is_run: bool,
    pub agent: AgentKey,
    pub agent_id: AgentId,
    pub hostname: String,
    /// Names of its client and site; empty once those are deleted.
    pub client: String,
    pub site: String,
    /// `wait`, `skip`, `done`, `fail` or `cancel` without a run.
    pub outcome: String,
    pub status: String,
    /// Why it did not run, or not to its end.
    pub reason: String,
    pub retcode: Option<i64>,
    /// Bytes of output of its run.
    pub stdout_bytes: i64,
    pub stderr_bytes: i64,
}

const ALL: &str = "select r.id, (1 = 1) as is_run, a.id as agent, a.agent_id, a.hostname,
                c.name as client, s.name as site, '' as outcome,
                case when r.status = 'interrupted' then 'failed' else r.status end as status,
                r.problem as reason, r.retcode, r.stdout_bytes, r.stderr_bytes,
                s.client_id, s.id as site_id
           from runs r join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id
                join clients c on c.id = s.client_id
          where r.bulk_id = $1
         union all
         select m.id, (1 = 0) as is_run, m.agent, m.agent_id, m.hostname,
                coalesce(c.name, '') as client, coalesce(s.name, '') as site, m.outcome,
                case m.outcome when 'skip' then 'skipped' when 'wait' then 'queued'
                     when 'done' then 'passed' when 'fail' then 'failed' else 'cancelled' end
                as status, m.reason, cast(null as bigint) as retcode,
                cast(0 as bigint) as stdout_bytes, cast(0 as bigint) as stderr_bytes,
                m.client_id, m.site_id
           from bulk_members m left join sites s on s.id = m.site_id
                left join clients c on c.id = m.client_id
          where m.bulk_id = $1";
const COLUMNS: &str =
    "x.id, x.is_run, x.agent, x.agent_id, x.hostname, x.client, x.site, x.outcome,
       x.status, x.reason, x.retcode, x.stdout_bytes, x.stderr_bytes";

/// The results in scope, by host name; of one status if one is given.
pub async fn list_results(
    db: &impl ConnectionTrait,
    scope: &Scope,
    bulk: i64,
    status: Option<&str>,
    (limit, offset): (i64, i64),
) -> Result<Vec<ResultRow>, DbErr> {
    let (condition, values) = selected(scope, bulk, status);
    let text = format!(
        "select {COLUMNS} from ({ALL}) x where {condition}
          order by lower(x.hostname), x.agent, x.id limit {limit} offset {offset}"
    );
    sql::all(db, &text, values).await
}

/// All results in scope, by host name; of one status if one is given.
pub async fn list_all_results(
    db: &impl ConnectionTrait,
    scope: &Scope,
    bulk: i64,
    status: Option<&str>,
) -> Result<Vec<ResultRow>, DbErr> {
    let (condition, values) = selected(scope, bulk, status);
    let text = format!(
        "select {COLUMNS} from ({ALL}) x where {condition}
          order by lower(x.hostname), x.agent, x.id"
    );
    sql::all(db, &text, values).await
}

/// How many results there are.
pub async fn count_results(
    db: &impl ConnectionTrait,
    scope: &Scope,
    bulk: i64,
    status: Option<&str>,
) -> Result<i64, DbErr> {
    let (condition, values) = selected(scope, bulk, status);
    sql::number(db, &format!("select count(*) from ({ALL}) x where {condition}"), values).await
}

fn selected(scope: &Scope, bulk: i64, status: Option<&str>) -> (String, Vec<Value>) {
    let scope = scope.site_condition("x.client_id", "x.site_id");
    match status {
        None => (scope, vec![bulk.into()]),
        Some(status) => (format!("{scope} and x.status = $2"), vec![bulk.into(), status.into()]),
    }
}

/// Agents for which a bulk action failed, by key.
pub async fn list_failed(db: &impl ConnectionTrait, bulk: i64) -> Result<Vec<AgentKey>, DbErr> {
    sql::values(
        db,
        "select agent_id as agent from runs
          where bulk_id = $1 and status in ('failed', 'timed_out', 'interrupted', 'expired')
         union select agent from bulk_members where bulk_id = $1 and outcome = 'fail'
         order by agent",
        [bulk.into()],
    )
    .await
}
