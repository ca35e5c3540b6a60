//! The SQL of dependencies as they are shown.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::dependency::{Dependent, Parent};
use crate::auth::Scope;
use crate::domain::dependencies::Child;
use crate::storage::sql;

/// What people call a check `k`.
const CHECK_NAME: &str = "case when k.name <> '' then k.name else k.check_type end";

/// Whether one of the causes of a child in scope fails and is covered by what it depends
/// on, not by its site.
fn unreachable(scope: &Scope, agent: &str, check: &str) -> String {
    let scope = scope.site_condition("cs.client_id", "cs.id");
    format!(
        "exists (select 1 from alert_causes c join present_agents ca on ca.id = c.agent_id
                   join sites cs on cs.id = ca.site_id
                  where c.covered and c.phase <> 'clear' and {scope}
                    and ((c.kind = 'availability' and c.agent_id = {agent})
                         or (c.kind = 'check' and c.check_id = {check}))
                    and not exists (select 1 from alerts l join alerts t on t.id = l.covered_by
                                     where l.cause_id = c.id and not l.resolved
                                       and t.site_id is not null))"
    )
}

/// Whether a child fails, and only the alert of what it depends on says so.
pub async fn is_unreachable(
    db: &impl ConnectionTrait,
    scope: &Scope,
    child: Child,
) -> Result<bool, DbErr> {
    let text = format!("select cast(1 as bigint) where {}", unreachable(scope, "$1", "$2"));
    let (agent, check) = keys(child);
    let found: Option<i64> = sql::value(db, &text, [agent.into(), check.into()]).await?;
    Ok(found.is_some())
}

/// What a child depends on, if that is in scope.
pub async fn find_parent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    child: Child,
) -> Result<Option<Parent>, DbErr> {
    let text = format!(
        "select a.agent_id as agent, a.hostname, k.id as \"check\", {CHECK_NAME} as check_name,
                (a.presence in ('offline', 'overdue')
                 or exists (select 1 from check_results r
                             where r.agent_id = d.agent_id and r.check_id = d.check_id
                               and r.status = 'failing')) as failing
           from dependencies d join present_agents a on a.id = d.agent_id
           join sites s on s.id = a.site_id left join checks k on k.id = d.check_id
          where (d.child_agent_id = $1 or d.child_check_id = $2) and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    let (agent, check) = keys(child);
    sql::one(db, &text, [agent.into(), check.into()]).await
}

/// What depends on an agent or check: agents and their checks in scope, and checks of
/// all policies.
pub async fn list_dependents(
    db: &impl ConnectionTrait,
    scope: &Scope,
    parent: Child,
) -> Result<Vec<Dependent>, DbErr> {
    let text = format!(
        "select a.agent_id, a.hostname, k.id as \"check\", {CHECK_NAME} as check_name,
                {} as unreachable
           from dependencies d left join checks k on k.id = d.child_check_id
           left join present_agents a on a.id = coalesce(d.child_agent_id, k.agent_id)
           left join sites s on s.id = a.site_id
          where (d.agent_id = $1 or d.check_id = $2)
            and (k.policy_id is not null or (a.id is not null and {}))
          order by lower(coalesce(a.hostname, '')), lower(coalesce(k.name, '')), d.id",
        unreachable(scope, "d.child_agent_id", "d.child_check_id"),
        scope.site_condition("s.client_id", "s.id")
    );
    let (agent, check) = keys(parent);
    sql::all(db, &text, [agent.into(), check.into()]).await
}

/// A check that can be seen.
#[derive(FromQueryResult)]
pub struct CheckRow {
    pub name: String,
    pub agent_id: Option<i64>,
    pub policy_id: Option<i64>,
}

/// One check: of an agent in scope, or of a policy.
pub async fn find_check(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<CheckRow>, DbErr> {
    let text = format!(
        "select {CHECK_NAME} as name, k.agent_id, k.policy_id
           from checks k left join present_agents a on a.id = k.agent_id
           left join sites s on s.id = a.site_id
          where k.id = $1 and (k.policy_id is not null or (a.id is not null and {}))",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [id.into()]).await
}

#[derive(FromQueryResult)]
struct NameRow {
    id: i64,
    name: String,
}

/// The host names of those of these agents that are in scope.
pub async fn list_hostnames(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agents: &[i64],
) -> Result<HashMap<i64, String>, DbErr> {
    let text = format!(
        "select a.id, a.hostname as name from present_agents a join sites s on s.id = a.site_id
          where a.id in ({}) and {}",
        sql::list(agents),
        scope.site_condition("s.client_id", "s.id")
    );
    let rows: Vec<NameRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// What people call these checks.
pub async fn list_check_names(
    db: &impl ConnectionTrait,
    checks: &[i64],
) -> Result<HashMap<i64, String>, DbErr> {
    let list = sql::list(checks);
    let text = format!("select k.id, {CHECK_NAME} as name from checks k where k.id in ({list})");
    let rows: Vec<NameRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// The key of an agent and that of a check; nothing has the key 0.
fn keys(child: Child) -> (i64, i64) {
    match child {
        Child::Agent(agent) => (agent.0, 0),
        Child::Check(check) => (0, check),
    }
}
