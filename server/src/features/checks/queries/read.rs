//! Reading checks.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::super::check::{AssignedTask, OwnedCheck, Owner};
use crate::audit::Stamps;
use crate::auth::Scope;
use crate::domain::checks::read_settings;
use crate::ids::AgentKey;
use crate::storage::sql;

#[derive(FromQueryResult)]
struct CheckRow {
    id: i64,
    agent: Option<i64>,
    agent_id: Option<String>,
    hostname: Option<String>,
    policy: Option<i64>,
    policy_name: Option<String>,
    settings: String,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select k.id, k.agent_id as agent, a.agent_id, a.hostname,
        p.id as policy, p.name as policy_name, k.settings,
        k.created_by, k.created_time, k.modified_by, k.modified_time
   from checks k
   left join present_agents a on a.id = k.agent_id
   left join sites s on s.id = a.site_id
   left join policies p on p.id = k.policy_id";

/// Visible checks: those of agents in scope, and of all policies.
fn visible(scope: &Scope) -> String {
    let scope = scope.site_condition("s.client_id", "s.id");
    format!("(k.policy_id is not null or (a.id is not null and {scope}))")
}

/// All checks that can be seen, by name.
pub async fn list_checks(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<OwnedCheck>, DbErr> {
    select(db, &format!("where {} order by lower(k.name), k.id", visible(scope))).await
}

/// One check that can be seen.
pub async fn find_check(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<OwnedCheck>, DbErr> {
    Ok(select(db, &format!("where k.id = {id} and {}", visible(scope))).await?.pop())
}

/// Checks by their keys, by name, whoever may see them.
pub async fn list_by_key(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<OwnedCheck>, DbErr> {
    let list = sql::list(ids);
    select(db, &format!("where k.id in ({list}) order by lower(k.name), k.id")).await
}

/// The checks of a policy, by name.
pub async fn list_of_policy(
    db: &impl ConnectionTrait,
    policy: i64,
) -> Result<Vec<OwnedCheck>, DbErr> {
    select(db, &format!("where k.policy_id = {policy} order by lower(k.name), k.id")).await
}

async fn select(db: &impl ConnectionTrait, condition: &str) -> Result<Vec<OwnedCheck>, DbErr> {
    let rows: Vec<CheckRow> = sql::all(db, &format!("{SELECT} {condition}"), []).await?;
    rows.into_iter().map(OwnedCheck::try_from).collect()
}

impl TryFrom<CheckRow> for OwnedCheck {
    type Error = DbErr;

    fn try_from(row: CheckRow) -> Result<Self, DbErr> {
        let owner = Owner {
            agent: row.agent,
            agent_id: row.agent_id,
            hostname: row.hostname,
            policy: row.policy,
            policy_name: row.policy_name,
        };
        let settings = read_settings(row.id, &row.settings)?;
        Ok(Self { id: row.id, owner, settings, stamps: row.stamps })
    }
}

/// The tasks that the failure of these checks starts, by name.
pub async fn list_assigned_tasks(
    db: &impl ConnectionTrait,
    checks: &[i64],
) -> Result<HashMap<i64, Vec<AssignedTask>>, DbErr> {
    #[derive(FromQueryResult)]
    struct TaskRow {
        assigned_check: i64,
        id: i64,
        name: String,
    }
    let (among, checks) = sql::among(db, "assigned_check", 1, checks);
    let text = format!(
        "select assigned_check, id, name from tasks
          where {among} and not deleted order by lower(name), id"
    );
    let rows: Vec<TaskRow> = sql::all(db, &text, [checks]).await?;
    let mut tasks: HashMap<i64, Vec<AssignedTask>> = HashMap::new();
    for TaskRow { assigned_check, id, name } in rows {
        tasks.entry(assigned_check).or_default().push(AssignedTask { id, name });
    }
    Ok(tasks)
}

/// The platforms of agents.
pub async fn list_platforms(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<(AgentKey, String)>, DbErr> {
    #[derive(FromQueryResult)]
    struct AgentRow {
        id: AgentKey,
        plat: String,
    }
    let (among, agents) = sql::among(db, "id", 1, agents);
    let text = format!("select id, plat from present_agents where {among}");
    let rows: Vec<AgentRow> = sql::all(db, &text, [agents]).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.plat)).collect())
}
