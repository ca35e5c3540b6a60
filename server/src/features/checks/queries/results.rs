//! Reading the results of checks.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::super::result::{CheckResult, CheckStatus, ResultRow};
use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::sql;

const COLUMNS: &str = "r.id, r.agent_id as agent, a.agent_id, r.check_id as assigned_check,
        r.status, r.severity as alert_severity, r.more_info, r.last_run, r.fail_count,
        r.extra_details, r.stdout, r.stderr, r.retcode, r.execution_time, r.samples, r.problem";

/// The results of one agent.
pub async fn list_results_of_agent(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<CheckResult>, DbErr> {
    let condition = "where r.agent_id = $1 order by r.id";
    select(db, condition, agent.into()).await
}

/// The results of these checks on the agents that own them.
pub async fn list_results_of_owners(
    db: &impl ConnectionTrait,
    checks: &[i64],
) -> Result<Vec<CheckResult>, DbErr> {
    let (among, checks) = sql::among(db, "r.check_id", 1, checks);
    let condition =
        format!("join checks k on k.id = r.check_id and k.agent_id = r.agent_id where {among}");
    select(db, &condition, checks).await
}

async fn select(
    db: &impl ConnectionTrait,
    condition: &str,
    bound: sea_orm::Value,
) -> Result<Vec<CheckResult>, DbErr> {
    let text = format!(
        "select {COLUMNS} from check_results r join present_agents a on a.id = r.agent_id
         {condition}"
    );
    let rows: Vec<ResultRow> = sql::all(db, &text, [bound]).await?;
    Ok(rows.into_iter().map(CheckResult::from).collect())
}

/// The result of a check on each agent in scope, by client, site and host.
pub async fn list_statuses(
    db: &impl ConnectionTrait,
    scope: &Scope,
    check: i64,
) -> Result<Vec<CheckStatus>, DbErr> {
    #[derive(FromQueryResult)]
    struct StatusRow {
        #[sea_orm(nested)]
        result: ResultRow,
        hostname: String,
        client: String,
        site: String,
    }
    let text = format!(
        "select {COLUMNS}, a.hostname, c.name as client, s.name as site
           from check_results r
           join present_agents a on a.id = r.agent_id
           join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
          where r.check_id = $1 and {}
          order by lower(c.name), lower(s.name), lower(a.hostname), a.id",
        scope.site_condition("s.client_id", "s.id")
    );
    let rows: Vec<StatusRow> = sql::all(db, &text, [check.into()]).await?;
    let status = |row: StatusRow| CheckStatus {
        result: row.result.into(),
        hostname: row.hostname,
        client: row.client,
        site: row.site,
    };
    Ok(rows.into_iter().map(status).collect())
}
