//! Which placeholders exist, whatever their values.

use std::collections::BTreeMap;

use sea_orm::ConnectionTrait;

use super::values::{GlobalValue, PlaceholderValue, PlaceholderValues};
use crate::app::App;
use crate::domain::custom_fields::{self, AGENT_PROPERTIES, Model, PLACE_PROPERTIES};
use crate::domain::key_store::{self, Key};
use crate::error::ApiError;

/// Every placeholder name that exists for any agent, without values: for texts that are
/// filled in later.
pub async fn known_names(
    app: &App,
    db: &impl ConnectionTrait,
) -> Result<PlaceholderValues, ApiError> {
    let nothing = || PlaceholderValue::Text(String::new());
    let mut models = Vec::new();
    for (model, properties) in [
        (Model::Agent, AGENT_PROPERTIES),
        (Model::Client, PLACE_PROPERTIES),
        (Model::Site, PLACE_PROPERTIES),
    ] {
        let mut names: BTreeMap<String, PlaceholderValue> =
            properties.iter().map(|name| ((*name).to_owned(), nothing())).collect();
        let fields = custom_fields::load::<i64>(db, model, &[]).await?.take_all(0);
        names.extend(fields.into_iter().map(|(name, _)| (name, nothing())));
        models.push(names);
    }
    let keys = key_store::queries::list_keys(db, &app.vault).await?;
    let [agent, client, site] = <[_; 3]>::try_from(models).unwrap_or_default();
    let global = |key: Key| {
        let (value, limits, is_secret) = (nothing(), key.limits, key.secret);
        (key.name, GlobalValue { value, is_here: true, is_secret, limits })
    };
    let global = keys.into_iter().map(global).collect();
    Ok(PlaceholderValues { agent, client, site, global, ..PlaceholderValues::default() })
}
