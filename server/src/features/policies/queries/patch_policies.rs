//! The SQL of patch policies.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::super::patch_policy::{PatchPolicy, PatchRules};
use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// More agents than this are not named one by one: all rows are read.
const MOST_NAMED: usize = 1000;

const COLUMNS: &str = "p.id, p.agent_id, p.policy_id, p.critical, p.important, p.moderate, p.low,
        p.other, p.run_time_frequency, p.run_time_hour, p.run_time_days, p.run_time_day,
        p.reboot_after_install, p.reprocess_failed_inherit, p.reprocess_failed,
        p.reprocess_failed_times, p.email_if_fail, p.created_by, p.created_time, p.modified_by,
        p.modified_time";

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    agent_id: Option<i64>,
    policy_id: Option<i64>,
    critical: String,
    important: String,
    moderate: String,
    low: String,
    other: String,
    run_time_frequency: String,
    run_time_hour: i64,
    run_time_days: String,
    run_time_day: i64,
    reboot_after_install: String,
    reprocess_failed_inherit: bool,
    reprocess_failed: bool,
    reprocess_failed_times: i64,
    email_if_fail: bool,
    created_by: String,
    created_time: Timestamp,
    modified_by: String,
    modified_time: Timestamp,
}

/// Patch policies of policies by the policy's key: of one, or of all.
pub async fn list_of_policies(
    db: &impl ConnectionTrait,
    policy: Option<i64>,
) -> Result<HashMap<i64, PatchPolicy>, DbErr> {
    let text = format!(
        "select {COLUMNS} from patch_policies p
          where p.policy_id is not null and ($1 = 0 or p.policy_id = $1)"
    );
    let rows: Vec<Row> = sql::all(db, &text, [policy.unwrap_or(0).into()]).await?;
    let patches = rows.into_iter().map(PatchPolicy::from);
    Ok(patches.filter_map(|patch| Some((patch.policy?, patch))).collect())
}

/// The own patch policies of these agents, and those of these policies.
pub async fn list_patches(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
    policies: &[i64],
) -> Result<Vec<PatchPolicy>, DbErr> {
    let named = (agents.len() <= MOST_NAMED).then_some(agents);
    let (among, agents) = sql::among_or_all(db, "p.agent_id", named);
    let mut text =
        format!("select {COLUMNS} from patch_policies p where p.agent_id is not null and {among}");
    if !policies.is_empty() {
        // Not "or": each half has its own index.
        let policies = sql::list(policies);
        text += &format!(
            " union all select {COLUMNS} from patch_policies p where p.policy_id in ({policies})"
        );
    }
    let rows: Vec<Row> = sql::all(db, &text, agents).await?;
    Ok(rows.into_iter().map(PatchPolicy::from).collect())
}

/// One patch policy: of a policy, or of an agent in scope.
pub async fn find_patch_policy(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<PatchPolicy>, DbErr> {
    let text = format!(
        "select {COLUMNS}
           from patch_policies p
           left join present_agents a on a.id = p.agent_id
           left join sites s on s.id = a.site_id
          where p.id = $1 and (p.policy_id is not null or (a.id is not null and {}))",
        scope.site_condition("s.client_id", "s.id")
    );
    let row: Option<Row> = sql::one(db, &text, [id.into()]).await?;
    Ok(row.map(PatchPolicy::from))
}

/// Inserts a patch policy of an agent or a policy and returns its key.
pub async fn insert_patch_policy(
    write: &impl ConnectionTrait,
    agent: Option<AgentKey>,
    policy: Option<i64>,
    rules: &PatchRules,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into patch_policies
                       (critical, important, moderate, low, other, run_time_frequency,
                        run_time_hour, run_time_days, run_time_day, reboot_after_install,
                        reprocess_failed_inherit, reprocess_failed, reprocess_failed_times,
                        email_if_fail, modified_by, modified_time, created_by, created_time,
                        agent_id, policy_id)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
                        $15, $16, $17, $18)
                returning id";
    let values = columns(rules, by).into_iter().chain([agent.into(), policy.into()]);
    sql::number(write, text, values).await
}

/// Writes a patch policy over the stored one.
pub async fn update_patch_policy(
    write: &impl ConnectionTrait,
    id: i64,
    rules: &PatchRules,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update patch_policies
                   set critical = $1, important = $2, moderate = $3, low = $4, other = $5,
                       run_time_frequency = $6, run_time_hour = $7, run_time_days = $8,
                       run_time_day = $9, reboot_after_install = $10,
                       reprocess_failed_inherit = $11, reprocess_failed = $12,
                       reprocess_failed_times = $13, email_if_fail = $14, modified_by = $15,
                       modified_time = $16
                 where id = $17";
    let values = columns(rules, by).into_iter().chain([id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Copies the patch policy of one policy to another, if there is one.
pub async fn copy_patch_policy(
    write: &impl ConnectionTrait,
    from: i64,
    to: i64,
    by: &str,
) -> Result<(), DbErr> {
    match list_of_policies(write, Some(from)).await?.remove(&from) {
        None => Ok(()),
        Some(patch) => {
            insert_patch_policy(write, None, Some(to), &patch.rules, by).await.map(|_| ())
        }
    }
}

/// Removes a patch policy.
pub async fn delete_patch_policy(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from patch_policies where id = $1", [id.into()]).await.map(|_| ())
}

/// Removes the agents' own patch policies in a scope and returns their agents.
pub async fn delete_of_agents(
    write: &impl ConnectionTrait,
    scope: &Scope,
    client: Option<i64>,
    site: Option<i64>,
) -> Result<Vec<AgentKey>, DbErr> {
    let text = format!(
        "delete from patch_policies
          where agent_id in (
                select a.id from present_agents a join sites s on s.id = a.site_id
                 where {} and ($1 = 0 or s.client_id = $1) and ($2 = 0 or s.id = $2))
         returning agent_id",
        scope.site_condition("s.client_id", "s.id")
    );
    let values: [Value; 2] = [client.unwrap_or(0).into(), site.unwrap_or(0).into()];
    sql::values(write, &text, values).await
}

fn columns(rules: &PatchRules, by: &str) -> [Value; 16] {
    let rules = rules.clone();
    [
        rules.critical.into(),
        rules.important.into(),
        rules.moderate.into(),
        rules.low.into(),
        rules.other.into(),
        rules.run_time_frequency.into(),
        rules.run_time_hour.into(),
        serde_json::json!(rules.run_time_days).to_string().into(),
        rules.run_time_day.into(),
        rules.reboot_after_install.into(),
        rules.reprocess_failed_inherit.into(),
        rules.reprocess_failed.into(),
        rules.reprocess_failed_times.into(),
        rules.email_if_fail.into(),
        by.into(),
        Timestamp::now().into(),
    ]
}

impl From<Row> for PatchPolicy {
    fn from(row: Row) -> Self {
        Self {
            id: Some(row.id),
            agent: row.agent_id,
            policy: row.policy_id,
            rules: PatchRules {
                critical: row.critical,
                important: row.important,
                moderate: row.moderate,
                low: row.low,
                other: row.other,
                run_time_frequency: row.run_time_frequency,
                run_time_hour: row.run_time_hour,
                run_time_days: serde_json::from_str(&row.run_time_days).unwrap_or_default(),
                run_time_day: row.run_time_day,
                reboot_after_install: row.reboot_after_install,
                reprocess_failed_inherit: row.reprocess_failed_inherit,
                reprocess_failed: row.reprocess_failed,
                reprocess_failed_times: row.reprocess_failed_times,
                email_if_fail: row.email_if_fail,
            },
            created_by: row.created_by,
            created_time: Some(row.created_time),
            modified_by: row.modified_by,
            modified_time: Some(row.modified_time),
        }
    }
}
