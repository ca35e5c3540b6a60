//! Checks as they are stored.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::settings::CheckSettings;
use super::store::CheckOwner;
use crate::ids::AgentKey;
use crate::storage::sql;

/// A check with its owner, which is an agent or a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredCheck {
    pub id: i64,
    pub agent: Option<AgentKey>,
    pub policy: Option<i64>,
    pub settings: CheckSettings,
}

impl StoredCheck {
    /// Its owner.
    pub fn owner(&self) -> CheckOwner {
        match (self.agent, self.policy) {
            (Some(agent), _) => CheckOwner::Agent(agent),
            (None, policy) => CheckOwner::Policy(policy.unwrap_or_default()),
        }
    }
}

#[derive(FromQueryResult)]
struct CheckRow {
    id: i64,
    agent_id: Option<AgentKey>,
    policy_id: Option<i64>,
    /// All of [`CheckSettings`]; some of it has columns as well, for queries.
    settings: String,
}

/// The checks with these keys, by key.
pub async fn list_checks(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<Vec<StoredCheck>, DbErr> {
    let (among, ids) = sql::among(db, "id", 1, ids);
    let text =
        format!("select id, agent_id, policy_id, settings from checks where {among} order by id");
    let rows: Vec<CheckRow> = sql::all(db, &text, [ids]).await?;
    rows.into_iter().map(StoredCheck::try_from).collect()
}

/// The checks of these agents and of these policies, by name.
pub async fn list_owned(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
    policies: &[i64],
) -> Result<Vec<StoredCheck>, DbErr> {
    let (of_agents, agents) = sql::among(db, "agent_id", 1, agents);
    let (of_policies, policies) = sql::among(db, "policy_id", 2, policies);
    let text = format!(
        "select id, agent_id, policy_id, settings from checks
          where {of_agents} or {of_policies} order by lower(name), id"
    );
    let rows: Vec<CheckRow> = sql::all(db, &text, [agents, policies]).await?;
    rows.into_iter().map(StoredCheck::try_from).collect()
}

/// How many checks each policy has.
pub async fn count_by_policy(db: &impl ConnectionTrait) -> Result<HashMap<i64, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Count {
        policy_id: i64,
        checks: i64,
    }
    let text = "select policy_id, count(*) as checks from checks
                 where policy_id is not null group by policy_id";
    let counts: Vec<Count> = sql::all(db, text, []).await?;
    Ok(counts.into_iter().map(|count| (count.policy_id, count.checks)).collect())
}

impl TryFrom<CheckRow> for StoredCheck {
    type Error = DbErr;

    fn try_from(row: CheckRow) -> Result<Self, DbErr> {
        let settings = read_settings(row.id, &row.settings)?;
        Ok(Self { id: row.id, agent: row.agent_id, policy: row.policy_id, settings })
    }
}

/// The settings of a check from their column.
pub fn read_settings(check: i64, settings: &str) -> Result<CheckSettings, DbErr> {
    serde_json::from_str(settings)
        .map_err(|error| DbErr::Type(format!("settings of check {check}: {error}")))
}
