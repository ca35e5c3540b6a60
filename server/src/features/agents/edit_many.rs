//! Changing many agents at once: all of them or none, in a few statements.

use sea_orm::Value;

use super::form::UpdateAgent;
use super::queries::{self, AgentSettings};
use super::update_agent::Audited;
use crate::audit::Change;
use crate::auth::Scope;
use crate::domain::custom_fields::{self, Model};
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::{self, AffectedAgents, Target};
use crate::domain::freeze::must_stay_frozen;
use crate::domain::maintenance_windows::maintenance_changed;
use crate::domain::references::check_references;
use crate::error::{ApiError, Problems, add_problem};
use crate::features::policies::{self, OwnPatch};
use crate::ids::AgentKey;

/// Agents whose problems are listed; the rest would say the same.
const MAX_NAMED: usize = 10;

/// Changes these agents as `PUT /agents/<agent_id>/` would change each, within
/// a change that the caller commits. Each leaves a row in the audit log.
///
/// Problems are reported under `fields.`, as a bulk action sends them.
pub async fn edit_many(
    change: &mut Change,
    scope: &Scope,
    targets: &[Target],
    update: &UpdateAgent,
) -> Result<(), ApiError> {
    let ids: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    definitions::lock_documents(&**change, &ids).await?;
    let before = audited(change, targets, &ids).await?;
    let mut problems = Problems::new();
    let client = find_client(change, scope, targets, update, &mut problems).await?;
    let policy = [("fields.policy", update.policy())];
    check_references(&**change, &policy, &mut problems).await?;
    let entries = update.custom_fields();
    let values = custom_fields::check(&**change, Model::Agent, entries, &mut problems).await?;
    let applied = applied(targets, update, &before, &mut problems);
    ApiError::refuse(problems)?;

    let columns = changed_columns(&before, &applied);
    fleet::store::store_settings(&**change, &ids, columns, change.username()).await?;
    custom_fields::store_many(&**change, Model::Agent, &ids, &values).await?;
    definitions::mark_due(change, Changed::Values(&AffectedAgents::agents(ids.clone()))).await?;
    let silenced = ids
        .iter()
        .zip(&before)
        .zip(&applied)
        .filter(|((_, before), (after, _))| after.has_other_maintenance(&before.settings));
    let silenced: Vec<AgentKey> = silenced.map(|((id, _), _)| *id).collect();
    let until = applied.first().and_then(|(settings, _)| settings.maintenance_until);
    maintenance_changed(change, &silenced, until.filter(|_| !silenced.is_empty())).await?;
    touch_policies(change, &ids, &before, applied).await?;
    let after = audited(change, targets, &ids).await?;
    for ((target, before), after) in targets.iter().zip(&before).zip(&after) {
        let client = client.unwrap_or(target.client_id);
        let username = change.username().to_owned();
        let (event, entry) = Audited::describe_change(&username, target, client, before, after);
        change.publish(event);
        change.add_entry(entry);
    }
    Ok(())
}

/// The client that these agents move to; none if they stay where they are. Frozen
/// agents do not move to a client that is not.
async fn find_client(
    change: &Change,
    scope: &Scope,
    targets: &[Target],
    update: &UpdateAgent,
    problems: &mut Problems,
) -> Result<Option<i64>, ApiError> {
    let Some(site) = update.site() else { return Ok(None) };
    let Some(client) = queries::find_site(&**change, scope, site).await? else {
        add_problem(problems, "fields.site", "there is no such site");
        return Ok(None);
    };
    let leaves = |target: &&Target| target.is_frozen && target.client_id != client;
    if let Some(target) = targets.iter().find(leaves) {
        must_stay_frozen(&**change, target.client_id, client).await?;
    }
    Ok(Some(client))
}

/// What the audit log stores about these agents, in their order.
async fn audited(
    change: &Change,
    targets: &[Target],
    ids: &[AgentKey],
) -> Result<Vec<Audited>, ApiError> {
    let mut settings = queries::list_settings(&**change, ids).await?;
    let mut fields = custom_fields::load(&**change, Model::Agent, ids).await?;
    let patches = policies::patches_of(&**change, ids).await?;
    let mut audited = Vec::with_capacity(targets.len());
    for target in targets {
        let settings = settings.remove(&target.id).ok_or_else(|| {
            ApiError::Conflict(format!("{} was removed meanwhile", target.hostname))
        })?;
        audited.push(Audited {
            settings,
            custom_fields: fields.take(target.id),
            winupdatepolicy: [patches.own(target.id)],
        });
    }
    Ok(audited)
}

/// Stores the agents' own patch policies, where they change, and has the updates
/// decided again for all agents whose policies are different now.
async fn touch_policies(
    change: &Change,
    ids: &[AgentKey],
    before: &[Audited],
    applied: Vec<(AgentSettings, OwnPatch)>,
) -> Result<(), ApiError> {
    let mut touched = Vec::new();
    for ((id, before), (settings, patch)) in ids.iter().zip(before).zip(applied) {
        let has_other_patch = policies::store_own_patch(change, *id, patch).await?;
        if has_other_patch || settings.has_other_definitions(&before.settings) {
            touched.push(*id);
        }
    }
    Ok(definitions::touch(change, &AffectedAgents::agents(touched)).await?)
}

/// The settings of each agent after the change; problems are collected.
fn applied(
    targets: &[Target],
    update: &UpdateAgent,
    before: &[Audited],
    problems: &mut Problems,
) -> Vec<(AgentSettings, OwnPatch)> {
    let mut named = 0;
    let mut one = |(target, before): (&Target, &Audited)| {
        let mut target_problems = Problems::new();
        let settings = update.clone().applied_to(before.settings.clone(), &mut target_problems);
        let patch = update.own_patch(&before.winupdatepolicy[0], &mut target_problems);
        if !target_problems.is_empty() && named < MAX_NAMED {
            named += 1;
            for (field, sentences) in target_problems {
                for sentence in sentences {
                    let sentence = format!("{}: {sentence}", target.hostname);
                    add_problem(problems, format!("fields.{field}"), sentence);
                }
            }
        }
        (settings, patch)
    };
    targets.iter().zip(before).map(&mut one).collect()
}

/// The columns that change for any of them. The request is the same for all, so
/// each column has one new value.
fn changed_columns(
    before: &[Audited],
    after: &[(AgentSettings, OwnPatch)],
) -> Vec<(&'static str, Value)> {
    let mut changed: Vec<(&'static str, Value)> = Vec::new();
    for (before, (after, _)) in before.iter().zip(after) {
        let pairs = queries::columns(&before.settings).into_iter().zip(queries::columns(after));
        for ((name, old), (_, new)) in pairs {
            if old != new && !changed.iter().any(|(other, _)| *other == name) {
                changed.push((name, new));
            }
        }
    }
    changed
}
