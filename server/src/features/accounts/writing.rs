//! Changes of accounts are serialised.

use sea_orm::DbErr;

use super::queries::installation;
use crate::app::App;
use crate::audit::Change;
use crate::auth::Identity;
use crate::error::ApiError;
use crate::storage;

/// Opens a change of users, roles or keys; other such changes wait for it.
pub async fn begin(app: &App, by: &Identity) -> Result<Change, ApiError> {
    let change = Change::begin(app, by).await?;
    installation::lock_accounts(&*change).await?;
    Ok(change)
}

/// The refusal when a unique index catches what the check before it missed.
pub fn taken(field: &'static str) -> impl Fn(DbErr) -> ApiError {
    move |error| if storage::is_duplicate(&error) { is_taken(field) } else { error.into() }
}

/// The refusal of a name that is in use.
pub fn is_taken(field: &str) -> ApiError {
    ApiError::invalid(field, "this name is already used")
}
