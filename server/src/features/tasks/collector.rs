//! Who may save a task whose output fills a custom field.

use sea_orm::ConnectionTrait;

use super::queries::{self, AgentReference};
use super::settings::Settings;
use crate::auth::Identity;
use crate::domain::custom_fields;
use crate::error::ApiError;
use crate::ids::AgentKey;

/// Refuses a caller who may not change the custom field of a task by hand, for
/// the agent that owns the task or, if none does, for all agents of a policy.
pub async fn must_write_field(
    db: &impl ConnectionTrait,
    caller: &Identity,
    settings: &Settings,
    agent: Option<AgentKey>,
) -> Result<(), ApiError> {
    let Some(field) = settings.custom_field else { return Ok(()) };
    let field = custom_fields::find_field(db, field).await?;
    let model = field.ok_or(ApiError::NotFound("custom field"))?.model;
    let Some(agent) = agent else { return custom_fields::must_write_anywhere(caller, model) };
    let owner = queries::find_agent(db, &caller.scope, AgentReference::Key(agent)).await?;
    let target = owner.ok_or(ApiError::NotFound("agent"))?.target;
    custom_fields::must_write(caller, model, target.client_id, target.site_id)
}
