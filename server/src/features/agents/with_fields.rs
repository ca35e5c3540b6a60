//! One agent together with its data from other features.

use muster_alerting::Kind;
use sea_orm::ConnectionTrait;

use super::agent::Agent;
use super::queries;
use crate::auth::Scope;
use crate::domain::alert_templates::templates_of;
use crate::domain::custom_fields::{self, Model};
use crate::domain::fleet::effective_shell;
use crate::domain::policies::Level;
use crate::domain::settings;
use crate::error::ApiError;
use crate::features::policies;
use crate::ids::{AgentId, AgentKey};

/// One agent in scope, with everything.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &AgentId,
) -> Result<Option<Agent>, ApiError> {
    let Some(mut agent) = queries::find_agent(db, scope, agent_id).await? else {
        return Ok(None);
    };
    let key = AgentKey(agent.id);
    agent.facts.custom_fields = custom_fields::load(db, Model::Agent, &[key]).await?.take(key);
    let settings = settings::read_plain(db).await?;
    let (detail, plat) = (&mut agent.detail, &agent.facts.plat);
    let (shell, custom) = (&detail.default_shell, &detail.default_shell_custom);
    detail.effective_default_shell = effective_shell(shell, custom, plat, &settings);
    let patches = policies::patches_of(db, &[key]).await?;
    agent.detail.winupdatepolicy = [patches.own(key)];
    agent.detail.effective_patch_policy = patches.in_force(key).values();
    for reach in patches.reaches.applied(key) {
        let applied = &mut agent.detail.applied_policies;
        let policy = match reach.level {
            Level::Agent => &mut applied.agent_policy,
            Level::Site => &mut applied.site_policy,
            Level::Client => &mut applied.client_policy,
            Level::Default => &mut applied.default_policy,
        };
        *policy = Some(reach.policy);
    }
    let template = templates_of(db, &[key]).await?.remove(&key);
    agent.facts.alert_template = template.map(|template| template.shown_for(Kind::Availability));
    Ok(Some(agent))
}
