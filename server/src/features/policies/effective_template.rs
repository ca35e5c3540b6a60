//! The alert template that applies to an agent, and where it is set.

use muster_alerting::precedence::Source;
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::{Value, json};

use crate::domain::alert_templates::{AgentPosition, SitePosition, TemplateRules, list_positions};
use crate::ids::AgentKey;

/// The template as `{id, name, source}`, all null where none applies.
pub async fn effective_template(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Value, DbErr> {
    let none = json!({ "id": null, "name": null, "source": null });
    let Some(rules) = TemplateRules::load(db, Some(&[agent])).await? else { return Ok(none) };
    let Some(position) = list_positions(db, &[agent]).await?.pop() else { return Ok(none) };
    let Some((id, source)) = rules.choice_for(&position).template else { return Ok(none) };
    let Some(site) = rules.site(position.site) else { return Ok(none) };
    let name = rules.templates().find(|one| one.id == id).map(|one| one.name.clone());
    let (owner, owner_name) = owner(&rules, site, &position, source);
    let source = json!({ "type": source.as_str(), "id": owner, "name": owner_name });
    Ok(json!({ "id": id, "name": name, "source": source }))
}

/// Key and name of what the template is set on.
fn owner(
    rules: &TemplateRules,
    site: &SitePosition,
    agent: &AgentPosition,
    source: Source,
) -> (Option<i64>, String) {
    let policy =
        |id: Option<i64>| (id, id.map(|id| rules.policy_name(id).to_owned()).unwrap_or_default());
    match source {
        Source::AgentPolicy => policy(agent.policy),
        Source::SitePolicy => policy(site.policy(agent.is_server)),
        Source::Site => (Some(site.site), site.site_name.clone()),
        Source::ClientPolicy => policy(site.client_policy(agent.is_server)),
        Source::Client => (Some(site.client), site.client_name.clone()),
        Source::Global => (None, String::new()),
        Source::DefaultPolicy => policy(site.default_policy(agent.is_server)),
    }
}
