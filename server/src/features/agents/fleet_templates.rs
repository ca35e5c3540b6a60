//! The alert templates in the list of agents.

use std::sync::Arc;

use muster_alerting::Kind;
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

use super::fleet::Agent;
use super::item_cache::FastMap;
use crate::domain::alert_templates::{AgentPosition, StoredTemplate, TemplateRules};
use crate::ids::AgentKey;

/// The alert templates of agents that have one: as many queries for many as for one.
pub(super) async fn templates_of(
    db: &impl ConnectionTrait,
    agents: &[Agent],
) -> Result<FastMap<Arc<str>>, DbErr> {
    let mut found = FastMap::default();
    let Some(mut rules) = TemplateRules::load(db, None).await? else { return Ok(found) };
    let shown = |template: &StoredTemplate| {
        (
            template.id,
            Arc::from(json!(template.for_agents().shown_for(Kind::Availability)).to_string()),
        )
    };
    let texts: FastMap<Arc<str>> = rules.templates().map(shown).collect();
    for agent in agents {
        let (is_server, policy, blocks) = agent.item.position;
        let (agent, site) = (AgentKey(agent.item.id), agent.item.site);
        let position = AgentPosition { agent, site, is_server, policy, blocks };
        let text = rules.template_of(&position).and_then(|id| texts.get(&id));
        found.extend(text.map(|text| (agent.0, Arc::clone(text))));
    }
    Ok(found)
}
