//! `PUT /accounts/apikeys/<id>/`: changes a key; its secret stays.

use axum::Json;
use axum::extract::State;

use super::api_key::ApiKey;
use super::fields::ApiKeyFields;
use super::rules;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{queries, writing};
use crate::input::{Body, IfMatch, Path};

/// Change an API key.
///
/// The caller must hold all that the key opens, before and after. A `key` in
/// the body is ignored: rotate it instead.
#[utoipa::path(
    put,
    path = "/accounts/apikeys/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the row."), IfMatch),
    request_body = ApiKeyFields,
    responses((status = 200, body = ApiKey), (status = "default", body = ErrorBody)),
)]
pub async fn update_api_key(
    State(app): State<App>,
    caller: Caller<may::ManageApiKeys>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<ApiKeyFields>,
) -> Result<Json<ApiKey>, ApiError> {
    let mut change = writing::begin(&app, &caller).await?;
    let old = queries::keys::find_key(&*change, id).await?.ok_or(ApiError::NotFound("API key"))?;
    rules::must_cover(&change, &caller, &old).await?;
    seen.must_be_newest(&old.stamps, &old)?;
    let new = request.applied_to(old.clone());
    rules::must_cover(&change, &caller, &new).await?;
    rules::must_be_valid(&change, Some(&old), &new).await?;
    queries::keys::update_key(&*change, &new, &caller.username)
        .await
        .map_err(writing::taken("name"))?;

    let new = queries::keys::find_key(&*change, id).await?.ok_or(ApiError::NotFound("API key"))?;
    change.publish(Event::saved(Entity::ApiKey, id));
    let message = format!("changed API key {}", new.name);
    let entry = Entry::new(Action::Modify, ObjectType::ApiKey, id, message);
    change.commit(entry.before(&old).after(&new)).await?;
    Ok(Json(new))
}
