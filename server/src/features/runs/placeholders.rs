//! What the placeholders in arguments and environment of a run stand for.

use std::collections::BTreeMap;

use sea_orm::ConnectionTrait;
use serde_json::json;

use super::queries;
use crate::error::ApiError;
use crate::features::agents::Target;
use crate::features::custom_fields::{self, Model};
use crate::features::scripts::{
    AGENT_PROPERTIES, Filled, PLACE_PROPERTIES, PlaceholderValue, PlaceholderValues, fill, pick,
};

/// Arguments and environment with their placeholders filled in; 400 names
/// those that stand for nothing.
pub async fn filled(
    db: &impl ConnectionTrait,
    target: &Target,
    shell: &str,
    args: Vec<String>,
    env_vars: Vec<String>,
) -> Result<Filled, ApiError> {
    if !args.iter().chain(&env_vars).any(|text| text.contains("{{")) {
        return Ok(Filled { args, env_vars });
    }
    fill(&args, &env_vars, shell, &values(db, target).await?)
}

async fn values(db: &impl ConnectionTrait, target: &Target) -> Result<PlaceholderValues, ApiError> {
    let agent = queries::find_properties(db, target.id).await?;
    let agent = agent.ok_or(ApiError::NotFound("agent"))?;
    let client = json!({ "id": target.client_id, "name": agent.client_name });
    let site = json!({ "id": target.site_id, "name": agent.site_name });
    Ok(PlaceholderValues {
        agent: with_fields(db, pick(AGENT_PROPERTIES, &agent.json()), (Model::Agent, target.id))
            .await?,
        client: with_fields(db, pick(PLACE_PROPERTIES, &client), (Model::Client, target.client_id))
            .await?,
        site: with_fields(db, pick(PLACE_PROPERTIES, &site), (Model::Site, target.site_id)).await?,
        ..PlaceholderValues::default()
    })
}

/// Custom fields go before properties of the same name.
async fn with_fields(
    db: &impl ConnectionTrait,
    mut values: BTreeMap<String, PlaceholderValue>,
    (model, owner): (Model, i64),
) -> Result<BTreeMap<String, PlaceholderValue>, ApiError> {
    for field in custom_fields::load(db, model, &[owner]).await?.take(owner) {
        let shown = json!(field);
        values.insert(field.field.name.clone(), PlaceholderValue::from_json(&shown["value"]));
    }
    Ok(values)
}
