//! The tasks of policies, for the feature policies.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::{Value, json};

use super::collector;
use super::create_task::refusal;
use super::queries::{self, TaskWrite};
use super::task::{StoredTask, removal_time};
use crate::audit::Change;
use crate::auth::Identity;
use crate::domain::fleet::Target;
use crate::error::ApiError;

/// How many tasks each policy has.
pub async fn count_by_policy(db: &impl ConnectionTrait) -> Result<HashMap<i64, i64>, DbErr> {
    queries::count_by_policy(db).await
}

/// Copies the tasks of one policy to another, whose checks are given by those that
/// they are copies of. Refuses a caller who may not have made them.
pub async fn copy_tasks(
    change: &Change,
    caller: &Identity,
    [from, to]: [i64; 2],
    checks: &HashMap<i64, i64>,
) -> Result<(), ApiError> {
    for mut task in queries::list_owned(&**change, &[], &[from]).await? {
        let assigned = task.settings.assigned_check;
        task.settings.assigned_check = assigned.and_then(|check| checks.get(&check).copied());
        let StoredTask { settings, timing, .. } = &task;
        settings.must_be_allowed(caller)?;
        collector::must_write_field(&**change, caller, settings, None).await?;
        let removal_time = removal_time(timing, None);
        let written = TaskWrite { settings, timing, removal_time, by: change.username() };
        queries::insert_task(&**change, &written, None, Some(to)).await.map_err(refusal)?;
        super::removal::schedule(change, removal_time).await?;
    }
    Ok(())
}

/// Deletes the tasks of a policy that is about to be deleted. Those that agents
/// have stay until the agents have confirmed it.
pub async fn delete_policy_tasks(write: &impl ConnectionTrait, policy: i64) -> Result<(), DbErr> {
    let tasks = queries::list_owned(write, &[], &[policy]).await?;
    let ids: Vec<i64> = tasks.iter().map(|task| task.id).collect();
    if !ids.is_empty() {
        queries::delete_tasks(write, &ids).await?;
    }
    queries::move_leaving(write, policy).await
}

/// The tasks of an agent, its own and those of the policies that reach it, with
/// their source and whether they run.
pub async fn list_effective(
    db: &impl ConnectionTrait,
    target: &Target,
    policies: &[i64],
) -> Result<Vec<Value>, DbErr> {
    let mut tasks = queries::list_owned(db, &[target.id], policies).await?;
    tasks.sort_by_key(|task| position(task, policies));
    Ok(tasks.iter().map(|task| effective(task, target)).collect())
}

/// Own tasks first, then those of the policies in their order.
pub(super) fn position(task: &StoredTask, policies: &[i64]) -> Option<usize> {
    task.owner.policy.and_then(|own| policies.iter().position(|policy| *policy == own))
}

fn effective(task: &StoredTask, target: &Target) -> Value {
    let source = match task.owner.policy {
        Some(id) => json!({ "type": "policy", "id": id, "name": task.owner.policy_name }),
        None => json!({ "type": "agent", "id": target.id, "name": target.hostname }),
    };
    let state = match (task.settings.runs_on(&target.plat), task.settings.enabled) {
        (false, _) => "wrong_platform",
        (true, false) => "disabled",
        (true, true) => "active",
    };
    json!({ "id": task.id, "name": task.settings.name, "source": source, "state": state })
}
