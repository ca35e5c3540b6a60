//! `POST /core/clearcache/`, or `GET`: clears the caches.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::OnlyGet;

/// Clear the caches.
///
/// Nothing is lost: what was cached is computed again. Login limits stay.
#[utoipa::path(
    post,
    path = "/core/clearcache/",
    tag = "core",
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn clear_cache(
    State(app): State<App>,
    caller: Caller<may::DoServerMaint>,
) -> Result<Json<String>, ApiError> {
    clear(&app, &caller).await
}

/// Clear the caches, by GET.
///
/// The same as `POST`, for callers who know it so.
#[utoipa::path(
    get,
    path = "/core/clearcache/",
    tag = "core",
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn clear_cache_by_get(
    State(app): State<App>,
    caller: Caller<may::DoServerMaint>,
    _: OnlyGet,
) -> Result<Json<String>, ApiError> {
    clear(&app, &caller).await
}

async fn clear(app: &App, caller: &Identity) -> Result<Json<String>, ApiError> {
    let change = Change::begin(app, caller).await?;
    let entry = Entry::new(Action::Modify, ObjectType::CoreSettings, 1, "cleared the caches");
    change.commit(entry).await?;
    app.cache.clear().await;
    Ok(Json("The caches were cleared.".to_owned()))
}
