//! `DELETE /accounts/apikeys/<id>/`: revokes a key.

use axum::Json;
use axum::extract::State;

use super::api_key::ApiKey;
use super::rules;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::runs::{self, Requester};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{queries, writing};
use crate::input::Path;

/// Revoke an API key.
///
/// It stops working at once, and what waits in its name is cancelled: `GET
/// /accounts/<id>/pending/?key=<key>` shows it before.
#[utoipa::path(
    delete,
    path = "/accounts/apikeys/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the row.")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_api_key(
    State(app): State<App>,
    caller: Caller<may::ManageApiKeys>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let change = writing::begin(&app, &caller).await?;
    let key = queries::keys::find_key(&*change, id).await?.ok_or(ApiError::NotFound("API key"))?;
    rules::must_cover(&change, &caller, &key).await?;
    revoke(change, &key).await.map(Json)
}

/// Removes a key and cancels what waits in its name, with the audit row and the
/// event.
pub(in crate::features::accounts) async fn revoke(
    mut change: Change,
    key: &ApiKey,
) -> Result<String, ApiError> {
    queries::keys::delete_key(&*change, key.id).await?;
    let reason = format!("the API key {} was revoked", key.name);
    let cancelled = runs::cancel_waiting(&change, Requester::ApiKey(key.id), &reason).await?;
    change.publish(Event::deleted(Entity::ApiKey, key.id));
    let of = format!("{} of user {}", key.name, key.username);
    let message = format!("revoked API key {of}{}", cancelled.describe());
    let entry = Entry::new(Action::Delete, ObjectType::ApiKey, key.id, message.clone());
    change.commit(entry.before(key)).await?;
    Ok(message)
}
