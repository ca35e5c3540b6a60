//! `POST /accounts/apikeys/`: a new key.

use axum::Json;
use axum::extract::State;

use super::api_key::{ApiKey, ApiKeyWithSecret};
use super::fields::{ApiKeyFields, NewApiKeyFields};
use super::rules;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Token, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{queries, writing};
use crate::input::{Body, Fields, Parse};

pub struct NewApiKey(pub(in crate::features::accounts) ApiKeyFields);

impl Parse for NewApiKey {
    fn parse(fields: &Fields<'_>) -> Self {
        if !fields.has("name") {
            fields.problem("name", "enter a name");
        }
        Self(ApiKeyFields::parse(fields))
    }
}

/// Create an API key.
///
/// The answer holds the key itself, this once. A key for somebody else needs a
/// caller who holds all that they hold; a narrowed key makes only keys that
/// are narrowed as much.
#[utoipa::path(
    post,
    path = "/accounts/apikeys/",
    tag = "accounts",
    request_body = NewApiKeyFields,
    responses((status = 200, body = ApiKeyWithSecret), (status = "default", body = ErrorBody)),
)]
pub async fn create_api_key(
    State(app): State<App>,
    caller: Caller<may::ManageApiKeys>,
    Body(NewApiKey(request)): Body<NewApiKey>,
) -> Result<Json<ApiKeyWithSecret>, ApiError> {
    let key = request.applied_to(ApiKey::of_user(caller.user_id));
    let change = writing::begin(&app, &caller).await?;
    rules::must_cover(&change, &caller, &key).await?;
    rules::must_be_valid(&change, None, &key).await?;
    store(change, &key).await.map(Json)
}

/// Stores a new key, with the audit row and the event.
pub(in crate::features::accounts) async fn store(
    mut change: Change,
    key: &ApiKey,
) -> Result<ApiKeyWithSecret, ApiError> {
    let token = Token::random();
    let id = queries::keys::insert_key(&*change, key, &token, change.username())
        .await
        .map_err(writing::taken("name"))?;
    let key = queries::keys::find_key(&*change, id).await?.ok_or(ApiError::NotFound("API key"))?;
    change.publish(Event::saved(Entity::ApiKey, id));
    let message = format!("created API key {} of user {}", key.name, key.username);
    change.commit(Entry::new(Action::Add, ObjectType::ApiKey, id, message).after(&key)).await?;
    Ok(key.with_secret(&token))
}
