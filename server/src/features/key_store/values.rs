//! The values, for features that insert them into scripts.

use std::collections::BTreeMap;

use sea_orm::ConnectionTrait;

use super::queries;
use crate::auth::{Secret, Vault};
use crate::error::ApiError;

/// Every value by its name, secret or not: what `{{global.name}}` is replaced with.
pub async fn list_values(
    db: &impl ConnectionTrait,
    vault: &Vault,
) -> Result<BTreeMap<String, Secret>, ApiError> {
    let keys = queries::list_keys(db, vault).await?;
    Ok(keys.into_iter().map(|key| (key.name, key.value)).collect())
}
