//! Checks together with what is shown beside their settings.

use std::collections::{HashMap, HashSet};

use muster_alerting::Kind;
use sea_orm::{ConnectionTrait, DbErr};

use super::check::{Check, OwnedCheck};
use super::queries;
use super::result::CheckResult;
use crate::auth::Identity;
use crate::domain::alert_templates::shown_templates;
use crate::domain::checks::{CheckState, effective_checks};
use crate::domain::policies::policies_of;
use crate::ids::AgentKey;

/// Checks as they are shown, each with its result on the agent that owns it. As many
/// queries for many as for one.
pub async fn show(
    db: &impl ConnectionTrait,
    caller: &Identity,
    checks: Vec<OwnedCheck>,
) -> Result<Vec<Check>, DbErr> {
    let ids: Vec<i64> = checks.iter().map(|check| check.id).collect();
    let results = queries::list_results_of_owners(db, &ids).await?;
    let overridden = list_overridden(db, &checks).await?;
    show_with(db, caller, checks, results, &overridden, None).await
}

/// The same with other results, for the agent that is asked about.
pub async fn show_with(
    db: &impl ConnectionTrait,
    caller: &Identity,
    checks: Vec<OwnedCheck>,
    results: Vec<CheckResult>,
    overridden: &HashSet<i64>,
    asked: Option<AgentKey>,
) -> Result<Vec<Check>, DbErr> {
    let ids: Vec<i64> = checks.iter().map(|check| check.id).collect();
    let mut tasks = queries::list_assigned_tasks(db, &ids).await?;
    let by_check = |result: CheckResult| (result.assigned_check, result);
    let mut results: HashMap<i64, CheckResult> = results.into_iter().map(by_check).collect();
    let shown = |check: OwnedCheck| {
        let id = check.id;
        let may_change = check.owner.is_surely_changeable(caller);
        let tasks = tasks.remove(&id).unwrap_or_default();
        check.visible_if(may_change).shown(overridden.contains(&id), tasks, results.remove(&id))
    };
    let mut checks: Vec<Check> = checks.into_iter().map(shown).collect();
    add_templates(db, &mut checks, asked).await?;
    Ok(checks)
}

/// Adds the template of the agent that is asked about, or owns the check.
async fn add_templates(
    db: &impl ConnectionTrait,
    checks: &mut [Check],
    asked: Option<AgentKey>,
) -> Result<(), DbErr> {
    let agent = |check: &Check| asked.or(check.owner.agent.map(AgentKey));
    let templates = shown_templates(db, checks.iter().filter_map(agent), Kind::Check).await?;
    for check in checks {
        check.alert_template = agent(check).and_then(|agent| templates.get(&agent).cloned());
    }
    Ok(())
}

/// A check of an agent or a policy as those see it who may change it.
pub async fn show_whole(db: &impl ConnectionTrait, check: OwnedCheck) -> Result<Check, DbErr> {
    let ids = [check.id];
    let result = queries::list_results_of_owners(db, &ids).await?.pop();
    let overridden = list_overridden(db, std::slice::from_ref(&check)).await?;
    let tasks = queries::list_assigned_tasks(db, &ids).await?.remove(&check.id);
    let mut check = check.shown(!overridden.is_empty(), tasks.unwrap_or_default(), result);
    add_templates(db, std::slice::from_mut(&mut check), None).await?;
    Ok(check)
}

/// Which of these checks of agents lose against one of a policy.
async fn list_overridden(
    db: &impl ConnectionTrait,
    checks: &[OwnedCheck],
) -> Result<HashSet<i64>, DbErr> {
    let mut agents: Vec<AgentKey> =
        checks.iter().filter_map(|check| check.owner.agent).map(AgentKey).collect();
    agents.sort_unstable();
    agents.dedup();
    if agents.is_empty() {
        return Ok(HashSet::new());
    }
    let platforms = queries::list_platforms(db, &agents).await?;
    let platforms: Vec<(AgentKey, &str)> =
        platforms.iter().map(|(agent, plat)| (*agent, plat.as_str())).collect();
    let reaches = policies_of(db, &agents).await?;
    let effective = effective_checks(db, &platforms, &reaches).await?;
    let all = effective.into_values().flatten();
    Ok(all
        .filter(|one| one.check.agent.is_some() && one.state == CheckState::Overridden)
        .map(|one| one.check.id)
        .collect())
}

/// One check that the caller can see, as the caller sees it.
pub async fn find_shown(
    db: &impl ConnectionTrait,
    caller: &Identity,
    id: i64,
) -> Result<Option<Check>, DbErr> {
    let Some(check) = queries::find_check(db, &caller.scope, id).await? else { return Ok(None) };
    let may_change = check.owner.is_changeable(db, caller).await?;
    show_whole(db, check.visible_if(may_change)).await.map(Some)
}
