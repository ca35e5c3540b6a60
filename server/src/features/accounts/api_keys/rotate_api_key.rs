//! `POST /accounts/apikeys/<id>/rotate/`: a new secret for a key.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::api_key::ApiKeyWithSecret;
use super::rules;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, Token, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{queries, writing};
use crate::input::{Body, Fields, Parse, Path};
use crate::time::Timestamp;

const MAX_OVERLAP_HOURS: i64 = 168;

/// How a key is rotated.
#[derive(ToSchema)]
pub struct Rotation {
    /// The old key works for this many hours more, 0 to 168.
    #[schema(required = false, default = 0)]
    overlap_hours: i64,
}

impl Parse for Rotation {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { overlap_hours: fields.whole("overlap_hours").between(0..=MAX_OVERLAP_HOURS).or(0) }
    }
}

/// Give an API key a new secret.
///
/// The answer holds the new key, this once. Of two rotations within an
/// overlap, only the latest old key goes on working.
#[utoipa::path(
    post,
    path = "/accounts/apikeys/{id}/rotate/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the row.")),
    request_body = Rotation,
    responses((status = 200, body = ApiKeyWithSecret), (status = "default", body = ErrorBody)),
)]
pub async fn rotate_api_key(
    State(app): State<App>,
    caller: Caller<may::ManageApiKeys>,
    Path(id): Path<i64>,
    Body(Rotation { overlap_hours }): Body<Rotation>,
) -> Result<Json<ApiKeyWithSecret>, ApiError> {
    let mut change = writing::begin(&app, &caller).await?;
    let old = queries::keys::find_key(&*change, id).await?.ok_or(ApiError::NotFound("API key"))?;
    rules::must_cover(&change, &caller, &old).await?;
    let token = Token::random();
    let overlap = Duration::from_secs(3600 * overlap_hours.unsigned_abs());
    let old_until = (!overlap.is_zero()).then(|| Timestamp::now().plus(overlap));
    queries::keys::replace_secret(&*change, id, &token, old_until, &caller.username).await?;

    let new = queries::keys::find_key(&*change, id).await?.ok_or(ApiError::NotFound("API key"))?;
    change.publish(Event::saved(Entity::ApiKey, id));
    let message = format!("rotated API key {}, overlap {overlap_hours} h", new.name);
    let entry = Entry::new(Action::Modify, ObjectType::ApiKey, id, message);
    change.commit(entry.before(&old).after(&new)).await?;
    Ok(Json(new.with_secret(&token)))
}
