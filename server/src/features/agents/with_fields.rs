//! Agents together with what other features know of them.

use sea_orm::{ConnectionTrait, DbErr};

use super::agent::{Agent, AgentItem};
use super::queries::{self, Selection};
use crate::auth::Scope;
use crate::features::custom_fields::{self, Model};
use crate::features::winupdate;
use crate::time::Timestamp;

/// Agents with everything a list shows. As many queries for ten thousand of
/// them as for one.
pub async fn list_items(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<AgentItem>, DbErr> {
    let mut items = queries::list_items(db, selection, now).await?;
    let ids: Vec<i64> = items.iter().map(|item| item.id).collect();
    let mut values = custom_fields::load(db, Model::Agent, &ids).await?;
    let pending = winupdate::list_agents_with_pending(db, &ids).await?;
    for item in &mut items {
        item.facts.custom_fields = values.take(item.id);
        item.facts.has_patches_pending = pending.contains(&item.id);
    }
    Ok(items)
}

/// One agent in scope, with everything.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &str,
) -> Result<Option<Agent>, DbErr> {
    let Some(mut agent) = queries::find_agent(db, scope, agent_id).await? else {
        return Ok(None);
    };
    agent.facts.custom_fields =
        custom_fields::load(db, Model::Agent, &[agent.id]).await?.take(agent.id);
    agent.facts.has_patches_pending =
        !winupdate::list_agents_with_pending(db, &[agent.id]).await?.is_empty();
    Ok(Some(agent))
}
